// resident.c: the helper as a jar, started by app_process; nothing is installed
#include <inttypes.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/same.h"
#include "device/android/helper/way.h"
#include "device/android/parse/listing.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/random.h"

#define FOLDER "/data/local/tmp"
#define JARS FOLDER "/agentest-*.jar"
#define MAIN AT_HELPER_PACKAGE ".Main"

enum { PLACE_MS = 10000, NAME_LEN = 16, LINGER_MS = 60000 };

static bool
find(struct at_helper *helper, struct at_err *err)
{
    if (!at_helper_jar_find(&helper->jar, err))
        return false;
    helper->file = helper->jar.path;
    helper->version_code = helper->jar.version_code;
    return true;
}

// Run a command whose output is short, and append that to out.
static bool
run(const struct at_op *op, struct at_helper *helper, const char *command,
    struct at_buf *out, struct at_err *err)
{
    struct at_adb_result result;
    at_adb_result_init(&result, out->max);
    bool ok = at_adb_shell(op, &helper->device, command, &result, err);
    if (ok)
        at_buf_add_str(out, at_buf_str(&result.out));
    at_adb_result_deinit(&result);
    return ok;
}

// Rename the jar when it is complete, so a partial one never runs. Remove other
// versions.
static bool
rename_pushed(const struct at_op *op, struct at_helper *helper,
              const char *pushed, struct at_str others, struct at_err *err)
{
    struct at_buf listed = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    struct at_buf command = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    const char *hash = helper->jar.sha256;
    at_buf_add_fmt(&command, "ls -l %s", pushed);
    bool ok = run(op, helper, at_buf_text(&command), &listed, err);
    int64_t size = at_ls_size_of(at_buf_str(&listed), at_str(pushed));
    if (ok && size != (int64_t)helper->jar.bytes.len)
        ok = at_fail(err, AT_EDEVICE,
                     "'%s' has %" PRId64 " of %zu bytes on the device: is its "
                     "storage full?",
                     pushed, size, helper->jar.bytes.len);
    at_buf_clear(&command);
    at_buf_add_fmt(&command, "mv -f %s " FOLDER "/agentest-%s.jar", pushed,
                   hash);
    if (others.len > 0)
        at_buf_add_fmt(&command, "; rm -f%.*s", AT_STR_ARG(others));
    at_buf_clear(&listed);
    ok = ok && run(op, helper, at_buf_text(&command), &listed, err);
    at_buf_deinit(&command);
    at_buf_deinit(&listed);
    return ok;
}

static bool
push(const struct at_op *op, struct at_helper *helper, struct at_str others,
     struct at_err *err)
{
    char random[NAME_LEN + 1];
    at_random_hex(random, NAME_LEN);
    char *path =
        at_strfmt(FOLDER "/agentest-%s.jar.%s", helper->jar.sha256, random);
    bool ok = at_adb_put(op, &helper->device, at_buf_str(&helper->jar.bytes),
                         path, 0444, err) &&
              rename_pushed(op, helper, path, others, err);
    free(path);
    return ok;
}

// Another program may have left a different file under this name.
static bool
place_jar(const struct at_op *op, struct at_helper *helper, struct at_err *err)
{
    struct at_buf listed = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    struct at_buf others = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES / 2);
    struct at_buf command = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    char *name = at_strfmt(FOLDER "/agentest-%s.jar", helper->jar.sha256);
    const struct at_adb_file file = {name, at_buf_str(&helper->jar.bytes),
                                     helper->jar.sha256};
    bool same = false;
    at_buf_add_text(&command, "ls -l " JARS " " JARS ".*; ");
    at_adb_add_hash_command(&file, &command);
    bool ok = run(op, helper, at_buf_text(&command), &listed, err);
    int64_t size = at_ls_size_of(at_buf_str(&listed), at_str(name));
    at_ls_write_others(at_buf_str(&listed), at_str(name), &others);
    if (ok && size == (int64_t)helper->jar.bytes.len)
        ok = at_adb_is_same(op, &helper->device, &file, at_buf_str(&listed),
                            &same, err);
    if (ok && !same)
        ok = push(op, helper, at_buf_str(&others), err);
    free(name);
    at_buf_deinit(&command);
    at_buf_deinit(&others);
    at_buf_deinit(&listed);
    return ok;
}

static bool
place(const struct at_op *op, struct at_helper *helper,
      struct at_helper_open_result *result, struct at_err *err)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), PLACE_MS);
    struct at_err why = AT_ERR_INIT;
    result->stage = AT_HELPER_STAGE_INSTALL;
    if (place_jar(&mine, helper, &why))
        return true;
    if (why.code == AT_ETIMEOUT)
        return at_helper_fail_late(op, "its jar could not be copied", PLACE_MS,
                                   err);
    return at_err_pass(err, &why);
}

// exec: the process is the stream's direct child, the only one that adbd
// notifies when the stream is closed. The token is on its input, because the
// command line of a process can be read by others.
static void
plan(struct at_helper *helper, bool again, enum at_helper_stage failed,
     struct at_helper_start *out)
{
    char name[NAME_LEN + 1];
    (void)again;
    (void)failed;
    at_random_hex(name, NAME_LEN);
    snprintf(helper->service, sizeof(helper->service),
             "localabstract:agentest-%s", name);
    out->command = at_strfmt("export CLASSPATH=" FOLDER "/agentest-%s.jar; "
                             "exec app_process / " MAIN,
                             helper->jar.sha256);
    out->input = at_strfmt("{\"token\":\"%s\",\"socket\":\"agentest-%s\","
                           "\"lingerMs\":%d}\n",
                           helper->token, name, LINGER_MS);
}

// The jar may have been removed or changed since it was looked at.
static bool
mend(const struct at_op *op, struct at_helper *helper,
     struct at_helper_open_result *result, bool *out_again, struct at_err *err)
{
    *out_again = result->fault == AT_HELPER_FAULT_NONE ||
                 result->fault == AT_HELPER_FAULT_DIED;
    return !*out_again || result->stage != AT_HELPER_STAGE_LAUNCH ||
           place(op, helper, result, err);
}

const struct at_helper_way at_helper_resident = {
    .name = "resident",
    .find_stage = "jar",
    .place_stage = "push",
    .launch_ms = 8000,
    .tells_stages = true,
    .is_shared = true,
    .find = find,
    .place = place,
    .plan = plan,
    .mend = mend,
};
