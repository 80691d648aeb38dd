// key_file.c: publish a key, wait until it is listed, and leave nothing behind
#include "device/android/grpc/key_file.h"

#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/proc.h"
#include "wire/jwt.h"

// macOS has no event for a file that is cheaper than polling.
enum { LOOK_MS = 5 };

#define ADVICE                                                                 \
    "run this as the user who runs the emulator, or start the emulator with "  \
    "-grpc-use-token"

// Return the process id in "agentest-PID-KID.jwk" or in the name of the
// temporary file it is made from; 0 for other names.
static long
maker_of(struct at_str name)
{
    static const struct at_str head = AT_STR_ROW("agentest-");
    struct at_str number;
    struct at_str rest;
    int64_t pid;
    if (!at_str_starts(name, head))
        return 0;
    rest = at_str_skip(name, head.len);
    if (!at_str_next(&rest, '-', &number) || rest.len == 0 ||
        !at_str_to_i64(number, 1, INT32_MAX, &pid))
        return 0;
    return (long)pid;
}

// Remove the files of killed processes. If a process id is reused, its file
// just stays; a process in a container with separate ids is refused once and
// publishes its key again.
static void
sweep(const char *folder)
{
    struct at_folder_list files;
    if (!at_folder_list(folder, &files, NULL))
        return;
    for (size_t i = 0; i < files.count; i++) {
        long pid = maker_of(at_str(files.entries[i].name));
        if (pid == 0 || at_proc_is_alive(pid))
            continue;
        at_key_file_remove(at_strfmt("%s/%s", folder, files.entries[i].name));
    }
    at_folder_list_deinit(&files);
}

static bool
create(const struct at_key_place *place, const char *path, struct at_str set,
       struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (!at_folder_is_mine(place->folder))
        return at_fail(err, AT_EGRPC,
                       "the emulator needs signed tokens, and '%s', "
                       "where it looks for their keys, is not a folder of this "
                       "user: " ADVICE,
                       place->folder);
    sweep(place->folder);
    return at_file_create(path, set, &why) ||
           at_fail(err, AT_EGRPC,
                   "the emulator needs signed tokens, and no key can "
                   "be published to it: %s; " ADVICE,
                   why.msg);
}

static bool
is_listed(const char *active, const char *kid, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_EMULATOR_KEYS_MAX_BYTES);
    bool ok = at_file_read(active, &text, err);
    if (ok && !at_jwk_set_has(at_buf_str(&text), kid))
        ok = at_fail(err, AT_EGRPC, "'%s' does not list it", active);
    at_buf_deinit(&text);
    return ok;
}

static bool
await(const struct at_op *op, const struct at_key_place *place, const char *kid,
      struct at_err *err)
{
    int64_t until_ns = at_now_ns() + place->max_ms * AT_NS_PER_MS;
    struct at_err why = AT_ERR_INIT;
    while (!is_listed(place->active, kid, &why)) {
        int64_t now_ns = at_now_ns();
        if (now_ns >= until_ns)
            return at_fail(err, AT_EGRPC,
                           "the emulator has not read our key within %d "
                           "ms: %s; restart it, or start it with "
                           "-grpc-use-token",
                           (int)place->max_ms, why.msg);
        if (!at_op_wait_until(op, now_ns + LOOK_MS * AT_NS_PER_MS, err))
            return false;
    }
    return true;
}

bool
at_key_file_publish(const struct at_op *op, const struct at_key_place *place,
                    const char *kid, struct at_str set, char **out_path,
                    struct at_err *err)
{
    char *path =
        at_strfmt("%s/agentest-%ld-%s.jwk", place->folder, (long)getpid(), kid);
    *out_path = NULL;
    if (!create(place, path, set, err)) {
        free(path);
        return false;
    }
    if (!await(op, place, kid, err)) {
        at_key_file_remove(path);
        return false;
    }
    *out_path = path;
    return true;
}

bool
at_key_file_is_active(const struct at_key_place *place, const char *kid,
                      const char *path)
{
    return at_file_is_mine(path) && is_listed(place->active, kid, NULL);
}

void
at_key_file_remove(char *path)
{
    if (path)
        unlink(path);
    free(path);
}
