// mp4_boxes.c: the boxes of ISO/IEC 14496-12 and -15 needed for video
#include "wire/mp4_boxes.h"

#include <string.h>

#include "base/rd.h"

enum {
    MOVIE_SCALE = 1000,    // units per second
    MEDIA_SCALE = 1000000, // microseconds, like the frames' times
    TRACK = 1,
    TYPE_BYTES = 32,
    KEY_FLAGS = 0x02000000,     // independent of other samples
    NOT_KEY_FLAGS = 0x01010000, // depends on others, cannot start decoding
};

// Return the position of the box, for end().
static size_t
begin(struct at_buf *out, const char *type)
{
    size_t at = out->len;
    at_wr_u32be(out, 0);
    at_buf_add_text(out, type);
    return at;
}

static size_t
begin_full(struct at_buf *out, const char *type, unsigned version,
           uint32_t flags)
{
    size_t at = begin(out, type);
    at_wr_u32be(out, (uint32_t)version << 24 | flags);
    return at;
}

static void
put_u32(struct at_buf *out, size_t at, uint32_t value)
{
    if (at + 4 > out->len) // out overflowed
        return;
    for (size_t i = 0; i < 4; i++)
        out->data[at + i] = (char)(value >> (24 - 8 * i));
}

static void
end(struct at_buf *out, size_t at)
{
    put_u32(out, at, (uint32_t)(out->len - at));
}

static void
zeros(struct at_buf *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        at_buf_add_char(out, 0);
}

static void
write_matrix(struct at_buf *out)
{
    static const uint32_t matrix[9] = {0x10000, 0, 0, 0,         0x10000,
                                       0,       0, 0, 0x40000000};
    for (size_t i = 0; i < AT_LEN(matrix); i++)
        at_wr_u32be(out, matrix[i]);
}

static uint64_t
duration_us(const struct at_mp4 *mp4)
{
    uint64_t us = 0;
    for (size_t i = 0; i < mp4->sample_count; i++)
        us += mp4->samples[i].duration_us;
    return us;
}

static uint64_t
movie_duration(const struct at_mp4 *mp4)
{
    return duration_us(mp4) / (MEDIA_SCALE / MOVIE_SCALE);
}

static void
write_mvhd(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin_full(out, "mvhd", 1, 0);
    zeros(out, 16); // creation times: omitted
    at_wr_u32be(out, MOVIE_SCALE);
    at_wr_u64be(out, movie_duration(mp4));
    at_wr_u32be(out, 0x10000); // rate 1
    at_wr_u16be(out, 0x100);   // volume 1
    zeros(out, 10);
    write_matrix(out);
    zeros(out, 24);
    at_wr_u32be(out, TRACK + 1); // next track number
    end(out, box);
}

static void
write_tkhd(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin_full(out, "tkhd", 1, 3); // enabled, in the movie
    zeros(out, 16);
    at_wr_u32be(out, TRACK);
    zeros(out, 4);
    at_wr_u64be(out, movie_duration(mp4));
    zeros(out, 16);
    write_matrix(out);
    at_wr_u32be(out, (uint32_t)mp4->params.width_px << 16);
    at_wr_u32be(out, (uint32_t)mp4->params.height_px << 16);
    end(out, box);
}

static void
write_mdhd(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin_full(out, "mdhd", 1, 0);
    zeros(out, 16);
    at_wr_u32be(out, MEDIA_SCALE);
    at_wr_u64be(out, duration_us(mp4));
    at_wr_u16be(out, 0x55c4); // undetermined language ("und")
    at_wr_u16be(out, 0);
    end(out, box);
}

static void
write_hdlr(struct at_buf *out)
{
    size_t box = begin_full(out, "hdlr", 0, 0);
    zeros(out, 4);
    at_buf_add_text(out, "vide");
    zeros(out, 12);
    at_buf_add(out, "screen", sizeof("screen")); // including the NUL
    end(out, box);
}

