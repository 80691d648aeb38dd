// resident.c: the helper that app_process runs: its input, its life, its output
//
// A thread reads the standard input, whose first line has the token and whose
// end is the helper's.
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/java.h"
#include "virtual-android/commands/verbs.h"
#include "virtual-android/helper/run.h"
#include "virtual-android/model/spawned.h"

enum { LINE_MAX_BYTES = 4096, FIRST_LINE_MS = 10000 };

struct resident {
    struct vd_call *call;
    struct vd_lifecycle life;
    struct at_cancel *told; // owned; fires when the line is read or fails
    struct at_buf line;     // used by the reader until told fires
    const char *wrong;      // fault of the line; NULL: none
};

static const char *
read_first_line(struct resident *r)
{
    char c;
    while (vd_read(r->call, &c, 1) == 1) {
        if (c == '\n')
            return NULL;
        if (!at_buf_add_char(&r->line, c))
            return "the first line of stdin has more than 4096 bytes";
    }
    return "stdin ended before its first line";
}

static void *
read_input(void *arg)
{
    struct resident *r = arg;
    char ignored[256];
    r->wrong = read_first_line(r);
    at_cancel_fire(r->told);
    while (vd_read(r->call, ignored, sizeof(ignored)) > 0)
        continue;
    if (!vd_device_take_fault(r->call->device, "resident-deaf"))
        vd_lifecycle_finish(&r->life, "stdin ended");
    return NULL;
}

// Returns false if the process was killed.
static bool
spend(struct resident *r, const char *what)
{
    struct at_op op = {AT_NEVER_NS, r->life.killed};
    int64_t ms = vd_device_latency_ms(r->call->device, what);
    return ms == 0
               ? !at_cancel_fired(r->life.killed)
               : at_op_wait_until(&op, at_now_ns() + ms * AT_NS_PER_MS, NULL);
}

static void
wait_for_death(struct resident *r)
{
    struct at_op op = {AT_NEVER_NS, r->life.killed};
    while (at_op_wait_until(&op, AT_NEVER_NS, NULL))
        continue;
}

// Return false if no line can be read.
static bool
await_line(struct resident *r, struct vd_ended *out)
{
    struct at_op op = {AT_NEVER_NS, r->told};
    int64_t until_ns = at_now_ns() + FIRST_LINE_MS * AT_NS_PER_MS;
    *out = (struct vd_ended){.stage = "arguments"};
    if (at_op_wait_until(&op, until_ns, NULL))
        return at_fail(&out->err, AT_ETIMEOUT,
                       "no line came on stdin within %d ms", FIRST_LINE_MS);
    out->killed = at_cancel_fired(r->life.killed);
    if (out->killed)
        return false;
    return !r->wrong || at_fail(&out->err, AT_EUSAGE, "%s", r->wrong);
}

static void
report(void *arg, const char *const *members)
{
    vd_put_stage(arg, members);
}

static void
serve(struct resident *r, const struct vd_jar *jar, struct vd_launch *launch,
      struct vd_ended *out)
{
    struct vd_call *call = r->call;
    pthread_t reader;
    if (pthread_create(&reader, NULL, read_input, r) != 0) {
        out->killed = true;
        return;
    }
    if (await_line(r, out)) {
        launch->line = at_buf_str(&r->line);
        launch->is_resident = true;
        launch->version = vd_jar_value(jar, "Implementation-Version");
        if (!at_str_to_i64(vd_jar_value(jar, "AgenTest-Version-Code"), 0,
                           INT32_MAX, &launch->version_code))
            launch->version_code = 0;
        launch->report = report;
        launch->arg = call;
        vd_helper_run(launch, out);
    }
    if (call->io->hush)
        call->io->hush(call->io, true);
    pthread_join(reader, NULL);
    if (call->io->hush)
        call->io->hush(call->io, false);
}

static void
run(struct resident *r, const struct vd_jar *jar, struct vd_launch *launch,
    struct vd_ended *out)
{
    *out = (struct vd_ended){.killed = true};
    bool silent = vd_device_take_fault(r->call->device, "resident-silent");
    if (silent)
        wait_for_death(r);
    else if (spend(r, "app-process"))
        serve(r, jar, launch, out);
}

int
vd_run_resident(struct vd_call *call, const struct vd_jar *jar)
{
    struct resident r = {.call = call, .line = AT_BUF_INIT(LINE_MAX_BYTES)};
    struct vd_ended ended = {.killed = true};
    char *args = vd_java_args(call);
    int number = SIGKILL;
    bool ok = vd_lifecycle_init(&r.life, vd_java_end(call), 0, NULL);
    r.told = ok ? at_cancel_new(r.life.killed, NULL) : NULL;
    if (r.told) {
        struct vd_launch launch = {
            .device = call->device, .args = args, .life = &r.life};
        launch.pid = vd_device_spawn(call->device, args, r.life.killed);
        run(&r, jar, &launch, &ended);
        number = vd_device_reap(call->device, launch.pid);
    }
    if (!ended.killed)
        vd_put_end(call, &ended);
    at_cancel_free(r.told);
    vd_lifecycle_deinit(&r.life);
    at_buf_deinit(&r.line);
    free(args);
    if (ended.killed)
        return vd_java_died(call, number ? number : SIGHUP);
    return ended.reason ? 0 : 1;
}
