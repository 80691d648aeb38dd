// streams_test.c: who watches a device's video, who comes late, and who is slow
#include "tester/view/streams.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/video_source.h"
#include "sys/cancel.h"
#include "sys/stop.h"
#include "tester/view/views.h"
#include "tests/t.h"
#include "wire/json.h"

#define START "\0\0\0\1"
#define SPS_TALL                                                               \
    START                                                                      \
    "\x67\x42\xc0\x32\xd9\x00\x44\x01\x2d\xe5\xf0\x11\x00\x00\x03\x00\x01\x00" \
    "\x00\x03\x00\x14\x0f\x18\x32\x48"
#define SPS_WIDE                                                               \
    START                                                                      \
    "\x67\x64\x00\x32\xac\xb2\x00\x4b\x01\x13\xf2\xe0\x22\x00\x00\x03\x00\x02" \
    "\x00\x00\x03\x00\x28\x1e\x30\x64\x90"
#define PPS START "\x68\xce\x3c\x80"
#define KEY START "\x65\x88\x84key"
#define DELTA START "\x41\x9a\x21"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // guards all below
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int starts; // starts of the encoder
static int sources;
static int resumed; // watchers that were told to read

static int fds[2]; // the encoder's next output, a letter each

static const struct packet {
    char letter;
    const char *bytes;
    size_t len;
} packets[] = {
#define ROW(letter, bytes)                                                     \
    {                                                                          \
        letter, bytes, sizeof(bytes) - 1                                       \
    }
    ROW('k', SPS_TALL PPS KEY), ROW('w', SPS_WIDE PPS KEY), ROW('a', DELTA "a"),
    ROW('b', DELTA "b"),        ROW('c', DELTA "c"),
#undef ROW
};

