#include "kgen/kgen.cuh"

using kgen::vec2d;

static constexpr double EARTH_RADIUS = 6371.0;

struct great_circle_args {
    kgen::array<double> latitude;
    kgen::array<double> longitude;
    kgen::array<int> destination;
    kgen::array<vec2d> harbour;
    kgen::array<double> distance;
    kgen::array<double> bearing;
};

extern "C" void great_circle_cpu_forward(
    const kgen::launch_bounds<1>* dim,
    const great_circle_args* args)
{
    const auto& [latitude, longitude, destination, harbour, distance, bearing] = *args;
    for (size_t idx = 0; idx < dim->size; ++idx) {
        const int ship = kgen::tid(idx, *dim);
        const vec2d port = harbour[destination[ship]];
        const double lat_a = latitude[ship];
        const double lat_b = port[0];
        const double half_lat = (lat_b - lat_a) / 2.0;
        const double d_lon = port[1] - longitude[ship];

        const double sin_lat = kgen::sin(half_lat);
        const double sin_lon = kgen::sin(d_lon / 2.0);
        const double haversine = sin_lat * sin_lat +
            kgen::cos(lat_a) * kgen::cos(lat_b) * sin_lon * sin_lon;
        const double chord = kgen::sqrt(kgen::clamp(haversine, 0.0, 1.0));
        distance[ship] = 2.0 * EARTH_RADIUS * kgen::asin(chord);

        const double east = kgen::sin(d_lon) * kgen::cos(lat_b);
        const double north = kgen::cos(lat_a) * kgen::sin(lat_b) -
            kgen::sin(lat_a) * kgen::cos(lat_b) * kgen::cos(d_lon);
        bearing[ship] = kgen::atan2(east, north);
    }
}

extern "C" void great_circle_cpu_backward(
    const kgen::launch_bounds<1>* dim,
    const great_circle_args* args,
    const great_circle_args* adj_args)
{
    const auto& [latitude, longitude, destination, harbour, distance, bearing] = *args;
    const auto& [adj_latitude, adj_longitude, adj_destination, adj_harbour, adj_distance, adj_bearing] = *adj_args;
    const auto grad_latitude = kgen::gradient_of(latitude, adj_latitude);
    const auto grad_longitude = kgen::gradient_of(longitude, adj_longitude);
    const auto grad_harbour = kgen::gradient_of(harbour, adj_harbour);
    const auto grad_distance = kgen::gradient_of(distance, adj_distance);
    const auto grad_bearing = kgen::gradient_of(bearing, adj_bearing);
    for (size_t idx = dim->size; idx-- > 0;) {
        const int ship = kgen::tid(idx, *dim);
        const int destination_ship = destination[ship];
        const vec2d port = harbour[destination_ship];
        const double lat_a = latitude[ship];
        const double lat_b = port[0];
        const double half_lat = (lat_b - lat_a) / 2.0;
        const double d_lon = port[1] - longitude[ship];
        const double sin_lat = kgen::sin(half_lat);
        const double quotient = d_lon / 2.0;
        const double sin_lon = kgen::sin(quotient);
        const double cos_lat_a = kgen::cos(lat_a);
        const double cos_lat_b = kgen::cos(lat_b);
        const double product = cos_lat_a * cos_lat_b;
        const double product_2 = product * sin_lon;
        const double haversine = sin_lat * sin_lat + product_2 * sin_lon;
        const double max_value = kgen::max(0.0, haversine);
        const double min_value = kgen::min(max_value, 1.0);
        const double chord = kgen::sqrt(min_value);
        const double sin_d_lon = kgen::sin(d_lon);
        const double east = sin_d_lon * cos_lat_b;
        const double sin_lat_b = kgen::sin(lat_b);
        const double sin_lat_a = kgen::sin(lat_a);
        const double product_3 = sin_lat_a * cos_lat_b;
        const double cos_d_lon = kgen::cos(d_lon);
        const double north = cos_lat_a * sin_lat_b - product_3 * cos_d_lon;
        const double adj_bearing_ship = kgen::take(grad_bearing, ship);
        double adj_lat_b;
        double adj_lat_a;
        double adj_d_lon;
        if (adj_bearing_ship != 0.0) {
            const double sum = north * north + east * east;
            const bool is_greater = sum > 0.0;
            const double adj_east = kgen::where(is_greater, adj_bearing_ship * north / sum, 0.0);
            const double adj_north = -kgen::where(is_greater, adj_bearing_ship * east / sum, 0.0);
            const double neg_adj_north = -adj_north;
            const double product_4 = neg_adj_north * cos_d_lon;
            adj_d_lon = adj_east * cos_lat_b * cos_d_lon - neg_adj_north * product_3 * sin_d_lon;
            adj_lat_b = adj_north * cos_lat_a * cos_lat_b - product_4 * sin_lat_a * sin_lat_b -
                adj_east * sin_d_lon * sin_lat_b;
            adj_lat_a = product_4 * cos_lat_b * cos_lat_a - adj_north * sin_lat_b * sin_lat_a;
        } else {
            adj_d_lon = 0.0;
            adj_lat_b = 0.0;
            adj_lat_a = 0.0;
        }
        const double adj_distance_ship = kgen::take(grad_distance, ship);
        const double product_5 = adj_distance_ship * (2.0 * EARTH_RADIUS);
        if (product_5 != 0.0) {
            const double adj_chord = kgen::where(kgen::abs(chord) < 1.0,
                product_5 / kgen::sqrt(1.0 - chord * chord), 0.0);
            if (adj_chord != 0.0) {
                const double adj_haversine = kgen::where(max_value != haversine, 0.0,
                    kgen::where(min_value != 1.0, 0.5 * adj_chord / chord, 0.0));
                if (adj_haversine != 0.0) {
                    const double product_6 = adj_haversine * sin_lon;
                    const double product_7 = product_6 * sin_lon;
                    const double adj_sin_lon = adj_haversine * product_2 + product_6 * product;
                    adj_lat_b -= product_7 * cos_lat_a * sin_lat_b;
                    adj_lat_a -= product_7 * cos_lat_b * sin_lat_a;
                    adj_d_lon += adj_sin_lon * kgen::cos(quotient) / 2.0;
                }
                const double product_8 = adj_haversine * sin_lat;
                const double adj_sin_lat = product_8 + product_8;
                const double adj_half_lat = adj_sin_lat * kgen::cos(half_lat);
                const double quotient_2 = adj_half_lat / 2.0;
                adj_lat_b += quotient_2;
                adj_lat_a -= quotient_2;
            }
        }
        kgen::add(grad_longitude, ship, -adj_d_lon);
        const vec2d adj_port = vec2d(adj_lat_b, adj_d_lon);
        kgen::add(grad_latitude, ship, adj_lat_a);
        kgen::add(grad_harbour, destination_ship, adj_port);
    }
}
