// mp4_test.c: frames of a real encoder as a file, at its end and cut anywhere
#include "wire/mp4.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "base/rd.h"
#include "sys/file.h"
#include "tests/t.h"

enum { FRAME_US = 100000, FIRST_US = 7000000, FRAMES = 30 };

// A file while it is written.
struct film {
    struct at_mp4 mp4;
    struct at_buf in;
    struct at_buf bytes;
    struct at_str frames[FRAMES]; // the NAL unit of each
    size_t frame_count;
    size_t parts_len; // bytes of the file before its index
};

static void
add_frame(struct film *film, struct at_str nal)
{
    struct at_buf packet = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    int64_t pts_us = FIRST_US + (int64_t)film->frame_count * FRAME_US;
    bool key = at_h264_type_of(nal) == AT_H264_KEY_SLICE;
    if (key)
        at_h264_params_write(&film->mp4.params, &packet);
    at_buf_add(&packet, "\0\0\0\1", 4);
    at_buf_add_str(&packet, nal);
    if (!at_mp4_add(&film->mp4, at_buf_str(&packet), pts_us, key, &film->bytes,
                    &err))
        fail_msg("%s", err.msg);
    film->frames[film->frame_count++] = nal;
    at_buf_deinit(&packet);
}

static void
record(struct film *film)
{
    struct at_h264_params params = {.width_px = 0};
    bool found;
    film->in = (struct at_buf)AT_BUF_INIT(AT_MIB);
    film->bytes = (struct at_buf)AT_BUF_INIT(AT_VIDEO_OUT_MAX_BYTES);
    film->frame_count = 0;
    T_OK(at_file_read("tests/data/video/48x96.h264", &film->in, NULL));
    struct at_str rest = at_buf_str(&film->in);
    struct at_str nal;
    T_OK(at_h264_params_take(&params, rest, &found, NULL));
    at_mp4_init(&film->mp4, &params, &film->bytes);
    while (at_h264_next(&rest, &nal))
        if (at_h264_type_of(nal) <= AT_H264_KEY_SLICE)
            add_frame(film, nal);
    T_EQ_SIZE(film->frame_count, FRAMES);
}

static void
finish(struct film *film, int64_t end_us)
{
    char patch[AT_MP4_PATCH_BYTES];
    uint64_t at;
    at_mp4_finish(&film->mp4, end_us, &film->bytes, patch, &at);
    T_NOT(film->bytes.overflow);
    memcpy(film->bytes.data + at, patch, sizeof(patch));
    film->parts_len = film->mp4.file_len;
}

static void
release(struct film *film)
{
    at_mp4_deinit(&film->mp4);
    at_buf_deinit(&film->in);
    at_buf_deinit(&film->bytes);
}

// Split off a box; false at the end, or where it is cut.
static bool
next_box(struct at_str *rest, char type[5], struct at_str *out)
{
    struct at_rd rd = at_rd(rest->ptr, rest->len);
    uint64_t len = at_rd_u32be(&rd);
    struct at_str name = at_rd_bytes(&rd, 4);
    size_t head = 8;
    if (len == 1) {
        len = at_rd_u64be(&rd);
        head = 16;
    }
    if (!rd.ok || len < head || len > rest->len)
        return false;
    at_str_cut(type, 5, name);
    *out = at_str_n(rest->ptr + head, (size_t)len - head);
    *rest = at_str_skip(*rest, (size_t)len);
    return true;
}

// The content of a box at a path like "moov/trak/mdia".
static struct at_str
find(struct at_str in, const char *path)
{
    struct at_str words = at_str(path);
    struct at_str word;
    while (at_str_next(&words, '/', &word)) {
        struct at_str box = {0};
        char type[5] = "";
        bool found = false;
        while (!found && next_box(&in, type, &box))
            found = at_str_is(word, type);
        if (!found)
            fail_msg("no box '%s'", path);
        in = box;
    }
    return in;
}

// The n-th number of 32 bits in a table of the index.
static uint32_t
entry(const struct film *film, const char *name, size_t n)
{
    char path[64];
    snprintf(path, sizeof(path), "moov/trak/mdia/minf/stbl/%s", name);
    struct at_str table = find(at_buf_str(&film->bytes), path);
    struct at_rd rd = at_rd(table.ptr, table.len);
    at_rd_bytes(&rd, 4 + 4 * n);
    uint32_t value = at_rd_u32be(&rd);
    T_OK(rd.ok);
    return value;
}

// The place of each sample follows from stsc, stsz and stco, as in a player.
static void
check_samples(const struct film *film)
{
    size_t sample = 0;
    size_t row = 0;
    uint32_t rows = entry(film, "stsc", 0);
    for (uint32_t part = 0; part < entry(film, "stco", 0); part++) {
        size_t at = entry(film, "stco", 1 + part);
        if (row < rows && entry(film, "stsc", 1 + 3 * row) == part + 1)
            row++;
        uint32_t count = entry(film, "stsc", 3 * row - 1);
        for (uint32_t i = 0; i < count; i++, sample++) {
            uint32_t len = entry(film, "stsz", 2 + sample);
            struct at_str want = film->frames[sample];
            T_OK(at + len <= film->parts_len);
            struct at_rd rd = at_rd(film->bytes.data + at, len);
            T_EQ_SIZE(at_rd_u32be(&rd), want.len);
            T_EQ_MEM(film->bytes.data + at + 4, len - 4, want.ptr, want.len);
            at += len;
        }
    }
    T_EQ_SIZE(sample, FRAMES);
}

