// pool_store.c: a host's store of a pool, driven by lines of JSON
//
//     pool_store FILE URL [REPLICAS]
//
// Each line of the input is a command, {"do": "put", …}; each gets one line.
// "load" writes in threads of its own; "join" waits for them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "store/shared.h"
#include "store/sqlite_priv.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "wire/json.h"

static struct at_store_db *db;

static json_t *
failure(const struct at_err *err)
{
    return json_pack("{s:b,s:s,s:s}", "ok", 0, "code",
                     at_code_info(err->code)->name, "message", err->msg);
}

static json_t *
answer(bool ok, const struct at_err *err)
{
    return ok ? json_pack("{s:b}", "ok", 1) : failure(err);
}

static enum at_store_kind
kind_of(const json_t *command)
{
    struct at_str name = at_json_get_str(command, "kind");
    int kind = 0;
    while (kind < AT_STORE_KINDS && !at_str_is(name, at_sqlite_kinds[kind]))
        kind++;
    at_assert(kind < AT_STORE_KINDS);
    return (enum at_store_kind)kind;
}

static int64_t
number(const json_t *command, const char *name, int64_t absent)
{
    const json_t *value = json_object_get(command, name);
    return json_is_integer(value) ? (int64_t)json_integer_value(value) : absent;
}

static json_t *
doc_json(const struct at_store_doc *doc)
{
    return json_pack("{s:b,s:s,s:I,s:I,s:I,s:O}", "ok", 1, "id", doc->id,
                     "revision", (json_int_t)doc->revision, "createdMs",
                     (json_int_t)doc->created_ms, "updatedMs",
                     (json_int_t)doc->updated_ms, "json", doc->json);
}

static json_t *
put(const json_t *command)
{
    struct at_store_doc doc = {
        .json = json_deep_copy(json_object_get(command, "json"))};
    struct at_err err = AT_ERR_INIT;
    at_str_cut(doc.id, sizeof(doc.id), at_json_get_str(command, "id"));
    bool ok = db->ops->put(db, kind_of(command),
                           number(command, "expected", -1), &doc, &err);
    json_t *out = ok ? doc_json(&doc) : failure(&err);
    at_store_doc_deinit(&doc);
    return out;
}

static json_t *
get(const json_t *command)
{
    struct at_store_doc doc;
    struct at_err err = AT_ERR_INIT;
    bool ok = db->ops->get(db, kind_of(command), at_json_get_str(command, "id"),
                           &doc, &err);
    json_t *out = ok ? doc_json(&doc) : failure(&err);
    at_store_doc_deinit(&doc);
    return out;
}

static json_t *
list(const json_t *command)
{
    struct at_store_query query = {.kind = kind_of(command),
                                   .state = at_json_get_str(command, "state"),
                                   .limit = AT_STORE_LIST_MAX};
    struct at_store_list page = {.more = true};
    struct at_err err = AT_ERR_INIT;
    char before[AT_STORE_KEY_MAX + 1] = "";
    size_t count = 0;
    bool ok = true;
    int64_t began_ns = at_now_ns();
    while (ok && page.more) {
        query.before = at_str(before);
        ok = db->ops->list(db, &query, &page, &err);
        count += page.count;
        if (page.count > 0)
            at_str_cut(before, sizeof(before),
                       at_str(page.docs[page.count - 1].id));
        bool more = page.more;
        at_store_list_deinit(&page);
        page.more = ok && more;
    }
    return ok ? json_pack("{s:b,s:I,s:f}", "ok", 1, "count", (json_int_t)count,
                          "ms", (double)(at_now_ns() - began_ns) / 1e6)
              : failure(&err);
}

static json_t *
remove_doc(const json_t *command)
{
    struct at_err err = AT_ERR_INIT;
    return answer(db->ops->remove(db, kind_of(command),
                                  at_json_get_str(command, "id"), &err),
                  &err);
}

