// installed.h: files that come with the programs
//
// A program in its build folder takes them from the tree that it was built of.
// Any other looks relative to its own folder, as `meson install` lays them out,
// so an installed tree may be moved; and then in the configured prefix.
#ifndef AT_SYS_INSTALLED_H
#define AT_SYS_INSTALLED_H

#include "base/err.h"

// Remember where this program is. Called by main() before any thread.
void at_installed_set_program(const char *argv0);

// Find a file or folder below datadir ("agentest/agentest-helper.jar"), which
// is at in_sources ("android/prebuilt/agentest-helper.jar") in the project.
// Return its path, owned by the caller, or NULL and add the places to looked.
char *at_installed_data(const char *name, const char *in_sources,
                        struct at_err *looked);

// Find a program that ours start: beside this one, in libexec/agentest, or in
// PATH. Owned by the caller; NULL if it isn't there.
char *at_installed_program(const char *name);

#endif
