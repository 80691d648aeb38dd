#include "base/alloc.h"
#include "base/arena.h"
#include "base/op.h"
#include "base/rd.h"

#include <limits.h>
#include <stdalign.h>

#include "tests/t.h"

T_TEST(arena_gives_zeroed_aligned_memory)
{
    static const size_t sizes[] = {0,     1,     7,     16,     17,
                                   65535, 65536, 65537, 500000, 3};
    struct at_arena arena = AT_ARENA_INIT;
    unsigned char *made[3 * T_LEN(sizes)];
    for (size_t i = 0; i < T_LEN(made); i++) {
        size_t size = sizes[i % T_LEN(sizes)];
        made[i] = at_arena_alloc(&arena, size);
        T_EQ_SIZE((uintptr_t)made[i] % alignof(max_align_t), 0);
        for (size_t b = 0; b < size; b++)
            T_EQ_INT(made[i][b], 0);
        memset(made[i], (int)i + 1, size);
    }
    for (size_t i = 0; i < T_LEN(made); i++) {
        for (size_t b = 0; b < sizes[i % T_LEN(sizes)]; b++)
            T_EQ_SIZE(made[i][b], i + 1);
    }
    at_arena_deinit(&arena);
    at_arena_deinit(&arena);
    T_EQ_SIZE(arena.used, 0);
}

T_TEST(arena_copies_text)
{
    struct at_arena arena = AT_ARENA_INIT;
    struct at_str copy = at_arena_dup(&arena, at_str_n("abc", 2));
    T_EQ_STR(copy, "ab");
    T_EQ_INT(copy.ptr[2], 0);
    copy = at_arena_dup(&arena, at_str(NULL));
    T_EQ_SIZE(copy.len, 0);
    T_EQ_INT(copy.ptr[0], 0);
    at_arena_deinit(&arena);
}

T_TEST(heap_copies)
{
    char *text = at_strndup("abc", 2);
    T_EQ_TEXT(text, "ab");
    free(text);
    text = at_strndup(NULL, 0);
    T_EQ_TEXT(text, "");
    free(text);
    text = at_strfmt("%s-%d", "x", 5);
    T_EQ_TEXT(text, "x-5");
    free(text);
    free(at_alloc(0));
    free(at_realloc_array(NULL, 0, 8));
}

T_TEST(rd_reads_in_order)
{
    struct at_rd rd = at_rd("\x01\x02\x03\x04\x05\x06\x07"
                            "abc\x11\x12\x13\x14\x15\x16\x17\xff",
                            18);
    T_EQ_INT(at_rd_u8(&rd), 1);
    T_EQ_INT(at_rd_u16le(&rd), 0x0302);
    T_EQ_INT(at_rd_u32le(&rd), 0x07060504);
    T_EQ_STR(at_rd_bytes(&rd, 3), "abc");
    T_OK(at_rd_u64le(&rd) == UINT64_C(0xff17161514131211));
    T_OK(rd.ok);
    T_EQ_SIZE(rd.len, 0);
    T_EQ_SIZE(at_rd_bytes(&rd, 0).len, 0);
    T_OK(rd.ok);
}

T_TEST(rd_failure_is_sticky)
{
    for (size_t len = 0; len < 4; len++) {
        struct at_rd rd = at_rd("\xff\xff\xff", len);
        T_EQ_INT(at_rd_u32le(&rd), 0);
        T_NOT(rd.ok);
        T_EQ_INT(at_rd_u8(&rd), 0);
        T_EQ_SIZE(at_rd_bytes(&rd, SIZE_MAX).len, 0);
        T_EQ_SIZE(at_rd_bytes(&rd, 0).len, 0);
        T_NOT(rd.ok);
    }
}

T_TEST(wr_writes_what_rd_reads)
{
    struct at_buf buf = AT_BUF_INIT(12);
    at_wr_u32le(&buf, 0x89abcdef);
    at_wr_u64le(&buf, UINT64_C(0xfedcba9876543210));
    T_EQ_MEM(buf.data, buf.len,
             "\xef\xcd\xab\x89\x10\x32\x54\x76\x98\xba\xdc\xfe", 12);
    at_wr_u32le(&buf, 1);
    T_OK(buf.overflow);
    T_EQ_SIZE(buf.len, 12);
    at_buf_deinit(&buf);
}

static const struct {
    int64_t deadline_ns, now_ns, max_ms, want_ns;
} subs[] = {
    {1000, 0, 1, 1000},                     // never widens
    {5 * AT_NS_PER_MS, 0, 1, AT_NS_PER_MS}, // narrows
    {AT_NEVER_NS, 7, 2, 7 + 2 * AT_NS_PER_MS},
    {AT_NEVER_NS, 7, INT64_MAX, AT_NEVER_NS},
    {AT_NEVER_NS, INT64_MAX - 5, 1, AT_NEVER_NS},
    {100, 50, 0, 50},
    {100, 50, -1, 50},
    {100, 50, INT64_MIN, 50},
};

T_TEST(op_narrows)
{
    for (size_t i = 0; i < T_LEN(subs); i++) {
        struct at_op op = {subs[i].deadline_ns, NULL};
        struct at_op sub = at_op_sub(&op, subs[i].now_ns, subs[i].max_ms);
        T_EQ_INT(sub.deadline_ns, subs[i].want_ns);
    }
}

static const struct {
    int64_t deadline_ns, now_ns;
    int left_ms;
} lefts[] = {
    {10, 10, 0},
    {10, 11, 0},
    {-10, 11, 0},
    {11, 10, 1}, // rounded up: a poll of 0 would spin
    {AT_NS_PER_MS, 0, 1},
    {AT_NS_PER_MS + 1, 0, 2},
    {AT_NEVER_NS, 0, INT_MAX},
};

T_TEST(op_tells_what_is_left)
{
    for (size_t i = 0; i < T_LEN(lefts); i++) {
        struct at_op op = {lefts[i].deadline_ns, NULL};
        T_EQ_INT(at_op_left_ms(&op, lefts[i].now_ns), lefts[i].left_ms);
    }
}

T_MAIN()
