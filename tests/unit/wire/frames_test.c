// frames_test.c: messages written, and read however the stream is cut
#include "wire/frames.h"

#include "base/limits.h"
#include "tests/t.h"

enum { MAX_BYTES = 64 };

static const struct {
    uint8_t kind;
    struct at_str payload;
} messages[] = {
    {1, AT_STR_ROW("")},
    {7, AT_STR_ROW("{\"a\":1}")},
    {255, AT_STR_ROW("\0\0\0\5\1")},
    {2, AT_STR_ROW("0123456789012345678901234567890123456789012345678901234567"
                   "890123")},
};

static void
write_all(struct at_buf *out)
{
    for (size_t i = 0; i < T_LEN(messages); i++)
        T_OK(at_frames_write(messages[i].kind, messages[i].payload, out));
}

static void
check_next(struct at_frames *frames, size_t *inout_seen)
{
    uint8_t kind;
    struct at_str payload;
    while (at_frames_next(frames, &kind, &payload)) {
        T_OK(*inout_seen < T_LEN(messages));
        T_EQ_INT(kind, messages[*inout_seen].kind);
        T_OK(at_str_eq(payload, messages[*inout_seen].payload));
        (*inout_seen)++;
    }
}

// The stream comes in two pieces, cut at each byte.
T_TEST(a_stream_may_be_cut_anywhere)
{
    struct at_buf all = AT_BUF_INIT(AT_KIB);
    write_all(&all);
    for (size_t cut = 0; cut <= all.len; cut++) {
        struct at_frames frames;
        size_t seen = 0;
        at_frames_init(&frames, MAX_BYTES);
        T_OK(at_frames_add(&frames, at_str_head(at_buf_str(&all), cut), NULL));
        check_next(&frames, &seen);
        T_OK(at_frames_add(&frames, at_str_skip(at_buf_str(&all), cut), NULL));
        check_next(&frames, &seen);
        T_EQ_SIZE(seen, T_LEN(messages));
        at_frames_deinit(&frames);
    }
    at_buf_deinit(&all);
}

T_TEST(or_come_byte_by_byte)
{
    struct at_buf all = AT_BUF_INIT(AT_KIB);
    struct at_frames frames;
    size_t seen = 0;
    write_all(&all);
    at_frames_init(&frames, MAX_BYTES);
    for (size_t i = 0; i < all.len; i++) {
        T_OK(at_frames_add(&frames, at_str_n(all.data + i, 1), NULL));
        check_next(&frames, &seen);
    }
    T_EQ_SIZE(seen, T_LEN(messages));
    at_frames_deinit(&frames);
    at_buf_deinit(&all);
}

T_TEST(a_length_beyond_the_limit_breaks_the_stream)
{
    static const char *const heads[] = {"\0\0\0\x41", "\xff\xff\xff\xff"};
    for (size_t i = 0; i < T_LEN(heads); i++) {
        struct at_frames frames;
        struct at_err err = AT_ERR_INIT;
        uint8_t kind;
        struct at_str payload;
        at_frames_init(&frames, MAX_BYTES);
        T_NOT(at_frames_add(&frames, at_str_n(heads[i], 4), &err));
        T_EQ_INT(err.code, AT_EPROTO);
        T_NOT(at_frames_next(&frames, &kind, &payload));
        at_frames_deinit(&frames);
    }
}

// One behind a whole message is found once that was taken.
T_TEST(so_does_one_behind_a_whole_message)
{
    struct at_frames frames;
    uint8_t kind;
    struct at_str payload;
    at_frames_init(&frames, MAX_BYTES);
    T_OK(at_frames_add(&frames, AT_STR("\0\0\0\0\1\x7f\0\0\0\1"), NULL));
    T_OK(at_frames_next(&frames, &kind, &payload));
    T_NOT(at_frames_next(&frames, &kind, &payload));
    T_NOT(at_frames_add(&frames, AT_STR("x"), NULL));
    at_frames_deinit(&frames);
}

T_TEST(frames_that_do_not_fit_are_not_written)
{
    struct at_buf out = AT_BUF_INIT(10);
    T_OK(at_frames_write(1, AT_STR("ab"), &out));
    T_NOT(at_frames_write(1, AT_STR("abc"), &out));
    T_EQ_SIZE(out.len, 7);
    T_NOT(out.overflow);
    at_buf_deinit(&out);
}

T_MAIN()
