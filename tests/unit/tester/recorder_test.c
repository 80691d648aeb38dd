// recorder_test.c: events of a run that another process may have taken
#include "base/alloc.h"
#include "tester/runs/recorder.h"
#include "tests/t.h"
#include "tests/unit/rig.h"

#define RUN "01AAAAAAAA0000000000000000"

static struct {
    enum at_recorder_side side;
    int asked;
} owner;

static enum at_recorder_side
answer(void *user)
{
    (void)user;
    owner.asked++;
    return owner.side;
}

static int64_t
last_event(struct at_store_db *store)
{
    int64_t last = -1;
    T_OK(store->ops->last_event(store, AT_STR(RUN), &last, NULL));
    return last;
}

// The run had `known` events when it was claimed; others have added more since.
static const struct {
    const char *row;
    int64_t known; // -1: not told
    int others;
    enum at_recorder_side side;
    int asked;
    int64_t last; // afterwards
    bool fenced;
} rows[] = {
    {"nobody else", 1, 0, AT_RECORDER_OURS, 0, 2, false},
    {"one who told that it is queued", 1, 1, AT_RECORDER_OURS, 1, 3, false},
    {"others did it", 1, 3, AT_RECORDER_THEIRS, 1, 4, true},
    {"nobody can tell", 1, 3, AT_RECORDER_UNKNOWN, 1, 4, false},
    {"what was known isn't told", -1, 3, AT_RECORDER_THEIRS, 0, 5, false},
};

static void
check_row(struct at_store_db *store, size_t i)
{
    const struct at_recorder_opts opts = {
        .store = store, .run = RUN, .side = answer, .last = rows[i].known};
    const struct at_run_event event = {
        .kind = AT_RUN_LOG, .message = AT_STR("begun"), .duration_ms = -1};
    owner.side = rows[i].side;
    owner.asked = 0;
    for (int64_t k = 1; k <= 1 + rows[i].others; k++)
        T_OK(store->ops->add_event(store, AT_STR(RUN), k, AT_STR("{}"), NULL));
    struct at_recorder *recorder = at_recorder_new(&opts, NULL);
    T_OK(recorder != NULL);
    at_recorder_add(recorder, &event);
    T_EQ_INT(owner.asked, rows[i].asked);
    T_EQ_INT(last_event(store), rows[i].last);
    T_EQ_INT(at_recorder_is_fenced(recorder), rows[i].fenced);
    at_recorder_free(recorder);
}

T_TEST(a_run_that_another_process_has_gets_no_event)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char home[64];
        struct at_store_db *store;
        struct at_store_doc doc = {.json = json_object()};
        T_ROW(rows[i].row);
        rig_make_home(home, sizeof(home));
        char *path = at_strfmt("%s/store.db", home);
        T_OK(at_store_sqlite_open(path, &store, NULL));
        at_str_cut(doc.id, sizeof(doc.id), AT_STR(RUN));
        T_OK(store->ops->put(store, AT_STORE_RUN, 0, &doc, NULL));
        check_row(store, i);
        at_store_doc_deinit(&doc);
        at_store_db_free(store);
        rig_remove_home(home);
        free(path);
    }
}

T_MAIN()
