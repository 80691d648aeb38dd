#include "cli/maestro.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/argv.h"
#include "base/limits.h"
#include "cli/flow_print.h"
#include "session/defaults.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/proc.h"
#include "wire/json.h"

enum {
    BACK_MS = 6000,  // limit of taking the device back after any run
    GRACE_MS = 5000, // time for maestro to remove its driver
    TAIL_BYTES = 4096,
    FILES_MAX = 500, // files of output kept, each an artifact
    DEPTH_MAX = 6,
};

const char *const at_maestro_formats[] = {"noop",          "junit",  "html",
                                          "html-detailed", "allure", NULL};

const char *const at_maestro_runners[] = {"native", "maestro", NULL};

const char *const at_flow_videos[] = {"none", "failed", "all", NULL};

bool
at_maestro_is_native(const struct at_invocation *invocation)
{
    const char *name = at_arguments_option(invocation->args, "--runner");
    return !name || strcmp(name, "native") == 0;
}

static const struct {
    const char *name;
    const char *word; // value of maestro's --format
    const char *file; // the report's name; NULL: no report
    const char *mime;
} formats[] = {
    {"noop", "NOOP", NULL, NULL},
    {"junit", "JUNIT", "report.xml", "application/xml"},
    {"html", "HTML", "report.html", "text/html"},
    {"html-detailed", "HTML-DETAILED", "report.html", "text/html"},
};

char *
at_maestro_find_program(struct at_err *err)
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

// Passes everything on to the run, and keeps the end of the output.
struct tee {
    const struct at_proc_listener *run;
    char tail[TAIL_BYTES];
    size_t len;
};

static void
on_started(void *user, const struct at_proc_opts *opts, long pid)
{
    struct tee *tee = user;
    tee->run->started(tee->run->user, opts, pid);
}

static void
keep_tail(struct tee *tee, struct at_str piece)
{
    if (piece.len > TAIL_BYTES)
        piece = at_str_skip(piece, piece.len - TAIL_BYTES);
    size_t room = TAIL_BYTES - tee->len;
    if (piece.len > room) {
        size_t drop = piece.len - room;
        memmove(tee->tail, tee->tail + drop, tee->len - drop);
        tee->len -= drop;
    }
    memcpy(tee->tail + tee->len, piece.ptr, piece.len);
    tee->len += piece.len;
}

static void
on_printed(void *user, bool is_err, struct at_str piece)
{
    struct tee *tee = user;
    keep_tail(tee, piece);
    tee->run->printed(tee->run->user, is_err, piece);
}

static void
on_ended(void *user, int exit_status, const struct at_err *why)
{
    struct tee *tee = user;
    tee->run->ended(tee->run->user, exit_status, why);
}

// Return the last lines, without one that the tail has cut.
static struct at_str
tail_of(const struct tee *tee)
{
    struct at_str tail = at_str_n(tee->tail, tee->len);
    struct at_str line;
    struct at_str rest = tail;
    if (tee->len == TAIL_BYTES && at_str_next_line(&rest, &line))
        tail = rest;
    return at_str_trim(tail);
}

static size_t
format_of(const struct at_invocation *invocation)
{
    const char *name = at_arguments_option(invocation->args, "--format");
    for (size_t i = 0; name && i < AT_LEN(formats); i++) {
        if (strcmp(name, formats[i].name) == 0)
            return i;
    }
    return 0;
}

// AT_EUSAGE for what only our own runner does.
static bool
check_options(const struct at_invocation *invocation, struct at_err *err)
{
    static const char *const natives[] = {
        "--config",
        "--continuous",
        "--devices",
        "--exclude-tags",
        "--include-tags",
        "--shard-all",
        "--shard-split",
        "--video",
        "--flatten-debug-output",
        "--update-screenshots",
    };
    const char *name = at_arguments_option(invocation->args, "--format");
    const char *second =
        at_arguments_nth_option(invocation->args, "--format", 1);
    for (size_t i = 0; i < AT_LEN(natives); i++) {
        if (at_arguments_have(invocation->args, natives[i]))
            return at_fail(err, AT_EUSAGE, "%s needs --runner native",
                           natives[i]);
    }
    if (second)
        return at_fail(err, AT_EUSAGE,
                       "--runner maestro writes one report: give one --format "
                       "(noop, junit, html or html-detailed), or --runner "
                       "native");
    return !name || strcmp(name, formats[format_of(invocation)].name) == 0 ||
           at_fail(err, AT_EUSAGE, "--format %s needs --runner native", name);
}

