// maestro_script.c: agentest-script, which runs the scripts of one flow
//
// Started by whatever runs the flow, with a stream as descriptor 3. It makes
// its engine, takes from itself what scripts never need, and answers.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "base/version.h"
#include "maestro/script/sandbox.h"
#include "maestro/script/serve.h"
#include "sys/core.h"
#include "sys/proc.h"

enum { STREAM_FD = 3 };

extern char **environ;

// The environment of the process that started us may hold secrets. Of it the
// engine asks for the time zone, again and again.
static void
forget_environment(void)
{
    static char *kept[2];
    const char *zone = getenv("TZ");
    kept[0] = zone ? at_strfmt("TZ=%s", zone) : NULL;
    environ = kept;
}

static int
fail(const char *words)
{
    fprintf(stderr, "agentest-script: %s\n", words);
    return 1;
}

// The engine reserves more memory than it uses. Its use is watched; the limit
// of the program that started us, such as a tester's worker, is not for us.
static void
lift_memory_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_DATA, &limit);
}

static int
serve(void)
{
    struct at_err err = AT_ERR_INIT;
    struct at_conn *conn;
    lift_memory_limit();
    if (!at_conn_adopt(STREAM_FD, &conn, &err))
        return fail("it is started by the programs that run flows");
    struct at_script_serve *serve = at_script_serve_new(conn);
    struct at_js_host host = at_script_serve_host(serve);
    struct at_js *js = at_js_new(&host, &err);
    if (!js)
        return fail(err.msg);
    forget_environment();
    if (!at_sandbox_watch(AT_SCRIPT_MEMORY_MAX_BYTES))
        return fail("cannot watch itself");
    at_sandbox_close();
    // The engine's own end takes long, and releases what the system releases.
    _exit(at_script_serve_run(serve, js));
}

static bool
can_open(void)
{
    int fd = open("/etc/hostname", O_RDONLY | O_CLOEXEC);
    return fd >= 0;
}

static bool
can_connect(void)
{
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}

static bool
can_start(void)
{
    const char *const argv[] = {"/bin/true", NULL};
    const struct at_proc_opts opts = {.argv = argv};
    const struct at_op op = {AT_NEVER_NS, NULL};
    struct at_proc_result result;
    at_proc_result_init(&result, 0);
    bool ok = at_proc_run(&op, &opts, &result, NULL);
    at_proc_result_deinit(&result);
    return ok;
}

static bool
can_signal(void)
{
    return kill(getppid(), 0) == 0;
}

// Close the sandbox and try what it should refuse.
static int
check(void)
{
    static const struct {
        const char *name;
        bool (*can)(void);
    } rows[] = {
        {"open a file", can_open},
        {"open a socket", can_connect},
        {"start a program", can_start},
        {"signal a process", can_signal},
    };
    const struct at_js_host none = {0};
    struct at_err err = AT_ERR_INIT;
    if (!at_js_new(&none, &err))
        return fail(err.msg);
    printf("engine: %s\nsandbox: %s\n", at_js_name(), at_sandbox_close());
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        printf("%s: %s\n", rows[i].name,
               rows[i].can() ? "possible" : "refused");
    fflush(stdout);
    _exit(0);
}

int
main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    at_core_forbid();
    if (strcmp(word, "--version") == 0) {
        printf("agentest-script %s, %s\n", at_version_text, at_js_name());
        return 0;
    }
    if (strcmp(word, "--check") == 0)
        return check();
    if (strcmp(word, "--serve") == 0)
        return serve();
    printf("agentest-script runs the scripts of flows; it is started by the "
           "programs that run them.\n"
           "\n"
           "  --check    show what its sandbox refuses on this machine\n"
           "  --version  show the version and the engine\n");
    return strcmp(word, "--help") == 0 ? 0 : 2;
}
