// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptors 0 to 2 are the standard streams of every tool, whatever the process was started with. Needs no LLVM.

#ifndef KGEN_SUPPORT_STANDARDSTREAMS_H
#define KGEN_SUPPORT_STANDARDSTREAMS_H

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace kgen {

/// Whether a process was started without this descriptor.
inline bool isClosed(int descriptor) { return fcntl(descriptor, F_GETFD) == -1 && errno == EBADF; }

/// Opens the null device in the place of each standard stream that is closed: else the first file that is opened gets
/// its number, and what is meant for the stream goes into the file. Called first in `main`.
inline void openStandardStreams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
    if (isClosed(descriptor))
      (void)!open("/dev/null", O_RDWR); // gets the lowest number that is free, which is this one
}

} // namespace kgen

#endif // KGEN_SUPPORT_STANDARDSTREAMS_H
