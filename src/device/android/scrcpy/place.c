// place.c: see place.h
#include "device/android/scrcpy/place.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/link.h"
#include "device/android/adb/client/same.h"
#include "sys/random.h"

// The helper removes its own old jars, named "agentest-*".
#define FILES "/data/local/tmp/agentest.scrcpy-"

enum { RANDOM_LEN = 16, READ_ONLY = 0444 };

void
at_scrcpy_jar_path(const struct at_scrcpy_file *file,
                   char out[AT_SCRCPY_JAR_MAX])
{
    snprintf(out, AT_SCRCPY_JAR_MAX, FILES "%s.jar", file->sha256);
}

// Run a command and append what it printed.
static bool
run(const struct at_op *op, struct at_adb_device *device, const char *command,
    struct at_buf *out, struct at_err *err)
{
    struct at_adb_result result;
    at_adb_result_init(&result, AT_SCRCPY_WORDS_MAX_BYTES);
    bool ok = at_adb_shell(op, device, command, &result, err);
    at_buf_add_str(out, at_buf_str(&result.out));
    at_adb_result_deinit(&result);
    return ok;
}

static bool
is_there(const struct at_op *op, struct at_adb_device *device,
         const struct at_scrcpy_file *file, const char *path, bool *out_there,
         struct at_err *err)
{
    const struct at_adb_file placed = {path, at_buf_str(&file->bytes),
                                       file->sha256};
    struct at_buf printed = AT_BUF_INIT(AT_SCRCPY_WORDS_MAX_BYTES);
    struct at_buf command = AT_BUF_INIT(AT_SCRCPY_WORDS_MAX_BYTES);
    char *size = at_strfmt(" %zu ", file->bytes.len);
    at_buf_add_fmt(&command, "ls -l %s; ", path);
    at_adb_add_hash_command(&placed, &command);
    bool ok = run(op, device, at_buf_text(&command), &printed, err);
    *out_there = false;
    if (ok && at_str_has(at_buf_str(&printed), at_str(size)))
        ok = at_adb_is_same(op, device, &placed, at_buf_str(&printed),
                            out_there, err);
    free(size);
    at_buf_deinit(&command);
    at_buf_deinit(&printed);
    return ok;
}

static bool
push(const struct at_op *op, struct at_adb_device *device,
     const struct at_scrcpy_file *file, const char *path, struct at_err *err)
{
    struct at_adb_source source = {.content = at_buf_str(&file->bytes),
                                   .fd = -1};
    struct at_buf printed = AT_BUF_INIT(AT_SCRCPY_WORDS_MAX_BYTES);
    char random[RANDOM_LEN + 1];
    at_random_hex(random, RANDOM_LEN);
    char *part = at_strfmt("%s.%s", path, random);
    char *command = at_strfmt("mv -f %s %s", part, path);
    bool ok = run(op, device, "rm -f " FILES "*", &printed, err) &&
              at_adb_push(op, device, &source, part, READ_ONLY, err) &&
              run(op, device, command, &printed, err);
    free(command);
    free(part);
    at_buf_deinit(&printed);
    return ok;
}

bool
at_scrcpy_place(const struct at_op *op, struct at_adb_device *device,
                const struct at_scrcpy_file *file, struct at_err *err)
{
    char path[AT_SCRCPY_JAR_MAX];
    bool there = false;
    at_scrcpy_jar_path(file, path);
    return is_there(op, device, file, path, &there, err) &&
           (there || push(op, device, file, path, err));
}
