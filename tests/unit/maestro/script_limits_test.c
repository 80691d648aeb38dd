// script_limits_test.c: what a script must not be able to do
#include <signal.h>
#include <sys/stat.h>

#include "base/limits_script.h"
#include "maestro/script/script.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/proc.h"
#include "tests/t.h"
#include "tests/unit/maestro/script_rig.h"

enum { MAX_MS = 100, LONG_MS = 20000 };

struct row {
    const char *name;
    const char *script;
    enum at_code code; // the failure's
    const char *words;
    bool survives; // the engine goes on
};

static const struct row sizes[] = {
    {"a text that is too long", "'x'.repeat(2 ** 31)", AT_EASSERT, "", true},
    {"a value that is too long", "'x'.repeat(3e6)", AT_EASSERT,
     "the value is too long", true},
    {"recursion", "(function f() { f() })()", AT_EASSERT, "RangeError", true},
    {"deep recursion of objects",
     "let o = {}; for (let i = 0; i < 1e5; i++) o = {o}; JSON.stringify(o)",
     AT_EASSERT, "RangeError", true},
    {"deep nesting of source", "eval('('.repeat(1e5))", AT_EASSERT, "", true},
    {"too large a request", "http.post('http://x', {body: 'x'.repeat(5e6)})",
     AT_EASSERT, "4 MiB", true},
    {"a header of two lines",
     "http.get('http://x', {headers: {A: 'b\\r\\nC: d'}})", AT_EASSERT,
     "header \"A\" cannot be sent", true},
    {"a file as a page", "http.get('file:///etc/passwd')", AT_EASSERT,
     "only http and https", true},
    {"the engine's functions",
     "Object.getOwnPropertyNames(globalThis).filter(n => "
     "/load|read|run|exec|host|quit|gc/i.test(n)).join()",
     AT_OK, "", true},
    {"constructor's way out", "typeof this.constructor", AT_EASSERT,
     "TypeError", true},
    {"modules", "import('/etc/passwd').then(() => { output.m = 1 }); output.m",
     AT_OK, "undefined", true},
};

static const struct row times[] = {
    {"endless loop", "for (;;);", AT_ETIMEOUT, "it ran for more than 100 ms",
     false},
    {"endless loop that catches", "for (;;) try { for (;;); } catch {}",
     AT_ETIMEOUT, "it ran for more than 100 ms", false},
    {"endless promises", "(function f() { Promise.resolve().then(f) })()",
     AT_ETIMEOUT, "it ran for more than 100 ms", false},
    {"endless timers", "(function f() { setTimeout(f, 0) })()", AT_ETIMEOUT,
     "the script was stopped", false},
    {"a timer of a day", "setTimeout(() => {}, 86400000)", AT_ETIMEOUT,
     "its timers wait for more than 60000 ms", false},
    {"endless display", "({get [Symbol.toStringTag]() { for (;;); }})",
     AT_ETIMEOUT, "it ran for more than 100 ms", false},
    {"regular expression", "/^(a+)+b/.test('a'.repeat(40))", AT_ETIMEOUT,
     "it ran for more than 100 ms", false},
};

static void
check_rows(const struct row *at, size_t count, int64_t max_ms)
{
    struct script_rig rig;
    const struct at_maestro_script_opts opts = {.max_ms = max_ms};
    script_rig_init(&rig, &opts);
    for (size_t i = 0; i < count; i++) {
        T_ROW(at[i].name);
        script_rig_engine(&rig, "1");
        long pid = at_maestro_script_pid(rig.script);
        const char *shown = script_rig_engine(&rig, at[i].script);
        T_HAS(shown, at[i].words);
        T_EQ_INT(rig.err.code, at[i].code);
        T_EQ_INT(at_maestro_script_pid(rig.script) == pid, at[i].survives);
        T_EQ_INT(at_proc_is_alive(pid), at[i].survives);
    }
    script_rig_deinit(&rig);
}

T_TEST(time_is_limited)
{
    check_rows(times, T_LEN(times), MAX_MS);
}

T_TEST(sizes_are_limited)
{
    check_rows(sizes, T_LEN(sizes), LONG_MS);
}

T_TEST(lines_without_end_are_cut)
{
    struct script_rig rig;
    const struct at_maestro_script_opts opts = {.max_ms = 5000};
    script_rig_init(&rig, &opts);
    script_rig_engine(&rig, "for (let i = 0; i < 1e5; i++) "
                            "console.log('x'.repeat(100)); output.done = 1");
    T_EQ_TEXT(script_rig_engine(&rig, "output.done"), "1");
    T_OK(rig.lines.len > AT_SCRIPT_LOG_MAX_BYTES / 2);
    T_OK(rig.lines.len < 2 * AT_SCRIPT_LOG_MAX_BYTES);
    T_HAS(at_buf_text(&rig.lines), "further lines of this script");
    at_buf_clear(&rig.lines);
    script_rig_engine(&rig, "console.log('next')");
    T_EQ_TEXT(at_buf_text(&rig.lines), "log: next\n");
    script_rig_deinit(&rig);
}

