// userdirs.h: folders for the files that a program of this user keeps
//
// The rules of the system: on macOS ~/Library/Application Support/PROGRAM and
// ~/Library/Caches/PROGRAM, elsewhere the XDG base directories
// ($XDG_STATE_HOME/PROGRAM or ~/.local/state/PROGRAM, $XDG_CACHE_HOME/PROGRAM
// or ~/.cache/PROGRAM). Nothing is made here.
#ifndef AT_SYS_USERDIRS_H
#define AT_SYS_USERDIRS_H

#include "base/err.h"

// Each is owned by the caller; NULL with err (AT_EIO) where neither the
// variable nor HOME nor the user's entry says where. A relative XDG value is
// ignored, as that standard says.
char *at_userdirs_state(const char *program, struct at_err *err);
char *at_userdirs_cache(const char *program, struct at_err *err);
// The same by the user's entry alone, whatever the environment says: all
// processes of this user find one folder.
char *at_userdirs_home_cache(const char *program, struct at_err *err);

#endif
