#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/grpc/messages.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// The bytes as each message that an emulator may answer with.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_emulator_status status;
    struct at_emulator_shot shot;
    struct at_buf clip = AT_BUF_INIT(AT_CLIPBOARD_MAX_BYTES);
    struct at_buf again = AT_BUF_INIT(AT_CLIPBOARD_MAX_BYTES);
    if (at_emulator_read_status(in, &status, NULL))
        at_assert(status.width_px >= 0 && status.height_px >= 0);
    if (at_emulator_read_shot(in, &shot, NULL))
        at_assert(shot.bytes.len > 0 && shot.width_px > 0 &&
                  shot.height_px > 0 && shot.rotation >= 0 &&
                  shot.rotation < 4);
    at_buf_deinit(&shot.bytes);
    if (at_emulator_read_clip(in, &clip, NULL)) {
        struct at_buf bytes = AT_BUF_INIT(2 * AT_CLIPBOARD_MAX_BYTES);
        at_assert(at_emulator_write_clip(at_buf_str(&clip), &bytes));
        at_assert(at_emulator_read_clip(at_buf_str(&bytes), &again, NULL));
        at_assert(at_str_eq(at_buf_str(&clip), at_buf_str(&again)));
        at_buf_deinit(&bytes);
    }
    at_buf_deinit(&again);
    at_buf_deinit(&clip);
    return 0;
}
