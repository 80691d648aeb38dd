// folder.h: folders: making, looking through, measuring and removing them
//
// Nothing here follows a symbolic link below the folder it was given.
#ifndef AT_SYS_FOLDER_H
#define AT_SYS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

// Make the folder and its missing parents, for this user alone (0700). One
// that is there is left as it is; AT_EIO where it is no folder.
AT_CHECKED bool at_folder_make(const char *path, struct at_err *err);

// A folder (not a link to one) that belongs to this user.
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

// What is in a folder, without "." and ".."; an absent folder is empty.
AT_CHECKED bool at_folder_list(const char *path, struct at_folder_list *out,
                               struct at_err *err);
void at_folder_list_deinit(struct at_folder_list *list);

// Bytes of all regular files below; what cannot be read counts nothing.
uint64_t at_folder_bytes(const char *path);

// Remove the folder and all that is below it. An absent one is no failure; a
// failure names the first entry that stayed, and removes the others.
AT_CHECKED bool at_folder_remove(const char *path, struct at_err *err);

#endif
