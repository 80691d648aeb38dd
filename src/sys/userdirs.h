// userdirs.h: folders for files that a program keeps for this user
//
// Follows the system's rules: on macOS ~/Library/Application Support/PROGRAM
// and ~/Library/Caches/PROGRAM, elsewhere the XDG base directories
// ($XDG_STATE_HOME/PROGRAM or ~/.local/state/PROGRAM, $XDG_CACHE_HOME/PROGRAM
// or ~/.cache/PROGRAM). Folders are not created here.
#ifndef AT_SYS_USERDIRS_H
#define AT_SYS_USERDIRS_H

#include "base/err.h"

// Return the folder, owned by the caller; NULL with err (AT_EIO) if it is not
// determined by the variable, HOME or the user's passwd entry. Relative XDG
// values are ignored, as the standard requires.
char *at_userdirs_state(const char *program, struct at_err *err);
char *at_userdirs_cache(const char *program, struct at_err *err);
// Use only the user's passwd entry and ignore the environment, so all processes
// of this user agree on one folder.
char *at_userdirs_home_cache(const char *program, struct at_err *err);

// The user's home, and below it the folders where applications keep their
// settings: ~/Library/Application Support on macOS, elsewhere $XDG_CONFIG_HOME
// or ~/.config. Owned by the caller; NULL as above.
char *at_userdirs_home(struct at_err *err);
char *at_userdirs_settings(struct at_err *err);
// The same for applications that use ~/.config on macOS, too.
char *at_userdirs_config(struct at_err *err);

#endif
