#include "cli/tool_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/compiler.h"
#include "base/limits.h"
#include "cli/maestro.h"
#include "sys/clock.h"
#include "sys/file.h"

enum { VERSION_MS = 20000 }; // maestro is a JVM that has to start

static char *
find_java(struct at_err *err)
{
    const char *home = getenv("JAVA_HOME");
    char *path = NULL;
    if (home && *home)
        path = at_strfmt("%s/bin/java", home);
    if (path && at_file_is_executable(path))
        return path;
    free(path);
    path = at_proc_find("java");
    if (!path)
        at_fail(err, AT_ENOTOOL, "no program 'java' in PATH%s",
                home && *home ? " or in JAVA_HOME's bin" : "");
    return path;
}

static const struct tool {
    const char *name;
    char *(*find)(struct at_err *err);
    const char *version_word;
    const char *remedy; // what to do if the program does not work
} tools[AT_TOOL_CHECKS] = {
    {"maestro", at_maestro_find_program, "--version",
     "only `--runner maestro` needs it"},
    {"java", find_java, "-version",
     "install Java 17 or newer (Debian: apt install openjdk-17-jre-headless, "
     "macOS: brew install openjdk) or set JAVA_HOME; only maestro needs it"},
};

static bool
is_version_part(char c)
{
    return at_ascii_is_name(c) || c == '+';
}

struct at_str
at_tool_version_in(struct at_str text)
{
    for (size_t at = 0; at < text.len;) {
        size_t end = at;
        while (end < text.len && is_version_part(text.ptr[end]))
            end++;
        struct at_str word = {text.ptr + at, end - at};
        if (word.len > 1 && at_ascii_is_digit(word.ptr[0]) &&
            memchr(word.ptr, '.', word.len))
            return word;
        at = end + 1;
    }
    return (struct at_str){0};
}

static void
set_broken(const struct tool *tool, const char *why, struct at_check *out)
{
    out->level = AT_CHECK_BAD;
    snprintf(out->text, sizeof(out->text), "%s %s: %.300s", out->path,
             tool->version_word, why);
    snprintf(out->remedy, sizeof(out->remedy), "%s", tool->remedy);
}

// Java prints its version on stderr, maestro on stdout after notices.
static void
read_version(const struct tool *tool, const struct at_proc_result *result,
             struct at_check *out)
{
    struct at_str version = at_tool_version_in(at_buf_str(&result->out));
    struct at_str said =
        at_str_trim(at_buf_str(result->err.len ? &result->err : &result->out));
    struct at_str line = {0};
    if (version.len == 0)
        version = at_tool_version_in(at_buf_str(&result->err));
    if (result->exit_status != 0) {
        char why[200];
        (void)at_str_next_line(&said, &line);
        line = at_utf8_head(line, 120);
        snprintf(why, sizeof(why), "exit status %d%s%.*s", result->exit_status,
                 line.len ? ": " : "", AT_STR_ARG(line));
        set_broken(tool, why, out);
        return;
    }
    at_str_cut(out->version, sizeof(out->version), version);
    snprintf(out->text, sizeof(out->text), "%s %s", out->path, out->version);
}

static void
check_one(const struct tool *tool, const struct at_op *op,
          const struct at_proc_listener *listener, struct at_check *out)
{
    *out = (struct at_check){.name = tool->name};
    struct at_err err = AT_ERR_INIT;
    char *path = tool->find(&err);
    if (!path) {
        out->level = AT_CHECK_WARN;
        at_str_cut(out->text, sizeof(out->text), at_str(err.msg));
        at_str_cut(out->remedy, sizeof(out->remedy), at_str(tool->remedy));
        return;
    }
    at_str_cut(out->path, sizeof(out->path), at_str(path));
    const struct at_op narrowed = at_op_sub(op, at_now_ns(), VERSION_MS);
    const char *const argv[] = {path, tool->version_word, NULL};
    const struct at_proc_opts opts = {.argv = argv, .listener = listener};
    struct at_proc_result result;
    at_proc_result_init(&result, AT_VERSION_TEXT_MAX_BYTES);
    if (at_proc_run(&narrowed, &opts, &result, &err))
        read_version(tool, &result, out);
    else
        set_broken(tool, err.msg, out);
    at_proc_result_deinit(&result);
    free(path);
}

void
at_tool_check_all(const struct at_op *op,
                  const struct at_proc_listener *listener,
                  struct at_check out[AT_TOOL_CHECKS])
{
    for (size_t i = 0; i < AT_LEN(tools); i++)
        check_one(&tools[i], op, listener, &out[i]);
}
