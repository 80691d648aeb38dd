// shared_told_test.c: events that one host adds reach the listener of another
#define AT_TEST_POOL

#include <pthread.h>
#include <time.h>

#include "tests/unit/store/fixture.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t heard = PTHREAD_COND_INITIALIZER;
static int64_t last;
static bool in_order = true;
static char last_json[64];

static void
note(void *user, const char *run, int64_t index, struct at_str json)
{
    pthread_mutex_lock(&lock);
    in_order = in_order && strcmp(run, user) == 0 && index == last + 1;
    last = index;
    at_str_cut(last_json, sizeof(last_json), json);
    pthread_cond_broadcast(&heard);
    pthread_mutex_unlock(&lock);
}

static void
await(int64_t index)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 30;
    pthread_mutex_lock(&lock);
    while (last < index)
        T_EQ_INT(pthread_cond_timedwait(&heard, &lock, &until), 0);
    pthread_mutex_unlock(&lock);
}

T_TEST(events_of_another_host_are_told_in_order)
{
    static char run[] = "run-1";
    char *other_path = at_strfmt("%s/other/tester.db", folder);
    struct at_store_db *other;
    db = open_store();
    T_OK(open_at(other_path, &other, NULL));
    at_store_listen_events(db, note, run);
    struct at_store_doc doc = {.id = "run-1", .json = parse("{}")};
    T_OK(other->ops->put(other, AT_STORE_RUN, 0, &doc, NULL));
    at_store_doc_deinit(&doc);
    for (int64_t i = 1; i <= 50; i++) {
        char json[32];
        snprintf(json, sizeof(json), "{\"n\":%d}", (int)i);
        T_OK(other->ops->add_event(other, at_str(run), i, at_str(json), NULL));
    }
    await(50);
    T_OK(in_order);
    T_EQ_TEXT(last_json, "{\"n\":50}");
    // This process knows the events that it adds itself.
    T_OK(db->ops->add_event(db, at_str(run), 51, AT_STR("{}"), NULL));
    pthread_mutex_lock(&lock);
    last = 51;
    pthread_mutex_unlock(&lock);
    T_OK(other->ops->add_event(other, at_str(run), 52, AT_STR("{}"), NULL));
    await(52);
    T_OK(in_order);
    at_store_listen_events(db, NULL, NULL);
    T_OK(other->ops->add_event(other, at_str(run), 53, AT_STR("{}"), NULL));
    at_store_db_free(other);
    T_EQ_INT(last, 52);
    free(other_path);
}

int
main(void)
{
    return T_RUN(make_folder, remove_folder);
}
