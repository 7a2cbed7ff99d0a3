# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weather, water in soil and rivers, the sun in the sky, distances on the globe."""

domain("earth", entity="station cell site", edge="edge", kind="soil", group="scenario")

latitude = concept("scalar", "1", "entity", names="latitude lat", plural="latitudes lats", short="lat", values=(-1.2, 1.2))
longitude = concept("scalar", "1", "entity", names="longitude lon", plural="longitudes lons", short="lon", values=(-2, 2))
lat_from = concept("scalar", "1", "parameter", names="lat0 ref_lat origin_lat", short="lat0", values=(-0.5, 0.5), common=True)
lon_from = concept("scalar", "1", "parameter", names="lon0 ref_lon origin_lon", short="lon0", values=(-0.5, 0.5), common=True)
declination = concept("scalar", "1", "parameter constant", names="declination decl", short="decl", values=(-0.4, 0.4), common=True)
hour_angle = concept("scalar", "1", "entity parameter", names="hour_angle hour", plural="hour_angles", short="ha", values=(-1, 1), common=True)
air_temperature = concept("scalar", "-", "entity", names="air_temp temp_c t_air", plural="air_temps", short="tc", values=(5, 30))
humidity = concept("scalar", "1", "entity", names="humidity rel_humidity rh", plural="humidities", short="rh", values=(0.2, 0.95))
earth_radius = concept("scalar", "L", "constant", names="earth_radius r_earth", short="r_e", value=6.371)
station_height = concept("scalar", "L", "entity", names="elevation height z", plural="elevations", short="z", values=(0.1, 3))
lapse_ratio = concept("scalar", "1/L", "constant", names="lapse_ratio k_lapse", short="k_l", value=0.0225577)
scale_height = concept("scalar", "L", "parameter constant", names="scale_height h_scale", short="hs", values=(7.5, 8.5), common=True)
sea_pressure = concept("scalar", "M/LT2", "parameter constant", names="p0 sea_level_pressure", short="p0", values=(98, 103), common=True)
wind_10m = concept("scalar", "-", "entity", names="wind_speed u10", plural="wind_speeds", short="u10", values=(1, 8))
roughness = concept("scalar", "L", "entity parameter", names="roughness z0", plural="roughnesses", short="z0", values=(0.02, 0.3))
anemometer_height = concept("scalar", "L", "constant", names="ref_height z_ref", short="z_ref", value=10)
soil_moisture = concept("scalar", "1", "entity", names="soil_moisture theta", plural="moistures", short="theta", values=(0.1, 0.4))
porosity = concept("scalar", "1", "entity parameter", names="porosity theta_s", plural="porosities", short="por", values=(0.42, 0.55))
soil_depth = concept("scalar", "L", "entity parameter", names="soil_depth root_depth", plural="soil_depths", short="d_s", values=(2, 8))
storm_duration = concept("scalar", "T", "parameter constant", names="storm_duration duration", short="t_s", values=(0.5, 2), common=True)
saturated_flow = concept("scalar", "L/T", "entity parameter", names="k_sat hydraulic_conductivity", plural="k_sats", short="ks", values=(0.2, 2))
pore_index = concept("scalar", "1", "parameter constant", names="b pore_index clapp_b", short="b", values=(2, 4))
rainfall = concept("scalar", "L/T", "entity", names="rain precipitation", plural="rainfalls", short="rain", values=(0.05, 2))
channel_depth = concept("scalar", "L", "entity", names="water_depth h", plural="water_depths", short="h", values=(0.2, 2))
channel_width = concept("scalar", "L", "entity parameter", names="channel_width width", plural="channel_widths", short="b_w", values=(1, 4), common=True)
bed_slope = concept("scalar", "1", "entity parameter", names="slope bed_slope", plural="slopes", short="s0", values=(0.002, 0.03), common=True)
manning = concept("scalar", "-", "parameter constant", names="manning_n roughness_n", short="n_m", values=(0.02, 0.08), common=True)
solar_constant = concept("scalar", "M/T3", "constant", names="solar_constant_kw s0_kw", short="s0", value=1.361)
surface_albedo = concept("scalar", "1", "entity parameter", names="albedo", plural="albedos", short="alb", values=(0.1, 0.5))
globe_distance = concept("scalar", "L", "", names="distance arc great_circle", said="great-circle distance", plural="distances", short="d")
haversine = concept("scalar", "1", "", names="hav a_hav", short="hav")
sun_sine = concept("scalar", "1", "", names="sin_elev cos_zenith", short="mu0")
insolation = concept("scalar", "M/T3", "", names="insolation shortwave", plural="insolations", short="sw")
vapor_saturation = concept("scalar", "-", "", names="e_sat saturation_pressure", plural="saturation_pressures", short="es")
vapor_deficit = concept("scalar", "-", "", names="vpd vapor_deficit", said="vapor pressure deficit", plural="deficits", short="vpd")
dew_point = concept("scalar", "-", "", names="dew_point t_dew", plural="dew_points", short="td")
air_pressure = concept("scalar", "M/LT2", "", names="pressure air_pressure", plural="pressures", short="p")
wind_profile = concept("scalar", "-", "", names="wind u_z", said="wind speed", plural="winds", short="u")
evaporation = concept("scalar", "-", "", names="evaporation et", plural="evaporations", short="et", extensive=True)
saturation_of = concept("scalar", "1", "", names="saturation s_eff", short="se")
soil_flow = concept("scalar", "L/T", "", names="drainage percolation", plural="drainages", short="q", extensive=True)
hydraulic_radius = concept("scalar", "L", "", names="hydraulic_radius r_h", short="rh_c")
discharge = concept("scalar", "-", "", names="discharge flow q_out", plural="discharges", short="q", extensive=True)
runoff = concept("scalar", "L/T", "", names="runoff", plural="runoffs", short="ro", extensive=True)
moisture_rate = concept("scalar", "1/T", "", names="dtheta moisture_rate", said="rate of soil moisture", plural="moisture_rates", short="dth")
wind_chill = concept("scalar", "-", "", names="wind_chill", plural="wind_chills", short="wc")
apparent_temperature = concept("scalar", "-", "", names="apparent_temp felt_temp", said="apparent temperature", plural="apparent_temps", short="at")
mast_height = concept("scalar", "L", "parameter constant", names="sensor_height z_meas", short="z_m", values=(2, 20), common=True)

