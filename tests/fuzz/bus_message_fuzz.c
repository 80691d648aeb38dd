#include "base/alloc.h"
#include "bus/message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// A key that is read is not longer once written.
static void
read_key(struct at_str in)
{
    char id[AT_BUS_ID_MAX + 1];
    struct at_str kind;
    struct at_buf key = AT_BUF_INIT(1000000);
    if (at_bus_key_read(in, &kind, id)) {
        at_bus_key_write(kind, at_str(id), &key);
        at_assert(key.len <= in.len);
    }
    at_buf_deinit(&key);
}

// Documents that are read are read again as they were written.
static void
read_doc(struct at_str in)
{
    struct at_buf text = AT_BUF_INIT(1000000);
    struct at_bus_doc doc, again;
    if (at_bus_doc_read(in, &doc) && at_bus_doc_write(&doc, &text)) {
        at_assert(at_bus_doc_read(at_buf_str(&text), &again));
        at_assert(again.revision == doc.revision &&
                  again.created_ms == doc.created_ms &&
                  json_equal(again.json, doc.json));
        at_bus_doc_deinit(&again);
    }
    at_bus_doc_deinit(&doc);
    at_buf_deinit(&text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_bus_place place;
    int64_t index;
    if (at_bus_place_read(in, &place))
        at_assert(place.sequence > 0 && place.number > 0 && place.time_ms >= 0);
    if (at_bus_event_id_read(in, AT_STR("run"), &index))
        at_assert(index > 0);
    read_key(in);
    read_doc(in);
    return 0;
}
