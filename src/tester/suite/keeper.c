#define AT_LOG_MODULE "suites"
#include "tester/suite/keeper.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_suite.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "sys/wake.h"
#include "tester/suite/result.h"
#include "tester/suite/suite.h"
#include "wire/json.h"

enum {
    LOOK_MS = 60000,
    // A process that was killed while it submitted leaves a suite run whose
    // other cases never get a run.
    LEFT_MS = 600000,
};

struct at_suite_keeper {
    struct at_store_db *store; // borrowed
    struct at_runs *runs;      // borrowed
    struct at_cancel *cancel;  // owned
    struct at_wake wake;
    pthread_t thread;
    bool has_thread;
    // The thread's alone: {"total","done":{case: true},"failFast","stopped"} by
    // the id of a suite run that has not ended; owned.
    json_t *open;

    pthread_mutex_t lock; // guards all below
    json_t *changed;      // ids of runs; owned
    json_t *suites;       // ids of suite runs; owned
    bool looks;           // too many changed: look at all suite runs
};

struct at_suite_keeper *
at_suite_keeper_new(struct at_store_db *store, struct at_err *err)
{
    struct at_suite_keeper *keeper = at_alloc(sizeof(*keeper));
    keeper->store = store;
    keeper->cancel = at_cancel_new(NULL, err);
    if (!keeper->cancel || !at_wake_init(&keeper->wake, err)) {
        at_cancel_free(keeper->cancel);
        free(keeper);
        return NULL;
    }
    pthread_mutex_init(&keeper->lock, NULL);
    keeper->open = json_object();
    keeper->changed = json_object();
    keeper->suites = json_object();
    keeper->looks = true;
    return keeper;
}

void
at_suite_keeper_stop(struct at_suite_keeper *keeper)
{
    if (!keeper)
        return;
    at_cancel_fire(keeper->cancel);
    if (keeper->has_thread)
        pthread_join(keeper->thread, NULL);
    keeper->has_thread = false;
}

void
at_suite_keeper_free(struct at_suite_keeper *keeper)
{
    if (!keeper)
        return;
    at_suite_keeper_stop(keeper);
    at_cancel_free(keeper->cancel);
    at_wake_deinit(&keeper->wake);
    pthread_mutex_destroy(&keeper->lock);
    json_decref(keeper->open);
    json_decref(keeper->changed);
    json_decref(keeper->suites);
    free(keeper);
}

void
at_suite_keeper_changed(void *user, const struct at_store_change *change)
{
    struct at_suite_keeper *keeper = user;
    bool is_suite = change->kind == AT_STORE_SUITE_RUN;
    if ((change->kind != AT_STORE_RUN && !is_suite) || change->revision == 0)
        return;
    pthread_mutex_lock(&keeper->lock);
    json_t *changed = is_suite ? keeper->suites : keeper->changed;
    if (json_object_size(changed) < AT_SUITE_CASES_MAX)
        json_object_set_new(changed, change->id, json_true());
    else
        keeper->looks = true;
    pthread_mutex_unlock(&keeper->lock);
    at_wake_post(&keeper->wake);
}

// Note each case of a suite run that is done already.
static bool
note_done(void *user, struct at_store_doc *run, struct at_err *err)
{
    const char *name = json_string_value(json_object_get(run->json, "case"));
    (void)err;
    if (name && at_suite_result_of(run->json))
        json_object_set_new(user, name, json_true());
    return true;
}

// Return what is known of a suite run, borrowed; NULL: it has ended.
static json_t *
open_suite(struct at_suite_keeper *keeper, const char *id)
{
    json_t *known = json_object_get(keeper->open, id);
    struct at_store_doc doc = {0};
    if (known)
        return known;
    if (keeper->store->ops->get(keeper->store, AT_STORE_SUITE_RUN, at_str(id),
                                &doc, NULL) &&
        !at_str_is(at_json_get_str(doc.json, "state"), "ended")) {
        json_t *done = json_object();
        json_t *options = json_object_get(doc.json, "options");
        json_t *cases = json_object_get(doc.json, "cases");
        const json_t *submitted = json_object_get(doc.json, "submitted");
        json_int_t total = submitted ? json_integer_value(submitted)
                                     : (json_int_t)json_array_size(cases);
        (void)!at_suite_each_counted(keeper->store, id, note_done, done, NULL);
        known = json_object();
        at_json_set(known, "total", json_integer(total));
        at_json_set(known, "done", done);
        at_json_set(
            known, "failFast",
            json_boolean(json_is_true(json_object_get(options, "failFast"))));
        at_json_set(keeper->open, id, known);
    }
    at_store_doc_deinit(&doc);
    return known;
}

static void
close_suite(struct at_suite_keeper *keeper, const char *id)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_suite_close(keeper->store, id, &err) && err.code != AT_ENOTFOUND)
        at_log_warn("suite run %s is not closed: %s", id, err.msg);
    json_object_del(keeper->open, id);
}

static void
fail_fast(struct at_suite_keeper *keeper, const char *id, json_t *known)
{
    struct at_err err = AT_ERR_INIT;
    if (!json_is_true(json_object_get(known, "failFast")) ||
        json_object_get(known, "stopped"))
        return;
    at_json_set(known, "stopped", json_true());
    if (!at_suite_fail_fast(keeper->runs, id, &err))
        at_log_warn("suite run %s is not stopped: %s", id, err.msg);
}

