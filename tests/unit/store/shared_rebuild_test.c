// shared_rebuild_test.c: which of several writers has won, while the host's
// file is made again
#define AT_TEST_POOL

#include <unistd.h>

#include "store/shared_priv.h"
#include "store/sqlite_priv.h"
#include "tests/unit/store/fixture.h"

#define SUBJECT "$KV." AT_STORE_SHARED_BUCKET ".setting.one"

// A store of a pool whose servers compare before they store.
static struct at_shared *
open_shared(void)
{
    db = open_store();
    struct at_shared *shared = (struct at_shared *)db;
    shared->replicas = 3;
    return shared;
}

// Replace the document, expecting a sequence, and return the new one.
static uint64_t
publish(struct at_shared *shared, const char *writer, uint64_t expected)
{
    const struct at_bus_message message = {
        .stream = AT_STORE_SHARED_DOCS,
        .subject = SUBJECT,
        .data = AT_STR("{\"revision\":2,\"createdMs\":1,\"json\":{}}"),
        .place = "setting.one",
        .writer = writer,
        .expected = expected,
        .wait_ms = AT_SHARED_WAIT_MS,
    };
    uint64_t sequence = 0;
    T_OK(at_bus_publish(shared->bus, &message, &sequence, NULL));
    return sequence;
}

static uint64_t
sequence_of(struct at_shared *shared)
{
    struct at_bus_last last;
    T_OK(at_bus_last(shared->bus, AT_STORE_SHARED_DOCS, SUBJECT, &last, NULL));
    return last.sequence;
}

static void
stop_following(struct at_shared *shared)
{
    at_task_deinit(&shared->keeper);
    for (int i = 0; i < AT_SHARED_LANES; i++) {
        at_bus_follower_free(shared->lanes[i].follower);
        shared->lanes[i].follower = NULL;
    }
}

static bool
has_won(struct at_shared *shared, struct at_shared_race *race,
        uint64_t sequence)
{
    struct at_err err = AT_ERR_INIT;
    bool won = false;
    bool ok = at_shared_race_won(shared, race, sequence, AT_SHARED_RUN_WAIT_MS,
                                 &won, &err);
    if (!ok)
        print_error("%s\n", err.msg);
    T_OK(ok);
    return won;
}

// The file of another process has the message that this one was not told of.
T_TEST(a_file_that_another_process_has_made_again)
{
    struct at_shared *shared = open_shared();
    struct at_shared_race race = {.subject = SUBJECT, .writer = "own"};
    struct at_store_db *other;
    put(AT_STORE_SETTING, "one", "{}");
    uint64_t known = sequence_of(shared);
    stop_following(shared);
    at_shared_race_begin(shared, &race);
    uint64_t sequence = publish(shared, "own", known);
    T_OK(unlink(path) == 0);
    T_OK(open_at(path, &other, NULL));
    T_OK(at_shared_keep(shared, NULL));
    T_OK(has_won(shared, &race, sequence));
    at_shared_race_end(shared, &race);
    at_store_db_free(other);
    at_store_db_free(db);
    db = NULL;
}

// The documents are there, the events are not: no file is visible yet.
T_TEST(a_file_that_has_the_documents_only)
{
    struct at_shared *shared = open_shared();
    struct at_shared_race race = {.subject = SUBJECT, .writer = "later"};
    struct at_projection *half = at_alloc(sizeof(*half));
    char *half_path = at_strfmt("%s/half.sqlite", folder);
    uint64_t known = sequence_of(shared);
    at_task_deinit(&shared->keeper);
    *half = (struct at_projection){.users = 1};
    T_OK(at_store_sqlite_open(half_path, &half->db, NULL));
    pthread_mutex_lock(&shared->lock);
    shared->target = half;
    pthread_mutex_unlock(&shared->lock);
    at_shared_race_begin(shared, &race);
    T_OK(has_won(shared, &race, publish(shared, "later", known)));
    at_shared_race_end(shared, &race);
    free(half_path);
}

int
main(void)
{
    return T_RUN(make_folder, remove_folder);
}
