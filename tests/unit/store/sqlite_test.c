// sqlite_test.c: documents, queries, events, and threads that do all of it
#include <pthread.h>

#include "base/limits.h"
#include "base/op.h"
#include "sys/clock.h"
#include "tests/unit/store/fixture.h"

T_TEST(ids_ascend_and_differ)
{
    char ids[1000][AT_STORE_ID_LEN + 1];
    for (size_t i = 0; i < T_LEN(ids); i++) {
        at_store_new_id(ids[i]);
        T_EQ_SIZE(strlen(ids[i]), AT_STORE_ID_LEN);
        T_OK(i == 0 || strcmp(ids[i - 1], ids[i]) < 0);
    }
    int64_t age_ms = at_wall_now_ms() - at_store_id_time(ids[0]);
    T_OK(age_ms >= 0 && age_ms < 60000);
    T_OK(at_store_id_time("00000000ZZ0000000000000000") == 1023);
}

T_TEST(documents_come_back_as_they_were)
{
    static const char text[] =
        "{\"name\": \"a \\u0000 b\", \"list\": [1, 2.5, null]}";
    struct at_store_doc doc = {.json = parse(text)}, got;
    db = open_store();
    for (int kind = 0; kind < AT_STORE_KINDS; kind++) {
        at_str_cut(doc.id, sizeof(doc.id), at_str("Same.id_-"));
        T_OK(db->ops->put(db, (enum at_store_kind)kind, 0, &doc, NULL));
        T_EQ_INT(doc.revision, 1);
    }
    T_OK(db->ops->remove(db, AT_STORE_RECIPE, at_str(doc.id), NULL));
    T_OK(db->ops->get(db, AT_STORE_SCENARIO, at_str(doc.id), &got, NULL));
    T_OK(json_equal(doc.json, got.json));
    T_EQ_TEXT(got.id, "Same.id_-");
    T_OK(got.created_ms > 0 && got.created_ms <= doc.created_ms);
    T_OK(got.updated_ms >= got.created_ms);
    at_store_doc_deinit(&got);
    struct at_err err = AT_ERR_INIT;
    T_NOT(db->ops->get(db, AT_STORE_RECIPE, at_str(doc.id), &got, &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
    T_EQ_TEXT(err.msg, "there is no recipe 'Same.id_-'");
    T_NOT(db->ops->remove(db, AT_STORE_RECIPE, at_str(doc.id), &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
    T_OK(db->ops->remove(db, AT_STORE_SCENARIO, at_str(doc.id), NULL));
    T_OK(db->ops->remove(db, AT_STORE_RUN, at_str(doc.id), NULL));
    at_store_doc_deinit(&doc);
}

static const struct {
    const char *name;
    int64_t expected;
    int64_t revision; // afterwards; 0: it is refused
} changes[] = {
    {"the first one", 0, 1},
    {"there is one already", 0, 0},
    {"the one that was read", 1, 2},
    {"read before another change", 1, 0},
    {"one that is still to come", 3, 0},
    {"whatever there is", -1, 3},
};

T_TEST(a_change_of_what_was_not_read_is_refused)
{
    for (size_t i = 0; i < T_LEN(changes); i++) {
        struct at_store_doc doc = {.id = "config", .json = json_object()};
        struct at_err err = AT_ERR_INIT;
        T_ROW(changes[i].name);
        at_json_set(doc.json, "row", json_integer((json_int_t)i));
        bool ok =
            db->ops->put(db, AT_STORE_SETTING, changes[i].expected, &doc, &err);
        at_store_doc_deinit(&doc);
        T_EQ_INT(err.code, changes[i].revision ? AT_OK : AT_EBUSY);
        T_EQ_INT(ok, changes[i].revision > 0);
        if (ok)
            T_EQ_INT(doc.revision, changes[i].revision);
        else
            T_HAS(err.msg, "has changed: it has revision");
    }
    struct at_store_doc got;
    T_OK(db->ops->get(db, AT_STORE_SETTING, AT_STR("config"), &got, NULL));
    T_EQ_INT(json_integer_value(json_object_get(got.json, "row")), 5);
    T_EQ_INT(got.revision, 3);
    at_store_doc_deinit(&got);
}

T_TEST(ids_are_checked)
{
    static const char *const wrong[] = {".hidden",  "a/b", "a b",
                                        "\xc3\xa4", "a\n", "a'b"};
    for (size_t i = 0; i < T_LEN(wrong); i++) {
        struct at_store_doc doc = {.json = json_object()};
        struct at_err err = AT_ERR_INIT;
        T_ROW(wrong[i]);
        at_str_cut(doc.id, sizeof(doc.id), at_str(wrong[i]));
        T_NOT(db->ops->put(db, AT_STORE_SCENARIO, -1, &doc, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        at_store_doc_deinit(&doc);
    }
}

T_TEST(a_document_has_a_limit)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_doc doc = {.json = json_object()};
    char *text = at_alloc(AT_STORE_DOC_MAX_BYTES);
    memset(text, 'x', AT_STORE_DOC_MAX_BYTES);
    at_json_set(doc.json, "long",
                at_json_text(at_str_n(text, AT_STORE_DOC_MAX_BYTES)));
    T_NOT(db->ops->put(db, AT_STORE_SCENARIO, -1, &doc, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_json_set(doc.json, "long",
                at_json_text(at_str_n(text, AT_STORE_DOC_MAX_BYTES - 4096)));
    T_OK(db->ops->put(db, AT_STORE_SCENARIO, -1, &doc, &err));
    T_OK(db->ops->remove(db, AT_STORE_SCENARIO, at_str(doc.id), NULL));
    at_store_doc_deinit(&doc);
    free(text);
}

// The ids that a query finds, one letter each.
static const struct {
    struct at_store_query query;
    const char *ids;
    bool more;
} queries[] = {
    {{.kind = AT_STORE_RUN}, "edcba", false},
    {{.kind = AT_STORE_RUN, .limit = 5}, "edcba", false},
    {{.kind = AT_STORE_RUN, .limit = 4}, "edcb", true},
    {{.kind = AT_STORE_RUN, .limit = 2, .before = AT_STR_ROW("c")},
     "ba",
     false},
    {{.kind = AT_STORE_RUN, .before = AT_STR_ROW("a")}, "", false},
    {{.kind = AT_STORE_RUN, .scenario = AT_STR_ROW("s1")}, "db", false},
    {{.kind = AT_STORE_RUN, .scenario = AT_STR_ROW("s1"), .limit = 1},
     "d",
     true},
    {{.kind = AT_STORE_RUN, .state = AT_STR_ROW("ended")}, "dca", false},
    {{.kind = AT_STORE_RUN,
      .state = AT_STR_ROW("ended"),
      .device = AT_STR_ROW("one")},
     "ca",
     false},
    {{.kind = AT_STORE_RUN, .device = AT_STR_ROW("none")}, "", false},
    {{.kind = AT_STORE_RUN, .text = AT_STR_ROW("LOG")}, "ea", false},
    {{.kind = AT_STORE_RUN, .text = AT_STR_ROW("100%")}, "c", false},
    {{.kind = AT_STORE_RUN, .text = AT_STR_ROW("1_0")}, "", false},
    {{.kind = AT_STORE_RUN, .text = AT_STR_ROW("\\")}, "b", false},
    {{.kind = AT_STORE_RUN, .text = AT_STR_ROW("' OR 1=1")}, "", false},
    {{.kind = AT_STORE_RUN, .text = AT_STR_ROW("elsewhere")}, "", false},
    {{.kind = AT_STORE_SCENARIO, .before = AT_STR_ROW("b")}, "a", false},
    {{.kind = AT_STORE_RUN, .verdict = AT_STR_ROW("PASS")}, "ca", false},
    {{.kind = AT_STORE_RUN,
      .verdict = AT_STR_ROW("PASS"),
      .profile = AT_STR_ROW("Opus55")},
     "a",
     false},
    {{.kind = AT_STORE_RUN, .profile = AT_STR_ROW("Opus")}, "", false},
    {{.kind = AT_STORE_RUN, .tag = AT_STR_ROW("smoke")}, "da", false},
    {{.kind = AT_STORE_RUN, .tag = AT_STR_ROW("slow 1%")}, "d", false},
    {{.kind = AT_STORE_RUN, .tag = AT_STR_ROW("slow 1_")}, "", false},
    {{.kind = AT_STORE_RUN, .tag = AT_STR_ROW("smo")}, "", false},
    {{.kind = AT_STORE_RUN, .suite_run = AT_STR_ROW("n1")}, "b", false},
    {{.kind = AT_STORE_RUN, .suite_run = AT_STR_ROW("n")}, "", false},
    {{.kind = AT_STORE_SCENARIO, .tag = AT_STR_ROW("SMOKE")}, "a", false},
};

static void
fill_runs(void)
{
    put(AT_STORE_RUN, "c",
        "{\"goal\": \"Fill to 100%\", \"state\": \"ended\","
        " \"verdict\": \"PASS\", \"device\": \"one\"}");
    put(AT_STORE_RUN, "a",
        "{\"name\": \"Login\", \"state\": \"ended\", \"device\": \"one\","
        " \"notes\": \"elsewhere\", \"verdict\": \"PASS\","
        " \"profile\": \"Opus55\", \"scenario\": {\"tags\": [\"smoke\"]}}");
    put(AT_STORE_RUN, "b",
        "{\"title\": \"Back \\\\ slash\", \"state\": \"queued\","
        " \"scenarioId\": \"s1\", \"suiteRun\": \"n1\"}");
    put(AT_STORE_RUN, "d",
        "{\"state\": \"ended\", \"device\": \"two\", \"scenarioId\": \"s1\","
        " \"verdict\": \"FAIL\","
        " \"scenario\": {\"tags\": [\"slow 1%\", \"smoke\"]}}");
    put(AT_STORE_RUN, "e",
        "{\"packageName\": \"com.login.app\", \"state\": 1}");
    put(AT_STORE_SCENARIO, "a", "{\"tags\": [\"smoke\"]}");
}

// ids: the first letter of each that is found.
static void
expect_list(const struct at_store_query *query, const char *ids, bool more)
{
    char found[16] = "";
    struct at_store_list list;
    T_OK(db->ops->list(db, query, &list, NULL));
    for (size_t i = 0; i < list.count; i++)
        found[i] = list.docs[i].id[0];
    T_EQ_TEXT(found, ids);
    T_EQ_INT(list.more, more);
    at_store_list_deinit(&list);
}

T_TEST(queries_find_what_they_mean)
{
    fill_runs();
    for (size_t i = 0; i < T_LEN(queries); i++) {
        char row[32];
        snprintf(row, sizeof(row), "query %zu", i);
        T_ROW(row);
        expect_list(&queries[i].query, queries[i].ids, queries[i].more);
    }
}

static int
list_part(const struct at_store_query *part, struct at_store_list *out)
{
    struct at_store_query query = *part;
    query.kind = AT_STORE_SUITE;
    query.device = AT_STR("parts");
    T_OK(db->ops->list(db, &query, out, NULL));
    return (int)out->count;
}

T_TEST(lists_come_with_what_is_wanted)
{
    static const char *const two[] = {"priority", "scenario.device", "pooled",
                                      NULL};
    static const char *const big[] = {"config", "scenario.steps", NULL};
    struct at_store_list list;
    struct at_store_doc doc = {
        .json = parse("{\"device\":\"parts\",\"pooled\":true,\"config\":{\"a\":"
                      "1},\"scenario\":{"
                      "\"device\":\"d\",\"steps\":[\"s\"]}}")};
    T_OK(db->ops->put(db, AT_STORE_SUITE, 0, &doc, NULL));
    T_EQ_INT(list_part(&(struct at_store_query){.bare = true}, &list), 1);
    T_OK(list.docs[0].json == NULL);
    T_EQ_TEXT(list.docs[0].id, doc.id);
    T_EQ_INT(list.docs[0].revision, 1);
    T_EQ_INT(list.docs[0].updated_ms, doc.updated_ms);
    at_store_list_deinit(&list);
    T_EQ_INT(list_part(&(struct at_store_query){.only = two}, &list), 1);
    json_t *only = parse("{\"scenario.device\":\"d\",\"pooled\":true}");
    T_OK(json_equal(list.docs[0].json, only));
    at_store_list_deinit(&list);
    T_EQ_INT(list_part(&(struct at_store_query){.except = big}, &list), 1);
    json_t *rest = parse("{\"device\":\"parts\",\"pooled\":true,\"scenario\":{"
                         "\"device\":\"d\"}}");
    T_OK(json_equal(list.docs[0].json, rest));
    at_store_list_deinit(&list);
    T_OK(db->ops->remove(db, AT_STORE_SUITE, at_str(doc.id), NULL));
    at_store_doc_deinit(&doc);
    json_decref(only);
    json_decref(rest);
}

T_TEST(scenarios_are_found_by_their_last_verdict)
{
    static const struct {
        const char *id, *verdict, *end; // "": it succeeds
    } runs[] = {
        {"p", "FAIL", "done"}, {"p", "PASS", "done"},
        {"p", "OPEN", ""},     {"f", "PASS", "done"},
        {"f", "FAIL", "done"}, {"u", "UNVERIFIED", "budget"},
        {"n", "PASS", "done"}, {"n", "UNVERIFIED", "stopped"},
        {"m", "OPEN", ""},
    };
    static const struct {
        const char *verdict, *ids;
    } rows[] = {{"PASS", "p"},
                {"FAIL", "f"},
                {"UNVERIFIED", "u"},
                {"NONE", "nm"},
                {"", "upnmf"}};
    static const char *const ids[] = {"p", "f", "u", "n", "m"};
    for (size_t i = 0; i < T_LEN(ids); i++)
        put(AT_STORE_SCENARIO, ids[i], "{\"goal\": \"last verdict\"}");
    for (size_t i = 0; i < T_LEN(runs); i++) {
        char id[8], json[128];
        snprintf(id, sizeof(id), "last%zu", i);
        snprintf(json, sizeof(json),
                 "{\"scenarioId\": \"%s\", \"state\": \"%s\","
                 " \"verdict\": \"%s\", \"end\": \"%s\"}",
                 runs[i].id, runs[i].end[0] ? "ended" : "running",
                 runs[i].verdict, runs[i].end);
        put(AT_STORE_RUN, id, json);
    }
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_store_query query = {.kind = AT_STORE_SCENARIO,
                                       .text = AT_STR("last verdict"),
                                       .verdict = at_str(rows[i].verdict)};
        T_ROW(rows[i].verdict);
        expect_list(&query, rows[i].ids, false);
    }
    for (size_t i = 0; i < T_LEN(ids); i++)
        T_OK(db->ops->remove(db, AT_STORE_SCENARIO, at_str(ids[i]), NULL));
    for (size_t i = 0; i < T_LEN(runs); i++) {
        char id[8];
        snprintf(id, sizeof(id), "last%zu", i);
        T_OK(db->ops->remove(db, AT_STORE_RUN, at_str(id), NULL));
    }
}

T_TEST(runs_are_found_by_when_they_were_asked_for)
{
    static const struct {
        int64_t since_ms, until_ms;
        size_t count;
    } rows[] = {
        {0, 0, 3},       {1000, 0, 3}, {1001, 0, 2}, {2000, 2001, 1},
        {1000, 3000, 2}, {3001, 0, 0}, {0, 1000, 0}, {0, 1001, 1},
    };
    char ids[3][AT_STORE_ID_LEN + 1];
    for (size_t i = 0; i < T_LEN(ids); i++) {
        at_store_id_floor((int64_t)(i + 1) * 1000, ids[i]);
        T_EQ_INT(at_store_id_time(ids[i]), (intmax_t)(i + 1) * 1000);
        ids[i][AT_STORE_ID_LEN - 1] = 'Z';
        put(AT_STORE_RUN, ids[i], "{\"device\": \"clock\"}");
    }
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_store_list list;
        char row[32];
        snprintf(row, sizeof(row), "times %zu", i);
        T_ROW(row);
        T_OK(db->ops->list(
            db,
            &(struct at_store_query){.kind = AT_STORE_RUN,
                                     .device = AT_STR("clock"),
                                     .since_ms = rows[i].since_ms,
                                     .until_ms = rows[i].until_ms},
            &list, NULL));
        T_EQ_SIZE(list.count, rows[i].count);
        at_store_list_deinit(&list);
    }
    for (size_t i = 0; i < T_LEN(ids); i++)
        T_OK(db->ops->remove(db, AT_STORE_RUN, at_str(ids[i]), NULL));
}

static void
add_outcome(void *user, const struct at_store_outcome *outcome)
{
    struct at_buf *out = user;
    if (outcome->name.len > 0)
        at_buf_add_fmt(out, "[%.*s] ", AT_STR_ARG(outcome->name));
    at_buf_add_fmt(out, "%.*s:%.*s:%.*s:%.*s:%.*s:%lld+%lld:%lld:%.2f%s%s ",
                   AT_STR_ARG(outcome->run), AT_STR_ARG(outcome->verdict),
                   AT_STR_ARG(outcome->end), AT_STR_ARG(outcome->profile),
                   AT_STR_ARG(outcome->app_version),
                   (long long)outcome->began_ms,
                   (long long)outcome->duration_ms, (long long)outcome->tokens,
                   outcome->cost_usd, outcome->replayed ? " replayed" : "",
                   outcome->healed ? " healed" : "");
}

static const struct {
    const char *scenario;
    size_t runs;
    const char *text;
} outcomes[] = {
    {"", 2,
     "[Two] o3:PASS:done:P:1.1:1000+500:0:0.00 replayed "
     "o2:FAIL:done:::0+0:0:0.00 healed [Removed] o5:::::0+0:0:0.00 "},
    {"t2", 9,
     "[Two] o3:PASS:done:P:1.1:1000+500:0:0.00 replayed "
     "o2:FAIL:done:::0+0:0:0.00 healed o1:PASS:done:P:1.0:0+0:30:0.25 "},
    {"none", 9, ""},
};

T_TEST(the_newest_outcomes_of_each_scenario)
{
    put(AT_STORE_SCENARIO, "t2", "{\"name\": \"Two\", \"goal\": \"no\"}");
    put(AT_STORE_RUN, "o1",
        "{\"scenarioId\": \"t2\", \"state\": \"ended\", \"end\": \"done\","
        " \"verdict\": \"PASS\", \"profile\": \"P\", \"appVersion\": \"1.0\","
        " \"usage\": {\"inputTokens\": 20, \"outputTokens\": 10,"
        " \"costUsd\": 0.25}}");
    put(AT_STORE_RUN, "o2",
        "{\"scenarioId\": \"t2\", \"state\": \"ended\", \"end\": \"done\","
        " \"verdict\": \"FAIL\", \"healed\": {\"step\": 1}}");
    put(AT_STORE_RUN, "o3",
        "{\"scenarioId\": \"t2\", \"state\": \"ended\", \"end\": \"done\","
        " \"verdict\": \"PASS\", \"profile\": \"P\", \"appVersion\": \"1.1\","
        " \"startedAt\": \"1970-01-01T00:00:01.000Z\","
        " \"endedAt\": \"1970-01-01T00:00:01.500Z\","
        " \"steps\": [{}, {}], \"replayedSteps\": 2}");
    put(AT_STORE_RUN, "o4", "{\"scenarioId\": \"t2\", \"state\": \"running\"}");
    put(AT_STORE_RUN, "o5",
        "{\"scenarioId\": \"t3\", \"state\": \"ended\", \"name\": \"\","
        " \"goal\": \"Removed\"}");
    put(AT_STORE_RUN, "o6", // a part of the scenario says nothing of it
        "{\"scenarioId\": \"t2\", \"state\": \"ended\", \"end\": \"done\","
        " \"verdict\": \"FAIL\", \"fromStep\": 2}");
    put(AT_STORE_RUN, "d", "{}"); // leaves s1
    for (size_t i = 0; i < T_LEN(outcomes); i++) {
        struct at_buf text = AT_BUF_INIT(AT_KIB);
        struct at_str named[] = {AT_STR("none"), at_str(outcomes[i].scenario)};
        struct at_store_outcomes wanted = {
            named, outcomes[i].scenario[0] ? T_LEN(named) : 0, outcomes[i].runs,
            add_outcome, &text};
        T_ROW(outcomes[i].scenario);
        T_OK(db->ops->outcomes(db, &wanted, NULL));
        T_EQ_TEXT(at_buf_text(&text), outcomes[i].text);
        at_buf_deinit(&text);
    }
    T_OK(db->ops->remove(db, AT_STORE_SCENARIO, AT_STR("t2"), NULL));
    for (char id[] = "o1"; id[1] <= '6'; id[1]++)
        T_OK(db->ops->remove(db, AT_STORE_RUN, at_str(id), NULL));
    fill_runs();
}

static void
note_change(void *user, const struct at_store_change *change)
{
    at_buf_add_fmt(user, "%d %s %lld;", (int)change->kind, change->id,
                   (long long)change->revision);
}

T_TEST(each_change_is_told)
{
    struct at_buf told = AT_BUF_INIT(AT_KIB);
    at_store_listen(db, note_change, &told);
    put(AT_STORE_PROFILE, "Told", "{}");
    put(AT_STORE_PROFILE, "Told", "{\"a\": 1}");
    T_OK(db->ops->remove(db, AT_STORE_PROFILE, AT_STR("Told"), NULL));
    T_NOT(db->ops->remove(db, AT_STORE_PROFILE, AT_STR("Told"), NULL));
    at_store_unlisten(db);
    T_EQ_TEXT(at_buf_text(&told), "3 Told 1;3 Told 2;3 Told 0;");
    at_buf_deinit(&told);
}

T_TEST(a_changed_document_is_found_by_what_it_is_now)
{
    struct at_store_query ended = {.kind = AT_STORE_RUN,
                                   .state = AT_STR_ROW("lost"),
                                   .text = AT_STR_ROW("new")};
    struct at_store_list list;
    put(AT_STORE_RUN, "b", "{\"state\": \"lost\", \"name\": \"new\"}");
    T_OK(db->ops->list(db, &ended, &list, NULL));
    T_EQ_SIZE(list.count, 1);
    at_store_list_deinit(&list);
}

// The indexes that were read: "1 2 3 ".
struct reader {
    struct at_buf seen;
    size_t stop_after;
    size_t count;
};

static bool
on_event(void *user, int64_t index, struct at_str json)
{
    struct reader *reader = user;
    char want[64];
    snprintf(want, sizeof(want), "{\"index\": %lld}", (long long)index);
    T_EQ_STR(json, want);
    at_buf_add_fmt(&reader->seen, "%lld ", (long long)index);
    return ++reader->count != reader->stop_after;
}

static const struct {
    int64_t after;
    size_t limit;
    size_t stop_after;
    const char *seen;
} readings[] = {
    {0, 3, 0, "1 2 3 "},     {197, 0, 0, "198 199 200 "},
    {197, 2, 0, "198 199 "}, {200, 0, 0, ""},
    {500, 0, 0, ""},         {62, 4, 0, "63 64 65 66 "},
    {0, 0, 2, "1 2 "},       {-5, 1, 0, "1 "},
};

T_TEST(events_are_read_in_order)
{
    const char *run = "c";
    T_EQ_INT(last_event(run), 0);
    for (int64_t i = 1; i <= 200; i++)
        T_OK(add_event(run, i, NULL));
    T_EQ_INT(last_event(run), 200);
    for (size_t i = 0; i < T_LEN(readings); i++) {
        struct reader reader = {.seen = AT_BUF_INIT(AT_KIB),
                                .stop_after = readings[i].stop_after};
        char row[32];
        snprintf(row, sizeof(row), "reading %zu", i);
        T_ROW(row);
        T_OK(db->ops->events(
            db,
            &(struct at_store_reading){at_str(run), readings[i].after,
                                       readings[i].limit, on_event, &reader},
            NULL));
        T_EQ_TEXT(at_buf_text(&reader.seen), readings[i].seen);
        at_buf_deinit(&reader.seen);
    }
}

T_TEST(events_have_no_gaps_and_no_doubles)
{
    static const int64_t wrong[] = {200, 202, 0, -1, 1};
    for (size_t i = 0; i < T_LEN(wrong); i++) {
        struct at_err err = AT_ERR_INIT;
        T_NOT(add_event("c", wrong[i], &err));
        T_EQ_INT(err.code, AT_EBUSY);
        T_HAS(err.msg, "200 is the last");
    }
    struct at_err err = AT_ERR_INIT;
    T_NOT(add_event("none", 1, &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
    T_EQ_TEXT(err.msg, "there is no run 'none'");
}

T_TEST(an_event_has_a_limit)
{
    struct at_err err = AT_ERR_INIT;
    char *text = at_alloc(AT_STORE_EVENT_MAX_BYTES + 1);
    memset(text, ' ', AT_STORE_EVENT_MAX_BYTES + 1);
    T_NOT(db->ops->add_event(db, AT_STR("c"), 201,
                             at_str_n(text, AT_STORE_EVENT_MAX_BYTES + 1),
                             &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    T_OK(db->ops->add_event(db, AT_STR("c"), 201,
                            at_str_n(text, AT_STORE_EVENT_MAX_BYTES), &err));
    free(text);
}

T_TEST(events_go_with_their_run_or_before_it)
{
    T_OK(add_event("d", 1, NULL));
    T_OK(db->ops->drop_events(db, AT_STR("c"), NULL));
    T_EQ_INT(last_event("c"), 0);
    T_EQ_INT(last_event("d"), 1);
    T_OK(db->ops->remove(db, AT_STORE_RUN, AT_STR("d"), NULL));
    put(AT_STORE_RUN, "d", "{}");
    T_EQ_INT(last_event("d"), 0);
    put(AT_STORE_RUN, "f", "{}"); // its key is the next that is given
    T_OK(add_event("f", 1, NULL));
    T_OK(db->ops->remove(db, AT_STORE_RUN, AT_STR("f"), NULL));
    put(AT_STORE_RUN, "f", "{}");
    T_EQ_INT(last_event("f"), 0);
    T_OK(db->ops->remove(db, AT_STORE_RUN, AT_STR("f"), NULL));
}

T_TEST(stored_documents_are_there_the_next_time)
{
    T_OK(add_event("d", 1, NULL));
    open_again();
    T_EQ_INT(last_event("d"), 1);
    queries_find_what_they_mean();
}

enum { THREADS = 6, EVENTS_EACH = 200 };

static void *
write_run(void *user)
{
    const char *run = user;
    for (int64_t i = 1; i <= EVENTS_EACH; i++) {
        if (!add_event(run, i, NULL))
            return "an event was not stored";
        struct at_store_doc doc = {.id = "shared", .json = json_object()};
        bool ok = db->ops->put(db, AT_STORE_SETTING, -1, &doc, NULL);
        at_store_doc_deinit(&doc);
        if (!ok)
            return "a document was not stored";
    }
    return NULL;
}

static bool
count_event(void *user, int64_t index, struct at_str json)
{
    int64_t *last = user;
    bool is_next = index == *last + 1 && json.len > 0;
    *last = index;
    return is_next;
}

// Events are read whole and in order while they are written.
static void *
read_run(void *user)
{
    int64_t seen = 0;
    while (seen < EVENTS_EACH) {
        int64_t before = seen;
        struct at_store_list list;
        struct at_store_query all = {.kind = AT_STORE_RUN};
        struct at_store_reading rest = {at_str(user), seen, 0, count_event,
                                        &seen};
        if (!db->ops->events(db, &rest, NULL) || seen < before ||
            !db->ops->list(db, &all, &list, NULL))
            return "a reader failed";
        at_store_list_deinit(&list);
    }
    return NULL;
}

T_TEST(threads_write_and_read_at_once)
{
    pthread_t threads[2 * THREADS];
    char runs[THREADS][32];
    for (int i = 0; i < THREADS; i++) {
        snprintf(runs[i], sizeof(runs[i]), "thread-%d", i);
        put(AT_STORE_RUN, runs[i], "{}");
        T_EQ_INT(pthread_create(&threads[i], NULL, write_run, runs[i]), 0);
        T_EQ_INT(pthread_create(&threads[THREADS + i], NULL, read_run, runs[i]),
                 0);
    }
    for (int i = 0; i < 2 * THREADS; i++) {
        void *failure;
        T_EQ_INT(pthread_join(threads[i], &failure), 0);
        T_EQ_TEXT(failure, NULL);
    }
    struct at_store_doc doc;
    T_OK(db->ops->get(db, AT_STORE_SETTING, AT_STR("shared"), &doc, NULL));
    T_EQ_INT(doc.revision, THREADS * EVENTS_EACH);
    at_store_doc_deinit(&doc);
}

// Ten thousand events: the last ones cost what the first ones did.
T_TEST(many_events_do_not_slow_it)
{
    enum { COUNT = 10000, PART = 1000 };
    int64_t first_ns = 0, part_ns = 0;
    put(AT_STORE_RUN, "long", "{}");
    for (int64_t i = 1; i <= COUNT; i++) {
        int64_t began_ns = at_now_ns();
        T_OK(add_event("long", i, NULL));
        part_ns += at_now_ns() - began_ns;
        if (i == PART)
            first_ns = part_ns;
        if (i % PART == 0)
            print_message("events to %lld: %lld us each\n", (long long)i,
                          (long long)(part_ns / PART / 1000));
        if (i % PART == 0 && i < COUNT)
            part_ns = 0;
    }
    T_OK(part_ns < 10 * first_ns + 100 * AT_NS_PER_MS);
}

int
main(void)
{
    return T_RUN(make_folder, remove_folder);
}
