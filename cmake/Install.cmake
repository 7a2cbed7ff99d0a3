# What `cmake --install` puts where: tools in bin, headers (kgen.cuh among
# them) in include/kgen, documents in share/doc/kgen. Included last, when all
# targets are known.
include(GNUInstallDirs)

# Collects the executables that are defined below a folder.
function(kgen_executables_in folder result)
  set(found)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL EXECUTABLE AND NOT target STREQUAL "kgen-tblgen")
      list(APPEND found ${target})
    endif()
  endforeach()
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    kgen_executables_in(${subfolder} below)
    list(APPEND found ${below})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

kgen_executables_in(${PROJECT_SOURCE_DIR}/tools kgen_tools)
install(TARGETS ${kgen_tools} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kgen ${PROJECT_BINARY_DIR}/include/kgen
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING
  PATTERN "*.h" PATTERN "*.cuh" PATTERN "*.td" PATTERN "*.inc")

install(FILES LICENSE README.md QUICKSTART.md CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY dialect-docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
