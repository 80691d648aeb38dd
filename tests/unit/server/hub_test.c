// hub_test.c: readers that come late, leave early, or do not read at all
#include "server/hub.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/buf.h"
#include "tests/t.h"

enum { EVENTS_MAX = 64, READERS_MAX = 210 };

// The store behind it, and a reader's connection.
static struct {
    pthread_mutex_t lock;
    int64_t stored; // events 1 to this one
    bool ended;
} world = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool
stored_events(void *user, const struct at_store_reading *wanted)
{
    (void)user;
    pthread_mutex_lock(&world.lock);
    int64_t stored = world.stored;
    pthread_mutex_unlock(&world.lock);
    size_t count = 0;
    for (int64_t i = wanted->after + 1; i <= stored; i++) {
        char json[64];
        snprintf(json, sizeof(json), "{\"index\":%d}", (int)i);
        if (wanted->limit && count++ == wanted->limit)
            break;
        if (!wanted->each(wanted->user, i, at_str(json)))
            break;
    }
    return true;
}

static bool
run_ended(void *user, const char *run)
{
    (void)user, (void)run;
    pthread_mutex_lock(&world.lock);
    bool ended = world.ended;
    pthread_mutex_unlock(&world.lock);
    return ended;
}

static const struct at_hub_source source = {stored_events, run_ended, NULL};

struct client {
    struct at_hub_reader *reader;
    int pipe[2]; // a byte: read again
    atomic_bool dropped;
    struct at_buf text;
};

static void
on_pause(void *user)
{
    (void)user;
}

static void
on_resume(void *user)
{
    struct client *client = user;
    ssize_t n = write(client->pipe[1], "", 1);
    (void)n;
}

static void
on_drop(void *user)
{
    struct client *client = user;
    client->dropped = true;
    on_resume(user);
}

static bool
follow(struct at_hub *hub, struct client *client, const char *run,
       const char *last_id)
{
    struct at_hub_link link = {on_pause, on_resume, on_drop, client};
    *client = (struct client){.text = AT_BUF_INIT(16 * AT_MIB)};
    T_EQ_INT(pipe(client->pipe), 0);
    client->reader = at_hub_follow(hub, run, at_str(last_id), &link, NULL);
    return client->reader != NULL;
}

static void
leave(struct client *client)
{
    at_hub_leave(client->reader);
    at_buf_deinit(&client->text);
    close(client->pipe[0]);
    close(client->pipe[1]);
}

// Read until the text has what is wanted, or the stream ends.
static enum at_hub_step
read_until(struct client *client, const char *wanted)
{
    for (;;) {
        char buf[512], byte;
        size_t len;
        enum at_hub_step step =
            at_hub_read(client->reader, buf, sizeof(buf), &len);
        at_buf_add(&client->text, buf, step == AT_HUB_READ ? len : 0);
        if (wanted && at_str_has(at_buf_str(&client->text), at_str(wanted)))
            return AT_HUB_READ;
        if (step == AT_HUB_OVER || step == AT_HUB_DROPPED)
            return step;
        if (step == AT_HUB_PAUSED) {
            struct pollfd fd = {client->pipe[0], POLLIN, 0};
            T_EQ_INT(poll(&fd, 1, 20000), 1);
            T_EQ_INT(read(client->pipe[0], &byte, 1), 1);
        }
    }
}

static struct at_hub *
open_hub(int64_t silence_ms, int64_t stall_ms)
{
    world.stored = 0;
    world.ended = false;
    struct at_hub *hub = at_hub_new(&(struct at_hub_opts){
        EVENTS_MAX, AT_MIB, READERS_MAX - 1, silence_ms, stall_ms});
    T_OK(at_hub_start(hub, &source, NULL));
    return hub;
}

static void
publish(struct at_hub *hub, const char *run, int64_t index)
{
    char json[64];
    snprintf(json, sizeof(json), "{\"index\":%d}", (int)index);
    at_hub_publish(hub, run, index, at_str(json));
}

// An event of the run that the store has.
static void
happen(struct at_hub *hub, int64_t index)
{
    pthread_mutex_lock(&world.lock);
    world.stored = index;
    pthread_mutex_unlock(&world.lock);
    publish(hub, "R", index);
}

static size_t
count_of(struct at_str text, const char *needle)
{
    size_t count = 0;
    ptrdiff_t at;
    while ((at = at_str_find(text, at_str(needle))) >= 0) {
        text = at_str_skip(text, (size_t)at + 1);
        count++;
    }
    return count;
}

static void
check_whole(const struct client *client, int64_t first, int64_t last)
{
    struct at_str rest = at_buf_str(&client->text);
    for (int64_t i = first; i <= last; i++) {
        char id[32];
        snprintf(id, sizeof(id), "id: %d\n", (int)i);
        ptrdiff_t at = at_str_find(rest, at_str(id));
        T_OK(at >= 0);
        rest = at_str_skip(rest, (size_t)at + 1);
    }
    T_EQ_SIZE(count_of(at_buf_str(&client->text), "id: "),
              (size_t)(last - first + 1));
}

