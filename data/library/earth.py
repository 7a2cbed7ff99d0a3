# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weather, water in soil and rivers, the sun in the sky, distances on the globe."""

domain("earth", entity="station cell site", edge="edge")

latitude = concept("scalar", "1", "entity", names="latitude lat", plural="latitudes lats", short="lat", values=(-1.2, 1.2))
longitude = concept("scalar", "1", "entity", names="longitude lon", plural="longitudes lons", short="lon", values=(-2, 2))
lat_from = concept("scalar", "1", "parameter", names="lat0 ref_lat origin_lat", short="lat0", values=(-0.5, 0.5))
lon_from = concept("scalar", "1", "parameter", names="lon0 ref_lon origin_lon", short="lon0", values=(-0.5, 0.5))
declination = concept("scalar", "1", "parameter constant", names="declination decl", short="decl", values=(-0.4, 0.4))
hour_angle = concept("scalar", "1", "entity parameter", names="hour_angle hour", plural="hour_angles", short="ha", values=(-1, 1))
air_temperature = concept("scalar", "1", "entity", names="air_temp temp_c t_air", plural="air_temps", short="tc", values=(5, 30))
humidity = concept("scalar", "1", "entity", names="humidity rel_humidity rh", plural="humidities", short="rh", values=(0.2, 0.95))
station_height = concept("scalar", "1", "entity", names="elevation height z", plural="elevations", short="z", values=(0.1, 3))
scale_height = concept("scalar", "1", "parameter constant", names="scale_height h_scale", short="hs", values=(7.5, 8.5))
sea_pressure = concept("scalar", "1", "parameter constant", names="p0 sea_level_pressure", short="p0", values=(9.8, 10.3))
wind_10m = concept("scalar", "1", "entity", names="wind_speed u10", plural="wind_speeds", short="u10", values=(1, 8))
roughness = concept("scalar", "1", "entity parameter", names="roughness z0", plural="roughnesses", short="z0", values=(0.02, 0.3))
soil_moisture = concept("scalar", "1", "entity", names="soil_moisture theta", plural="moistures", short="theta", values=(0.1, 0.4))
porosity = concept("scalar", "1", "entity parameter", names="porosity theta_s", plural="porosities", short="por", values=(0.42, 0.55))
saturated_flow = concept("scalar", "1", "entity parameter", names="k_sat hydraulic_conductivity", plural="k_sats", short="ks", values=(0.2, 2))
pore_index = concept("scalar", "1", "parameter constant", names="b pore_index clapp_b", short="b", values=(2, 4))
rainfall = concept("scalar", "1", "entity", names="rain precipitation", plural="rainfalls", short="rain", values=(0.05, 2))
channel_depth = concept("scalar", "1", "entity", names="water_depth h", plural="water_depths", short="h", values=(0.2, 2))
channel_width = concept("scalar", "1", "entity parameter", names="channel_width width", plural="channel_widths", short="b_w", values=(1, 4))
bed_slope = concept("scalar", "1", "entity parameter", names="slope bed_slope", plural="slopes", short="s0", values=(0.002, 0.03))
manning = concept("scalar", "1", "parameter constant", names="manning_n roughness_n", short="n_m", values=(0.02, 0.08))
solar_constant = concept("scalar", "1", "constant", names="solar_constant s0", value=13.61)
surface_albedo = concept("scalar", "1", "entity parameter", names="albedo", plural="albedos", short="alb", values=(0.1, 0.5))
globe_distance = concept("scalar", "1", "", names="distance arc great_circle", plural="distances", short="d")
haversine = concept("scalar", "1", "", names="hav a_hav", short="hav")
sun_sine = concept("scalar", "1", "", names="sin_elev cos_zenith", short="mu0")
insolation = concept("scalar", "1", "", names="insolation shortwave", plural="insolations", short="sw")
vapour_saturation = concept("scalar", "1", "", names="e_sat saturation_pressure", plural="saturation_pressures", short="es")
vapour_deficit = concept("scalar", "1", "", names="vpd vapor_deficit", plural="deficits", short="vpd")
dew_point = concept("scalar", "1", "", names="dew_point t_dew", plural="dew_points", short="td")
air_pressure = concept("scalar", "1", "", names="pressure air_pressure", plural="pressures", short="p")
wind_profile = concept("scalar", "1", "", names="wind u_z", plural="winds", short="u")
evaporation = concept("scalar", "1", "", names="evaporation et", plural="evaporations", short="et", extensive=True)
saturation_of = concept("scalar", "1", "", names="saturation s_eff", short="se")
soil_flow = concept("scalar", "1", "", names="drainage percolation", plural="drainages", short="q", extensive=True)
hydraulic_radius = concept("scalar", "1", "", names="hydraulic_radius r_h", short="rh_c")
discharge = concept("scalar", "1", "", names="discharge flow q_out", plural="discharges", short="q", extensive=True)
runoff = concept("scalar", "1", "", names="runoff", plural="runoffs", short="ro", extensive=True)
moisture_rate = concept("scalar", "-", "", names="dtheta moisture_rate", plural="moisture_rates", short="dth")
wind_chill = concept("scalar", "1", "", names="wind_chill", plural="wind_chills", short="wc")
apparent_temperature = concept("scalar", "1", "", names="apparent_temp felt_temp", plural="apparent_temps", short="at")
mast_height = concept("scalar", "1", "parameter constant", names="sensor_height z_meas", short="z_m", values=(2, 20))