static void
write_avcc(const struct at_h264_params *params, struct at_buf *out)
{
    size_t box = begin(out, "avcC");
    unsigned char profile = (unsigned char)params->sps[1];
    at_buf_add_char(out, 1);
    at_buf_add(out, params->sps + 1, 3);
    at_buf_add_char(out, (char)0xff); // four-byte lengths
    at_buf_add_char(out, (char)0xe1); // one SPS
    at_wr_u16be(out, (uint16_t)params->sps_len);
    at_buf_add(out, params->sps, params->sps_len);
    at_buf_add_char(out, 1);
    at_wr_u16be(out, (uint16_t)params->pps_len);
    at_buf_add(out, params->pps, params->pps_len);
    // The high profiles also state 4:2:0 and 8 bits, which every device uses.
    if (profile == 100 || profile == 110 || profile == 122 || profile == 144)
        at_buf_add(out, "\xfd\xf8\xf8\0", 4);
    end(out, box);
}

static void
write_stsd(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin_full(out, "stsd", 0, 0);
    at_wr_u32be(out, 1);
    size_t entry = begin(out, "avc1");
    zeros(out, 6);
    at_wr_u16be(out, 1); // data is in this file
    zeros(out, 16);
    at_wr_u16be(out, (uint16_t)mp4->params.width_px);
    at_wr_u16be(out, (uint16_t)mp4->params.height_px);
    at_wr_u32be(out, 0x480000); // 72 dpi
    at_wr_u32be(out, 0x480000);
    zeros(out, 4);
    at_wr_u16be(out, 1); // frames per sample
    zeros(out, 32);      // encoder name
    at_wr_u16be(out, 24);
    at_wr_u16be(out, UINT16_MAX);
    write_avcc(&mp4->params, out);
    end(out, entry);
    end(out, box);
}

// Consecutive equal durations share one entry.
static void
write_stts(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin_full(out, "stts", 0, 0);
    size_t count_at = out->len;
    uint32_t entries = 0;
    at_wr_u32be(out, 0);
    for (size_t i = 0; i < mp4->sample_count;) {
        size_t first = i;
        uint32_t duration = mp4->samples[i].duration_us;
        while (i < mp4->sample_count && mp4->samples[i].duration_us == duration)
            i++;
        at_wr_u32be(out, (uint32_t)(i - first));
        at_wr_u32be(out, duration);
        entries++;
    }
    put_u32(out, count_at, entries);
    end(out, box);
}

static void
write_stss(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin_full(out, "stss", 0, 0);
    size_t count_at = out->len;
    uint32_t entries = 0;
    at_wr_u32be(out, 0);
    for (size_t i = 0; i < mp4->sample_count; i++) {
        if (!mp4->samples[i].key)
            continue;
        at_wr_u32be(out, (uint32_t)i + 1);
        entries++;
    }
    put_u32(out, count_at, entries);
    end(out, box);
}

static size_t
samples_of(const struct at_mp4 *mp4, size_t part)
{
    size_t next = part + 1 < mp4->part_count ? mp4->parts[part + 1].first
                                             : mp4->sample_count;
    return next - mp4->parts[part].first;
}

static void
write_stsc(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin_full(out, "stsc", 0, 0);
    size_t count_at = out->len;
    uint32_t entries = 0;
    size_t before = 0;
    at_wr_u32be(out, 0);
    for (size_t i = 0; i < mp4->part_count; i++) {
        size_t count = samples_of(mp4, i);
        if (count == before)
            continue;
        at_wr_u32be(out, (uint32_t)i + 1);
        at_wr_u32be(out, (uint32_t)count);
        at_wr_u32be(out, 1);
        before = count;
        entries++;
    }
    put_u32(out, count_at, entries);
    end(out, box);
}

static void
write_stsz(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin_full(out, "stsz", 0, 0);
    at_wr_u32be(out, 0); // sizes vary
    at_wr_u32be(out, (uint32_t)mp4->sample_count);
    for (size_t i = 0; i < mp4->sample_count; i++)
        at_wr_u32be(out, mp4->samples[i].len);
    end(out, box);
}

// Files stay below AT_VIDEO_FILE_MAX_BYTES, so 32 bits suffice.
static void
write_stco(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin_full(out, "stco", 0, 0);
    at_wr_u32be(out, (uint32_t)mp4->part_count);
    for (size_t i = 0; i < mp4->part_count; i++)
        at_wr_u32be(out, (uint32_t)mp4->parts[i].data_at);
    end(out, box);
}