struct ending {
    struct at_maestro_script *script;
    struct at_cancel *cancel;
};

static void
kill_engine(void *user, struct at_str level, struct at_str text)
{
    struct ending *ending = user;
    (void)level;
    (void)text;
    if (ending->cancel)
        at_cancel_fire(ending->cancel);
    else
        kill((pid_t)at_maestro_script_pid(ending->script), SIGKILL);
}

static enum at_code
run_until(struct at_cancel *cancel, char words[AT_ERR_MSG_MAX])
{
    struct script_rig rig;
    struct ending ending = {.cancel = cancel};
    script_rig_init(&rig, NULL);
    const struct at_maestro_script_opts opts = {
        .program = rig.program, .line = kill_engine, .user = &ending};
    const struct at_op op = {at_now_ns() + 50000 * AT_NS_PER_MS, cancel};
    struct at_err err = AT_ERR_INIT;
    ending.script = at_maestro_script_new(&opts);
    at_maestro_scope_set_engine(rig.scope,
                                at_maestro_script_engine(ending.script));
    const struct at_maestro_source endless = {
        .path = AT_STR("a.js"), .text = AT_STR("console.log(1); for (;;);")};
    const struct at_maestro_source short_one = {.path = AT_STR("a.js"),
                                                .text = AT_STR("1")};
    T_NOT(at_maestro_scope_run(&op, rig.scope, &endless, &err));
    snprintf(words, AT_ERR_MSG_MAX, "%s", err.msg);
    T_EQ_INT(at_maestro_script_pid(ending.script), -1);
    // The next script has a new engine.
    T_OK(at_maestro_scope_run(
        &(struct at_op){at_now_ns() + 50000 * AT_NS_PER_MS, NULL}, rig.scope,
        &short_one, NULL));
    at_maestro_script_free(ending.script);
    script_rig_deinit(&rig);
    return err.code;
}

T_TEST(an_engine_that_is_killed_is_an_error_of_its_own)
{
    char words[AT_ERR_MSG_MAX];
    T_EQ_INT(run_until(NULL, words), AT_EIO);
    T_EQ_TEXT(words, "the script's process ended with status 137 before the "
                     "script did");
}

T_TEST(a_cancelled_run_does_not_wait_for_its_script)
{
    char words[AT_ERR_MSG_MAX];
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    T_EQ_INT(run_until(cancel, words), AT_ECANCELED);
    at_cancel_free(cancel);
}

T_TEST(an_engine_without_its_library_is_said_to_be_that)
{
    struct script_rig rig;
    char path[] = "/tmp/agentest-script-XXXXXX";
    const char *const text = "#!/bin/sh\nexit 127\n";
    int fd = mkstemp(path);
    T_OK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    T_EQ_INT(fchmod(fd, 0700), 0);
    close(fd);
    script_rig_init(&rig, NULL);
    const struct at_maestro_script_opts opts = {.program = path};
    const struct at_op op = {at_now_ns() + 50000 * AT_NS_PER_MS, NULL};
    struct at_err err = AT_ERR_INIT;
    struct at_maestro_script *script = at_maestro_script_new(&opts);
    at_maestro_scope_set_engine(rig.scope, at_maestro_script_engine(script));
    const struct at_maestro_source one = {.path = AT_STR("a.js"),
                                          .text = AT_STR("1")};
    T_NOT(at_maestro_scope_run(&op, rig.scope, &one, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "a library that it needs is missing");
    at_maestro_script_free(script);
    script_rig_deinit(&rig);
    unlink(path);
}

T_TEST(the_sandbox_refuses_all_that_it_is_asked)
{
    struct script_rig rig;
    struct at_proc_result result;
    const struct at_op op = {at_now_ns() + 50000 * AT_NS_PER_MS, NULL};
    script_rig_init(&rig, NULL);
    const char *const argv[] = {rig.program, "--check", NULL};
    const struct at_proc_opts opts = {.argv = argv};
    at_proc_result_init(&result, AT_KIB);
    T_OK(at_proc_run(&op, &opts, &result, NULL));
    T_EQ_INT(result.exit_status, 0);
#ifdef __linux__
    T_HAS(at_buf_text(&result.out), "engine: ");
    T_EQ_TEXT(
        strchr(at_buf_text(&result.out), '\n'),
        "\nsandbox: seccomp\nopen a file: refused\nopen a socket: refused\n"
        "start a program: refused\nsignal a process: refused\n");
#endif
    at_proc_result_deinit(&result);
    script_rig_deinit(&rig);
}

T_MAIN()
