#include "agent/run/run_message.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/frames.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
read_as_all(const json_t *json)
{
    struct at_run_order order;
    struct at_run_record record;
    struct at_run_event event;
    struct at_recipe_place place;
    if (at_run_order_read(json, &order, NULL))
        json_decref(at_run_order_json(&order));
    at_run_order_deinit(&order);
    if (at_run_message_read_event(json, &event))
        json_decref(at_run_event_json(&event));
    at_run_message_read_place(json, &place);
    if (at_run_record_read(json, &record, NULL)) {
        at_run_record_take_end(&record, json);
        json_decref(at_run_record_json(&record));
    }
    at_run_record_deinit(&record);
}

// Message after message; each is written back as it was, and its payload is
// read as each kind.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_frames frames;
    struct at_str payload;
    uint8_t kind;
    at_frames_init(&frames, AT_KIB);
    bool ok = at_frames_add(&frames, at_str_n((const char *)data, len), NULL);
    while (ok && at_frames_next(&frames, &kind, &payload)) {
        struct at_buf out = AT_BUF_INIT(2 * AT_KIB);
        at_assert(at_frames_write(kind, payload, &out));
        at_assert(out.len == payload.len + AT_FRAMES_HEAD_BYTES);
        at_buf_deinit(&out);
        json_t *json = at_json_parse(payload, NULL);
        read_as_all(json);
        json_decref(json);
    }
    at_frames_deinit(&frames);
    return 0;
}