static void
write_stbl(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin(out, "stbl");
    write_stsd(mp4, out);
    write_stts(mp4, out);
    if (mp4->sample_count > 0) // without it every sample is a key frame
        write_stss(mp4, out);
    write_stsc(mp4, out);
    write_stsz(mp4, out);
    write_stco(mp4, out);
    end(out, box);
}

static void
write_minf(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin(out, "minf");
    size_t vmhd = begin_full(out, "vmhd", 0, 1);
    zeros(out, 8);
    end(out, vmhd);
    size_t dinf = begin(out, "dinf");
    size_t dref = begin_full(out, "dref", 0, 0);
    at_wr_u32be(out, 1);
    end(out, begin_full(out, "url ", 0, 1)); // this file
    end(out, dref);
    end(out, dinf);
    write_stbl(mp4, out);
    end(out, box);
}

static void
write_trak(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin(out, "trak");
    write_tkhd(mp4, out);
    size_t mdia = begin(out, "mdia");
    write_mdhd(mp4, out);
    write_hdlr(out);
    write_minf(mp4, out);
    end(out, mdia);
    end(out, box);
}

static void
write_mvex(struct at_buf *out)
{
    size_t box = begin(out, "mvex");
    size_t trex = begin_full(out, "trex", 0, 0);
    at_wr_u32be(out, TRACK);
    at_wr_u32be(out, 1); // index of the description in stsd
    zeros(out, 12);      // specified in each fragment
    end(out, trex);
    end(out, box);
}

static void
write_ftyp(struct at_buf *out)
{
    size_t box = begin(out, "ftyp");
    at_buf_add_text(out, "mp42");
    zeros(out, 4);
    at_buf_add_text(out, "mp42isomiso6avc1");
    end(out, box);
}

uint64_t
at_mp4_patch_at(void)
{
    return TYPE_BYTES;
}

void
at_mp4_write_head(const struct at_mp4 *mp4, struct at_buf *out)
{
    write_ftyp(out);
    size_t room = begin(out, "free");
    zeros(out, AT_MP4_PATCH_BYTES - 8);
    end(out, room);
    size_t box = begin(out, "moov");
    write_mvhd(mp4, out);
    write_trak(mp4, out);
    write_mvex(out);
    end(out, box);
}

void
at_mp4_write_index(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin(out, "moov");
    write_mvhd(mp4, out);
    write_trak(mp4, out);
    end(out, box);
}

// Return the position of the data offset, to be filled in later.
static size_t
write_trun(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t box = begin_full(out, "trun", 0, 0x701); // offset; duration, size…
    at_wr_u32be(out, (uint32_t)(mp4->sample_count - mp4->data_first));
    size_t offset_at = out->len;
    at_wr_u32be(out, 0);
    for (size_t i = mp4->data_first; i < mp4->sample_count; i++) {
        const struct at_mp4_sample *sample = &mp4->samples[i];
        at_wr_u32be(out, sample->duration_us);
        at_wr_u32be(out, sample->len);
        at_wr_u32be(out, sample->key ? KEY_FLAGS : NOT_KEY_FLAGS);
    }
    end(out, box);
    return offset_at;
}

size_t
at_mp4_write_part(const struct at_mp4 *mp4, struct at_buf *out)
{
    size_t moof = begin(out, "moof");
    size_t mfhd = begin_full(out, "mfhd", 0, 0);
    at_wr_u32be(out, (uint32_t)mp4->part_count);
    end(out, mfhd);
    size_t traf = begin(out, "traf");
    size_t tfhd = begin_full(out, "tfhd", 0, 0x20000); // relative to moof
    at_wr_u32be(out, TRACK);
    end(out, tfhd);
    size_t tfdt = begin_full(out, "tfdt", 1, 0);
    at_wr_u64be(out, (uint64_t)(mp4->part_us - mp4->first_us));
    end(out, tfdt);
    size_t offset_at = write_trun(mp4, out);
    end(out, traf);
    end(out, moof);
    size_t mdat = begin(out, "mdat");
    size_t data_at = out->len;
    put_u32(out, offset_at, (uint32_t)(data_at - moof));
    at_buf_add_str(out, at_buf_str(&mp4->data));
    end(out, mdat);
    return data_at;
}
