// video_test.c: one stream and its readers, over a source that a test feeds
#include "device/video.h"

#include <poll.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/video_source.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/rig.h"

#define UPRIGHT                                                                \
    "\0\0\0\1\x67\x42\xc0\x32\xd9\x00\x44\x01\x2d\xe5\xf0\x11\x00\x00\x03"     \
    "\x00\x01\x00\x00\x03\x00\x14\x0f\x18\x32\x48"                             \
    "\0\0\0\1\x68\xcb\x83\xcb\x20"
#define TURNED                                                                 \
    "\0\0\0\1\x67\x64\x00\x32\xac\xb2\x00\x4b\x01\x13\xf2\xe0\x22\x00\x00"     \
    "\x03\x00\x02\x00\x00\x03\x00\x28\x1e\x30\x64\x90"                         \
    "\0\0\0\1\x68\xeb\xc3\xcb\x22\xc0"
#define KEY "\0\0\0\1\x65"
#define FRAME "\0\0\0\1\x41"

enum { BIG = 1 << 20 };

// The meaning of each letter of the feed.
static const struct packet {
    char letter;
    const char *data;
    size_t len;
} packets[] = {
#define ROW(letter, data)                                                      \
    {                                                                          \
        letter, data, sizeof(data) - 1                                         \
    }
    ROW('u', UPRIGHT),   ROW('t', TURNED),     ROW('k', KEY "key"),
    ROW('f', FRAME "f"), ROW('x', "no H.264"),
#undef ROW
};

struct feed {
    struct at_video_source base;
    int read_fd;
    int write_fd;
    char *big;
    int64_t pts_us;
    bool refuses; // it refuses to start
    int started;
    int stopped;
    bool freed;
};

static bool
start(const struct at_op *op, struct at_video_source *source,
      struct at_err *err)
{
    struct feed *feed = (struct feed *)source;
    (void)op;
    feed->started++;
    feed->pts_us = 0; // its clock begins again, as that of old servers does
    return !feed->refuses ||
           at_fail(err, AT_EDEVICE, "the encoder does not start");
}

static struct at_str
data_of(struct feed *feed, char letter)
{
    if (letter == 'B')
        return at_str_n(feed->big, BIG);
    for (size_t i = 0; i < T_LEN(packets); i++)
        if (packets[i].letter == letter)
            return at_str_n(packets[i].data, packets[i].len);
    abort();
}

static bool
next(const struct at_op *op, struct at_video_source *source,
     struct at_video_encoded *out, struct at_err *err)
{
    struct feed *feed = (struct feed *)source;
    char letter;
    if (!at_op_wait_fd(op, feed->read_fd, POLLIN, err))
        return false;
    rig_need(read(feed->read_fd, &letter, 1) == 1, "the feed", NULL);
    if (letter == 'e')
        return at_fail(err, AT_EDEVICE, "the encoder died");
    *out = (struct at_video_encoded){data_of(feed, letter), feed->pts_us};
    feed->pts_us += 100000;
    return true;
}

static void
stop(struct at_video_source *source)
{
    ((struct feed *)source)->stopped++;
}

// The test looks at it afterwards.
static void
release(struct at_video_source *source)
{
    ((struct feed *)source)->freed = true;
}

static const struct at_video_source_ops ops = {start, next, stop, release};

static void
feed_init(struct feed *feed)
{
    int fds[2];
    rig_need(pipe(fds) == 0, "a pipe", NULL);
    *feed =
        (struct feed){.base = {&ops}, .read_fd = fds[0], .write_fd = fds[1]};
    feed->big = at_alloc(BIG);
    memcpy(feed->big, FRAME, 5);
    memset(feed->big + 5, 'x', BIG - 5);
}

static void
feed_deinit(struct feed *feed)
{
    T_OK(feed->freed);
    T_EQ_INT(feed->stopped, feed->started);
    close(feed->read_fd);
    close(feed->write_fd);
    free(feed->big);
}

static void
give(struct feed *feed, const char *letters)
{
    size_t len = strlen(letters);
    rig_need(write(feed->write_fd, letters, len) == (ssize_t)len, "a write",
             NULL);
}

static struct at_video *
open_stream(struct feed *feed, const char *letters)
{
    struct at_op op = rig_op(20000);
    struct at_video *video;
    struct at_err err = AT_ERR_INIT;
    feed_init(feed);
    give(feed, letters);
    if (!at_video_start(&op, &feed->base, &video, &err))
        fail_msg("%s", err.msg);
    return video;
}

static struct at_video_packet
read_next(struct at_video_reader *reader)
{
    struct at_op op = rig_op(20000);
    struct at_video_packet packet;
    struct at_err err = AT_ERR_INIT;
    if (!at_video_next(&op, reader, &packet, &err))
        fail_msg("%s", err.msg);
    return packet;
}

