// listing.h: the output of `ls -l` with whole paths
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

#endif