// Owned by the caller; NULL without a report, or with err.
static char *
report_path(struct at_invocation *invocation, size_t format, struct at_err *err)
{
    const char *output = at_arguments_option(invocation->args, "--output");
    if (!formats[format].file) {
        if (output)
            at_fail(err, AT_EUSAGE,
                    "--output needs a report: add --format junit or --format "
                    "html");
        return NULL;
    }
    return output ? at_strdup(output)
                  : at_command_run_artifact_path(invocation->run,
                                                 formats[format].file, err);
}

// Write "-e" and the word as picocli reads them from a file of arguments.
static void
hide_env(const char *word, struct at_buf *hidden)
{
    at_buf_add_text(hidden, "-e\n\"");
    for (; *word; word++) {
        if (*word == '\n' || *word == '\r') {
            at_buf_add_text(hidden, *word == '\n' ? "\\n" : "\\r");
            continue;
        }
        if (*word == '"' || *word == '\\')
            at_buf_add_char(hidden, '\\');
        at_buf_add_char(hidden, *word);
    }
    at_buf_add_text(hidden, "\"\n");
}

// The variables may be secret, and every user can see a list of arguments.
static bool
add_env(struct at_invocation *invocation, struct at_buf *hidden,
        struct at_err *err)
{
    char **kept = at_defaults_env(invocation->session);
    const char *word;
    bool ok = true;
    for (size_t i = 0; kept && kept[i]; i++) {
        hide_env(kept[i], hidden);
    }
    at_defaults_env_free(kept);
    for (size_t n = 0;
         ok && (word = at_arguments_nth_option(invocation->args, "--env", n));
         n++) {
        ok = (strchr(word, '=') && word[0] != '=') ||
             at_fail(err, AT_EUSAGE,
                     "--env takes KEY=VALUE, and this one has no %s",
                     word[0] == '=' ? "KEY" : "'='");
        hide_env(word, hidden);
    }
    return ok &&
           (!hidden->overflow ||
            at_fail(err, AT_ELIMIT, "the variables have more than %d bytes",
                    AT_PROC_HIDDEN_MAX_BYTES));
}

