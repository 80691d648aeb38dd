// fixture.h: a store in a temporary folder
//
// With AT_TEST_POOL the store of a pool, over a server of its own.
#ifndef TESTS_UNIT_STORE_FIXTURE_H
#define TESTS_UNIT_STORE_FIXTURE_H

#include "base/alloc.h"
#include "store/shared.h"
#include "store/store.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "wire/json.h"

static char folder[] = "/tmp/at-store-XXXXXX";
static char *path;
static struct at_store_db *db;

#ifdef AT_TEST_POOL
#include "tests/unit/bus/nats_server.h"
static struct nats_server server;
#endif

static inline bool
open_at(const char *file, struct at_store_db **out, struct at_err *err)
{
#ifdef AT_TEST_POOL
    const struct at_bus_opts bus = {.urls = server.url};
    return at_store_shared_open(file, &bus, out, err);
#else
    return at_store_sqlite_open(file, out, err);
#endif
}

static inline struct at_store_db *
open_store(void)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store;
    if (!open_at(path, &store, &err))
        print_error("%s\n", err.msg);
    T_OK(store != NULL);
    return store;
}

static inline void
open_again(void)
{
    at_store_db_free(db);
    db = open_store();
}

static inline int
make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
#ifdef AT_TEST_POOL
    nats_server_start(&server, folder, "");
#endif
    path = at_strfmt("%s/below/tester.db", folder);
    return 0;
}

static inline int
remove_folder(void **state)
{
    (void)state;
    at_store_db_free(db);
    free(path);
#ifdef AT_TEST_POOL
    nats_server_stop(&server);
#endif
    return at_folder_remove(folder, NULL) ? 0 : 1;
}

static inline json_t *
parse(const char *text)
{
    json_t *json = at_json_parse(at_str(text), NULL);
    T_OK(json != NULL);
    return json;
}

// Store a document and return its id, borrowed until the next call.
static inline const char *
put(enum at_store_kind kind, const char *id, const char *json)
{
    static struct at_store_doc doc;
    struct at_err err = AT_ERR_INIT;
    doc = (struct at_store_doc){.json = parse(json)};
    at_str_cut(doc.id, sizeof(doc.id), at_str(id));
    if (!db->ops->put(db, kind, -1, &doc, &err))
        print_error("%s\n", err.msg);
    T_OK(err.code == AT_OK);
    at_store_doc_deinit(&doc);
    return doc.id;
}

static inline bool
add_event(const char *run, int64_t index, struct at_err *err)
{
    char text[64];
    snprintf(text, sizeof(text), "{\"index\": %lld}", (long long)index);
    return db->ops->add_event(db, at_str(run), index, at_str(text), err);
}

static inline int64_t
last_event(const char *run)
{
    int64_t index = -1;
    T_OK(db->ops->last_event(db, at_str(run), &index, NULL));
    return index;
}

#endif