goals(point="globe_distance insolation vapor_deficit dew_point air_pressure wind_profile evaporation soil_flow discharge runoff wind_chill apparent_temperature", total="evaporation discharge runoff soil_flow", state="soil_moisture:moisture_rate")
guard(i, wind_10m < 2.0)    # calm
guard(i, rainfall < 0.3)    # hardly any rain
guard(i, saturation_of < 0.25)    # too dry to drain
haversine = wp.pow(wp.sin(0.5 * (latitude - lat_from)), 2.0) + wp.cos(latitude) * wp.cos(lat_from) * wp.pow(wp.sin(0.5 * (longitude - lon_from)), 2.0)
globe_distance = law(2.0 * earth_radius * wp.asin(wp.sqrt(haversine)), earth_radius * wp.sqrt(wp.pow(latitude - lat_from, 2.0) + wp.pow((longitude - lon_from) * wp.cos(0.5 * (latitude + lat_from)), 2.0)))    # great circle, in thousands of kilometers; equirectangular approximation
sun_sine = wp.sin(latitude) * wp.sin(declination) + wp.cos(latitude) * wp.cos(declination) * wp.cos(hour_angle)
insolation = law(solar_constant * wp.max(sun_sine, 0.0), solar_constant * (1.0 - surface_albedo) * wp.max(sun_sine, 0.0), solar_constant * wp.max(sun_sine, 0.0) * wp.exp(-0.2 * air_pressure / sea_pressure))
vapor_saturation = 0.6112 * wp.exp(17.67 * air_temperature / (air_temperature + 243.5))    # Magnus
vapor_deficit = vapor_saturation * (1.0 - humidity)
dew_point = law(237.3 * (wp.log(humidity) + 17.27 * air_temperature / (237.3 + air_temperature)) / (17.27 - wp.log(humidity) - 17.27 * air_temperature / (237.3 + air_temperature)), air_temperature - 20.0 * (1.0 - humidity))
air_pressure = law(sea_pressure * wp.exp(-station_height / scale_height), sea_pressure * wp.pow(1.0 - lapse_ratio * station_height, 5.2559))    # barometric formula
wind_profile = law(wind_10m * wp.log(mast_height / roughness) / wp.log(anemometer_height / roughness), wind_10m * wp.pow(mast_height / anemometer_height, 0.143))    # log profile
evaporation = law(2.6 * (1.0 + 0.54 * wind_10m) * vapor_deficit, 0.353 * insolation * (air_temperature + 5.0), 0.1 * vapor_deficit * wp.sqrt(wind_profile))
saturation_of = soil_moisture / porosity
soil_flow = law(saturated_flow * wp.pow(saturation_of, 2.0 * pore_index + 3.0), saturated_flow * saturation_of * saturation_of * saturation_of)    # Clapp and Hornberger
hydraulic_radius = channel_width * channel_depth / (channel_width + 2.0 * channel_depth)
discharge = law(channel_width * channel_depth * wp.pow(hydraulic_radius, 0.6667) * wp.sqrt(bed_slope) / manning, 1.7 * channel_width * wp.pow(channel_depth, 1.5))    # Manning
runoff = law(wp.max(rainfall - saturated_flow, 0.0), rainfall * rainfall * storm_duration / (rainfall * storm_duration + soil_depth * (porosity - soil_moisture)), rainfall * saturation_of)
moisture_rate = law((rainfall - soil_flow) / soil_depth, (rainfall - soil_flow - 0.1 * evaporation * saturation_of) / soil_depth, (rainfall - runoff - soil_flow) / soil_depth, -(soil_flow + 0.1 * evaporation * saturation_of) / soil_depth, (rainfall - runoff) / soil_depth)
wind_chill = 13.12 + 0.6215 * air_temperature + (0.3965 * air_temperature - 11.37) * wp.pow(3.6 * wind_10m, 0.16)
apparent_temperature = air_temperature + 3.3 * humidity * vapor_saturation - 0.7 * wind_10m - 4.0    # Steadman
