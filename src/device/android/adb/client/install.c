#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/link.h"
#include "base/shell_quote.h"
#include "sys/clock.h"
#include "sys/file.h"

enum { CLEAN_UP_MS = 3000 };

// Failures of the package manager and their remedies. The first row whose code
// is in the reply counts.
static const struct {
    const char *code;
    const char *remedy;
} failures[] = {
    {"INSTALL_FAILED_USER_RESTRICTED",
     "the manufacturer requires consent: switch on 'Install via USB' in its "
     "developer options (Xiaomi: signed in, with a SIM) and accept the dialog "
     "on its screen"},
    {"INSTALL_FAILED_UPDATE_INCOMPATIBLE",
     "the installed app has another signature: uninstall it first"},
    {"INSTALL_FAILED_VERSION_DOWNGRADE",
     "a newer version is installed: uninstall it first"},
    {"INSTALL_FAILED_TEST_ONLY",
     "it is marked testOnly and this device refuses such apps: build another "
     "variant"},
    {"INSTALL_FAILED_NO_MATCHING_ABIS",
     "its native libraries are for another processor: build for the device's "
     "ro.product.cpu.abilist"},
    {"INSTALL_FAILED_INSUFFICIENT_STORAGE", "free some storage on the device"},
    {"INSTALL_FAILED_DEPRECATED_SDK_VERSION",
     "its targetSdkVersion is too low for this Android: raise it, or `adb "
     "install --bypass-low-target-sdk-block`"},
    {"INSTALL_FAILED_OLDER_SDK",
     "its minSdkVersion is above the device's Android"},
    {"INSTALL_FAILED_MISSING_SHARED_LIBRARY",
     "it needs a library that this device does not have"},
    {"INSTALL_FAILED_MISSING_SPLIT",
     "it is one part of an app bundle: install the universal APK"},
    {"INSTALL_FAILED_DUPLICATE_PERMISSION",
     "another installed app defines the same permission: uninstall that one"},
    {"INSTALL_FAILED_CONFLICTING_PROVIDER",
     "another installed app has the same content provider: uninstall that "
     "one"},
    {"INSTALL_FAILED_ALREADY_EXISTS", "install with -r to replace it"},
    {"INSTALL_FAILED_VERIFICATION_FAILURE",
     "switch off 'Verify apps over USB' in the developer options"},
    {"INSTALL_FAILED_INVALID_APK", "build the APK again: it is damaged"},
    {"INSTALL_PARSE_FAILED_NO_CERTIFICATES", "the APK is not signed: sign it"},
    {"INSTALL_PARSE_FAILED_NOT_APK", "that file is not an APK"},
    {"INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION",
     "the device cannot read that file: check that it is a complete APK"},
    {"INSTALL_PARSE_FAILED_INCONSISTENT_CERTIFICATES",
     "the installed app has another signature: uninstall it first"},
    {"INSTALL_PARSE_FAILED_MANIFEST_MALFORMED",
     "its manifest is not what this Android accepts"},
    {"INSTALL_FAILED_CPU_ABI_INCOMPATIBLE",
     "its native libraries are for another processor: build for the device's "
     "ro.product.cpu.abilist"},
    {"INSTALL_FAILED_SHARED_USER_INCOMPATIBLE",
     "an app of the same sharedUserId has another signature: uninstall that "
     "one"},
    {"INSTALL_FAILED_MISSING_FEATURE",
     "it needs a feature (camera, NFC, …) that this device does not have"},
    {"INSTALL_FAILED_DEXOPT",
     "the device could not compile it: free some storage, or rebuild it"},
    {"INSTALL_FAILED_ABORTED", "the device gave it up: try again"},
    {"INSTALL_FAILED_INTERNAL_ERROR",
     "the package manager failed: try again, or restart the device"},
    {"Is the system running", "the device is still starting: wait for it"},
    {"Can't find service", "the device is still starting: wait for it"},
    {"INSTALL_CANCELED", "it was declined on the device's screen"},
};

static const char *
find_remedy(struct at_str answer)
{
    for (size_t i = 0; i < AT_LEN(failures); i++) {
        if (at_str_has(answer, at_str(failures[i].code)))
            return failures[i].remedy;
    }
    return NULL;
}

// The package manager may warn before it says "Success"; pm on old devices
// names the file first ("\tpkg: /data/local/tmp/x.apk").
static bool
read_answer(struct at_str answer, struct at_err *err)
{
    struct at_str rest = answer;
    struct at_str line;
    struct at_str reason = {NULL, 0};
    while (at_str_next_line(&rest, &line)) {
        line = at_str_trim(line);
        if (at_str_starts(line, AT_STR("Success")))
            return true;
        if (reason.len == 0 || at_str_starts(line, AT_STR("Failure")))
            reason = line;
    }
    if (reason.len == 0)
        return at_fail(err, AT_ENODEV,
                       "the device closed the connection "
                       "without an answer");
    const char *remedy = find_remedy(answer);
    reason = at_utf8_head(reason, AT_ERR_MSG_MAX / 2);
    return at_fail(err, AT_EDEVICE, "%.*s%s%s%s", AT_STR_ARG(reason),
                   remedy ? " (" : "", remedy ? remedy : "", remedy ? ")" : "");
}

