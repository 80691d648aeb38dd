// retention_test.c: which folders go, and what goes with them
#include <unistd.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tester/runs/retention.h"
#include "tests/t.h"
#include "tests/unit/rig.h"
#include "wire/json.h"

#define DAY INT64_C(86400000)
#define NOW (1000 * DAY)

// The newest first; '+': stays whatever the policy says.
struct row {
    int64_t age_ms;
    uint64_t bytes;
    char stays;
    bool expired;
};

static const struct {
    const char *what;
    struct at_retention_policy policy;
    struct row rows[6]; // up to one without bytes
} plans[] = {
    {"nothing", {30, 100}, {{0}}},
    {"by age, to the millisecond",
     {30, 0},
     {{0, 1, '+', false},
      {30 * DAY, 1, ' ', false},
      {30 * DAY + 1, 1, ' ', true}}},
    {"the newest stays, however old",
     {1, 0},
     {{500 * DAY, 1, '+', false}, {501 * DAY, 1, ' ', true}}},
    {"the oldest go first for the size",
     {0, 100},
     {{0, 60, '+', false}, {1, 40, ' ', false}, {2, 1, ' ', true}}},
    {"and more, until it is within",
     {0, 70},
     {{0, 60, '+', false},
      {1, 40, ' ', true},
      {2, 30, ' ', true},
      {3, 10, '+', false}}},
    {"the newest is too large and stays",
     {0, 10},
     {{0, 60, '+', false}, {1, 1, ' ', true}}},
    {"what goes for its age does not count",
     {1, 60},
     {{0, 60, '+', false}, {2 * DAY, 100, ' ', true}}},
    {"one that has not ended stays and counts",
     {1, 60},
     {{0, 10, '+', false}, {1, 20, ' ', true}, {3 * DAY, 50, '+', false}}},
    {"no policy", {0, 0}, {{0, 9, '+', false}, {900 * DAY, 9, ' ', false}}},
};

T_TEST(plans_are_carried_out_by_rows)
{
    for (size_t i = 0; i < T_LEN(plans); i++) {
        struct at_retention_run runs[6] = {{.bytes = 0}};
        size_t count = 0;
        T_ROW(plans[i].what);
        for (; plans[i].rows[count].bytes > 0; count++) {
            const struct row *row = &plans[i].rows[count];
            runs[count].begun_ms = NOW - row->age_ms;
            runs[count].bytes = row->bytes;
            runs[count].stays = row->stays == '+';
        }
        at_retention_plan(&plans[i].policy, runs, count, NOW);
        for (size_t k = 0; k < count; k++)
            T_EQ_INT(runs[k].expired, plans[i].rows[k].expired);
    }
}

static char home[64];
static struct at_store_db *store;

static void
make_run(const char *id, const char *state)
{
    char *folder = at_strfmt("%s/reports/%s/screenshots", home, id);
    char *picture = at_strfmt("%s/0001-tap.png", folder);
    T_OK(at_folder_make(folder, NULL));
    T_OK(at_file_put(picture, AT_STR("0123456789"), NULL));
    struct at_store_doc doc = {.json = json_object()};
    at_str_cut(doc.id, sizeof(doc.id), at_str(id));
    at_json_set_text(doc.json, "state", state);
    T_OK(store->ops->put(store, AT_STORE_RUN, 0, &doc, NULL));
    T_OK(store->ops->add_event(store, at_str(id), 1, AT_STR("{}"), NULL));
    at_store_doc_deinit(&doc);
    free(picture);
    free(folder);
}

static bool
has_folder(const char *id)
{
    char *folder = at_strfmt("%s/reports/%s", home, id);
    bool has = at_file_exists(folder);
    free(folder);
    return has;
}

static bool
is_expired(const char *id)
{
    struct at_store_doc doc;
    int64_t last;
    T_OK(store->ops->get(store, AT_STORE_RUN, at_str(id), &doc, NULL));
    bool expired = json_is_true(json_object_get(doc.json, "expired"));
    at_store_doc_deinit(&doc);
    T_OK(store->ops->last_event(store, at_str(id), &last, NULL));
    T_EQ_INT(last, expired ? 0 : 1); // its events go with it
    return expired;
}

