#include "base/alloc.h"
#include "base/limits.h"
#include "wire/mp4.h"
#include "wire/scrcpy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// A server's stream becomes a file: nothing is read beyond a packet, and the
// file's data is no more than the input, with a length for each start code.
static void
take_packet(struct at_mp4 *mp4, const struct at_scrcpy_packet *packet,
            struct at_buf *out)
{
    struct at_h264_params params = {.width_px = 0};
    bool found = false;
    bool ok = at_h264_params_take(&params, packet->data, &found, NULL);
    at_assert(!ok || params.sps_len == 0 || params.width_px > 0);
    if (ok && params.sps_len >= 4 && mp4->file_len == 0)
        at_mp4_init(mp4, &params, out);
    size_t before = mp4->data.len;
    if (mp4->file_len > 0 &&
        at_mp4_add(mp4, packet->data, mp4->last_us + 1 + packet->pts_us % 9999,
                   at_h264_is_key(packet->data), out, NULL))
        at_assert(mp4->data.len <= before + 2 * packet->data.len);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_buf out = AT_BUF_INIT(AT_VIDEO_OUT_MAX_BYTES);
    struct at_mp4 mp4 = {.file_len = 0};
    struct at_scrcpy_packet packet;
    char patch[AT_MP4_PATCH_BYTES];
    uint64_t at;
    size_t used;
    while (at_scrcpy_parse(in, AT_SCRCPY_FLAGS_4, &packet, &used) ==
           AT_PARSE_DONE) {
        at_assert(used <= in.len && packet.data.len < used);
        take_packet(&mp4, &packet, &out);
        in = at_str_skip(in, used);
    }
    at_assert(used == 0);
    if (mp4.file_len > 0)
        at_mp4_finish(&mp4, mp4.last_us + 1, &out, patch, &at);
    at_mp4_deinit(&mp4);
    at_buf_deinit(&out);
    return 0;
}
