// schedule_doc.c: reads, writes and shows schedules and firings
#include "tester/schedule/schedule_doc.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/civil.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "tester/schedule/zone_file.h"
#include "wire/json.h"

enum { NEXT_SHOWN = 3, STARTED_WITHIN_MS = 120000 };

void
at_schedule_deinit(struct at_schedule *schedule)
{
    free(schedule->name);
    at_zone_free(schedule->zone);
    *schedule = (struct at_schedule){0};
}

static bool
fail_member(struct at_err *err, const char *member, const char *words)
{
    at_fail(err, AT_EUSAGE, "'%s' %s", member, words);
    at_err_field(err, member);
    return false;
}

static bool
read_name(const json_t *json, struct at_schedule *out, struct at_err *err)
{
    struct at_str name = at_str_trim(at_json_get_str(json, "name"));
    if (name.len == 0 || name.len > AT_SCHEDULE_NAME_MAX_BYTES)
        return fail_member(err, "name", "must have 1 to 200 characters");
    out->name = at_strndup(name.ptr, name.len);
    return true;
}

static bool
read_time(const json_t *json, struct at_schedule *out, struct at_err *err)
{
    if (!at_cron_read(at_json_get_str(json, "cron"), &out->cron, err)) {
        at_err_field(err, "cron");
        return false;
    }
    if (!at_zone_open(at_json_get_str(json, "zone"), &out->zone, err)) {
        at_err_field(err, "zone");
        return false;
    }
    return true;
}

static bool
read_id(const json_t *json, const char *member, char out[AT_STORE_KEY_MAX + 1],
        struct at_err *err)
{
    struct at_str id = at_json_get_str(json, member);
    if (id.len > AT_STORE_KEY_MAX)
        return fail_member(err, member, "is not an id");
    at_str_cut(out, AT_STORE_KEY_MAX + 1, id);
    return true;
}

static bool
read_json(const json_t *json, struct at_schedule *out, struct at_err *err)
{
    const json_t *enabled = json_object_get(json, "enabled");
    out->enabled = !enabled || json_is_true(enabled);
    if (!read_name(json, out, err) || !read_time(json, out, err) ||
        !read_id(json, "suite", out->suite, err) ||
        !read_id(json, "scenario", out->scenario, err))
        return false;
    if (enabled && !json_is_boolean(enabled))
        return fail_member(err, "enabled", "must be true or false");
    if (!out->suite[0] == !out->scenario[0])
        return fail_member(err, "suite",
                           "or 'scenario' is needed, and not both: the id of "
                           "what starts");
    return true;
}

bool
at_schedule_read(const struct at_store_doc *doc, struct at_schedule *out,
                 struct at_err *err)
{
    *out = (struct at_schedule){.changed_ms = doc->updated_ms};
    at_str_cut(out->id, sizeof(out->id), at_str(doc->id));
    return read_json(doc->json, out, err);
}

json_t *
at_schedule_take(const json_t *json, struct at_err *err)
{
    struct at_schedule schedule = {0};
    json_t *out = NULL;
    struct at_str zone = at_json_get_str(json, "zone");
    struct at_str cron = at_str_trim(at_json_get_str(json, "cron"));
    if (read_json(json, &schedule, err)) {
        out = json_object();
        at_json_set_text(out, "name", schedule.name);
        at_json_set(out, "cron", at_json_text(cron));
        at_json_set(out, "zone",
                    at_json_text(zone.len > 0 ? zone : AT_STR("UTC")));
        if (schedule.suite[0])
            at_json_set_text(out, "suite", schedule.suite);
        else
            at_json_set_text(out, "scenario", schedule.scenario);
        at_json_set(out, "enabled", json_boolean(schedule.enabled));
    }
    at_schedule_deinit(&schedule);
    return out;
}

static json_t *
time_json(int64_t ms)
{
    char text[AT_RFC3339_MAX];
    at_wall_write(ms, text);
    return at_json_text(at_str(text));
}

static void
write_id(const char *schedule, int64_t at_ms, char out[AT_STORE_KEY_MAX + 1])
{
    char minute[] = "YYYYMMDDhhmm";
    at_civil_write(at_ms, "YYYYMMDDhhmm", minute);
    snprintf(out, AT_STORE_KEY_MAX + 1, "%.50s.%s", schedule, minute);
}

bool
at_firing_put(struct at_store_db *store, int64_t expected,
              struct at_firing *firing, struct at_err *err)
{
    struct at_store_doc doc = {.json = json_object()};
    write_id(firing->schedule, firing->at_ms, doc.id);
    at_json_set_text(doc.json, "schedule", firing->schedule);
    at_json_set(doc.json, "at", time_json(firing->at_ms));
    if (firing->missed > 0)
        at_json_set(doc.json, "missed", json_integer(firing->missed));
    if (firing->skipped)
        at_json_set(doc.json, "skipped", json_true());
    if (firing->run[0])
        at_json_set_text(doc.json, "run", firing->run);
    if (firing->suite_run[0])
        at_json_set_text(doc.json, "suiteRun", firing->suite_run);
    if (firing->error[0])
        at_json_set_text(doc.json, "error", firing->error);
    bool ok = store->ops->put(store, AT_STORE_FIRING, expected, &doc, err);
    if (ok)
        firing->revision = doc.revision;
    at_store_doc_deinit(&doc);
    return ok;
}

