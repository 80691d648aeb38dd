#include "programs/suite_watch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/run/run_end.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "programs/live_table.h"
#include "programs/print.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/waiters.h"
#include "tester/report/headline.h"
#include "tester/suite/result.h"
#include "wire/json.h"

enum {
    DRAW_EVERY_MS = 100, // at most
    TICK_MS = 1000,      // durations go on without events
};

struct entry {
    char run[AT_STORE_ID_LEN + 1]; // "": not submitted
    bool is_told;                  // an event told its end
};

struct at_suite_watch {
    const struct at_suite_plan *plan; // borrowed
    bool jsonl;
    bool is_live;
    struct at_live_painter painter; // for stderr

    pthread_mutex_t lock; // guards all below
    struct at_waiters waiters;
    struct entry *entries;      // owned, as are all others
    struct at_live_case *cases; // rows of the table
    json_t *numbers;            // the index of a case by its run
    struct at_live_table table;
    char note[256];
    bool has_changed; // since it was drawn
    bool has_news;    // since the last wait
    int64_t drawn_ns;
};

struct at_suite_watch *
at_suite_watch_new(const struct at_suite_plan *plan,
                   const struct at_suite_source *sources, bool jsonl)
{
    struct at_suite_watch *watch = at_alloc(sizeof(*watch));
    watch->plan = plan;
    watch->jsonl = jsonl;
    watch->is_live = at_live_open(fileno(stderr), &watch->painter) && !jsonl;
    pthread_mutex_init(&watch->lock, NULL);
    watch->entries = at_alloc((plan->count + 1) * sizeof(*watch->entries));
    watch->cases = at_alloc((plan->count + 1) * sizeof(*watch->cases));
    watch->numbers = json_object();
    for (size_t i = 0; i < plan->count; i++) {
        const struct at_suite_case *of = &plan->cases[i];
        watch->cases[i].name = of->name;
        watch->cases[i].steps =
            (int64_t)sources[of->source].scenario->steps.count;
    }
    watch->table = (struct at_live_table){.cases = watch->cases,
                                          .count = plan->count,
                                          .began_ns = at_now_ns(),
                                          .note = watch->note};
    return watch;
}

void
at_suite_watch_free(struct at_suite_watch *watch)
{
    if (!watch)
        return;
    pthread_mutex_destroy(&watch->lock);
    json_decref(watch->numbers);
    free(watch->entries);
    free(watch->cases);
    free(watch);
}

static void
change_locked(struct at_suite_watch *watch)
{
    watch->has_changed = true;
    watch->has_news = true;
    at_waiters_wake_locked(&watch->waiters);
}

// A run begins on a device: a line, unless there is a table.
static void
begin_locked(struct at_suite_watch *watch, size_t number, struct at_str device)
{
    struct at_live_case *of = &watch->cases[number];
    if (of->state == AT_LIVE_RUNNING && at_str_is(device, of->device))
        return;
    of->state = AT_LIVE_RUNNING;
    of->step = 0;
    of->began_ns = at_now_ns();
    at_str_cut(of->device, sizeof(of->device), device);
    if (!watch->is_live && !watch->jsonl)
        fprintf(stderr, "running: %s (%s)\n", of->name, of->device);
}

// Queued again, after a fault of a machine.
static void
requeue_locked(struct at_suite_watch *watch, size_t number)
{
    struct at_live_case *of = &watch->cases[number];
    if (of->state != AT_LIVE_RUNNING)
        return;
    of->state = AT_LIVE_WAITING;
    of->device[0] = '\0';
    if (!watch->is_live && !watch->jsonl)
        fprintf(stderr, "waiting again: %s\n", of->name);
}

static void
hear_locked(struct at_suite_watch *watch, size_t number, const json_t *event)
{
    struct at_live_case *of = &watch->cases[number];
    struct at_str type = at_json_get_str(event, "type");
    struct at_str state = at_json_get_str(event, "state");
    json_int_t step = json_integer_value(json_object_get(event, "step"));
    if (of->state == AT_LIVE_DONE)
        return;
    if (!at_str_is(type, "state")) {
        of->step = step > 0 ? step : of->step;
        return;
    }
    if (at_str_is(state, "running"))
        begin_locked(watch, number, at_json_get_str(event, "device"));
    else if (at_str_is(state, "queued"))
        requeue_locked(watch, number);
    else if (at_str_is(state, "ended"))
        watch->entries[number].is_told = true;
}

static void
print_event(const struct at_suite_watch *watch, size_t number, const char *run,
            json_t *event)
{
    at_json_set_text(event, "run", run);
    at_json_set(event, "case",
                at_json_text(at_str(watch->plan->cases[number].name)));
    at_print_json(event);
    fflush(stdout);
}

void
at_suite_watch_event(void *user, const char *run, int64_t index,
                     struct at_str text)
{
    struct at_suite_watch *watch = user;
    json_t *event = at_json_parse(text, NULL);
    (void)index;
    pthread_mutex_lock(&watch->lock);
    const json_t *known = json_object_get(watch->numbers, run);
    if (known && event) {
        size_t number = (size_t)json_integer_value(known);
        hear_locked(watch, number, event);
        if (watch->jsonl)
            print_event(watch, number, run, event);
        change_locked(watch);
    }
    pthread_mutex_unlock(&watch->lock);
    json_decref(event);
}

void
at_suite_watch_add(struct at_suite_watch *watch, size_t number, const char *run)
{
    pthread_mutex_lock(&watch->lock);
    at_str_cut(watch->entries[number].run, sizeof(watch->entries[number].run),
               at_str(run));
    json_object_set_new(watch->numbers, run, json_integer((json_int_t)number));
    change_locked(watch);
    pthread_mutex_unlock(&watch->lock);
}

