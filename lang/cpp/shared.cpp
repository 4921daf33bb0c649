// A library of archives alone has no source of its own; CMake wants one.
