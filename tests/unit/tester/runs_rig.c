#include "tests/unit/tester/runs_rig.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "tester/run/run.h"
#include "tester/worker/worker.h"
#include "tests/unit/rig.h"
#include "wire/json.h"

struct at_runs *rig_runs;
char rig_home[64];
bool rig_is_offline;
void (*rig_on_event)(const char *run, int64_t index);
void (*rig_worker)(int fd);
void (*rig_on_worker_start)(void);

static struct at_store_db *store;
static struct at_env *env;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // guards all below
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int open_gates;
static int running;
static int most_at_once;

static void
free_device(struct at_device *device)
{
    free(device);
}

static const struct at_device_ops device_ops = {.free = free_device};

static bool
is_present(void)
{
    return true;
}

static void
add_device(struct at_device_list *out, const char *id)
{
    struct at_device_entry *entry = at_device_list_add(out);
    snprintf(entry->id, sizeof(entry->id), "%s", id);
    snprintf(entry->state, sizeof(entry->state), "%s",
             rig_is_offline ? "offline" : "device");
    entry->usable = !rig_is_offline;
    if (rig_is_offline)
        snprintf(entry->remedy, sizeof(entry->remedy), "wake it up");
}

static bool
list_android(const struct at_platform_call *call, struct at_device_list *out,
             struct at_err *err)
{
    (void)call, (void)err;
    add_device(out, RIG_ANDROID "-0");
    add_device(out, RIG_ANDROID "-1");
    return true;
}

static bool
list_far(const struct at_platform_call *call, struct at_device_list *out,
         struct at_err *err)
{
    (void)call, (void)err;
    add_device(out, RIG_FAR "-0");
    add_device(out, RIG_FAR "-1");
    return true;
}

static bool
list_ios(const struct at_platform_call *call, struct at_device_list *out,
         struct at_err *err)
{
    (void)call, (void)err;
    add_device(out, RIG_IOS);
    return true;
}

static bool
open_device(const struct at_platform_call *call, const char *selector,
            struct at_device **out_device, struct at_err *err)
{
    if (!at_op_check(call->op, err))
        return false;
    *out_device = at_alloc(sizeof(**out_device));
    (*out_device)->ops = &device_ops;
    at_str_cut((*out_device)->serial, sizeof((*out_device)->serial),
               at_str(selector));
    return true;
}

static const struct at_platform android = {
    .name = "android",
    .present = is_present,
    .list = list_android,
    .open = open_device,
};
static const struct at_platform ios = {
    .name = "ios",
    .present = is_present,
    .list = list_ios,
    .open = open_device,
};
static const struct at_platform far = {
    .name = "android",
    .present = is_present,
    .list = list_far,
    .open = open_device,
};
static const struct at_platform *const platforms[] = {&android, &ios, NULL};
static const struct at_platform *const far_platforms[] = {&far, NULL};

static void
tell(const struct at_run_opts *opts, enum at_run_event_kind kind, int step,
     const char *text)
{
    opts->sink->event(
        opts->sink->user,
        &(struct at_run_event){
            .kind = kind,
            .step = step,
            .tool = kind == AT_RUN_TOOL ? AT_STR("tap") : AT_STR(""),
            .args = AT_STR("{\"text\":\"Save\"}"),
            .result = at_str(text),
            .prefix = AT_STR("OK"),
            .path = kind == AT_RUN_SCREENSHOT
                        ? AT_STR("screenshots/0001-tap.png")
                        : AT_STR(""),
            .message = at_str(text),
            .duration_ms = 3,
        });
}

static bool
do_pass(const struct at_op *op, const struct at_run_opts *opts, char **reason)
{
    (void)op, (void)reason;
    tell(opts, AT_RUN_STEP, 1, "begun");
    tell(opts, AT_RUN_TOOL, 1, "OK: tapped\nforged line");
    tell(opts, AT_RUN_SCREENSHOT, 1, "");
    tell(opts, AT_RUN_GUARD, 2, "suspicious text");
    return true;
}

static bool
do_fail(const struct at_op *op, const struct at_run_opts *opts, char **reason)
{
    (void)op, (void)opts, (void)reason;
    return false;
}

static bool
do_hang(const struct at_op *op, const struct at_run_opts *opts, char **reason)
{
    (void)opts, (void)reason;
    tell(opts, AT_RUN_LOG, 1, "hanging");
    return at_op_wait_until(op, AT_NEVER_NS, NULL);
}

