#include "cli/maestro.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/argv.h"
#include "base/limits.h"
#include "session/defaults.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/proc.h"
#include "wire/json.h"

enum {
    GRACE_MS = 5000, // to take its driver off the device
    TAIL_BYTES = 4096,
    FILES_MAX = 500, // of its output, indexed one by one
    DEPTH_MAX = 6,
};

const char *const at_maestro_formats[] = {"noop", "junit", "html", NULL};

static const struct {
    const char *name;
    const char *word; // as maestro takes it
    const char *file; // of the report; NULL: there is none
    const char *mime;
} formats[] = {
    {"noop", "NOOP", NULL, NULL},
    {"junit", "JUNIT", "report.xml", "application/xml"},
    {"html", "HTML", "report.html", "text/html"},
};

char *
at_maestro_find(struct at_err *err)
{
    const char *home = getenv("HOME");
    char *path = at_proc_find("maestro");
    if (!path && home && *home) {
        path = at_strfmt("%s/.maestro/bin/maestro", home);
        if (!at_file_is_executable(path)) {
            free(path);
            path = NULL;
        }
    }
    if (!path)
        at_fail(err, AT_ENOTOOL,
                "no program 'maestro' in PATH or ~/.maestro/bin: install it "
                "with `curl -fsSL https://get.maestro.mobile.dev | bash` (it "
                "needs Java 17 or newer)");
    return path;
}

// Hears of maestro, hands on to the run, and keeps the last of its words.
struct ear {
    const struct at_proc_listener *run;
    char tail[TAIL_BYTES];
    size_t len;
};

static void
on_started(void *user, const struct at_proc_opts *opts, long pid)
{
    struct ear *ear = user;
    ear->run->started(ear->run->user, opts, pid);
}

static void
keep_tail(struct ear *ear, struct at_str piece)
{
    if (piece.len > TAIL_BYTES)
        piece = at_str_skip(piece, piece.len - TAIL_BYTES);
    size_t room = TAIL_BYTES - ear->len;
    if (piece.len > room) {
        size_t drop = piece.len - room;
        memmove(ear->tail, ear->tail + drop, ear->len - drop);
        ear->len -= drop;
    }
    memcpy(ear->tail + ear->len, piece.ptr, piece.len);
    ear->len += piece.len;
}

static void
on_printed(void *user, bool is_err, struct at_str piece)
{
    struct ear *ear = user;
    keep_tail(ear, piece);
    ear->run->printed(ear->run->user, is_err, piece);
}

static void
on_ended(void *user, int exit_status, const struct at_err *why)
{
    struct ear *ear = user;
    ear->run->ended(ear->run->user, exit_status, why);
}

// The last lines, whole ones where the tail was cut.
static struct at_str
tail_of(const struct ear *ear)
{
    struct at_str tail = at_str_n(ear->tail, ear->len);
    struct at_str line;
    struct at_str rest = tail;
    if (ear->len == TAIL_BYTES && at_str_next_line(&rest, &line))
        tail = rest;
    return at_str_trim(tail);
}

static size_t
format_of(const struct at_call *call)
{
    const char *name = at_given_option(call->given, "--format");
    for (size_t i = 0; name && i < AT_LEN(formats); i++) {
        if (strcmp(name, formats[i].name) == 0)
            return i;
    }
    return 0;
}

// Owned by the caller; NULL where there is no report, or with err.
static char *
report_path(struct at_call *call, size_t format, struct at_err *err)
{
    const char *output = at_given_option(call->given, "--output");
    if (!formats[format].file) {
        if (output)
            at_fail(err, AT_EUSAGE,
                    "--output needs a report: add --format junit or --format "
                    "html");
        return NULL;
    }
    return output ? at_strdup(output)
                  : at_run_artifact_path(call->run, formats[format].file, err);
}

static bool
add_env(struct at_call *call, struct at_argv *argv, struct at_err *err)
{
    char **kept = at_defaults_env(call->session);
    const char *word;
    bool ok = true;
    for (size_t i = 0; kept && kept[i]; i++) {
        at_argv_add(argv, "-e");
        at_argv_add(argv, kept[i]);
    }
    at_defaults_env_free(kept);
    for (size_t n = 0;
         ok && (word = at_given_option_at(call->given, "--env", n)); n++) {
        ok =
            (strchr(word, '=') && word[0] != '=') ||
            at_fail(err, AT_EUSAGE, "--env takes KEY=VALUE, not '%.80s'", word);
        at_argv_add(argv, "-e");
        at_argv_add(argv, word);
    }
    return ok;
}

struct outputs {
    char *report; // owned, as the others; NULL: none
    char *debug;
    char *test;
};

static void
outputs_deinit(struct outputs *outputs)
{
    free(outputs->report);
    free(outputs->debug);
    free(outputs->test);
}

static char *
folder_for(struct at_call *call, const char *given, const char *name,
           struct at_err *err)
{
    char *path =
        given ? at_strdup(given) : at_run_artifact_path(call->run, name, err);
    if (path && !at_folder_make(path, err)) {
        free(path);
        path = NULL;
    }
    return path;
}

static bool
outputs_init(struct outputs *outputs, struct at_call *call,
             const struct at_maestro_run *run, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    outputs->report = report_path(call, format_of(call), &why);
    outputs->debug = why.code == AT_OK ? folder_for(call, run->debug_output,
                                                    "maestro-debug", &why)
                                       : NULL;
    outputs->test = why.code == AT_OK ? folder_for(call, run->test_output_dir,
                                                   "maestro-output", &why)
                                      : NULL;
    if (why.code != AT_OK && err)
        *err = why;
    return why.code == AT_OK;
}

