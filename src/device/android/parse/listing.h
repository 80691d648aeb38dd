// listing.h: the output of `ls -l` with whole paths, and of `head`
//
// toolbox (before Android 6) and toybox have different columns; both print the
// size as a word and the path at the end.
#ifndef AT_DEVICE_ANDROID_PARSE_LISTING_H
#define AT_DEVICE_ANDROID_PARSE_LISTING_H

#include "base/buf.h"
#include "base/str.h"

// Return the size of the file at path, -1 if it is not listed as a regular
// file. toolbox prints the name only: path's last part is enough.
int64_t at_ls_size_of(struct at_str output, struct at_str path);

// Append " PATH" for each listed file whose path is not this one. Only paths of
// path's folder without any character that a shell would read count.
void at_ls_write_others(struct at_str output, struct at_str path,
                        struct at_buf *out);

// Move *heads after the file of this name in the output of `head -c 15 FILE…`.
// Return true if it starts like a SQLite database. If it is absent, return
// false and leave *heads unchanged.
bool at_head_is_database(struct at_str *heads, struct at_str name);
// Return whether a file belongs to a database but is not one itself.
bool at_database_is_side_file(struct at_str name);

#endif