T_TEST(a_late_reader_gets_all_and_then_the_new)
{
    struct at_hub *hub = open_hub(60000, 60000);
    struct client client;
    for (int64_t i = 1; i <= 1000; i++)
        happen(hub, i);
    T_OK(follow(hub, &client, "R", NULL));
    T_EQ_INT(read_until(&client, "id: 1000\n"), AT_HUB_READ);
    happen(hub, 1001);
    T_EQ_INT(read_until(&client, "id: 1001\n"), AT_HUB_READ);
    check_whole(&client, 1, 1001);
    leave(&client);
    at_hub_free(hub);
}

T_TEST(a_reader_that_comes_again_gets_the_rest)
{
    struct at_hub *hub = open_hub(60000, 60000);
    struct client client;
    for (int64_t i = 1; i <= 10; i++)
        happen(hub, i);
    T_OK(follow(hub, &client, "R", "7"));
    T_EQ_INT(read_until(&client, "id: 10\n"), AT_HUB_READ);
    check_whole(&client, 8, 10);
    leave(&client);
    at_hub_free(hub);
}

T_TEST(a_stream_ends_with_its_run)
{
    struct at_hub *hub = open_hub(60000, 60000);
    struct client client;
    happen(hub, 1);
    T_OK(follow(hub, &client, "R", NULL));
    T_EQ_INT(read_until(&client, "id: 1\n"), AT_HUB_READ);
    pthread_mutex_lock(&world.lock);
    world.ended = true;
    pthread_mutex_unlock(&world.lock);
    happen(hub, 2);
    T_EQ_INT(read_until(&client, NULL), AT_HUB_OVER);
    check_whole(&client, 1, 2);
    T_OK(at_str_ends(at_buf_str(&client.text),
                     AT_STR("event: end\ndata: {}\n\n")));
    leave(&client);
    at_hub_free(hub);
}

T_TEST(other_runs_are_not_shown)
{
    struct at_hub *hub = open_hub(60000, 60000);
    struct client client;
    T_OK(follow(hub, &client, "R", NULL));
    for (int64_t i = 1; i <= 3 * EVENTS_MAX; i++)
        publish(hub, "OTHER", i);
    happen(hub, 1);
    T_EQ_INT(read_until(&client, "id: 1\n"), AT_HUB_READ);
    check_whole(&client, 1, 1);
    leave(&client);
    at_hub_free(hub);
}

T_TEST(changes_are_for_readers_of_all_runs)
{
    struct at_hub *hub = open_hub(60000, 60000);
    struct client one, all;
    T_OK(follow(hub, &one, "R", NULL));
    T_OK(follow(hub, &all, "", NULL));
    at_hub_publish_change(hub, AT_STR("{\"kind\":\"devices\"}"));
    happen(hub, 1);
    T_EQ_INT(read_until(&all, "\"index\":1}"), AT_HUB_READ);
    T_OK(at_str_has(at_buf_str(&all.text),
                    AT_STR("event: change\ndata: {\"kind\":\"devices\"}\n\n")));
    T_EQ_INT(read_until(&one, "\"index\":1}"), AT_HUB_READ);
    T_NOT(at_str_has(at_buf_str(&one.text), AT_STR("change")));
    leave(&all);
    leave(&one);
    at_hub_free(hub);
}

T_TEST(one_who_does_not_read_is_dropped)
{
    struct at_hub *hub = open_hub(60000, 60000);
    struct client slow, quick;
    char buf[16];
    size_t len;
    T_OK(follow(hub, &slow, "", NULL));
    T_OK(follow(hub, &quick, "", NULL));
    publish(hub, "R", 1);
    T_EQ_INT(read_until(&quick, "\"index\":1}"), AT_HUB_READ);
    T_EQ_INT(read_until(&slow, "\"index\":1}"), AT_HUB_READ);
    // It learns that there is something, and never takes it.
    T_EQ_INT(at_hub_read(slow.reader, buf, sizeof(buf), &len), AT_HUB_PAUSED);
    for (int64_t i = 2; i <= 2 * EVENTS_MAX + 2; i++) {
        char wanted[32];
        publish(hub, "R", i);
        snprintf(wanted, sizeof(wanted), "\"index\":%d}", (int)i);
        T_EQ_INT(read_until(&quick, wanted), AT_HUB_READ);
    }
    struct pollfd fd = {slow.pipe[0], POLLIN, 0};
    T_EQ_INT(poll(&fd, 1, 20000), 1);
    enum at_hub_step step;
    while ((step = at_hub_read(slow.reader, buf, sizeof(buf), &len)) ==
           AT_HUB_READ)
        ;
    T_EQ_INT(step, AT_HUB_DROPPED);
    T_OK(slow.dropped);
    leave(&slow);
    leave(&quick);
    at_hub_free(hub);
}