// Read as many frames as there are letters: a key frame, another, a big one.
static void
expect(struct at_video_reader *reader, const char *letters)
{
    for (const char *c = letters; *c; c++) {
        struct at_video_packet packet = read_next(reader);
        T_ROW(c);
        T_EQ_INT(packet.key, *c == 'k');
        T_EQ_INT(packet.data.len >= BIG, *c == 'B');
    }
}

T_TEST(a_key_frame_begins_with_its_sets)
{
    struct feed feed;
    struct at_video *video = open_stream(&feed, "ukf");
    struct at_video_reader *reader = at_video_reader_open(video);
    struct at_video_packet packet = read_next(reader);
    static const char whole[] = UPRIGHT KEY "key";
    T_EQ_MEM(packet.data.ptr, packet.data.len, whole, sizeof(whole) - 1);
    T_OK(packet.key);
    T_EQ_INT(packet.segment, 1);
    T_EQ_INT(packet.width_px, 1080);
    T_EQ_INT(packet.height_px, 2400);
    T_EQ_TEXT(packet.codec, "avc1.42c032");
    int64_t pts_us = packet.pts_us;
    packet = read_next(reader);
    T_EQ_MEM(packet.data.ptr, packet.data.len, FRAME "f", 6);
    T_EQ_INT(packet.pts_us - pts_us, 100000);
    at_video_reader_close(reader);
    at_video_close(video);
    feed_deinit(&feed);
}

T_TEST(a_turned_screen_is_another_segment)
{
    struct feed feed;
    // Frames before the new key frame belong to no picture that is there.
    struct at_video *video = open_stream(&feed, "ffuffkfukftffkf");
    struct at_video_reader *reader = at_video_reader_open(video);
    struct at_video_packet packet = {.segment = 0};
    give(&feed, "f");
    for (int i = 0; packet.segment != 2; i++) {
        T_OK(i < 5);
        packet = read_next(reader);
    }
    T_OK(packet.key);
    T_EQ_INT(packet.width_px, 2400);
    T_EQ_INT(packet.height_px, 1080);
    expect(reader, "ff");
    at_video_reader_close(reader);
    at_video_close(video);
    feed_deinit(&feed);
}

T_TEST(each_reader_gets_every_frame)
{
    struct feed feed;
    struct at_video *video = open_stream(&feed, "uk");
    struct at_video_reader *one = at_video_reader_open(video);
    struct at_video_reader *two = at_video_reader_open(video);
    give(&feed, "ffkfff");
    expect(one, "kffkfff");
    expect(two, "kffkfff"); // it had not begun when the second key frame came
    at_video_reader_close(two);
    at_video_reader_close(one);
    at_video_close(video);
    feed_deinit(&feed);
}

T_TEST(a_late_reader_begins_with_the_newest_key_frame)
{
    struct feed feed;
    struct at_video *video = open_stream(&feed, "uk");
    struct at_video_reader *early = at_video_reader_open(video);
    give(&feed, "ffkff");
    expect(early, "kffkff");
    struct at_video_reader *late = at_video_reader_open(video);
    expect(late, "kff");
    give(&feed, "f");
    expect(early, "f");
    expect(late, "f");
    T_EQ_INT(feed.started, 1);
    at_video_reader_close(late);
    at_video_reader_close(early);
    at_video_close(video);
    feed_deinit(&feed);
}

// Frames that a reader does not take are dropped, and it resumes with a key
// frame.
T_TEST(a_slow_reader_skips)
{
    struct feed feed;
    struct at_video *video = open_stream(&feed, "uk");
    struct at_video_reader *slow = at_video_reader_open(video);
    struct at_video_reader *fast = at_video_reader_open(video);
    expect(slow, "k");
    expect(fast, "k");
    for (size_t i = 0; i < AT_VIDEO_KEPT_MAX_BYTES / BIG + 2; i++) {
        give(&feed, "B");
        expect(fast, "B");
    }
    give(&feed, "kf");
    expect(fast, "kf");
    struct at_video_packet packet = read_next(slow);
    T_OK(packet.key);
    T_OK(packet.skipped);
    packet = read_next(slow);
    T_NOT(packet.key);
    T_NOT(packet.skipped);
    at_video_reader_close(fast);
    at_video_reader_close(slow);
    at_video_close(video);
    feed_deinit(&feed);
}