static bool
do_busy(const struct at_op *op, const struct at_run_opts *opts, char **reason)
{
    (void)reason;
    do {
        tell(opts, AT_RUN_LOG, 1, "busy");
    } while (at_op_wait_until(op, at_now_ns() + AT_NS_PER_MS, NULL));
    return true;
}

static bool
do_gate(const struct at_op *op, const struct at_run_opts *opts, char **reason)
{
    (void)op, (void)opts, (void)reason;
    pthread_mutex_lock(&lock);
    while (open_gates == 0)
        pthread_cond_wait(&changed, &lock);
    open_gates--;
    pthread_mutex_unlock(&lock);
    return true;
}

static bool
do_approve(const struct at_op *op, const struct at_run_opts *opts,
           char **reason)
{
    bool yes = opts->sink->approve(opts->sink->user, op, AT_STR("pay 3 euros"));
    *reason = at_strdup(yes ? "approved" : "refused");
    return true;
}

static bool
do_secret(const struct at_op *op, const struct at_run_opts *opts, char **reason)
{
    (void)op;
    tell(opts, AT_RUN_TOOL, 1, "OK: typed " RIG_SECRET);
    tell(opts, AT_RUN_SAID, 1, "it is " RIG_SECRET);
    opts->sink->event(opts->sink->user, &(struct at_run_event){
                                            .kind = AT_RUN_MODEL,
                                            .model = AT_STR(RIG_SECRET),
                                            .duration_ms = -1,
                                        });
    *reason = at_strdup("I typed " RIG_SECRET);
    return false;
}

static bool
do_many(const struct at_op *op, const struct at_run_opts *opts, char **reason)
{
    (void)op, (void)reason;
    for (int i = 0; i < 1000; i++)
        tell(opts, AT_RUN_TOOL, 1, "OK");
    return true;
}

static const struct {
    const char *goal;
    bool (*run)(const struct at_op *op, const struct at_run_opts *opts,
                char **reason);
} scripts[] = {
    {"pass", do_pass},     {"fail", do_fail}, {"hang", do_hang},
    {"busy", do_busy},     {"gate", do_gate}, {"approve", do_approve},
    {"secret", do_secret}, {"many", do_many},
};

static void
count_running(int change)
{
    pthread_mutex_lock(&lock);
    running += change;
    most_at_once = running > most_at_once ? running : most_at_once;
    pthread_mutex_unlock(&lock);
}

static void
judge(const struct at_run_opts *opts, bool passed, struct at_run_outcome *out)
{
    at_verdicts_init(&out->verdicts, opts->scenario->steps.count);
    // Nothing is known of the steps of a run that was stopped.
    for (size_t i = 0; out->end == AT_RUN_END_DONE && i < out->verdicts.count;
         i++) {
        at_verdicts_begin(&out->verdicts, i);
        at_verdicts_note(&out->verdicts,
                         passed ? AT_EVIDENCE_HELD : AT_EVIDENCE_FAILED,
                         AT_STR("'Saved' is visible"), NULL);
        at_verdicts_claim(&out->verdicts, i, passed, AT_STR("as it was shown"));
    }
    at_verdicts_finish(&out->verdicts, true);
    out->verdict = at_verdicts_all(&out->verdicts);
    at_verdicts_write(&out->verdicts, &out->summary);
}

// Instead of tester/run: these tests are of what is around a run.
void
at_tester_run(const struct at_op *op, const struct at_run_opts *opts,
              struct at_run_outcome *out)
{
    size_t i = 0;
    *out = (struct at_run_outcome){.summary = AT_BUF_INIT(4096)};
    at_recipe_init(&out->recipe);
    while (i < AT_LEN(scripts) &&
           strcmp(scripts[i].goal, opts->scenario->goal) != 0)
        i++;
    rig_need(i < AT_LEN(scripts), opts->scenario->goal, NULL);
    count_running(1);
    bool passed = scripts[i].run(op, opts, &out->reason);
    count_running(-1);
    out->end = at_op_check(op, NULL) ? AT_RUN_END_DONE : AT_RUN_END_STOPPED;
    judge(opts, passed, out);
    at_device_free(opts->device);
}

