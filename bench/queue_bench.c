// queue_bench.c: what the queue costs: listing 10,000 queued runs, claims in a
// second, and the time from queueing a run to its start
//
// The store, the queue, lanes, leases and reports are real; devices and what
// runs do on them are not: a run ends as soon as it has begun. Prints one JSON
// object. With --nats URL the store is that of a pool.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "store/shared.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tester/run/run.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs.h"
#include "tester/worker/worker.h"
#include "wire/json.h"

enum {
    DEVICES = 8,
    QUEUED = 10000,
    STARTS = 101,
    RUNS = 1000,
    CLAIMS = 800,
    WORKERS_MAX = 20000
};

static char home[] = "/tmp/at-queue-bench-XXXXXX";
static struct at_store_db *store;
static struct at_env *env;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // guards all below
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static size_t begun;
static size_t ended;
static int64_t begun_ns; // when the last run began

static void
need(bool ok, const char *what, const struct at_err *err)
{
    if (ok)
        return;
    fprintf(stderr, "queue_bench: %s: %s\n", what, err ? err->msg : "failed");
    exit(1);
}

// All threads together.
static double
cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

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

static bool
list_devices(const struct at_platform_call *call, struct at_device_list *out,
             struct at_err *err)
{
    (void)call, (void)err;
    for (int i = 0; i < DEVICES; i++) {
        struct at_device_entry *entry = at_device_list_add(out);
        snprintf(entry->id, sizeof(entry->id), "bench-%d", i);
        snprintf(entry->state, sizeof(entry->state), "device");
        entry->usable = true;
    }
    return true;
}

static bool
open_device(const struct at_platform_call *call, const char *selector,
            struct at_device **out_device, struct at_err *err)
{
    (void)call, (void)err;
    *out_device = at_alloc(sizeof(**out_device));
    (*out_device)->ops = &device_ops;
    at_str_cut((*out_device)->serial, sizeof((*out_device)->serial),
               at_str(selector));
    return true;
}

static const struct at_platform platform = {
    .name = "android",
    .present = is_present,
    .list = list_devices,
    .open = open_device,
};
static const struct at_platform *const platforms[] = {&platform, NULL};

// Instead of tester/run: a run that passes at once.
void
at_tester_run(const struct at_op *op, const struct at_run_opts *opts,
              struct at_run_outcome *out)
{
    (void)op;
    pthread_mutex_lock(&lock);
    begun++;
    begun_ns = at_now_ns();
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    *out = (struct at_run_outcome){.summary = AT_BUF_INIT(4096)};
    at_recipe_init(&out->recipe);
    at_verdicts_init(&out->verdicts, opts->scenario->steps.count);
    at_verdicts_finish(&out->verdicts, true);
    out->end = AT_RUN_END_DONE;
    out->verdict = at_verdicts_all(&out->verdicts);
    at_verdicts_write(&out->verdicts, &out->summary);
    at_device_free(opts->device);
}

// Workers as threads: all of their messages, without a process.
static struct worker {
    pthread_t thread;
    int fd;
} workers[WORKERS_MAX];
static size_t worker_count;

static void *
serve_worker(void *user)
{
    const struct worker *worker = user;
    struct at_err err = AT_ERR_INIT;
    need(at_worker_serve(&(struct at_worker_opts){platforms, worker->fd, false},
                         &err),
         "a worker", &err);
    return NULL;
}

