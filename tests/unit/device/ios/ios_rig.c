// ios_rig.c: the stand-ins of tests/stand-ins in PATH, with separate state
#include "tests/unit/device/ios/ios_rig.h"

#include <unistd.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"

static char *path_before;
static char dir[128];

const char *
ios_rig_dir(void)
{
    return dir;
}

const char *
ios_rig_path(void)
{
    return path_before;
}

struct at_op
ios_rig_within(int64_t ms)
{
    return (struct at_op){at_now_ns() + ms * AT_NS_PER_MS, NULL};
}

void
ios_rig_set_up(void)
{
    char cwd[1024];
    char *path;
    if (!path_before)
        path_before = at_strdup(getenv("PATH"));
    if (dir[0])
        T_OK(at_folder_remove(dir, NULL));
    snprintf(dir, sizeof(dir), "/tmp/ios_rig.XXXXXX");
    T_OK(mkdtemp(dir) != NULL);
    T_OK(getcwd(cwd, sizeof(cwd)) != NULL);
    path = at_strfmt("%s/tests/stand-ins:%s", cwd, path_before);
    setenv("PATH", path, 1);
    setenv("STAND_IN_DIR", dir, 1);
    unsetenv("STAND_IN_FAIL");
    unsetenv("MOBILE_DEV_AGENT_AXE_PATH");
    free(path);
}

void
ios_rig_tear_down(void)
{
    T_OK(at_folder_remove(dir, NULL));
    dir[0] = '\0';
    setenv("PATH", path_before, 1);
    free(path_before);
    path_before = NULL;
}

char *
ios_rig_read(const char *name)
{
    size_t len;
    char *path = at_strfmt("%s/%s", dir, name);
    char *text = t_read_file(path, &len);
    free(path);
    return text;
}

void
ios_rig_write(const char *name, const char *text)
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_strfmt("%s/%s", dir, name);
    T_OK(at_file_write(path, at_str(text), &err));
    free(path);
}

void
ios_rig_check_ran(const char *json)
{
    char *journal = ios_rig_read("journal.jsonl");
    T_OK(journal != NULL);
    T_HAS(journal, json);
    free(journal);
}

struct at_device *
ios_rig_open(const char *selector)
{
    struct at_op op = ios_rig_within(20000);
    const struct at_platform_call call = {&op, NULL};
    struct at_device *device = NULL;
    struct at_err err = AT_ERR_INIT;
    if (!at_ios_platform.open(&call, selector, &device, &err))
        print_error("%s\n", err.msg);
    T_OK(device != NULL);
    return device;
}

struct at_snapshot
ios_rig_snapshot(struct at_device *device)
{
    struct at_op op = ios_rig_within(20000);
    struct at_snapshot snapshot;
    struct at_err err = AT_ERR_INIT;
    if (!at_device_snapshot(&op, device, &snapshot, &err))
        print_error("%s\n", err.msg);
    T_OK(snapshot.tree != NULL);
    return snapshot;
}

void
ios_rig_put_back(struct at_snapshot *snapshot)
{
    at_tree_free(snapshot->tree);
    at_buf_deinit(&snapshot->source);
}