static void
apply(const char *variables)
{
    char *reports = at_strfmt("%s/reports", home);
    char *dotenv = at_strfmt("%s/.env", home);
    struct at_env *env;
    T_OK(at_file_put(dotenv, at_str(variables), NULL));
    T_OK(at_env_open(dotenv, &env, NULL));
    struct at_retention *retention = at_retention_new(reports, store, env);
    at_retention_apply(retention, NULL);
    at_retention_free(retention);
    at_env_free(env);
    free(dotenv);
    free(reports);
}

T_TEST(old_runs_lose_folder_and_events)
{
    static const char oldest[] = "01AAAAAAAA0000000000000000";
    static const char running[] = "01BBBBBBBB0000000000000000";
    char fresh[AT_STORE_ID_LEN + 1];
    char *path = at_strfmt("%s/store.db", home);
    char *other = at_strfmt("%s/reports/not-a-run", home);
    T_OK(at_store_sqlite_open(path, &store, NULL));
    make_run(oldest, "ended");
    make_run(running, "running");
    at_store_new_id(fresh);
    make_run(fresh, "ended");
    T_OK(at_folder_make(other, NULL));
    apply("AGENTEST_REPORTS_DAYS=0\nAGENTEST_REPORTS_MAX_BYTES=0\n");
    T_OK(has_folder(oldest) && !is_expired(oldest));
    apply("AGENTEST_REPORTS_DAYS=many\n"); // 30
    T_NOT(has_folder(oldest));
    T_OK(is_expired(oldest));
    T_OK(has_folder(running) && !is_expired(running));
    T_OK(has_folder(fresh) && !is_expired(fresh));
    T_OK(at_file_exists(other));
    at_store_db_free(store);
    free(other);
    free(path);
}

T_TEST(a_size_is_kept)
{
    char ids[3][AT_STORE_ID_LEN + 1];
    char *path = at_strfmt("%s/store.db", home);
    T_OK(at_store_sqlite_open(path, &store, NULL));
    for (int i = 0; i < 3; i++) {
        at_store_new_id(ids[i]);
        make_run(ids[i], "ended");
    }
    apply("AGENTEST_REPORTS_MAX_BYTES=30\n"); // the running one has 10
    T_NOT(has_folder(ids[0]));
    T_OK(has_folder(ids[1]) && has_folder(ids[2]));
    at_store_db_free(store);
    free(path);
}

static struct at_store_db_ops counting;
static size_t reads;
static bool (*get_doc)(struct at_store_db *db, enum at_store_kind kind,
                       struct at_str id, struct at_store_doc *out,
                       struct at_err *err);

static bool
count_get(struct at_store_db *db, enum at_store_kind kind, struct at_str id,
          struct at_store_doc *out, struct at_err *err)
{
    reads++;
    return get_doc(db, kind, id, out, err);
}

static void
count_reads(void)
{
    counting = *store->ops;
    get_doc = counting.get;
    counting.get = count_get;
    store->ops = &counting;
}

T_TEST(the_end_of_a_run_costs_no_look_at_all_others)
{
    enum { RUNS = 40 };
    char ids[RUNS][AT_STORE_ID_LEN + 1];
    char *path = at_strfmt("%s/store.db", home);
    char *reports = at_strfmt("%s/reports", home);
    char *dotenv = at_strfmt("%s/.env", home);
    struct at_env *env;
    T_OK(at_store_sqlite_open(path, &store, NULL));
    T_OK(at_file_put(dotenv, AT_STR("AGENTEST_REPORTS_MAX_BYTES=0\n"), NULL));
    T_OK(at_env_open(dotenv, &env, NULL));
    struct at_retention *retention = at_retention_new(reports, store, env);
    for (int i = 0; i < RUNS; i++) {
        at_store_new_id(ids[i]);
        make_run(ids[i], i == RUNS - 1 ? "running" : "ended");
    }
    count_reads();
    at_retention_apply(retention, NULL);
    T_OK(reads >= RUNS);
    reads = 0;
    at_retention_apply(retention, ids[RUNS - 1]);
    T_OK(reads <= 3); // that one, and the running one of another test
    at_retention_free(retention);
    at_env_free(env);
    at_store_db_free(store);
    free(dotenv);
    free(reports);
    free(path);
}

static int
set_up(void **state)
{
    (void)state;
    rig_make_home(home, sizeof(home));
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    rig_remove_home(home);
    return 0;
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
