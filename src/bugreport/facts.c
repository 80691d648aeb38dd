// facts.c: versions, environment, doctor
#include "bugreport/facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/argv.h"
#include "base/limits.h"
#include "bugreport/patterns.h"
#include "sys/clock.h"
#include "sys/proc.h"
#include "sys/system.h"

// The folder of kept logs in the archive.
#define LOGS "logs/"

enum { VERSION_MS = 5000, DOCTOR_MS = 20000, SECRET_MIN = 4 };

extern char **environ;

bool
at_bugreport_read_opts(const struct at_arguments *args,
                       struct at_bugreport_opts *out, struct at_err *err)
{
    const char *since = at_arguments_option(args, "--since");
    *out = (struct at_bugreport_opts){
        .program = args->program->name,
        .pictures = at_arguments_have(args, "--pictures"),
    };
    return !since || at_wall_read_day(at_str(since), &out->since_ms) ||
           at_fail(err, AT_EUSAGE,
                   "--since '%s' is not a time: give a day (2026-02-04), or "
                   "2026-02-04T10:11:12Z",
                   since);
}

bool
at_bugreport_is_dry(const struct at_arguments *args)
{
    return at_arguments_have(args, "--list") ||
           at_arguments_have(args, "--dry-run");
}

// Names that the programs read, beside those of at_bugreport_name_is_secret().
static bool
is_secret_variable(struct at_str name)
{
    static const struct at_str endings[] = {
        AT_STR_ROW("_KEY"), AT_STR_ROW("_HEADERS"), AT_STR_ROW("_CREDS")};
    for (size_t i = 0; i < AT_LEN(endings); i++) {
        if (at_str_ends(name, endings[i]))
            return true;
    }
    bool is_folder = at_str_is(name, "PWD") || at_str_is(name, "OLDPWD");
    return (at_bugreport_name_is_secret(name) && !is_folder) ||
           at_str_is(name, "OPEN_ROUTER");
}

// A value such as "1" would mask every 1; a scenario's secret may be short.
void
at_bugreport_add_variable(struct at_bugreport *report, const char *name,
                          const char *value)
{
    struct at_str text = at_str(value);
    bool is_scenarios = at_str_starts(at_str(name), AT_STR("SECRET_"));
    if (is_scenarios ||
        (is_secret_variable(at_str(name)) && text.len >= SECRET_MIN))
        at_bugreport_add_secret(report, text);
}

static void
learn_environment(struct at_bugreport *report)
{
    for (char **row = environ; *row; row++) {
        const char *equals = strchr(*row, '=');
        if (!equals)
            continue;
        char *name = at_strndup(*row, (size_t)(equals - *row));
        at_bugreport_add_variable(report, name, equals + 1);
        free(name);
    }
}

// Append what a program prints, and how it ended unless that was well.
static void
write_output(const struct at_op *op, const char *const *argv, int64_t max_ms,
             struct at_buf *out)
{
    struct at_op own = at_op_sub(op, at_now_ns(), max_ms);
    const struct at_proc_opts opts = {.argv = argv};
    struct at_proc_result result;
    struct at_err err = AT_ERR_INIT;
    at_proc_result_init(&result, 1 * AT_MIB);
    bool ok = at_proc_run(&own, &opts, &result, &err);
    at_buf_add_str(out, at_buf_str(&result.out));
    at_buf_add_str(out, at_buf_str(&result.err));
    if (!ok)
        at_buf_add_fmt(out, "it did not end by itself: %s\n", err.msg);
    else if (result.exit_status != 0)
        at_buf_add_fmt(out, "exit status %d\n", result.exit_status);
    at_proc_result_deinit(&result);
}

static void
add_versions(const struct at_op *op, struct at_bugreport *report,
             const char *self)
{
    struct at_buf text = AT_BUF_INIT(1 * AT_MIB);
    const char *const version[] = {self, "--version", NULL};
    const char *const adb_version[] = {"adb", "version", NULL};
    char *adb = at_proc_find("adb");
    write_output(op, version, VERSION_MS, &text);
    at_buf_add_fmt(&text, "program: %s\n", self);
    at_system_write(&text);
    at_buf_add_text(&text, "\nadb:\n");
    if (adb)
        write_output(op, adb_version, VERSION_MS, &text);
    else
        at_buf_add_text(&text, "it is not in PATH\n");
    at_buf_add_text(&text, "\nbuilt with: " AT_LIBRARIES "\n\nloaded:\n");
    at_system_write_libraries(&text);
    at_bugreport_add_text(report, "versions.txt",
                          "program, system, libc, adb, libraries",
                          at_buf_str(&text));
    free(adb);
    at_buf_deinit(&text);
}

static void
write_variable(struct at_str name, struct at_buf *out)
{
    char *whole = at_strndup(name.ptr, name.len);
    const char *value = getenv(whole);
    if (value && is_secret_variable(name))
        at_buf_add_fmt(out, "%s is set\n", whole);
    else if (value)
        at_buf_add_fmt(out, "%s=%s\n", whole, value);
    free(whole);
}

// The variables that the program's help lists, as far as they are set.
static void
add_environment(struct at_bugreport *report, const struct at_program *program)
{
    static const char *const also[] = {"PATH", "LANG", "LC_ALL", "TZ", "TERM"};
    struct at_buf text = AT_BUF_INIT(1 * AT_MIB);
    const struct at_help_row *row = program->environment;
    for (; row && row->name; row++) {
        struct at_str rest = at_str(row->name), name;
        while (at_str_next(&rest, ' ', &name))
            write_variable(name, &text);
    }
    for (size_t i = 0; i < AT_LEN(also); i++)
        write_variable(at_str(also[i]), &text);
    at_bugreport_add_text(report, "environment.txt",
                          "variables that the program reads",
                          at_buf_str(&text));
    at_buf_deinit(&text);
}

static void
add_doctor(const struct at_op *op, struct at_bugreport *report,
           const char *self, const char *const *words)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_MIB);
    struct at_argv argv = AT_ARGV_INIT;
    at_argv_add(&argv, self);
    at_argv_add_all(&argv, words);
    write_output(op, at_argv_words(&argv), DOCTOR_MS, &text);
    at_bugreport_add_text(report, "doctor.txt", "what is missing here",
                          at_buf_str(&text));
    at_argv_deinit(&argv);
    at_buf_deinit(&text);
}

static void
add_logs(struct at_bugreport *report, const struct at_arguments *args)
{
    const char *path;
    for (size_t i = 0; (path = at_arguments_nth_option(args, "--log", i));
         i++) {
        struct at_str base = at_str_after_last(at_str(path), '/');
        char *name = at_strfmt(LOGS "%zu-%.*s", i + 1, AT_STR_ARG(base));
        at_bugreport_add_file(report, name, "a log that was kept", path);
        free(name);
    }
}

void
at_bugreport_add_facts(const struct at_op *op, struct at_bugreport *report,
                       const struct at_arguments *args, const char *argv0,
                       const char *const *doctor)
{
    char *self = at_proc_self(argv0);
    learn_environment(report);
    add_versions(op, report, self);
    add_environment(report, args->program);
    add_doctor(op, report, self, doctor);
    add_logs(report, args);
    free(self);
}
