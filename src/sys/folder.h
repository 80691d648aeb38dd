// folder.h: making, listing, measuring and removing folders
//
// No function here follows a symbolic link below the folder it was given.
#ifndef AT_SYS_FOLDER_H
#define AT_SYS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

// Make the folder and its missing parents, for this user only (0700). An
// existing folder is not changed. Fails with AT_EIO if path is not a folder.
AT_CHECKED bool at_folder_make(const char *path, struct at_err *err);

// Is it a folder (not a link to one) that belongs to this user?
bool at_folder_is_mine(const char *path);

struct at_folder_entry {
    char *name; // owned
    bool is_folder;
    int64_t modified_ms; // wall clock
};

struct at_folder_list {
    struct at_folder_entry *entries; // owned, by name
    size_t count;
};

// List a folder, without "." and ".."; an absent folder is empty.
AT_CHECKED bool at_folder_list(const char *path, struct at_folder_list *out,
                               struct at_err *err);
void at_folder_list_deinit(struct at_folder_list *list);

struct stat;
// When a file or folder was last changed, by the wall clock.
int64_t at_folder_modified_ms(const struct stat *info);

// Return the bytes of all regular files below; what cannot be read is not
// counted.
uint64_t at_folder_bytes(const char *path);

// Remove the folder and everything below it. An absent folder is not a failure.
// A failure names the first entry that could not be removed; the others are
// removed.
AT_CHECKED bool at_folder_remove(const char *path, struct at_err *err);

#endif