static json_t *
add_event(const json_t *command)
{
    struct at_buf json = AT_BUF_INIT(AT_STORE_EVENT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    at_json_write(json_object_get(command, "json"), &json);
    bool ok = db->ops->add_event(db, at_json_get_str(command, "run"),
                                 number(command, "index", 0), at_buf_str(&json),
                                 &err);
    at_buf_deinit(&json);
    return answer(ok, &err);
}

static json_t *
last_event(const json_t *command)
{
    int64_t index;
    struct at_err err = AT_ERR_INIT;
    bool ok =
        db->ops->last_event(db, at_json_get_str(command, "run"), &index, &err);
    return ok ? json_pack("{s:b,s:I}", "ok", 1, "index", (json_int_t)index)
              : failure(&err);
}

static json_t *
drop_events(const json_t *command)
{
    struct at_err err = AT_ERR_INIT;
    return answer(
        db->ops->drop_events(db, at_json_get_str(command, "run"), &err), &err);
}

static json_t *
now(const json_t *command)
{
    (void)command;
    return json_pack("{s:b,s:I,s:I}", "ok", 1, "now",
                     (json_int_t)db->ops->now_ms(db), "wall",
                     (json_int_t)at_wall_now_ms());
}

static json_t *
state(const json_t *command)
{
    struct at_store_shared_state now_state;
    (void)command;
    at_store_shared_state(db, &now_state);
    return json_pack("{s:b,s:b,s:s,s:I,s:I,s:b,s:I,s:s}", "ok", 1, "connected",
                     now_state.bus.connected, "url", now_state.bus.url,
                     "behind", (json_int_t)now_state.behind, "rebuilds",
                     (json_int_t)now_state.rebuilds, "rebuilding",
                     now_state.is_rebuilding, "ignored",
                     (json_int_t)now_state.ignored, "why", now_state.bus.why);
}

static json_t *
hurry(const json_t *command)
{
    (void)command;
    at_store_shared_hurry(db);
    return json_pack("{s:b}", "ok", 1);
}

// A writer of a load: a run and its events, or many documents.
struct writer {
    pthread_t thread;
    char run[AT_STORE_KEY_MAX + 1];
    int64_t events;
    int64_t bytes;    // length of an event, at least
    int64_t failures; // each was repeated until it was stored
    int64_t gave_up;
    int64_t took_ns;
    char message[AT_ERR_MSG_MAX]; // the last failure
};
enum { WRITERS_MAX = 64, GIVE_UP = 200 };
static struct writer writers[WRITERS_MAX];
static size_t writer_count;

// A failed write may have been made: the store then says that it is.
static bool
store_event(struct writer *writer, int64_t index, const char *text)
{
    struct at_err err = AT_ERR_INIT;
    int64_t last = 0;
    for (int i = 0; i < GIVE_UP; i++) {
        if (db->ops->add_event(db, at_str(writer->run), index, at_str(text),
                               &err))
            return true;
        if (db->ops->last_event(db, at_str(writer->run), &last, NULL) &&
            last == index)
            return true;
        writer->failures++;
        at_str_cut(writer->message, sizeof(writer->message), at_str(err.msg));
    }
    return false;
}

static void *
write_load(void *user)
{
    struct writer *writer = user;
    struct at_store_doc doc = {
        .json = json_pack("{s:s,s:s}", "state", "running", "goal", "a load")};
    struct at_err err = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    at_str_cut(doc.id, sizeof(doc.id), at_str(writer->run));
    for (int i = 0;
         i < GIVE_UP && db->ops->put(db, AT_STORE_RUN, -1, &doc, &err) == false;
         i++) {
        writer->failures++;
        at_str_cut(writer->message, sizeof(writer->message), at_str(err.msg));
    }
    at_store_doc_deinit(&doc);
    for (int64_t i = 1; i <= writer->events; i++) {
        char *text =
            at_strfmt("{\"index\":%lld,\"run\":\"%s\",\"pad\":\"%0*d\"}",
                      (long long)i, writer->run, (int)writer->bytes, 0);
        bool ok = store_event(writer, i, text);
        free(text);
        if (!ok) {
            writer->gave_up++;
            break;
        }
    }
    writer->took_ns = at_now_ns() - began_ns;
    return NULL;
}

static json_t *
load(const json_t *command)
{
    int64_t runs = number(command, "runs", 1);
    struct at_str prefix = at_json_get_str(command, "prefix");
    at_assert(runs <= WRITERS_MAX && writer_count == 0);
    for (int64_t i = 0; i < runs; i++) {
        struct writer *writer = &writers[writer_count++];
        *writer = (struct writer){.events = number(command, "events", 100),
                                  .bytes = number(command, "bytes", 1)};
        snprintf(writer->run, sizeof(writer->run), "%.*s%lld",
                 AT_STR_ARG(prefix), (long long)i);
        at_assert(pthread_create(&writer->thread, NULL, write_load, writer) ==
                  0);
    }
    return json_pack("{s:b}", "ok", 1);
}

static json_t *
join(const json_t *command)
{
    int64_t failures = 0, gave_up = 0, took_ns = 0;
    const char *message = "";
    (void)command;
    for (size_t i = 0; i < writer_count; i++) {
        pthread_join(writers[i].thread, NULL);
        failures += writers[i].failures;
        gave_up += writers[i].gave_up;
        if (writers[i].message[0])
            message = writers[i].message;
        if (writers[i].took_ns > took_ns)
            took_ns = writers[i].took_ns;
    }
    writer_count = 0;
    return json_pack("{s:b,s:I,s:I,s:f,s:s}", "ok", gave_up == 0, "failures",
                     (json_int_t)failures, "gaveUp", (json_int_t)gave_up, "ms",
                     (double)took_ns / 1e6, "message", message);
}

// Documents, one after another.
static json_t *
fill(const json_t *command)
{
    struct at_str prefix = at_json_get_str(command, "prefix");
    struct at_err err = AT_ERR_INIT;
    int64_t count = number(command, "count", 1), began_ns = at_now_ns();
    bool ok = true;
    for (int64_t i = 0; ok && i < count; i++) {
        struct at_store_doc doc = {
            .json = json_deep_copy(json_object_get(command, "json"))};
        snprintf(doc.id, sizeof(doc.id), "%.*s%06lld", AT_STR_ARG(prefix),
                 (long long)i);
        ok = db->ops->put(db, kind_of(command), 0, &doc, &err);
        at_store_doc_deinit(&doc);
    }
    return ok ? json_pack("{s:b,s:f}", "ok", 1, "ms",
                          (double)(at_now_ns() - began_ns) / 1e6)
              : failure(&err);
}

static const struct {
    const char *name;
    json_t *(*run)(const json_t *command);
} commands[] = {
    {"put", put},         {"get", get},         {"list", list},
    {"event", add_event}, {"last", last_event}, {"drop", drop_events},
    {"now", now},         {"state", state},     {"load", load},
    {"join", join},       {"fill", fill},       {"remove", remove_doc},
    {"hurry", hurry},
};

static void
serve_line(const char *line)
{
    struct at_err err = AT_ERR_INIT;
    json_t *command = at_json_parse(at_str_trim(at_str(line)), &err);
    json_t *out = NULL;
    for (size_t i = 0; i < AT_LEN(commands); i++) {
        if (at_str_is(at_json_get_str(command, "do"), commands[i].name))
            out = commands[i].run(command);
    }
    if (!out)
        out = failure(&err);
    struct at_buf text = AT_BUF_INIT(64 * AT_MIB);
    at_json_write(out, &text);
    printf("%s\n", at_buf_text(&text));
    fflush(stdout);
    at_buf_deinit(&text);
    json_decref(out);
    json_decref(command);
}

int
main(int argc, char **argv)
{
    struct at_err err = AT_ERR_INIT;
    struct at_bus_opts opts = {.name = "pool_store"};
    char *line = NULL;
    size_t cap = 0;
    at_assert(argc >= 3);
    at_log_init(getenv("AGENTEST_LOG"));
    opts.urls = argv[2];
    opts.replicas = argc > 3 ? argv[3][0] - '0' : 0;
    int64_t began_ns = at_now_ns();
    if (!at_store_shared_open(argv[1], &opts, &db, &err)) {
        fprintf(stderr, "pool_store: %s\n", err.msg);
        return 1;
    }
    printf("{\"ready\":true,\"ms\":%.1f}\n",
           (double)(at_now_ns() - began_ns) / 1e6);
    fflush(stdout);
    while (getline(&line, &cap, stdin) > 0)
        serve_line(line);
    free(line);
    at_store_db_free(db);
    return 0;
}
