#include "cli/flow_again.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/argv.h"
#include "cli/flow_native.h"
#include "cli/flow_plan.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/folder.h"
#include "wire/json.h"

enum { LOOK_MS = 200 };

struct stamp {
    int64_t modified_ms; // -1: no such file
    int64_t bytes;
};

// The files that a flow was read from, as they were then.
struct watched {
    struct at_argv paths;
    struct stamp *stamps; // owned
};

static struct stamp
stamp_of(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return (struct stamp){.modified_ms = -1};
    return (struct stamp){.modified_ms = at_folder_modified_ms(&info),
                          .bytes = info.st_size};
}

static bool
is_same(struct stamp a, struct stamp b)
{
    return a.modified_ms == b.modified_ms && a.bytes == b.bytes;
}

static void
add_path(struct watched *watched, const char *path)
{
    size_t count = watched->paths.count;
    watched->stamps = at_realloc_array(watched->stamps, count + 1,
                                       sizeof(watched->stamps[0]));
    watched->stamps[count] = stamp_of(path);
    at_argv_add(&watched->paths, path);
}

// Noted before it is read: a change in between runs the flow once more.
static bool
read_noted(void *user, const char *path, struct at_buf *out, struct at_err *err)
{
    add_path(user, path);
    return at_maestro_disk.read(at_maestro_disk.user, path, out, err);
}

static void
watched_deinit(struct watched *watched)
{
    at_argv_deinit(&watched->paths);
    free(watched->stamps);
}

// Return the changed file; NULL: none.
static const char *
find_changed(const struct watched *watched)
{
    for (size_t i = 0; i < watched->paths.count; i++) {
        if (!is_same(watched->stamps[i], stamp_of(watched->paths.words[i])))
            return watched->paths.words[i];
    }
    return NULL;
}

static void
tell(struct at_invocation *invocation, const char *event, const char *file,
     const struct at_err *why)
{
    json_t *data = json_object();
    at_json_set_text(data, "file", file);
    if (why) {
        at_json_set(data, "passed", json_boolean(why->code == AT_OK));
        at_json_set(data, "error",
                    why->code == AT_OK ? json_null()
                                       : at_json_text(at_str(why->msg)));
    }
    at_command_run_event(invocation->run, event, data);
}

static bool
wait_look(const struct at_invocation *invocation, struct at_err *err)
{
    return at_op_wait_until(invocation->op,
                            at_now_ns() + LOOK_MS * AT_NS_PER_MS, err);
}

// Many editors empty a file before they write it again: it is read once it
// stays the same.
static bool
wait_written(const struct at_invocation *invocation, const char *path,
             struct at_err *err)
{
    struct stamp before;
    struct stamp now = stamp_of(path);
    do {
        before = now;
        if (!wait_look(invocation, err))
            return false;
        now = stamp_of(path);
    } while (!is_same(before, now));
    return true;
}

static bool
wait_change(struct at_invocation *invocation, const struct watched *watched,
            struct at_err *err)
{
    const char *changed;
    tell(invocation, "waiting", watched->paths.words[0], NULL);
    while (!(changed = find_changed(watched))) {
        if (!wait_look(invocation, err))
            return false;
    }
    if (!wait_written(invocation, changed, err))
        return false;
    tell(invocation, "changed", changed, NULL);
    return true;
}

// The result has the warnings and the data of one round: those of earlier ones
// are mended, or come again.
static void
forget_round(struct at_invocation *invocation, size_t warned)
{
    at_command_run_forget_warnings(invocation->run, warned);
    json_object_clear(invocation->data);
    invocation->exit_status = -1;
}

// Return false once the command has ended.
static bool
run_once(struct at_invocation *invocation, const char *path,
         bool *inout_installed, struct at_err *err)
{
    struct at_flow_set set;
    struct watched watched = {.paths = AT_ARGV_INIT};
    struct at_err why = AT_ERR_INIT;
    at_flow_set_init(&set);
    set.is_installed = *inout_installed;
    set.workspace.files.read = read_noted;
    set.workspace.files.user = &watched;
    add_path(&watched, path);
    bool ok = at_flow_plan(invocation, &set, &why) &&
              at_flow_set_check(invocation, &set, &why) &&
              at_flow_native_run(invocation, &set, &why);
    (void)ok; // the reason tells
    *inout_installed = set.is_installed;
    at_flow_set_deinit(&set);
    bool on = at_op_check(invocation->op, err);
    if (on) {
        tell(invocation, "result", path, &why);
        on = wait_change(invocation, &watched, err);
    }
    watched_deinit(&watched);
    return on;
}

static const char *
only_path(const struct at_invocation *invocation, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    const char *option = at_arguments_option(args, "--flow");
    const char *path = option ? option : at_arguments_at(args, 0);
    const char *more = at_arguments_at(args, option ? 0 : 1);
    bool is_file =
        path && !more &&
        at_maestro_disk.kind(at_maestro_disk.user, path) == AT_MAESTRO_IS_FILE;
    if (!is_file)
        at_fail(err, AT_EUSAGE, "--continuous needs a single flow file");
    else if (at_arguments_option(args, "--format"))
        at_fail(err, AT_EUSAGE,
                "--continuous writes no report: leave out "
                "--format");
    else
        return path;
    return NULL;
}

bool
at_flow_again_run(struct at_invocation *invocation, struct at_err *err)
{
    const char *path = only_path(invocation, err);
    size_t warned = json_array_size(at_command_run_warnings(invocation->run));
    bool is_installed = false;
    bool on = path != NULL;
    while (on) {
        forget_round(invocation, warned);
        on = run_once(invocation, path, &is_installed, err);
    }
    return false;
}
