// saved_files.c: remove old artefacts from the temporary folder
#include "mcp/tools/saved_files.h"

#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/op.h"
#include "base/str.h"
#include "sys/clock.h"
#include "sys/folder.h"

#define AGE_MAX_MS (7 * 24 * 60 * 60 * INT64_C(1000))
#define SIZE_MAX_BYTES (512 * (uint64_t)AT_MIB)
#define EVERY_NS (60 * 60 * INT64_C(1000) * AT_NS_PER_MS)

bool
at_saved_files_has(const char *name)
{
    static const char *const heads[] = {"screenshot-", "ui-tree-",
                                        "flow-trace-"};
    struct at_str text = at_str(name);
    for (size_t i = 0; i < AT_LEN(heads); i++) {
        struct at_str head = at_str(heads[i]);
        if (at_str_starts(text, head))
            return text.len > head.len && at_ascii_is_digit(text.ptr[head.len]);
    }
    return false;
}

// Newest first.
static int
by_age(const void *a, const void *b)
{
    const struct at_folder_entry *one = a;
    const struct at_folder_entry *other = b;
    return (one->modified_ms < other->modified_ms) -
           (one->modified_ms > other->modified_ms);
}

static void
tidy_file(const char *path, int64_t age_ms, uint64_t *inout_bytes)
{
    struct stat info;
    if (lstat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return;
    *inout_bytes += (uint64_t)info.st_size;
    if (age_ms > AGE_MAX_MS || *inout_bytes > SIZE_MAX_BYTES)
        unlink(path);
}

static bool
is_due(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int64_t next_ns; // guarded by lock
    pthread_mutex_lock(&lock);
    int64_t now_ns = at_now_ns();
    bool due = now_ns >= next_ns;
    if (due)
        next_ns = now_ns + EVERY_NS;
    pthread_mutex_unlock(&lock);
    return due;
}

void
at_saved_files_tidy(const char *folder)
{
    struct at_folder_list list;
    uint64_t bytes = 0;
    if (!is_due() || !at_folder_list(folder, &list, NULL))
        return;
    int64_t now_ms = at_wall_now_ms();
    if (list.count > 1)
        qsort(list.entries, list.count, sizeof(*list.entries), by_age);
    for (size_t i = 0; i < list.count; i++) {
        char *path = at_strfmt("%s/%s", folder, list.entries[i].name);
        if (at_saved_files_has(list.entries[i].name))
            tidy_file(path, now_ms - list.entries[i].modified_ms, &bytes);
        free(path);
    }
    at_folder_list_deinit(&list);
}
