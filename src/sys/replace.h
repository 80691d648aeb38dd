// replace.h: changing another program's file without losing its changes
#ifndef AT_SYS_REPLACE_H
#define AT_SYS_REPLACE_H

#include "base/err.h"
#include "base/str.h"

enum at_replaced {
    AT_REPLACE_DONE,
    AT_REPLACE_CHANGED, // somebody changed the file: read it again
    AT_REPLACE_FAILED,
};

// Replace the file's content, if that is still old; old.ptr NULL: if there is
// no file. Readers see either the old or the new content. Mode and owner stay,
// a link keeps leading to the file, and missing folders are made. A new file
// has the mode, without the bits of the umask.
enum at_replaced at_file_replace(const char *path, struct at_str old,
                                 struct at_str content, unsigned mode,
                                 struct at_err *err);
// Remove the file, if its content is still old.
enum at_replaced at_file_remove_if(const char *path, struct at_str old,
                                   struct at_err *err);

#endif