static bool
start_worker(void *user, int fd, long *out_id, struct at_err *err)
{
    (void)user, (void)err;
    pthread_mutex_lock(&lock);
    need(worker_count < WORKERS_MAX, "more workers", NULL);
    *out_id = (long)worker_count;
    struct worker *worker = &workers[worker_count++];
    pthread_mutex_unlock(&lock);
    worker->fd = dup(fd);
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

static void
on_event(void *user, const char *run, int64_t index, struct at_str json)
{
    (void)user, (void)run, (void)index;
    if (!at_str_has(json, AT_STR("\"state\":\"ended\"")))
        return;
    pthread_mutex_lock(&lock);
    ended++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void
await(const size_t *count, size_t least)
{
    pthread_mutex_lock(&lock);
    while (*count < least)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void
open_home(const char *nats)
{
    struct at_err err = AT_ERR_INIT;
    need(mkdtemp(home) != NULL, "a folder", NULL);
    char *leases = at_strfmt("%s/leases", home);
    char *dotenv = at_strfmt("%s/.env", home);
    char *path = at_strfmt("%s/store.db", home);
    const struct at_bus_opts bus = {.urls = nats};
    setenv("AGENTEST_LEASE_DIR", leases, 1);
    need(at_file_put(dotenv, AT_STR("DEEP_SEEK_KEY=key\n"), &err), dotenv,
         &err);
    need(at_env_open(dotenv, &env, &err), dotenv, &err);
    need(nats ? at_store_shared_open(path, &bus, &store, &err)
              : at_store_sqlite_open(path, &store, &err),
         path, &err);
    free(leases);
    free(dotenv);
    free(path);
}

static struct at_runs *
start_runs(const char *name)
{
    struct at_err err = AT_ERR_INIT;
    char *reports = at_strfmt("%s/reports-%s", home, name);
    struct at_runs *runs;
    need(at_runs_new(&(struct at_runs_opts){.platforms = platforms,
                                            .store = store,
                                            .env = env,
                                            .reports = reports,
                                            .workers = &worker_ways,
                                            .is_pool = true,
                                            .host = name,
                                            .event = on_event},
                     &runs, &err),
         reports, &err);
    free(reports);
    return runs;
}

static void
read_scenario(struct at_scenario *out)
{
    struct at_err err = AT_ERR_INIT;
    json_t *json = json_pack(
        "{s:s, s:s, s:[s,s,s,s,s], s:[s,s]}", "goal", "Measure the queue",
        "packageName", "com.example.notes", "steps",
        "Log in as demo@example.com", "Open the third note and read its title",
        "Go back to the list of notes",
        "Open the settings and look for a theme",
        "Return to the list, which has all notes", "tags", "smoke", "bench");
    need(at_scenario_read(json, out, &err), "a scenario", &err);
    json_decref(json);
}

static void
submit(struct at_runs *runs, int64_t not_before_ms,
       char id[AT_STORE_ID_LEN + 1])
{
    const struct at_op op = {at_now_ns() + 60000 * AT_NS_PER_MS, NULL};
    struct at_err err = AT_ERR_INIT;
    struct at_scenario scenario;
    read_scenario(&scenario);
    need(at_runs_submit(&op, runs,
                        &(struct at_runs_wish){.scenario = &scenario,
                                               .not_before_ms = not_before_ms},
                        id, &err),
         "submit", &err);
    at_scenario_deinit(&scenario);
}

static int
compare(const void *a, const void *b)
{
    double one = *(const double *)a, two = *(const double *)b;
    return one < two ? -1 : one > two;
}

static double
median(double *values, size_t count)
{
    qsort(values, count, sizeof(*values), compare);
    return values[count / 2];
}

// Runs on a host whose devices are idle, one after the other.
static void
measure_start(struct at_runs *runs, json_t *out)
{
    double times[STARTS];
    char id[AT_STORE_ID_LEN + 1];
    for (size_t i = 0; i < STARTS; i++) {
        int64_t began_ns = at_now_ns();
        size_t before = begun;
        submit(runs, 0, id);
        await(&begun, before + 1);
        times[i] = (double)(begun_ns - began_ns) / 1e6;
        await(&ended, before + 1);
    }
    at_json_set(out, "startMs", json_real(median(times, STARTS)));
}

// Many at once for the devices of the host: what a second holds.
static void
measure_claims(struct at_runs *runs, size_t count, json_t *out)
{
    char id[AT_STORE_ID_LEN + 1];
    size_t before = ended;
    double cpu = cpu_ms();
    int64_t began_ns = at_now_ns();
    for (size_t i = 0; i < count; i++)
        submit(runs, 0, id);
    await(&ended, before + count);
    double seconds = (double)(at_now_ns() - began_ns) / 1e9;
    at_json_set(out, "runsPerSecond", json_real((double)count / seconds));
    at_json_set(out, "runCpuMs", json_real((cpu_ms() - cpu) / (double)count));
}

// A worker that claims every DEVICES-th run, as a lane does.
struct claimer {
    pthread_t thread;
    const struct at_argv *ids;
    size_t first;
};

static void *
claim_all(void *user)
{
    const struct claimer *claimer = user;
    struct at_err err = AT_ERR_INIT;
    for (size_t i = claimer->first; i < claimer->ids->count; i += DEVICES) {
        struct at_run_record record;
        int64_t revision;
        need(at_run_document_get(store, claimer->ids->words[i], &record,
                                 &revision, &err),
             "read a run", &err);
        at_run_record_begin(&record, "android", "bench", at_wall_now_ms());
        need(at_run_document_replace(store, &record, &revision, &err), "claim",
             &err);
        at_run_record_deinit(&record);
    }
    return NULL;
}

// Claims alone.
static void
measure_bare_claims(struct at_runs *runs, json_t *out)
{
    int64_t due_ms = store->ops->now_ms(store) + 3600000;
    struct at_argv ids = AT_ARGV_INIT;
    struct claimer claimers[DEVICES];
    for (size_t i = 0; i < CLAIMS; i++) {
        char id[AT_STORE_ID_LEN + 1];
        submit(runs, due_ms, id);
        at_argv_add(&ids, id);
    }
    int64_t began_ns = at_now_ns();
    for (size_t i = 0; i < DEVICES; i++) {
        claimers[i] = (struct claimer){.ids = &ids, .first = i};
        need(pthread_create(&claimers[i].thread, NULL, claim_all,
                            &claimers[i]) == 0,
             "a thread", NULL);
    }
    for (size_t i = 0; i < DEVICES; i++)
        pthread_join(claimers[i].thread, NULL);
    double ms = (double)(at_now_ns() - began_ns) / 1e6;
    at_json_set(out, "claimMs", json_real(ms / CLAIMS));
    at_argv_deinit(&ids);
}

static void
measure_list(const char *name, json_t *out)
{
    double cpu = cpu_ms();
    size_t count = 0;
    struct at_err err = AT_ERR_INIT;
    char before[AT_STORE_KEY_MAX + 1] = "";
    bool more = true;
    while (more) {
        const struct at_store_query query = {.kind = AT_STORE_RUN,
                                             .state = AT_STR("queued"),
                                             .before = at_str(before),
                                             .bare = true,
                                             .limit = AT_STORE_LIST_MAX};
        struct at_store_list list;
        need(store->ops->list(store, &query, &list, &err), "list", &err);
        more = list.more;
        count += list.count;
        if (list.count > 0)
            at_str_cut(before, sizeof(before),
                       at_str(list.docs[list.count - 1].id));
        at_store_list_deinit(&list);
    }
    need(count >= QUEUED, "all queued runs", NULL);
    at_json_set(out, name, json_real(cpu_ms() - cpu));
}

// The first page of queued runs, as the dashboard asks for it.
static void
measure_page(struct at_runs *runs, json_t *out)
{
    static const char *const except[] = {"scenario.steps", "config", NULL};
    const struct at_store_query query = {
        .kind = AT_STORE_RUN, .state = AT_STR("queued"), .except = except};
    struct at_err err = AT_ERR_INIT;
    struct at_store_list list;
    double cpu = cpu_ms();
    need(store->ops->list(store, &query, &list, &err), "a page", &err);
    for (size_t i = 0; i < list.count; i++)
        need(at_runs_place(runs, list.docs[i].id) > 0, "a place", NULL);
    at_json_set(out, "pageCpuMs", json_real(cpu_ms() - cpu));
    at_store_list_deinit(&list);
}

static void
measure_queue(struct at_runs *runs, json_t *out)
{
    int64_t due_ms = store->ops->now_ms(store) + 3600000;
    char id[AT_STORE_ID_LEN + 1];
    for (size_t i = 0; i < QUEUED; i++)
        submit(runs, due_ms, id);
    measure_list("listBareCpuMs", out);
    measure_page(runs, out);
}

// A host that finds them in the store.
static struct at_runs *
measure_second(json_t *out)
{
    struct at_runs_counts counts = {.queued = 0};
    double cpu = cpu_ms();
    struct at_runs *second = start_runs("second");
    while (counts.queued < QUEUED) {
        sched_yield(); // another thread fills the index
        at_runs_count(second, &counts);
    }
    at_json_set(out, "indexCpuMs", json_real(cpu_ms() - cpu));
    return second;
}

int
main(int argc, char **argv)
{
    const char *nats =
        argc > 2 && strcmp(argv[1], "--nats") == 0 ? argv[2] : NULL;
    json_t *out = json_object();
    open_home(nats);
    struct at_runs *runs = start_runs("bench");
    struct at_runs *second = NULL;
    measure_start(runs, out);
    measure_claims(runs, RUNS, out);
    measure_bare_claims(runs, out);
    if (!nats) {
        measure_queue(runs, out);
        second = measure_second(out);
    }
    json_dumpf(out, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(5));
    printf("\n");
    at_runs_free(second);
    at_runs_free(runs);
    at_store_db_free(store);
    at_env_free(env);
    json_decref(out);
    return at_folder_remove(home, NULL) ? 0 : 1;
}
