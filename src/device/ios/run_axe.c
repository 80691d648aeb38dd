#include "device/ios/run_axe.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/ios/ios.h"
#include "device/ios/simctl.h"
#include "sys/file.h"

enum { USAGE_STATUS = 64 };

// The folder of this program, "" if unset.
static char program_folder[512];

void
at_ios_set_program(const char *argv0)
{
    char *path = at_proc_self(argv0);
    const char *slash = strrchr(path, '/');
    at_str_cut(program_folder, sizeof(program_folder),
               slash ? at_str_n(path, (size_t)(slash - path)) : AT_STR(""));
    free(path);
}

static char *
find_bundled(void)
{
    static const char *const places[] = {
        "bundled/axe",
        "../share/mobile-dev-agent/bundled/axe",
    };
    for (size_t i = 0; program_folder[0] && i < AT_LEN(places); i++) {
        char *path = at_strfmt("%s/%s", program_folder, places[i]);
        if (at_file_is_executable(path))
            return path;
        free(path);
    }
    return NULL;
}

static bool
take_named(const char *named, char **out_path, struct at_err *err)
{
    if (named[0] != '/')
        return at_fail(err, AT_ENOTOOL,
                       AT_AXE_PATH_VAR
                       " is '%s', which is not an absolute path; "
                       "set it to one, or unset it",
                       named);
    if (!at_file_is_executable(named))
        return at_fail(err, AT_ENOTOOL,
                       AT_AXE_PATH_VAR
                       " is '%s', which is not a program that can "
                       "be run; correct it, or unset it",
                       named);
    *out_path = at_strdup(named);
    return true;
}

bool
at_axe_find(char **out_path, struct at_err *err)
{
    const char *named = getenv(AT_AXE_PATH_VAR);
    *out_path = NULL;
    if (named && named[0])
        return take_named(named, out_path, err);
    *out_path = find_bundled();
    if (!*out_path)
        *out_path = at_proc_find("axe");
    return *out_path ||
           at_fail(err, AT_ENOTOOL,
                   "AXe, which reads and drives an iOS simulator's screen, is "
                   "not here: " AT_AXE_PATH_VAR " is not set, no bundled/axe "
                   "belongs to this program, and 'axe' is not in PATH; install "
                   "it on the Mac with `" AT_AXE_REMEDY "`");
}

// Collect AXe's message on one line, without "Error: " and the usage.
static void
collect_words(struct at_str text, struct at_buf *out)
{
    static const struct at_str skipped[] = {
        AT_STR_ROW("Usage: "), AT_STR_ROW("Help: "), AT_STR_ROW("See 'axe")};
    struct at_str line;
    while (at_str_next_line(&text, &line)) {
        bool skip = false;
        line = at_str_trim(line);
        for (size_t i = 0; i < AT_LEN(skipped); i++)
            skip = skip || at_str_starts(line, skipped[i]);
        if (skip || line.len == 0)
            continue;
        if (at_str_starts(line, AT_STR("Error: ")))
            line = at_str_skip(line, sizeof("Error: ") - 1);
        if (out->len > 0)
            at_buf_add_char(out, ' ');
        at_buf_add_str(out, at_utf8_head(line, 400));
    }
}

struct words_row {
    struct at_str words;
    enum at_code code;
    const char *hint;
};

#define BOOT_IT "; boot it: `mobile-dev-agent device boot --platform ios`"

static const struct words_row words_rows[] = {
    {AT_STR_ROW("No simulator with UDID"), AT_ENODEV, BOOT_IT},
    {AT_STR_ROW("not booted"), AT_ENODEV, BOOT_IT},
    {AT_STR_ROW("No accessibility element matched"), AT_ENOTFOUND,
     "; the screen has changed: take a new snapshot"},
};

static bool
fail_command(const char *action, const struct at_proc_result *result,
             struct at_err *err)
{
    struct at_buf words = AT_BUF_INIT(600);
    struct at_str text = at_buf_str(&result->err);
    enum at_code code = AT_EDEVICE;
    const char *hint = "";
    if (at_str_trim(text).len == 0)
        text = at_utf8_head(at_buf_str(&result->out), 400);
    collect_words(text, &words);
    if (result->exit_status == USAGE_STATUS)
        hint = "; AXe 1.8 or newer is needed: `brew upgrade axe`";
    for (size_t i = 0; i < AT_LEN(words_rows); i++) {
        if (!at_str_has(at_buf_str(&words), words_rows[i].words))
            continue;
        code = words_rows[i].code;
        hint = words_rows[i].hint;
        break;
    }
    at_fail(err, code, "axe %s failed with status %d: %s%s", action,
            result->exit_status,
            words.len > 0 ? at_buf_text(&words) : "it said nothing", hint);
    at_buf_deinit(&words);
    return false;
}

bool
at_axe_run(const struct at_platform_call *call, const struct at_argv *words,
           struct at_str input, struct at_proc_result *result,
           struct at_err *err)
{
    struct at_argv argv = AT_ARGV_INIT;
    char *path = NULL;
    at_proc_result_init(result, AT_DUMP_MAX_BYTES);
    if (!at_axe_find(&path, err))
        return false;
    at_argv_add(&argv, path);
    at_argv_add_all(&argv, at_argv_words(words));
    const struct at_proc_opts opts = {
        .argv = at_argv_words(&argv),
        .tool = "axe",
        .action = words->words[0],
        .hidden = input,
        .hidden_is_input = true,
        .listener = call->listener,
    };
    bool ok = at_proc_run(call->op, &opts, result, err);
    if (ok && result->exit_status != 0)
        ok = fail_command(words->words[0], result, err);
    at_argv_deinit(&argv);
    free(path);
    return ok;
}