// Workers as threads: all of their messages, without a process.
enum { WORKERS_MAX = 512 };
static struct worker {
    pthread_t thread;
    int fd;
    void (*serve)(int fd); // instead of a worker, or NULL
} workers[WORKERS_MAX];
static size_t worker_count;

static void *
serve_worker(void *user)
{
    const struct worker *worker = user;
    struct at_err err = AT_ERR_INIT;
    if (worker->serve) {
        worker->serve(worker->fd);
        close(worker->fd);
        return NULL;
    }
    rig_need(at_worker_serve(
                 &(struct at_worker_opts){platforms, worker->fd, false}, &err),
             "a worker", &err);
    return NULL;
}

static bool
start_worker(void *user, int fd, long *out_id, struct at_err *err)
{
    (void)user, (void)err;
    if (rig_on_worker_start)
        rig_on_worker_start();
    pthread_mutex_lock(&lock);
    rig_need(worker_count < WORKERS_MAX, "more workers", NULL);
    *out_id = (long)worker_count;
    struct worker *worker = &workers[worker_count++];
    pthread_mutex_unlock(&lock);
    worker->fd = dup(fd);
    worker->serve = rig_worker;
    return pthread_create(&worker->thread, NULL, serve_worker, worker) == 0;
}

static int
end_worker(void *user, long id, int64_t grace_ms)
{
    (void)user, (void)grace_ms;
    pthread_join(workers[id].thread, NULL);
    return 0;
}

static const struct at_worker_ways worker_ways = {start_worker, end_worker,
                                                  NULL};

void
rig_set_up(void)
{
    struct at_err err = AT_ERR_INIT;
    static const char variables[] = "DEEP_SEEK_KEY=key\n"
                                    "SECRET_PASSWORD='" RIG_SECRET "'\n";
    rig_make_home(rig_home, sizeof(rig_home));
    char *leases = at_strfmt("%s/leases", rig_home);
    char *dotenv = at_strfmt("%s/.env", rig_home);
    setenv("AGENTEST_LEASE_DIR", leases, 1);
    rig_need(at_file_put(dotenv, AT_STR(variables), &err), dotenv, &err);
    rig_need(at_env_open(dotenv, &env, &err), dotenv, &err);
    free(dotenv);
    free(leases);
}

static void
on_stored(void *user, const char *run, int64_t index, struct at_str json)
{
    (void)user;
    rig_need(json.len > 0, run, NULL);
    if (rig_on_event)
        rig_on_event(run, index);
}

enum { HOSTS_MAX = 2 };
static struct at_store_db *linked[HOSTS_MAX];
static _Thread_local bool is_forwarding;

// A change that one host's connection stores is told to the other, as by a bus.
static void
forward(void *user, const struct at_store_change *change)
{
    struct at_store_db *from = user;
    if (is_forwarding)
        return;
    is_forwarding = true;
    for (size_t i = 0; i < HOSTS_MAX; i++) {
        if (linked[i] && linked[i] != from)
            at_store_tell(linked[i], change);
    }
    is_forwarding = false;
}

void
rig_open_hosts(struct rig_host hosts[2])
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_strfmt("%s/pool.db", rig_home);
    for (size_t i = 0; i < HOSTS_MAX; i++) {
        rig_need(at_store_sqlite_open(path, &hosts[i].store, &err), path, &err);
        at_store_listen(hosts[i].store, forward, hosts[i].store);
        linked[i] = hosts[i].store;
    }
    free(path);
}

void
rig_start_host(struct rig_host *host, const char *name, int64_t lease_ms)
{
    struct at_err err = AT_ERR_INIT;
    bool is_far = strcmp(name, "far") == 0;
    char *reports = at_strfmt("%s/reports-%s", rig_home, name);
    rig_need(
        at_runs_new(&(struct at_runs_opts){.platforms = is_far ? far_platforms
                                                               : platforms,
                                           .store = host->store,
                                           .env = env,
                                           .reports = reports,
                                           .workers = &worker_ways,
                                           .is_pool = true,
                                           .host = name,
                                           .lease_ms = lease_ms,
                                           .event = on_stored},
                    &host->runs, &err),
        reports, &err);
    free(reports);
}

void
rig_stop_host(struct rig_host *host)
{
    at_runs_free(host->runs);
    host->runs = NULL;
}

void
rig_close_hosts(struct rig_host hosts[2])
{
    for (size_t i = 0; i < HOSTS_MAX; i++) {
        linked[i] = NULL;
        at_store_db_free(hosts[i].store);
    }
}