// List firings of a schedule, the latest first. Ids are schedules' ids and a
// minute, so they are next to each other.
static bool
list_firings(struct at_store_db *store, const char *schedule, size_t limit,
             struct at_store_list *out, struct at_err *err)
{
    char beyond[AT_STORE_KEY_MAX + 1];
    char prefix[AT_STORE_KEY_MAX + 1];
    snprintf(beyond, sizeof(beyond), "%.50s.~", schedule);
    snprintf(prefix, sizeof(prefix), "%.50s.", schedule);
    const struct at_store_query query = {
        .kind = AT_STORE_FIRING, .before = at_str(beyond), .limit = limit};
    if (!store->ops->list(store, &query, out, err))
        return false;
    size_t count = 0;
    while (count < out->count &&
           at_str_starts(at_str(out->docs[count].id), at_str(prefix)))
        count++;
    for (size_t i = count; i < out->count; i++)
        at_store_doc_deinit(&out->docs[i]);
    out->count = count;
    return true;
}

bool
at_firing_last(struct at_store_db *store, const char *schedule,
               int64_t *out_at_ms, struct at_err *err)
{
    struct at_store_list list = {0};
    *out_at_ms = 0;
    if (!list_firings(store, schedule, 1, &list, err))
        return false;
    if (list.count > 0)
        (void)!at_wall_read(at_json_get_str(list.docs[0].json, "at"),
                            out_at_ms);
    at_store_list_deinit(&list);
    return true;
}

void
at_firings_drop(struct at_store_db *store, const char *schedule, size_t keep)
{
    struct at_store_list list = {0};
    if (!list_firings(store, schedule, AT_STORE_LIST_MAX, &list, NULL))
        return;
    for (size_t i = keep; i < list.count; i++)
        (void)!store->ops->remove(store, AT_STORE_FIRING,
                                  at_str(list.docs[i].id), NULL);
    at_store_list_deinit(&list);
}

// Copy members of the run or suite run that the firing started.
static void
show_started(struct at_store_db *store, enum at_store_kind kind,
             const char *member, json_t *last)
{
    static const char *const shown[] = {"state", "verdict", "counts"};
    struct at_str id = at_json_get_str(last, member);
    struct at_store_doc doc = {0};
    if (id.len > 0 && store->ops->get(store, kind, id, &doc, NULL)) {
        for (size_t i = 0; i < AT_LEN(shown); i++) {
            json_t *value = json_object_get(doc.json, shown[i]);
            if (value)
                json_object_set(last, shown[i], value);
        }
    }
    at_store_doc_deinit(&doc);
}

// The host that stored a firing may have died before it started anything.
static void
show_cut(struct at_store_db *store, const struct at_store_doc *doc,
         json_t *last)
{
    bool ended =
        json_object_get(last, "run") || json_object_get(last, "suiteRun") ||
        json_object_get(last, "error") || json_object_get(last, "skipped");
    if (!ended &&
        store->ops->now_ms(store) > doc->created_ms + STARTED_WITHIN_MS)
        at_json_set_text(last, "error",
                         "the host ended before it started anything");
}

static void
show_last(struct at_store_db *store, const char *schedule, json_t *out)
{
    struct at_store_list list = {0};
    if (list_firings(store, schedule, 1, &list, NULL) && list.count > 0) {
        json_t *last = json_copy(list.docs[0].json);
        json_object_del(last, "schedule");
        at_json_set(last, "firedAt", time_json(list.docs[0].created_ms));
        show_started(store, AT_STORE_RUN, "run", last);
        show_started(store, AT_STORE_SUITE_RUN, "suiteRun", last);
        show_cut(store, &list.docs[0], last);
        at_json_set(out, "last", last);
    }
    at_store_list_deinit(&list);
}

static void
show_next(struct at_store_db *store, const struct at_schedule *schedule,
          json_t *out)
{
    json_t *next = json_array();
    int64_t ms = store->ops->now_ms(store);
    for (int i = 0; i < NEXT_SHOWN && schedule->enabled &&
                    at_cron_next(&schedule->cron, schedule->zone, ms, &ms);
         i++)
        json_array_append_new(next, time_json(ms));
    at_json_set(out, "next", next);
}

json_t *
at_schedule_show(struct at_store_db *store, const struct at_store_doc *doc)
{
    json_t *out = json_copy(doc->json);
    struct at_schedule schedule = {0};
    struct at_err err = AT_ERR_INIT;
    if (at_schedule_read(doc, &schedule, &err)) {
        show_next(store, &schedule, out);
    } else {
        at_json_set(out, "next", json_array());
        at_json_set_text(out, "error", err.msg);
    }
    show_last(store, doc->id, out);
    at_schedule_deinit(&schedule);
    return out;
}
