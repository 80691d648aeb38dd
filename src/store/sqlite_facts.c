// sqlite_facts.c: the columns derived from a document's JSON
#include "base/alloc.h"
#include "base/limits.h"
#include "store/sqlite_priv.h"
#include "sys/clock.h"
#include "wire/json.h"

enum { NOT_REPLAYED, REPLAYED, HEALED };

// Collect the searchable text.
static void
write_words(const json_t *json, struct at_buf *out)
{
    static const char *const members[] = {"name", "title", "goal",
                                          "packageName"};
    for (size_t i = 0; i < AT_LEN(members); i++) {
        at_buf_add_str(out, at_json_get_str(json, members[i]));
        at_buf_add_char(out, '\n');
    }
}

// Runs have their scenario's tags.
static void
write_tags(const json_t *json, struct at_buf *out)
{
    const json_t *scenario = json_object_get(json, "scenario");
    const json_t *tags = json_object_get(scenario ? scenario : json, "tags");
    for (size_t i = 0; i < json_array_size(tags); i++) {
        if (i == 0)
            at_buf_add_char(out, '\n');
        at_buf_add_str(out, at_json_str(json_array_get(tags, i)));
        at_buf_add_char(out, '\n');
    }
}

static int64_t
time_of(const json_t *json, const char *name)
{
    int64_t ms;
    return at_wall_read(at_json_get_str(json, name), &ms) ? ms : 0;
}

static int64_t
duration_of(const json_t *json)
{
    int64_t began_ms = time_of(json, "startedAt");
    int64_t ended_ms = time_of(json, "endedAt");
    return began_ms > 0 && ended_ms > began_ms ? ended_ms - began_ms : 0;
}

static json_int_t
number_of(const json_t *json, const char *name)
{
    return json_integer_value(json_object_get(json, name));
}

static int
replay_of(const json_t *json)
{
    json_int_t played = number_of(json, "replayedSteps");
    size_t steps = json_array_size(json_object_get(json, "steps"));
    if (number_of(json, "fromStep") > 1)
        return AT_SQLITE_PARTIAL;
    if (json_object_get(json, "healed"))
        return HEALED;
    return played > 0 && played == (json_int_t)steps ? REPLAYED : NOT_REPLAYED;
}

void
at_sqlite_facts_bind(sqlite3_stmt *stmt, int first, const json_t *json,
                     struct at_sqlite_facts *out)
{
    static const char *const before[] = {"scenarioId", "state", "device"};
    static const char *const after[] = {"verdict", "end", "profile",
                                        "appVersion", "suiteRun"};
    const json_t *usage = json_object_get(json, "usage");
    int at = first;
    *out = (struct at_sqlite_facts){AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES),
                                    AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES)};
    write_words(json, &out->words);
    write_tags(json, &out->tags);
    for (size_t i = 0; i < AT_LEN(before); i++)
        at_sqlite_bind(stmt, at++, at_json_get_str(json, before[i]));
    at_sqlite_bind(stmt, at++, at_buf_str(&out->words));
    at_sqlite_bind(stmt, at++, at_buf_str(&out->tags));
    for (size_t i = 0; i < AT_LEN(after); i++)
        at_sqlite_bind(stmt, at++, at_json_get_str(json, after[i]));
    sqlite3_bind_int64(stmt, at++, time_of(json, "startedAt"));
    sqlite3_bind_int64(stmt, at++, duration_of(json));
    const json_t *cost = json_object_get(usage, "costUsd");
    sqlite3_bind_double(stmt, at++,
                        json_is_null(cost) ? AT_STORE_COST_UNKNOWN
                                           : json_number_value(cost));
    sqlite3_bind_int64(stmt, at++,
                       number_of(usage, "inputTokens") +
                           number_of(usage, "outputTokens"));
    sqlite3_bind_int(stmt, at++, replay_of(json));
    at_assert(at == first + AT_SQLITE_FACTS);
}

void
at_sqlite_facts_deinit(struct at_sqlite_facts *facts)
{
    at_buf_deinit(&facts->words);
    at_buf_deinit(&facts->tags);
}
