# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What `cmake --install` puts where, besides the tools: headers (kgen.cuh among them) in include/kgen, documents in
# share/doc/kgen.

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kgen ${PROJECT_BINARY_DIR}/include/kgen
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.cuh" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)
install(FILES LICENSE README.md QUICKSTART.md CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY dialect-docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