T_TEST(a_key_frame_is_asked_for)
{
    struct feed feed;
    struct at_video *video = open_stream(&feed, "uk");
    struct at_video_reader *reader = at_video_reader_open(video);
    give(&feed, "ffff");
    expect(reader, "kfff");
    int64_t last_us = read_next(reader).pts_us;
    at_video_refresh(video);
    give(&feed, "fukf"); // the stream belongs to the new start
    struct at_video_packet packet = read_next(reader);
    T_OK(packet.key);
    T_OK(packet.pts_us > last_us);
    T_EQ_INT(packet.segment, 1);
    expect(reader, "f");
    T_EQ_INT(feed.started, 2);
    at_video_reader_close(reader);
    at_video_close(video);
    feed_deinit(&feed);
}

// The frames since the key frame are more than are kept.
T_TEST(a_late_reader_without_a_key_frame_asks_for_one)
{
    struct feed feed;
    struct at_video *video = open_stream(&feed, "uk");
    struct at_video_reader *early = at_video_reader_open(video);
    expect(early, "k");
    for (size_t i = 0; i < AT_VIDEO_KEPT_MAX_BYTES / BIG + 2; i++) {
        give(&feed, "B");
        expect(early, "B");
    }
    struct at_video_reader *late = at_video_reader_open(video);
    give(&feed, "fuk");
    expect(late, "k");
    T_EQ_INT(feed.started, 2);
    at_video_reader_close(late);
    at_video_reader_close(early);
    at_video_close(video);
    feed_deinit(&feed);
}

T_TEST(a_wait_that_ends_leaves_the_reader)
{
    struct feed feed;
    struct at_video *video = open_stream(&feed, "uk");
    struct at_video_reader *reader = at_video_reader_open(video);
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op late = rig_op(20);
    struct at_op cancelled = {AT_NEVER_NS, cancel};
    struct at_video_packet packet;
    struct at_err err = AT_ERR_INIT;
    expect(reader, "k");
    T_NOT(at_video_next(&late, reader, &packet, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    at_cancel_fire(cancel);
    T_NOT(at_video_next(&cancelled, reader, &packet, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    give(&feed, "f");
    expect(reader, "f");
    at_cancel_free(cancel);
    at_video_reader_close(reader);
    at_video_close(video);
    feed_deinit(&feed);
}

static const struct {
    const char *feed;
    bool refuses;
    enum at_code code;
    const char *says;
} failures[] = {
    {"", true, AT_EDEVICE, "the encoder does not start"},
    {"e", false, AT_EDEVICE, "the encoder died"},
    {"uffe", false, AT_EDEVICE, "the encoder died"},
    {"x", false, AT_EPROTO, "not H.264"},
    {"k", false, AT_EPROTO, "without parameter sets"},
};

T_TEST(a_stream_that_cannot_be)
{
    for (size_t i = 0; i < T_LEN(failures); i++) {
        struct feed feed;
        struct at_op op = rig_op(20000);
        struct at_video *video;
        struct at_err err = AT_ERR_INIT;
        feed_init(&feed);
        feed.refuses = failures[i].refuses;
        give(&feed, failures[i].feed);
        T_ROW(failures[i].says);
        T_NOT(at_video_start(&op, &feed.base, &video, &err));
        T_EQ_INT(err.code, failures[i].code);
        T_HAS(err.msg, failures[i].says);
        T_NULL(video);
        feed_deinit(&feed);
    }
}

T_TEST(a_stream_that_does_not_begin)
{
    struct feed feed;
    struct at_op op = rig_op(50);
    struct at_video *video;
    struct at_err err = AT_ERR_INIT;
    feed_init(&feed);
    give(&feed, "u"); // there is no frame
    T_NOT(at_video_start(&op, &feed.base, &video, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    feed_deinit(&feed);
}

T_TEST(the_end_reaches_all_readers)
{
    struct feed feed;
    struct at_video *video = open_stream(&feed, "uk");
    struct at_video_reader *reader = at_video_reader_open(video);
    give(&feed, "fe");
    expect(reader, "kf");
    for (int i = 0; i < 2; i++) {
        struct at_op op = rig_op(20000);
        struct at_video_packet packet;
        struct at_err err = AT_ERR_INIT;
        T_NOT(at_video_next(&op, reader, &packet, &err));
        T_EQ_INT(err.code, AT_EDEVICE);
        T_HAS(err.msg, "the encoder died");
    }
    at_video_refresh(video); // without effect
    at_video_reader_close(reader);
    at_video_close(video);
    feed_deinit(&feed);
}

T_TEST(a_platform_without_streams)
{
    static const struct at_platform none = {.name = "none"};
    const struct at_video_opts opts = {0};
    struct at_op op = rig_op(1000);
    struct at_video *video;
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_video_open(&op, &none, "d", &opts, &video, &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_NULL(video);
}

T_MAIN()
