// folder.h: creating, listing, measuring and removing folders
//
// None of these functions follows a symbolic link below the given folder.
#ifndef AT_SYS_FOLDER_H
#define AT_SYS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

// Create the folder and its missing parents, for this user only (0700). An
// existing folder is not changed. Fails with AT_EIO if path is not a folder.
AT_CHECKED bool at_folder_make(const char *path, struct at_err *err);

// Return true for a folder (not a link to one) that belongs to this user.
bool at_folder_is_mine(const char *path);

struct at_folder_entry {
    char *name; // owned
    bool is_folder;
    int64_t modified_ms; // wall clock
};

struct at_folder_list {
    struct at_folder_entry *entries; // owned, sorted by name
    size_t count;
};

// List a folder without "." and ".."; an absent folder counts as empty.
AT_CHECKED bool at_folder_list(const char *path, struct at_folder_list *out,
                               struct at_err *err);
void at_folder_list_deinit(struct at_folder_list *list);

struct stat;
// Return the last modification time of a file or folder, wall clock.
int64_t at_folder_modified_ms(const struct stat *info);

// Return the total size of regular files below path, without unreadable ones.
uint64_t at_folder_bytes(const char *path);

// Remove the folder and its content. An absent folder is not a failure. A
// failure names the first entry that could not be removed; the others are
// removed.
AT_CHECKED bool at_folder_remove(const char *path, struct at_err *err);

#endif