static void
count(int *what, int by)
{
    pthread_mutex_lock(&lock);
    *what += by;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void
await(const int *what, int value)
{
    pthread_mutex_lock(&lock);
    while (*what != value)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static bool
source_start(const struct at_op *op, struct at_video_source *source,
             struct at_err *err)
{
    (void)op, (void)source, (void)err;
    count(&starts, 1);
    return true;
}

static bool
source_next(const struct at_op *op, struct at_video_source *source,
            struct at_video_encoded *out, struct at_err *err)
{
    static char large[AT_MIB];
    static int64_t pts_us;
    char letter;
    (void)source;
    if (!at_op_wait_fd(op, fds[0], POLLIN, err) ||
        read(fds[0], &letter, 1) != 1)
        return false;
    out->pts_us = ++pts_us;
    memset(large, 'm', sizeof(large));
    memcpy(large, DELTA, sizeof(DELTA) - 1);
    out->data = at_str_n(large, sizeof(large));
    for (size_t i = 0; i < T_LEN(packets); i++)
        if (packets[i].letter == letter)
            out->data = at_str_n(packets[i].bytes, packets[i].len);
    return letter != 'x' || at_fail(err, AT_EDEVICE, "the encoder has died");
}

static void
source_stop(struct at_video_source *source)
{
    (void)source;
}

static void
source_free(struct at_video_source *source)
{
    free(source);
    count(&sources, -1);
}

static const struct at_video_source_ops source_ops = {source_start, source_next,
                                                      source_stop, source_free};

static bool
open_video(const struct at_op *op, const char *id,
           const struct at_video_opts *opts, struct at_video **out,
           struct at_err *err)
{
    struct at_video_source *source = at_alloc(sizeof(*source));
    (void)id, (void)opts;
    source->ops = &source_ops;
    count(&sources, 1);
    return at_video_start(op, source, out, err);
}

static bool
is_present(void)
{
    return true;
}

static bool
list(const struct at_platform_call *call, struct at_device_list *out,
     struct at_err *err)
{
    struct at_device_entry *entry = at_device_list_add(out);
    (void)call, (void)err;
    snprintf(entry->id, sizeof(entry->id), "phone");
    entry->usable = true;
    return true;
}

static const struct at_platform android = {.name = "android",
                                           .present = is_present,
                                           .list = list,
                                           .video = open_video};
static const struct at_platform blind = {
    .name = "blind", .present = is_present, .list = list};
static const struct at_platform *const platforms[] = {&android, NULL};

static struct at_views *views;
static struct at_streams *streams;

static void
give(const char *letters)
{
    T_EQ_SIZE((size_t)write(fds[1], letters, strlen(letters)), strlen(letters));
}

static void
begin(void)
{
    T_OK(at_stop_pipe(fds));
    starts = sources = resumed = 0;
    views = at_views_new(platforms);
    streams = at_views_streams(views);
}

static void
end(void)
{
    at_views_stop(views);
    at_views_free(views);
    T_EQ_INT(sources, 0);
    close(fds[0]);
    close(fds[1]);
}

// A client: what it has read, and how.
struct client {
    struct at_stream_watcher *watcher;
    struct at_buf got;
    bool paused; // guarded by lock
};

static void
on_pause(void *user)
{
    struct client *client = user;
    pthread_mutex_lock(&lock);
    client->paused = true;
    pthread_mutex_unlock(&lock);
}

static void
on_resume(void *user)
{
    struct client *client = user;
    pthread_mutex_lock(&lock);
    client->paused = false;
    resumed++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void
on_drop(void *user)
{
    (void)user;
}

static void
watch(struct client *client)
{
    struct at_err err = AT_ERR_INIT;
    const struct at_stream_link link = {on_pause, on_resume, on_drop, client};
    *client = (struct client){.got = AT_BUF_INIT(32 * AT_MIB)};
    (void)!at_streams_watch(streams, &android, "phone", &link, &client->watcher,
                            &err);
    T_EQ_TEXT(err.msg, "");
}

static void
leave(struct client *client)
{
    at_streams_leave(client->watcher);
    at_buf_deinit(&client->got);
}

// Append what there is, at most cap bytes at once, and wait for it if there is
// nothing. False: the stream is over.
static bool
read_some(struct client *client, size_t cap)
{
    char bytes[4096];
    for (;;) {
        size_t len;
        enum at_stream_step step =
            at_streams_read(client->watcher, bytes, cap, &len);
        if (step == AT_STREAM_OVER)
            return false;
        at_buf_add(&client->got, bytes, len);
        if (step == AT_STREAM_READ)
            return true;
        pthread_mutex_lock(&lock);
        while (client->paused)
            pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
    }
}

static uint32_t
number_at(struct at_str bytes)
{
    const unsigned char *at = (const unsigned char *)bytes.ptr;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
           (uint32_t)at[2] << 8 | at[3];
}

// Each record as a letter: 1 config, k key, the last byte of a delta, e end.
static void
spell(const struct client *client, char out[64], struct at_str *last)
{
    struct at_str rest = at_buf_str(&client->got);
    size_t n = 0;
    while (rest.len >= AT_STREAM_HEADER_BYTES && n < 63) {
        size_t len = number_at(rest);
        int kind = rest.ptr[4];
        struct at_str data =
            at_str_head(at_str_skip(rest, AT_STREAM_HEADER_BYTES), len);
        if (data.len < len)
            break;
        *last = data;
        if (kind != AT_STREAM_ALIVE)
            out[n++] = kind == AT_STREAM_DELTA ? data.ptr[data.len - 1]
                                               : "?1k?\0e"[kind];
        rest = at_str_skip(rest, AT_STREAM_HEADER_BYTES + len);
    }
    out[n] = '\0';
}

static void
reads_in(struct client *client, const char *letters, size_t cap)
{
    char got[64] = "";
    struct at_str last;
    while (strcmp(got, letters) != 0) {
        bool ok = strlen(got) <= strlen(letters) && read_some(client, cap);
        if (!ok)
            T_EQ_TEXT(got, letters);
        spell(client, got, &last);
    }
}

T_TEST(late_watchers_begin_with_the_key_frame)
{
    struct client first, late;
    begin();
    watch(&first);
    give("kab");
    reads_in(&first, "1kab", 4096);
    watch(&late);
    reads_in(&late, "1kab", 7);
    give("c");
    reads_in(&first, "1kabc", 4096);
    reads_in(&late, "1kabc", 1);
    give("ka");
    reads_in(&first, "1kabcka", 4096);
    give("w");
    reads_in(&first, "1kabcka1k", 4096);
    T_EQ_INT(sources, 1);
    leave(&first);
    leave(&late);
    await(&sources, 0); // no viewer is left
    end();
}

T_TEST(a_slow_watcher_resumes_with_the_next_key_frame)
{
    struct client quick, slow;
    begin();
    watch(&quick);
    give("kab");
    reads_in(&quick, "1kab", 4096);
    watch(&slow);
    reads_in(&slow, "1", 1);
    T_OK(read_some(&slow, 20)); // within the key frame's record
    give("c");
    reads_in(&quick, "1kabc", 4096);
    give("kb");
    reads_in(&quick, "1kabckb", 4096);
    reads_in(&slow, "1kkb", 4096);
    leave(&quick);
    leave(&slow);
    end();
}

T_TEST(the_configuration_has_the_size)
{
    struct client client;
    char got[64];
    struct at_str last;
    begin();
    watch(&client);
    give("k");
    reads_in(&client, "1", 1);
    spell(&client, got, &last);
    json_t *json = at_json_parse(last, NULL);
    T_EQ_TEXT(json_string_value(json_object_get(json, "codec")), "avc1.42c032");
    T_EQ_INT(json_integer_value(json_object_get(json, "widthPx")), 1080);
    T_EQ_INT(json_integer_value(json_object_get(json, "heightPx")), 2400);
    json_decref(json);
    leave(&client);
    end();
}

// Memory is bounded: the rest waits for the next key frame, which the server
// requests.
T_TEST(a_group_has_a_limit)
{
    struct client client;
    begin();
    watch(&client);
    give("kmmmmmmmmm");
    await(&starts, 2); // begun again, because it must give a key frame
    reads_in(&client, "1kmmmmmmm", 4096);
    give("k");
    reads_in(&client, "1kmmmmmmmk", 4096);
    leave(&client);
    end();
}

static void
ends_with(struct client *client, const char *code)
{
    char got[64];
    struct at_str last = {0};
    while (read_some(client, 4096))
        continue;
    spell(client, got, &last);
    T_EQ_INT(got[strlen(got) - 1], 'e');
    T_OK(at_str_has(last, at_str(code)));
}

T_TEST(why_it_ends_is_the_last_record)
{
    struct client client;
    begin();
    watch(&client);
    give("ka");
    reads_in(&client, "1ka", 4096);
    give("x");
    ends_with(&client, "the encoder has died");
    leave(&client);
    watch(&client); // another one begins
    give("kb");
    reads_in(&client, "1kb", 4096);
    at_views_stop(views);
    ends_with(&client, "the server is stopping");
    leave(&client);
    end();
}

T_TEST(a_run_with_secrets_is_not_watched)
{
    struct client client;
    struct at_stream_watcher *refused;
    const struct at_stream_link link = {on_pause, on_resume, on_drop, &client};
    const struct at_platform *found;
    const struct at_op op = {AT_NEVER_NS, NULL};
    struct at_err err = AT_ERR_INIT;
    begin();
    watch(&client);
    give("k");
    reads_in(&client, "1k", 4096);
    at_views_begin_run(views, "phone", true);
    ends_with(&client, "DEVICE_BUSY");
    leave(&client);
    await(&sources, 0); // its encoder reads from the same pipe
    T_NOT(at_streams_watch(streams, &android, "phone", &link, &refused, &err));
    T_EQ_INT(err.code, AT_EBUSY);
    T_NOT(at_streams_check(&op, streams, "phone", &found, &err));
    T_EQ_INT(err.code, AT_EBUSY);
    at_views_end_run(views, "phone");
    T_OK(at_streams_check(&op, streams, "phone", &found, &err));
    at_views_begin_run(views, "phone", false);
    watch(&client);
    give("ka");
    reads_in(&client, "1ka", 4096);
    leave(&client);
    at_views_end_run(views, "phone");
    end();
}

T_TEST(devices_that_cannot_be_watched)
{
    const struct at_platform *const all[] = {&blind, NULL};
    struct at_views *none = at_views_new(all);
    const struct at_platform *found;
    const struct at_op op = {AT_NEVER_NS, NULL};
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_streams_check(&op, at_views_streams(none), "phone", &found, &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_NOT(at_streams_check(&op, at_views_streams(none), "other", &found, &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
    at_views_stop(none);
    at_views_free(none);
}

T_MAIN()
