// CGT_API marks what libcgt.so shows: the classes and functions of installed headers, as in `class CGT_API Store`.
// Everything else is compiled with hidden visibility and stays inside. tests/structure looks for what lacks the
// mark, and tests/install/install.sh at what the library shows.
//
// A template needs it only where a source instantiates it, and an inline function never: programs
// compile these themselves.
#pragma once

#if defined(__GNUC__)
#define CGT_API __attribute__((visibility("default")))
#else
#define CGT_API
#endif