// "PASS  Add a note (emulator-5554, 12.3 s)", "FAIL  …: headline"
static void
write_line(const char *name, const struct at_run_record *record,
           const char *result, struct at_buf *out)
{
    static const struct {
        const char *result, *word;
    } words[] = {{"pass", "PASS"},
                 {"fail", "FAIL"},
                 {"unverified", "UNVERIFIED"},
                 {"aborted", "no verdict"},
                 {"skipped", "not run"}};
    int64_t ms = record ? record->ended_ms - record->started_ms : 0;
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (strcmp(words[i].result, result) == 0)
            at_buf_add_fmt(out, "%-10s  %s", words[i].word, name);
    }
    if (record && record->device && record->started_ms > 0)
        at_buf_add_fmt(out, " (%s, %lld.%lld s)", record->device,
                       (long long)(ms / 1000), (long long)(ms % 1000 / 100));
    if (record && strcmp(result, "pass") != 0) {
        at_buf_add_text(out, ": ");
        at_headline_write(record, out);
    }
    if (record && strcmp(result, "pass") == 0 && record->healed.why)
        at_buf_add_text(out, ": healed");
}

static void
print_done(struct at_suite_watch *watch, const char *name,
           const struct at_run_record *record, const char *result)
{
    struct at_buf line = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    struct at_buf shown = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    if (watch->jsonl)
        return;
    if (watch->is_live)
        at_live_erase(&watch->painter);
    write_line(name, record, result, &line);
    at_line_write(at_str_trim(at_buf_str(&line)), &shown);
    printf("%s\n", at_buf_text(&shown));
    fflush(stdout);
    at_buf_deinit(&shown);
    at_buf_deinit(&line);
}

void
at_suite_watch_done(struct at_suite_watch *watch, size_t number,
                    const struct at_run_record *record)
{
    json_t *json = record ? at_run_record_json(record) : NULL;
    const char *result = json ? at_suite_result_of(json) : "skipped";
    struct at_live_case *of = &watch->cases[number];
    pthread_mutex_lock(&watch->lock);
    if (of->state != AT_LIVE_DONE && result) {
        of->state = AT_LIVE_DONE;
        watch->table.passed += strcmp(result, "pass") == 0;
        watch->table.failed +=
            strcmp(result, "fail") == 0 || strcmp(result, "unverified") == 0;
        watch->table.without +=
            strcmp(result, "aborted") == 0 || strcmp(result, "skipped") == 0;
        print_done(watch, of->name, record, result);
        change_locked(watch);
    }
    pthread_mutex_unlock(&watch->lock);
    json_decref(json);
}

void
at_suite_watch_note(struct at_suite_watch *watch, const char *note)
{
    struct at_buf line = AT_BUF_INIT(4 * AT_KIB);
    at_line_write(at_str(note), &line);
    pthread_mutex_lock(&watch->lock);
    bool same =
        strncmp(watch->note, at_buf_text(&line), sizeof(watch->note) - 1) == 0;
    at_str_cut(watch->note, sizeof(watch->note), at_buf_str(&line));
    if (!same && watch->note[0] && !watch->is_live)
        fprintf(stderr, "%s\n", watch->note);
    watch->has_changed = true;
    pthread_mutex_unlock(&watch->lock);
    at_buf_deinit(&line);
}

static void
draw_locked(struct at_suite_watch *watch)
{
    int64_t now_ns = at_now_ns();
    int64_t after_ms = watch->has_changed ? DRAW_EVERY_MS : TICK_MS;
    watch->has_changed = watch->has_changed && watch->is_live;
    if (!watch->is_live || now_ns - watch->drawn_ns < after_ms * AT_NS_PER_MS)
        return;
    watch->has_changed = false;
    at_live_paint(&watch->painter, &watch->table);
    watch->drawn_ns = now_ns;
}

bool
at_suite_watch_wait(const struct at_op *op, struct at_suite_watch *watch,
                    struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    pthread_mutex_lock(&watch->lock);
    draw_locked(watch);
    int64_t wait_ms = watch->has_changed ? DRAW_EVERY_MS : TICK_MS;
    const struct at_op moment = at_op_sub(op, at_now_ns(), wait_ms);
    // An event that came since the last wait is not waited for again.
    bool ok = watch->has_news ? at_op_check(op, &why)
                              : at_waiters_wait_locked(&moment, &watch->waiters,
                                                       &watch->lock, &why);
    watch->has_news = false;
    pthread_mutex_unlock(&watch->lock);
    return ok || why.code == AT_ETIMEOUT || at_err_pass(err, &why);
}

const char *
at_suite_watch_open(struct at_suite_watch *watch, size_t number,
                    bool *out_is_told)
{
    pthread_mutex_lock(&watch->lock);
    const struct entry *entry = &watch->entries[number];
    bool is_open = entry->run[0] && watch->cases[number].state != AT_LIVE_DONE;
    *out_is_told = entry->is_told;
    pthread_mutex_unlock(&watch->lock);
    return is_open ? entry->run : NULL;
}

size_t
at_suite_watch_left(struct at_suite_watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    size_t done =
        watch->table.passed + watch->table.failed + watch->table.without;
    pthread_mutex_unlock(&watch->lock);
    return watch->plan->count - done;
}

void
at_suite_watch_end(struct at_suite_watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    if (watch->is_live)
        at_live_erase(&watch->painter);
    watch->is_live = false;
    pthread_mutex_unlock(&watch->lock);
}