struct outputs {
    char *report; // owned, like the others; NULL: no report
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
folder_for(struct at_invocation *invocation, const char *chosen,
           const char *name, struct at_err *err)
{
    char *path = chosen
                     ? at_strdup(chosen)
                     : at_command_run_artifact_path(invocation->run, name, err);
    if (path && !at_folder_make(path, err)) {
        free(path);
        path = NULL;
    }
    return path;
}

static bool
outputs_init(struct outputs *outputs, struct at_invocation *invocation,
             const struct at_maestro_run *run, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    outputs->report = report_path(invocation, format_of(invocation), &why);
    outputs->debug =
        why.code == AT_OK
            ? folder_for(invocation, run->debug_output, "maestro-debug", &why)
            : NULL;
    outputs->test = why.code == AT_OK
                        ? folder_for(invocation, run->test_output_dir,
                                     "maestro-output", &why)
                        : NULL;
    return why.code == AT_OK || at_err_pass(err, &why);
}

static void
make_words(struct at_invocation *invocation, const char *program,
           const struct at_maestro_run *run, const struct outputs *outputs,
           struct at_argv *argv)
{
    at_argv_add(argv, program);
    at_argv_add(argv, "--device");
    at_argv_add(argv, run->device->serial);
    at_argv_add(argv, "test");
    at_argv_add(argv, "--format");
    at_argv_add(argv, formats[format_of(invocation)].word);
    if (outputs->report) {
        at_argv_add(argv, "--output");
        at_argv_add(argv, outputs->report);
    }
    at_argv_add(argv, "--debug-output");
    at_argv_add(argv, outputs->debug);
    at_argv_add(argv, "--test-output-dir");
    at_argv_add(argv, outputs->test);
    if (at_arguments_have(invocation->args, "--no-reinstall-driver"))
        at_argv_add(argv, "--no-reinstall-driver");
    at_argv_add(argv, run->flow);
}

// Announce each file below folder as an artifact.
static void
index_files(struct at_invocation *invocation, const char *type,
            const char *folder, size_t *left, int depth)
{
    struct at_folder_list list;
    if (depth > DEPTH_MAX || !at_folder_list(folder, &list, NULL))
        return;
    for (size_t i = 0; *left > 0 && i < list.count; i++) {
        char *path = at_strfmt("%s/%s", folder, list.entries[i].name);
        if (list.entries[i].is_folder) {
            index_files(invocation, type, path, left, depth + 1);
        } else {
            at_command_run_add_artifact(invocation->run, type, path, NULL);
            (*left)--;
        }
        free(path);
    }
    at_folder_list_deinit(&list);
}

static void
collect(struct at_invocation *invocation, const struct outputs *outputs)
{
    size_t format = format_of(invocation);
    size_t left = FILES_MAX;
    bool reported = outputs->report && at_file_exists(outputs->report);
    if (reported)
        at_command_run_add_artifact(invocation->run, "report", outputs->report,
                                    formats[format].mime);
    else if (outputs->report)
        at_command_run_warning(invocation->run,
                               "maestro wrote no report to '%s'",
                               outputs->report);
    index_files(invocation, "maestro_debug", outputs->debug, &left, 0);
    index_files(invocation, "maestro_output", outputs->test, &left, 0);
    if (left == 0)
        at_command_run_warning(
            invocation->run,
            "maestro left more than %d files: the others are in "
            "'%s' and '%s' too, but not in this list",
            FILES_MAX, outputs->debug, outputs->test);
    at_invocation_set_text(invocation, "report",
                           reported ? outputs->report : NULL);
    at_invocation_set_text(invocation, "debug_output", outputs->debug);
    at_invocation_set_text(invocation, "test_output", outputs->test);
}

static bool
judge(const struct tee *tee, int exit_status, struct at_err *err)
{
    struct at_str tail = tail_of(tee);
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
run_words(struct at_invocation *invocation, const struct at_argv *argv,
          struct at_str hidden, struct tee *tee, struct at_err *err)
{
    const struct at_proc_listener listener = {on_started, on_printed, on_ended,
                                              tee};
    const struct at_proc_opts opts = {
        .argv = at_argv_words(argv),
        .tool = "maestro",
        .action = "test",
        .listener = &listener,
        .listener_only = true,
        .grace_ms = GRACE_MS,
        .hidden = hidden,
    };
    struct at_proc_result result;
    at_proc_result_init(&result, AT_KIB);
    bool ok = at_proc_run(invocation->op, &opts, &result, err);
    at_invocation_set(invocation, "exit_status",
                      ok ? json_integer(result.exit_status) : json_null());
    at_invocation_set(invocation, "tail", at_json_text(tail_of(tee)));
    ok = ok && judge(tee, result.exit_status, err);
    at_proc_result_deinit(&result);
    return ok;
}

// Maestro needs UiAutomation, which our helper would occupy; also one that
// another program of this user has started.
static bool
lend_and_run(struct at_invocation *invocation, struct at_device *device,
             const struct at_argv *argv, struct at_str hidden, struct tee *tee,
             struct at_err *err)
{
    bool lends = AT_DEVICE_OFFERS(device, lend);
    if (lends && !at_device_lend(invocation->op, device, false, err))
        return false;
    bool ok = run_words(invocation, argv, hidden, tee, err);
    const struct at_op own = {.deadline_ns =
                                  at_now_ns() + BACK_MS * AT_NS_PER_MS};
    struct at_err why = AT_ERR_INIT;
    if (lends && !at_device_lend(&own, device, true, &why))
        at_command_run_warning(invocation->run, "%s", why.msg);
    return ok;
}

bool
at_maestro_run(struct at_invocation *invocation,
               const struct at_maestro_run *run, struct at_err *err)
{
    struct outputs outputs = {NULL, NULL, NULL};
    struct at_argv argv = AT_ARGV_INIT;
    struct at_buf hidden = AT_BUF_INIT(AT_PROC_HIDDEN_MAX_BYTES);
    struct tee tee = {.run = at_command_run_tools(invocation->run)};
    char *program =
        check_options(invocation, err) ? at_maestro_find_program(err) : NULL;
    bool ok = program && outputs_init(&outputs, invocation, run, err) &&
              add_env(invocation, &hidden, err);
    if (ok) {
        make_words(invocation, program, run, &outputs, &argv);
        if (hidden.len > 0)
            at_argv_add(&argv, "@/dev/fd/3");
        ok = lend_and_run(invocation, run->device, &argv, at_buf_str(&hidden),
                          &tee, err);
        collect(invocation, &outputs);
    }
    at_buf_deinit(&hidden);
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
    if (json_object_get(data, "flows")) {
        at_flow_print(data, out);
        return;
    }
    if (tail.len > 0)
        at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(tail));
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        struct at_str path = at_json_get_str(data, rows[i][0]);
        if (path.len > 0)
            at_buf_add_fmt(out, "%s: %.*s\n", rows[i][1], AT_STR_ARG(path));
    }
}