struct apk {
    const char *path;
    int fd;
    uint64_t size;
};

static bool
send_apk(const struct at_op *op, struct at_adb_stream *stream,
         const struct apk *apk, struct at_err *err)
{
    char *piece = at_alloc(AT_ADB_SYNC_CHUNK_MAX_BYTES);
    uint64_t left = apk->size;
    bool ok = true;
    while (ok && left > 0 && !stream->ended) {
        size_t cap = left < AT_ADB_SYNC_CHUNK_MAX_BYTES
                         ? (size_t)left
                         : AT_ADB_SYNC_CHUNK_MAX_BYTES;
        size_t len;
        ok = at_file_read_some(apk->fd, piece, cap, &len, err);
        if (ok && len == 0)
            ok = at_fail(err, AT_EIO, "the file shrank during the transfer");
        ok = ok && at_adb_stream_send(op, stream, at_str_n(piece, len), err);
        left -= len;
    }
    free(piece);
    return ok;
}

// The device closes the connection once it has replied; old devices only after
// we do, at the end of a line.
static bool
is_answered(const struct at_adb_stream *stream)
{
    struct at_str text = at_buf_str(&stream->in);
    ptrdiff_t at = at_str_find(text, AT_STR("Success"));
    if (at < 0)
        at = at_str_find(text, AT_STR("Failure"));
    return at >= 0 && at_str_has(at_str_skip(text, (size_t)at), AT_STR("\n"));
}

static bool
install_streamed(const struct at_op *op, struct at_adb_device *device,
                 const struct apk *apk, const char *words, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    char *service = at_strfmt("exec:cmd package 'install' %s -S %" PRIu64,
                              words, apk->size);
    struct at_adb_stream stream;
    bool ok =
        at_adb_stream_open(op, device, service, 64 * AT_KIB, &stream, err) &&
        send_apk(op, &stream, apk, err);
    while (ok && !stream.ended && !is_answered(&stream))
        ok = at_adb_stream_read(op, &stream, err);
    ok = ok && read_answer(at_buf_str(&stream.in), err);
    at_adb_stream_deinit(&stream);
    at_adb_command_ended("exec", service + strlen("exec:"), began_ns, ok, err);
    free(service);
    return ok;
}

static bool
run_pm(const struct at_op *op, struct at_adb_device *device,
       const char *command, struct at_err *err)
{
    struct at_adb_result result;
    at_adb_result_init(&result, 64 * AT_KIB);
    bool ok = at_adb_shell(op, device, command, &result, err);
    if (ok) {
        at_buf_add_char(&result.out, '\n');
        at_buf_add_str(&result.out, at_buf_str(&result.err));
        ok = read_answer(at_buf_str(&result.out), err);
    }
    at_adb_result_deinit(&result);
    return ok;
}

// Remove the pushed file, also if only a part of it was pushed or if op has
// ended.
static void
remove_pushed(struct at_adb_device *device, const char *target)
{
    struct at_op op = {.deadline_ns = at_now_ns() + CLEAN_UP_MS * AT_NS_PER_MS};
    char *command = at_strfmt("rm -f %s", target);
    struct at_adb_result result;
    at_adb_result_init(&result, 4 * AT_KIB);
    (void)!at_adb_shell(&op, device, command, &result, NULL);
    at_adb_result_deinit(&result);
    free(command);
}

static bool
install_pushed(const struct at_op *op, struct at_adb_device *device,
               const struct apk *apk, const char *words, struct at_err *err)
{
    struct at_adb_source source = {.fd = apk->fd};
    char *target = at_strfmt("/data/local/tmp/agentest-%ld-%" PRId64 ".apk",
                             (long)getpid(), at_now_ns());
    char *install = at_strfmt("pm install %s %s", words, target);
    bool ok = at_adb_push(op, device, &source, target, 0644, err) &&
              run_pm(op, device, install, err);
    remove_pushed(device, target);
    free(install);
    free(target);
    return ok;
}

static bool
install_opened(const struct at_op *op, struct at_adb_device *device,
               const struct apk *apk, const char *const *options,
               struct at_err *err)
{
    struct at_buf words = AT_BUF_INIT(4 * AT_KIB);
    if (apk->size == 0 || apk->size > AT_APK_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "it has %" PRIu64 " bytes", apk->size);
    bool ok = at_quote_words(&words, options, err) &&
              at_adb_features(op, device, err);
    if (ok && device->has_cmd)
        ok = install_streamed(op, device, apk, at_buf_text(&words), err);
    else if (ok)
        ok = install_pushed(op, device, apk, at_buf_text(&words), err);
    at_buf_deinit(&words);
    return ok;
}

bool
at_adb_install(const struct at_op *op, struct at_adb_device *device,
               const char *apk_path, const char *const *options,
               struct at_err *err)
{
    struct apk apk = {.path = apk_path};
    if (!at_file_open(apk_path, &apk.fd, &apk.size, err))
        return false;
    bool ok = install_opened(op, device, &apk, options, err);
    close(apk.fd);
    if (!ok)
        at_err_context(err, "install of '%s' on '%s'", apk_path,
                       device->serial);
    return ok;
}