// What was asked for with a secret goes last, so that it can be kept out of
// logs.
static bool
make_words(struct at_call *call, const char *program,
           const struct at_maestro_run *run, const struct outputs *outputs,
           struct at_argv *argv, struct at_err *err)
{
    at_argv_add(argv, program);
    if (run->device_id) {
        at_argv_add(argv, "--device");
        at_argv_add(argv, run->device_id);
    }
    at_argv_add(argv, "test");
    at_argv_add(argv, "--format");
    at_argv_add(argv, formats[format_of(call)].word);
    if (outputs->report) {
        at_argv_add(argv, "--output");
        at_argv_add(argv, outputs->report);
    }
    at_argv_add(argv, "--debug-output");
    at_argv_add(argv, outputs->debug);
    at_argv_add(argv, "--test-output-dir");
    at_argv_add(argv, outputs->test);
    if (at_given_has(call->given, "--no-reinstall-driver"))
        at_argv_add(argv, "--no-reinstall-driver");
    at_argv_add(argv, run->flow);
    return add_env(call, argv, err);
}

// Each file below folder as an artifact.
static void
index_files(struct at_call *call, const char *type, const char *folder,
            size_t *left, int depth)
{
    struct at_folder_list list;
    if (depth > DEPTH_MAX || !at_folder_list(folder, &list, NULL))
        return;
    for (size_t i = 0; i<list.count && * left> 0; i++) {
        char *path = at_strfmt("%s/%s", folder, list.entries[i].name);
        if (list.entries[i].is_folder) {
            index_files(call, type, path, left, depth + 1);
        } else {
            at_run_has_artifact(call->run, type, path, NULL);
            (*left)--;
        }
        free(path);
    }
    at_folder_list_deinit(&list);
}

static void
collect(struct at_call *call, const struct outputs *outputs)
{
    size_t format = format_of(call);
    size_t left = FILES_MAX;
    bool reported = outputs->report && at_file_exists(outputs->report);
    if (reported)
        at_run_has_artifact(call->run, "report", outputs->report,
                            formats[format].mime);
    else if (outputs->report)
        at_run_warning(call->run, "maestro wrote no report to '%s'",
                       outputs->report);
    index_files(call, "maestro_debug", outputs->debug, &left, 0);
    index_files(call, "maestro_output", outputs->test, &left, 0);
    if (left == 0)
        at_run_warning(call->run,
                       "maestro left more than %d files: the others are in "
                       "'%s' and '%s' too, but not in this list",
                       FILES_MAX, outputs->debug, outputs->test);
    at_call_set_text(call, "report", reported ? outputs->report : NULL);
    at_call_set_text(call, "debug_output", outputs->debug);
    at_call_set_text(call, "test_output", outputs->test);
}

static bool
judge(const struct ear *ear, int exit_status, struct at_err *err)
{
    struct at_str tail = tail_of(ear);
    struct at_str last = tail;
    struct at_str line;
    while (at_str_next_line(&tail, &line))
        last = at_str_trim(line).len > 0 ? at_str_trim(line) : last;
    if (exit_status == 0)
        return true;
    last = at_utf8_head(last, 300);
    if (exit_status == 1)
        return at_fail(err, AT_EASSERT, "maestro: a flow failed: %.*s",
                       AT_STR_ARG(last));
    return at_fail(err, AT_EDEVICE, "maestro ended with status %d: %.*s",
                   exit_status, AT_STR_ARG(last));
}

static bool
run_words(struct at_call *call, const struct at_argv *argv, int secret_arg,
          struct ear *ear, struct at_err *err)
{
    const struct at_proc_listener listener = {on_started, on_printed, on_ended,
                                              ear};
    const struct at_proc_opts opts = {
        .argv = at_argv_words(argv),
        .tool = "maestro",
        .action = "test",
        .listener = &listener,
        .listener_only = true,
        .grace_ms = GRACE_MS,
        .secret_arg = secret_arg,
        .secret_count = (int)argv->count - secret_arg,
    };
    struct at_proc_result result;
    at_proc_result_init(&result, AT_KIB);
    bool ok = at_proc_run(call->op, &opts, &result, err);
    at_call_set(call, "exit_status",
                ok ? json_integer(result.exit_status) : json_null());
    at_call_set(call, "tail", at_json_text(tail_of(ear)));
    ok = ok && judge(ear, result.exit_status, err);
    at_proc_result_deinit(&result);
    return ok;
}

bool
at_maestro_run(struct at_call *call, const struct at_maestro_run *run,
               struct at_err *err)
{
    struct outputs outputs = {NULL, NULL, NULL};
    struct at_argv argv = AT_ARGV_INIT;
    struct ear ear = {.run = at_run_tools(call->run)};
    char *program = at_maestro_find(err);
    bool ok = program && outputs_init(&outputs, call, run, err) &&
              make_words(call, program, run, &outputs, &argv, err);
    if (ok) {
        size_t env = argv.count;
        while (env > 0 && strcmp(argv.words[env - 1], run->flow) != 0)
            env--;
        ok = run_words(call, &argv, (int)env, &ear, err);
        collect(call, &outputs);
    }
    at_argv_deinit(&argv);
    outputs_deinit(&outputs);
    free(program);
    return ok;
}

void
at_maestro_print(const json_t *data, struct at_buf *out)
{
    static const char *const rows[][2] = {
        {"report", "report"},
        {"debug_output", "debug output"},
        {"test_output", "test output"},
    };
    struct at_str tail = at_json_get_str(data, "tail");
    if (tail.len > 0)
        at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(tail));
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        struct at_str path = at_json_get_str(data, rows[i][0]);
        if (path.len > 0)
            at_buf_add_fmt(out, "%s: %.*s\n", rows[i][1], AT_STR_ARG(path));
    }
}