goals(point="globe_distance insolation vapour_deficit dew_point air_pressure wind_profile evaporation soil_flow discharge runoff wind_chill apparent_temperature", total="evaporation discharge runoff soil_flow", state="soil_moisture:moisture_rate")
guard(i, wind_10m < 2.0)    # calm
guard(i, rainfall < 0.3)    # hardly any rain
guard(i, saturation_of < 0.25)    # too dry to drain
haversine = wp.pow(wp.sin(0.5 * (latitude - lat_from)), 2.0) + wp.cos(latitude) * wp.cos(lat_from) * wp.pow(wp.sin(0.5 * (longitude - lon_from)), 2.0)
globe_distance = law(12742.0 * wp.asin(wp.sqrt(haversine)) / 1000.0, 6.371 * wp.sqrt(wp.pow(latitude - lat_from, 2.0) + wp.pow((longitude - lon_from) * wp.cos(0.5 * (latitude + lat_from)), 2.0)))    # great circle
sun_sine = wp.sin(latitude) * wp.sin(declination) + wp.cos(latitude) * wp.cos(declination) * wp.cos(hour_angle)
insolation = law(solar_constant * wp.max(sun_sine, 0.0), solar_constant * (1.0 - surface_albedo) * wp.max(sun_sine, 0.0), solar_constant * wp.max(sun_sine, 0.0) * wp.exp(-0.2 * air_pressure / sea_pressure))
vapour_saturation = law(0.6108 * wp.exp(17.27 * air_temperature / (air_temperature + 237.3)), 0.6112 * wp.exp(17.67 * air_temperature / (air_temperature + 243.5)))    # Magnus
vapour_deficit = vapour_saturation * (1.0 - humidity)
dew_point = law(237.3 * (wp.log(humidity) + 17.27 * air_temperature / (237.3 + air_temperature)) / (17.27 - wp.log(humidity) - 17.27 * air_temperature / (237.3 + air_temperature)), air_temperature - 20.0 * (1.0 - humidity))
air_pressure = law(sea_pressure * wp.exp(-station_height / scale_height), sea_pressure * wp.pow(1.0 - 0.0225577 * station_height, 5.2559))    # barometric formula
wind_profile = law(wind_10m * wp.log(mast_height / roughness) / wp.log(10.0 / roughness), wind_10m * wp.pow(mast_height / 10.0, 0.143))    # log profile
evaporation = law(2.6 * (1.0 + 0.54 * wind_10m) * vapour_deficit, 0.01 * insolation * (air_temperature + 5.0) / 10.0, 0.1 * vapour_deficit * wp.sqrt(wind_profile))
saturation_of = soil_moisture / porosity
soil_flow = law(saturated_flow * wp.pow(saturation_of, 2.0 * pore_index + 3.0), saturated_flow * saturation_of * saturation_of * saturation_of)    # Clapp and Hornberger
hydraulic_radius = channel_width * channel_depth / (channel_width + 2.0 * channel_depth)
discharge = law(channel_width * channel_depth * wp.pow(hydraulic_radius, 0.6667) * wp.sqrt(bed_slope) / manning, 1.7 * channel_width * wp.pow(channel_depth, 1.5))    # Manning
runoff = law(wp.max(rainfall - saturated_flow * 0.5, 0.0), rainfall * rainfall / (rainfall + 2.0 * (porosity - soil_moisture)), rainfall * saturation_of)
moisture_rate = law(rainfall - soil_flow, 0.2 * rainfall - soil_flow - 0.1 * evaporation * saturation_of, rainfall - runoff - soil_flow, -soil_flow - 0.1 * evaporation * saturation_of, rainfall - runoff)
wind_chill = 13.12 + 0.6215 * air_temperature + (0.3965 * air_temperature - 11.37) * wp.pow(3.6 * wind_10m, 0.16)
apparent_temperature = air_temperature + 3.3 * humidity * vapour_saturation - 0.7 * wind_10m - 4.0    # Steadman