T_TEST(one_who_stalls_is_dropped)
{
    struct at_hub *hub = open_hub(60000, 1);
    struct client client;
    char buf[16];
    size_t len;
    T_OK(follow(hub, &client, "R", NULL));
    happen(hub, 1);
    struct pollfd fd = {client.pipe[0], POLLIN, 0};
    T_EQ_INT(poll(&fd, 1, 20000), 1); // it never reads
    T_OK(client.dropped);
    T_EQ_INT(at_hub_read(client.reader, buf, sizeof(buf), &len),
             AT_HUB_DROPPED);
    leave(&client);
    at_hub_free(hub);
}

T_TEST(all_runs_can_be_resumed)
{
    struct at_hub *hub = open_hub(60000, 60000);
    struct client client, again, foreign;
    T_OK(follow(hub, &client, "", NULL));
    publish(hub, "A", 1);
    publish(hub, "B", 1);
    T_EQ_INT(read_until(&client, "\"run\":\"B\""), AT_HUB_READ);
    publish(hub, "C", 1);
    T_EQ_INT(read_until(&client, "\"run\":\"C\""), AT_HUB_READ);
    struct at_str text = at_buf_str(&client.text);
    char id[32];
    text = at_str_skip(text, (size_t)at_str_find(text, AT_STR("id: ")) + 4);
    at_str_cut(id, sizeof(id),
               at_str_head(text, (size_t)at_str_find(text, AT_STR("\n"))));
    T_OK(follow(hub, &again, "", id));
    T_EQ_INT(read_until(&again, "\"run\":\"C\""), AT_HUB_READ);
    T_NOT(at_str_has(at_buf_str(&again.text), AT_STR("\"run\":\"A\"")));
    T_OK(at_str_has(at_buf_str(&again.text), AT_STR("\"run\":\"B\"")));
    T_OK(follow(hub, &foreign, "", "00000000-1"));
    T_EQ_INT(read_until(&foreign, "event: resync"), AT_HUB_READ);
    leave(&foreign);
    leave(&again);
    leave(&client);
    at_hub_free(hub);
}

T_TEST(silence_is_broken_by_a_comment)
{
    struct at_hub *hub = open_hub(1, 60000);
    struct client client;
    T_OK(follow(hub, &client, "", NULL));
    T_EQ_INT(read_until(&client, ": still here\n\n"), AT_HUB_READ);
    leave(&client);
    at_hub_free(hub);
}

T_TEST(a_reader_learns_of_a_hang_up)
{
    struct at_hub *hub = open_hub(60000, 60000);
    struct client client;
    T_OK(follow(hub, &client, "", NULL));
    at_hub_cut(client.reader);
    T_EQ_INT(read_until(&client, NULL), AT_HUB_DROPPED);
    leave(&client);
    at_hub_free(hub);
}

T_TEST(there_is_a_limit)
{
    struct at_hub *hub = open_hub(60000, 60000);
    static struct client clients[READERS_MAX];
    for (size_t i = 0; i < READERS_MAX - 1; i++)
        T_OK(follow(hub, &clients[i], "", NULL));
    T_NOT(follow(hub, &clients[READERS_MAX - 1], "", NULL));
    T_EQ_SIZE(at_hub_readers(hub), READERS_MAX - 1);
    for (size_t i = 0; i < READERS_MAX; i++)
        leave(&clients[i]);
    T_EQ_SIZE(at_hub_readers(hub), 0);
    at_hub_free(hub);
}

static void *
read_all(void *arg)
{
    read_until(arg, NULL);
    return NULL;
}

// Many read during the run: each gets everything, in order.
T_TEST(many_readers_get_all)
{
    enum { COUNT = 16, LAST = 3000 };
    struct at_hub *hub = open_hub(60000, 60000);
    static struct client clients[COUNT];
    pthread_t threads[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        T_OK(follow(hub, &clients[i], "R", NULL));
        T_EQ_INT(pthread_create(&threads[i], NULL, read_all, &clients[i]), 0);
    }
    for (int64_t i = 1; i <= LAST; i++) {
        happen(hub, i);
        if (i % 500 == 0)
            publish(hub, "OTHER", i);
    }
    pthread_mutex_lock(&world.lock);
    world.ended = true;
    pthread_mutex_unlock(&world.lock);
    for (size_t i = 0; i < COUNT; i++) {
        T_EQ_INT(pthread_join(threads[i], NULL), 0);
        T_NOT(clients[i].dropped);
        check_whole(&clients[i], 1, LAST);
        leave(&clients[i]);
    }
    at_hub_free(hub);
}

T_TEST(a_hub_that_stops_ends_all)
{
    struct at_hub *hub = open_hub(60000, 60000);
    struct client client;
    pthread_t thread;
    T_OK(follow(hub, &client, "", NULL));
    T_EQ_INT(pthread_create(&thread, NULL, read_all, &client), 0);
    at_hub_stop(hub);
    T_EQ_INT(pthread_join(thread, NULL), 0);
    T_EQ_INT(at_hub_read(client.reader, (char[8]){0}, 8, &(size_t){0}),
             AT_HUB_OVER);
    leave(&client);
    at_hub_free(hub);
}

T_MAIN()