void
rig_start(void)
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_strfmt("%s/store.db", rig_home);
    char *reports = at_strfmt("%s/reports", rig_home);
    rig_need(at_store_sqlite_open(path, &store, &err), path, &err);
    rig_need(at_runs_new(&(struct at_runs_opts){.platforms = platforms,
                                                .store = store,
                                                .env = env,
                                                .reports = reports,
                                                .workers = &worker_ways,
                                                .queue_max = RIG_QUEUE_MAX,
                                                .event = on_stored},
                         &rig_runs, &err),
             reports, &err);
    free(reports);
    free(path);
}

void
rig_stop(void)
{
    at_runs_free(rig_runs);
    at_store_db_free(store);
    rig_runs = NULL;
    store = NULL;
}

void
rig_tear_down(void)
{
    rig_stop();
    at_env_free(env);
    rig_remove_home(rig_home);
}

bool
rig_submit(const char *goal, const char *device,
           char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    return rig_submit_wish(rig_runs, goal, device, &(struct at_runs_wish){0},
                           out_id, err);
}

bool
rig_submit_wish(struct at_runs *runs, const char *goal, const char *device,
                const struct at_runs_wish *wish,
                char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    struct at_op op = rig_within(RIG_START_MS);
    struct at_scenario scenario;
    struct at_runs_wish whole = *wish;
    const char *second =
        strcmp(goal, "secret") == 0 ? "Type {{password}}" : "Save it";
    json_t *json =
        json_pack("{s:s, s:s, s:[s,s], s:s}", "goal", goal, "packageName",
                  "com.example.notes", "steps", "Open the <app>", second,
                  "device", device ? device : "");
    rig_need(at_scenario_read(json, &scenario, err), goal, err);
    whole.scenario = &scenario;
    bool ok = at_runs_submit(&op, runs, &whole, out_id, err);
    at_scenario_deinit(&scenario);
    json_decref(json);
    return ok;
}

static json_t *
open_json(const struct at_runs_open *open)
{
    json_t *json = at_run_record_json(&open->record);
    if (open->asks)
        at_json_set(json, "approval", json_pack("{s:s}", "what", open->asks));
    if (open->place > 0)
        at_json_set(json, "place", json_integer((json_int_t)open->place));
    return json;
}

json_t *
rig_state(const char *id)
{
    struct at_err err = AT_ERR_INIT;
    struct at_runs_list list;
    struct at_run_record record;
    at_runs_list_open(rig_runs, id, &list);
    json_t *state = list.count > 0 ? open_json(&list.items[0]) : NULL;
    at_runs_list_deinit(&list);
    if (state)
        return state;
    rig_need(at_runs_record(rig_runs, id, &record, &err), id, &err);
    state = at_run_record_json(&record);
    at_run_record_deinit(&record);
    return state;
}

bool
rig_is(const char *id, const char *member, const char *text)
{
    json_t *state = rig_state(id);
    bool is_so = at_str_is(at_json_get_str(state, member), text);
    json_decref(state);
    return is_so;
}

void
rig_await(const char *id, const char *member, const char *text)
{
    struct at_op op = rig_within(RIG_START_MS);
    while (!rig_is(id, member, text))
        rig_reread(&op, text);
}

const char *
rig_answer(const char *id)
{
    static struct at_buf answer = AT_BUF_INIT(64 * 1024);
    struct at_op op = rig_within(RIG_START_MS);
    struct at_err err = AT_ERR_INIT;
    at_buf_clear(&answer);
    rig_need(at_runs_wait(&op, rig_runs, id, &answer, &err), id, &err);
    return at_buf_text(&answer);
}

void
rig_open_gate(void)
{
    pthread_mutex_lock(&lock);
    open_gates++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

int
rig_most_at_once(void)
{
    pthread_mutex_lock(&lock);
    int most = most_at_once;
    pthread_mutex_unlock(&lock);
    return most;
}

char *
rig_file(const char *id, const char *name)
{
    char *path = at_strfmt("%s/reports/%s/%s", rig_home, id, name);
    char *text = rig_read(path);
    free(path);
    return text;
}

struct at_op
rig_within(int64_t ms)
{
    return (struct at_op){at_now_ns() + ms * AT_NS_PER_MS, NULL};
}

struct at_store_db *
rig_store(void)
{
    return store;
}
