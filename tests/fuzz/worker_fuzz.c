#include "agent/run/run_message.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/frames.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
read_as_all(struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(AT_WORKER_MESSAGE_MAX_BYTES);
    json_t *json = at_json_parse(text, NULL);
    struct at_run_order order;
    struct at_run_record record;
    struct at_run_event event;
    struct at_recipe_place place;
    struct at_recipe recipe;
    struct at_run_result result;
    if (at_run_order_read(text, &order, NULL))
        at_run_order_write(&order, &out);
    at_run_order_deinit(&order);
    if (at_run_event_read(text, &event, NULL))
        at_run_event_write(&event, &out);
    at_run_event_deinit(&event);
    at_run_place_read(text, &place);
    (void)!at_run_recipe_read(text, &recipe, NULL);
    at_recipe_deinit(&recipe);
    (void)!at_run_result_read(text, &result, NULL);
    at_run_result_deinit(&result);
    if (at_run_record_read(json, &record, NULL)) {
        at_run_record_take_end(&record, json);
        json_decref(at_run_record_json(&record));
    }
    at_run_record_deinit(&record);
    json_decref(json);
    at_buf_deinit(&out);
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
        read_as_all(payload);
    }
    at_frames_deinit(&frames);
    return 0;
}
