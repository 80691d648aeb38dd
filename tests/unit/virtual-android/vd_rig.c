#include "tests/unit/virtual-android/vd_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/shell/command.h"
#include "virtual-android/access/access.h"
#include "virtual-android/access/dump.h"
#include "virtual-android/model/device_input.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/programs.h"
#include "virtual-android/shell/shell.h"

static int64_t
by_hand(void *arg)
{
    struct vd_rig *rig = arg;
    return rig->now_ms;
}

static void
init(struct vd_rig *rig, const char *path, int api_level)
{
    const char *apps[] = {path, NULL};
    struct at_err err = AT_ERR_INIT;
    *rig = (struct vd_rig){.now_ms = 1000000,
                           .out = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES),
                           .err = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES)};
    if (!vd_files_open(NULL, &rig->files, &err))
        fprintf(stderr, "%s\n", err.msg);
    struct vd_device_opts opts = {
        .apps = apps,
        .files = rig->files,
        .listener = &vd_access_listener,
        .api_level = api_level,
    };
    if (!vd_device_new(&opts, &rig->device, &err)) {
        fprintf(stderr, "%s\n", err.msg);
        abort();
    }
    vd_device_use_clock(rig->device, by_hand, rig);
}

void
vd_rig_init_file(struct vd_rig *rig, const char *path)
{
    init(rig, path, 0);
}

void
vd_rig_init(struct vd_rig *rig, const char *app_json)
{
    vd_rig_init_level(rig, app_json, 0);
}

void
vd_rig_init_level(struct vd_rig *rig, const char *app_json, int api_level)
{
    char path[] = "/tmp/va-rig-XXXXXX";
    int fd = mkstemp(path);
    bool warm;
    size_t len = strlen(app_json);
    if (fd < 0 || write(fd, app_json, len) != (ssize_t)len)
        abort();
    close(fd);
    init(rig, path, api_level);
    unlink(path);
    if (!vd_device_launch(rig->device, "com.example.t", NULL, &warm))
        abort();
}

void
vd_rig_deinit(struct vd_rig *rig)
{
    vd_device_free(rig->device);
    vd_files_free(rig->files);
    at_buf_deinit(&rig->out);
    at_buf_deinit(&rig->err);
}

char *
vd_rig_app(const char *nodes_json, const char *screen_keys_json)
{
    return at_strfmt("{\"package\": \"com.example.t\", \"label\": \"T\","
                     " \"vars\": {\"n\": 0, \"s\": \"x\"}, \"screens\":"
                     " {\"main\": {%s \"root\": {\"kind\": \"column\","
                     " \"children\": [%s]}}}}",
                     screen_keys_json, nodes_json);
}

char *
vd_rig_dump(struct vd_rig *rig)
{
    struct at_buf out = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    if (!vd_device_dump(rig->device, false, &out))
        at_buf_add_text(&out, "");
    return at_buf_take(&out);
}

const char *
vd_rig_attr(struct vd_rig *rig, const char *id, const char *name)
{
    static char value[4096];
    char *xml = vd_rig_dump(rig);
    char *key = at_strfmt(":id/%s\"", id);
    char *attr = at_strfmt(" %s=", name);
    char *at = strstr(xml, key);
    value[0] = '\0';
    while (at && at > xml && strncmp(at, "<node", 5) != 0)
        at--;
    char *end = at ? strchr(at, '>') : NULL;
    char *found = at ? strstr(at, attr) : NULL;
    if (found && found < end) {
        char quote = found[strlen(attr)];
        const char *from = found + strlen(attr) + 1;
        const char *to = strchr(from, quote);
        at_str_cut(value, sizeof(value), at_str_n(from, (size_t)(to - from)));
    }
    free(attr);
    free(key);
    free(xml);
    return value;
}

// "[l,t][r,b]"
static int32_t
middle(const char *bounds, int axis)
{
    int32_t v[4] = {0, 0, 0, 0};
    char *end;
    for (int i = 0; i < 4; i++) {
        while (*bounds && strchr("[],", *bounds))
            bounds++;
        v[i] = (int32_t)strtod(bounds, &end);
        bounds = end;
    }
    return (v[axis] + v[axis + 2]) / 2;
}

void
vd_rig_tap(struct vd_rig *rig, const char *id)
{
    const char *bounds = vd_rig_attr(rig, id, "bounds");
    struct at_point at = {middle(bounds, 0), middle(bounds, 1)};
    vd_device_tap(rig->device, at);
}

struct memory_io {
    struct vd_io io; // first
    struct vd_rig *rig;
};

static size_t
io_read(struct vd_io *io, void *buf, size_t cap)
{
    (void)io;
    (void)buf;
    (void)cap;
    return 0;
}

static bool
io_write(struct vd_io *io, int fd, const void *ptr, size_t len)
{
    struct vd_rig *rig = ((struct memory_io *)(void *)io)->rig;
    return at_buf_add(fd == 1 ? &rig->out : &rig->err, ptr, len);
}

static bool
io_wait(struct vd_io *io, int64_t ms)
{
    struct vd_rig *rig = ((struct memory_io *)(void *)io)->rig;
    if (rig->closes > 0 && --rig->closes == 0)
        return false;
    rig->now_ms += ms;
    return true;
}

int
vd_rig_run(struct vd_rig *rig, const char *line)
{
    struct memory_io io = {{.read = io_read,
                            .write = io_write,
                            .wait = io_wait,
                            .files = rig->files,
                            .programs = vd_programs},
                           rig};
    at_buf_clear(&rig->out);
    at_buf_clear(&rig->err);
    return vd_shell_run(rig->device, &io.io, "shell", line);
}
