// fixture.h: a state and a cache folder of a test's own
#ifndef AT_TESTS_UNIT_SESSION_FIXTURE_H
#define AT_TESTS_UNIT_SESSION_FIXTURE_H

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/store.h"
#include "sys/clock.h"
#include "sys/folder.h"
#include "tests/t.h"

static char home[256];

static inline const char *
at_home(const char *name)
{
    static char path[512];
    snprintf(path, sizeof(path), "%s/%s", home, name);
    return path;
}

static inline void
set_home(void)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(home, sizeof(home), "%s/at-session-XXXXXX", tmp ? tmp : "/tmp");
    T_OK(mkdtemp(home) != NULL);
    setenv("MOBILE_DEV_AGENT_STATE_DIR", at_home("state"), 1);
    setenv("MOBILE_DEV_AGENT_CACHE_DIR", at_home("cache"), 1);
}

static inline void
clear_home(void)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_folder_remove(home, &err))
        print_error("%s\n", err.msg);
}

static inline struct at_op
within(int64_t ms)
{
    return (struct at_op){at_now_ns() + ms * AT_NS_PER_MS, NULL};
}

static inline bool
is_there(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

static inline unsigned
mode_of(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 ? (unsigned)info.st_mode & 0777U : 0;
}

static inline size_t
entries_in(const char *folder)
{
    struct at_folder_list list;
    T_OK(at_folder_list(folder, &list, NULL));
    size_t count = list.count;
    at_folder_list_deinit(&list);
    return count;
}

static inline void
write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    T_OK(file != NULL);
    T_EQ_SIZE(fwrite(text, 1, strlen(text), file), strlen(text));
    T_EQ_INT(fclose(file), 0);
}

static inline struct at_store *
store_open(const char *name)
{
    struct at_store *store = NULL;
    struct at_err err = AT_ERR_INIT;
    if (!at_store_open(name, &store, &err))
        print_error("%s\n", err.msg);
    T_OK(store != NULL);
    return store;
}

#endif