T_TEST(a_finished_file_has_one_index)
{
    struct film film;
    record(&film);
    finish(&film, FIRST_US + FRAMES * FRAME_US + 900000);
    struct at_str rest = at_buf_str(&film.bytes);
    struct at_str box;
    char type[5];
    struct at_buf types = AT_BUF_INIT(64);
    while (next_box(&rest, type, &box))
        at_buf_add_text(&types, type);
    T_EQ_TEXT(at_buf_text(&types), "ftypmdatmoov");
    at_buf_deinit(&types);
    T_EQ_SIZE(rest.len, 0);
    T_EQ_INT(entry(&film, "stsz", 1), FRAMES);
    check_samples(&film);
    T_EQ_INT(entry(&film, "stts", 0), 2);
    T_EQ_INT(entry(&film, "stts", 1), FRAMES - 1);
    T_EQ_INT(entry(&film, "stts", 2), FRAME_US);
    T_EQ_INT(entry(&film, "stts", 4), FRAME_US + 900000); // until the end
    T_EQ_INT(entry(&film, "stss", 0), 3);
    T_EQ_INT(entry(&film, "stss", 1), 1);
    T_EQ_INT(entry(&film, "stss", 2), 11);
    T_EQ_INT(entry(&film, "stss", 3), 21);
    release(&film);
}

// The samples of all parts that are there in whole.
static size_t
count_samples(struct at_str file)
{
    struct at_str box;
    char type[5];
    size_t samples = 0;
    size_t part = 0;
    while (next_box(&file, type, &box)) {
        if (strcmp(type, "moof") == 0) {
            struct at_str trun = find(box, "traf/trun");
            struct at_rd rd = at_rd(trun.ptr, trun.len);
            at_rd_u32be(&rd);
            part = at_rd_u32be(&rd);
        } else if (strcmp(type, "mdat") == 0) {
            samples += part;
        }
    }
    return samples;
}

// A program that dies leaves what was written: each part is worth a second.
T_TEST(a_file_that_is_cut_anywhere)
{
    struct film film;
    size_t before = 0;
    record(&film);
    T_EQ_SIZE(count_samples(at_buf_str(&film.bytes)), 20);
    for (size_t cut = 0; cut <= film.bytes.len; cut++) {
        size_t samples = count_samples(at_str_n(film.bytes.data, cut));
        T_OK(samples >= before && samples % 10 == 0);
        before = samples;
    }
    release(&film);
}

// Each part says when it begins, from the start of the file, and where its data
// lies, from its own.
T_TEST(times_and_places_of_parts)
{
    struct film film;
    record(&film);
    struct at_str rest = at_buf_str(&film.bytes);
    struct at_str box;
    char type[5];
    uint64_t want_us = 0;
    while (next_box(&rest, type, &box)) {
        if (strcmp(type, "moof") != 0)
            continue;
        struct at_str tfdt = find(box, "traf/tfdt");
        struct at_rd rd = at_rd(tfdt.ptr, tfdt.len);
        at_rd_u32be(&rd);
        T_EQ_SIZE(at_rd_u64be(&rd), want_us);
        struct at_str trun = find(box, "traf/trun");
        rd = at_rd(trun.ptr, trun.len);
        at_rd_bytes(&rd, 8);
        T_EQ_SIZE(at_rd_u32be(&rd), 8 + box.len + 8); // both boxes' heads
        want_us += 1000000;
    }
    T_EQ_SIZE(want_us, 2000000);
    release(&film);
}

T_TEST(a_file_has_an_end)
{
    struct film film;
    struct at_err err = AT_ERR_INIT;
    struct at_buf big = AT_BUF_INIT(AT_VIDEO_PACKET_MAX_BYTES + 8);
    record(&film);
    memcpy(at_buf_reserve(&big, AT_VIDEO_PACKET_MAX_BYTES), "\0\0\1\x65", 4);
    memset(big.data + 4, 'x', AT_VIDEO_PACKET_MAX_BYTES - 4);
    big.len = AT_VIDEO_PACKET_MAX_BYTES;
    int64_t pts_us = 2 * FIRST_US;
    size_t len = film.bytes.len;
    while (at_mp4_add(&film.mp4, at_buf_str(&big), pts_us, true, &film.bytes,
                      &err)) {
        len += film.bytes.len;
        at_buf_clear(&film.bytes); // treat them as written
        pts_us += FRAME_US;
    }
    T_EQ_INT(err.code, AT_ELIMIT);
    finish(&film, pts_us);
    len += film.bytes.len;
    T_OK(len <= AT_VIDEO_FILE_MAX_BYTES);
    T_OK(len > AT_VIDEO_FILE_MAX_BYTES - 4 * AT_VIDEO_PACKET_MAX_BYTES);
    at_buf_deinit(&big);
    release(&film);
}

T_MAIN()
