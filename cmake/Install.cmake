# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The files that `cmake --install` installs besides the tools: libraries and their CMake package, headers (kgen.cuh among them) in
# include/kgen, libdevice and the Python packages in share/kgen, documents and all that they link to in share/doc/kgen.
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kgen ${PROJECT_BINARY_DIR}/include/kgen
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.cuh" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)

get_property(KGEN_LIBRARIES GLOBAL PROPERTY KGEN_LIBRARIES)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/kgen)
install(EXPORT kgenTargets NAMESPACE kgen:: DESTINATION ${package})
configure_package_config_file(cmake/kgenConfig.cmake.in kgenConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(kgenConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kgenConfig.cmake ${PROJECT_BINARY_DIR}/kgenConfigVersion.cmake DESTINATION ${package})

# Libdevice lies at one place seen from the tools, in the build tree and in an installation.
if(kgen_libdevice)
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/share/kgen")
  file(CREATE_LINK "${kgen_libdevice}" "${PROJECT_BINARY_DIR}/share/kgen/libdevice.10.bc" SYMBOLIC)
  install(FILES "${kgen_libdevice}" DESTINATION ${CMAKE_INSTALL_DATADIR}/kgen RENAME libdevice.10.bc)
endif()

install(FILES LICENSE README.md README_GPU.md QUICKSTART.md CONTRIBUTING.md SECURITY.md CHANGELOG.md CUDA_STATE.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY dialect-docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY python/kgen_mlir python/kgen_warp DESTINATION ${CMAKE_INSTALL_DATADIR}/kgen/python PATTERN __pycache__ EXCLUDE)
install(DIRECTORY test/Kernels test/Cases DESTINATION ${CMAKE_INSTALL_DOCDIR}/test
  PATTERN "*.test" EXCLUDE PATTERN "lit.*" EXCLUDE)
install(FILES data/samples/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/data/samples)
