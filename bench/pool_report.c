// pool_report.c: what a simulated pool came to
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "bench/pool_sim.h"
#include "tester/runs/hosts.h"
#include "wire/json.h"

// Not simulated: a run of five steps with a model tells
// about so many events, of so many bytes, beside those of its state.
enum { RUN_EVENTS = 40, EVENT_BYTES = 600, PRESENCE_BYTES = 300 };

static int
compare(const void *a, const void *b)
{
    double one = *(const double *)a, two = *(const double *)b;
    return one < two ? -1 : one > two;
}

// Seconds that the runs of a priority waited; single: those of suites of one.
static json_t *
waits_of(const struct sim *sim, int64_t priority, bool single)
{
    double *waits = at_realloc_array(NULL, sim->opts.runs + 1, sizeof(*waits));
    size_t count = 0;
    for (size_t i = 0; i < sim->opts.runs; i++) {
        const struct sim_suite *suite = &sim->suites[sim->runs[i].suite];
        if (suite->priority == priority && (suite->count == 1) == single)
            waits[count++] = (double)sim->runs[i].waited_ms / 1000;
    }
    qsort(waits, count, sizeof(*waits), compare);
    json_t *json =
        count == 0
            ? json_null()
            : json_pack("{s:f, s:f, s:f}", "p50", waits[count / 2], "p95",
                        waits[count * 95 / 100], "max", waits[count - 1]);
    free(waits);
    return json;
}

static double
mean_wait(const struct sim *sim, const struct sim_suite *suite)
{
    double sum = 0;
    for (size_t i = suite->first; i < suite->first + suite->count; i++)
        sum += (double)sim->runs[i].waited_ms / 1000;
    return sum / (double)suite->count;
}

// Jain's index of the mean waits of suites of a priority: 1 if all are equal,
// 1/n if one has all of the waiting.
static double
fairness(const struct sim *sim, int64_t priority)
{
    double sum = 0, squares = 0;
    size_t count = 0;
    for (size_t i = 0; i < sim->suite_count; i++) {
        const struct sim_suite *suite = &sim->suites[i];
        if (suite->priority != priority || suite->count == 1)
            continue;
        double wait = 1 + mean_wait(sim, suite);
        sum += wait;
        squares += wait * wait;
        count++;
    }
    return count > 0 ? sum * sum / ((double)count * squares) : 1;
}

static double
busy_share(const struct sim *sim)
{
    double busy = 0;
    for (size_t i = 0; i < sim->device_count; i++)
        busy += (double)sim->devices[i].busy_ms;
    return busy / (double)sim->now_ms / (double)sim->device_count;
}

// Documents of runs were stored, and counted; presence and events are not.
static json_t *
bus_of(const struct sim *sim)
{
    double seconds = (double)sim->now_ms / 1000;
    double bytes_of_doc = (double)sim->put_bytes / (double)sim->puts;
    double docs = (double)(sim->puts + sim->renewals + sim->opts.runs);
    double events = (double)sim->opts.runs * (RUN_EVENTS + 3);
    double presence = (double)(sim->device_count + sim->opts.hosts) * seconds *
                      1000 / AT_HOSTS_RENEW_MS;
    double bytes =
        docs * bytes_of_doc + events * EVENT_BYTES + presence * PRESENCE_BYTES;
    double messages = docs + events + presence;
    return json_pack(
        "{s:f, s:f, s:f, s:f, s:f}", "messagesPerSecond", messages / seconds,
        "megabytesPerSecond", bytes / seconds / 1e6, "deliveredMbPerSecond",
        bytes / seconds / 1e6 * (double)sim->opts.hosts, "storedMb",
        ((double)sim->opts.runs * bytes_of_doc + events * EVENT_BYTES) / 1e6,
        "documentBytes", bytes_of_doc);
}

json_t *
sim_report(const struct sim *sim)
{
    json_t *json = json_pack(
        "{s:I, s:I, s:I, s:f, s:f, s:f, s:I, s:I, s:I}", "hosts",
        (json_int_t)sim->opts.hosts, "devices", (json_int_t)sim->device_count,
        "runs", (json_int_t)sim->ended, "seconds", (double)sim->now_ms / 1000,
        "runsPerSecond", (double)sim->ended * 1000 / (double)sim->now_ms,
        "busyShare", busy_share(sim), "queueMost", (json_int_t)sim->queue_most,
        "requeued", (json_int_t)sim->requeued, "suites",
        (json_int_t)sim->suite_count);
    at_json_set(json, "conflictsPerClaim",
                json_real((double)sim->conflicts / (double)sim->claims));
    at_json_set(json, "nightlyWait", waits_of(sim, 0, false));
    at_json_set(json, "requestWait", waits_of(sim, 10, false));
    at_json_set(json, "singleWait", waits_of(sim, 0, true));
    at_json_set(json, "nightlyFairness", json_real(fairness(sim, 0)));
    at_json_set(json, "requestFairness", json_real(fairness(sim, 10)));
    at_json_set(json, "bus", bus_of(sim));
    return json;
}