// A run has changed: it may be the last one of its suite run.
static void
take_run(struct at_suite_keeper *keeper, const struct at_store_doc *run)
{
    const char *id = json_string_value(json_object_get(run->json, "suiteRun"));
    const char *name = json_string_value(json_object_get(run->json, "case"));
    const char *result = id ? at_suite_result_of(run->json) : NULL;
    json_t *known = result && name ? open_suite(keeper, id) : NULL;
    if (!known)
        return;
    json_t *done = json_object_get(known, "done");
    json_object_set_new(done, name, json_true());
    if (strcmp(result, "pass") != 0)
        fail_fast(keeper, id, known);
    if ((json_int_t)json_object_size(done) >=
        json_integer_value(json_object_get(known, "total")))
        close_suite(keeper, id);
}

static void
take_changed(struct at_suite_keeper *keeper)
{
    const char *id;
    json_t *value;
    pthread_mutex_lock(&keeper->lock);
    json_t *changed = keeper->changed;
    keeper->changed = json_object();
    pthread_mutex_unlock(&keeper->lock);
    json_object_foreach(changed, id, value)
    {
        struct at_store_doc doc = {0};
        if (keeper->store->ops->get(keeper->store, AT_STORE_RUN, at_str(id),
                                    &doc, NULL))
            take_run(keeper, &doc);
        at_store_doc_deinit(&doc);
    }
    json_decref(changed);
}

// Return true if cases without a run never get one.
static bool
is_left(struct at_suite_keeper *keeper, const struct at_store_doc *doc)
{
    struct at_str starting = at_json_get_str(doc->json, "starting");
    int64_t now_ms = keeper->store->ops->now_ms(keeper->store);
    bool is_silent = now_ms - doc->updated_ms > LEFT_MS;
    if (starting.len == 0)
        return is_silent || json_object_get(doc->json, "submitted");
    return !at_str_is(starting, at_runs_holder(keeper->runs)) &&
           (is_silent || !at_runs_is_pool(keeper->runs));
}

static void
look_at(struct at_suite_keeper *keeper, const struct at_store_doc *doc)
{
    json_t *result = at_suite_counts(keeper->store, doc->id, NULL);
    const json_t *cases = json_object_get(result, "cases");
    size_t left = 0, without = 0;
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *entry = json_array_get(cases, i);
        bool has_run = json_object_get(entry, "run") != NULL;
        left += has_run && !json_object_get(entry, "result");
        without += !has_run;
    }
    if (result && left == 0 && (without == 0 || is_left(keeper, doc)))
        close_suite(keeper, doc->id);
    json_decref(result);
}

// More of its cases have runs, or no more will get one.
static void
take_suites(struct at_suite_keeper *keeper)
{
    const char *id;
    json_t *value;
    pthread_mutex_lock(&keeper->lock);
    json_t *suites = keeper->suites;
    keeper->suites = json_object();
    pthread_mutex_unlock(&keeper->lock);
    json_object_foreach(suites, id, value)
    {
        struct at_store_doc doc = {0};
        json_object_del(keeper->open, id);
        if (keeper->store->ops->get(keeper->store, AT_STORE_SUITE_RUN,
                                    at_str(id), &doc, NULL)) {
            if (at_suite_is_stopping(doc.json))
                at_runs_stop_suite(keeper->runs, id);
            if (json_object_get(doc.json, "submitted") &&
                !at_str_is(at_json_get_str(doc.json, "state"), "ended"))
                look_at(keeper, &doc);
        }
        at_store_doc_deinit(&doc);
    }
    json_decref(suites);
}

// Look at suite runs whose last run may have ended unheard.
static void
look(struct at_suite_keeper *keeper)
{
    const struct at_store_query query = {.kind = AT_STORE_SUITE_RUN,
                                         .state = AT_STR("running"),
                                         .limit = AT_STORE_LIST_MAX / 10};
    struct at_store_list list;
    if (!keeper->store->ops->list(keeper->store, &query, &list, NULL))
        return;
    for (size_t i = 0; i < list.count; i++) {
        if (at_suite_is_stopping(list.docs[i].json))
            at_runs_stop_suite(keeper->runs, list.docs[i].id);
        look_at(keeper, &list.docs[i]);
    }
    at_store_list_deinit(&list);
}

static bool
must_look(struct at_suite_keeper *keeper, int64_t *inout_next_ns)
{
    pthread_mutex_lock(&keeper->lock);
    bool looks = keeper->looks || at_now_ns() >= *inout_next_ns;
    keeper->looks = false;
    pthread_mutex_unlock(&keeper->lock);
    if (looks)
        *inout_next_ns = at_now_ns() + LOOK_MS * AT_NS_PER_MS;
    return looks;
}

static void *
keep(void *user)
{
    struct at_suite_keeper *keeper = user;
    const struct at_op op = {AT_NEVER_NS, keeper->cancel};
    int64_t next_ns = 0;
    while (!at_cancel_fired(keeper->cancel)) {
        struct at_op until = {at_now_ns() + LOOK_MS * AT_NS_PER_MS,
                              keeper->cancel};
        at_wake_clear(&keeper->wake);
        take_suites(keeper);
        take_changed(keeper);
        if (must_look(keeper, &next_ns))
            look(keeper);
        (void)!at_op_wait_fd(&until, at_wake_fd(&keeper->wake), POLLIN, NULL);
        if (!at_op_check(&op, NULL))
            break;
    }
    return NULL;
}

bool
at_suite_keeper_start(struct at_suite_keeper *keeper, struct at_runs *runs,
                      struct at_err *err)
{
    keeper->runs = runs;
    int sys = pthread_create(&keeper->thread, NULL, keep, keeper);
    keeper->has_thread = sys == 0;
    return sys == 0 ||
           at_fail_sys(err, AT_EIO, sys, "cannot start the thread of suites");
}
