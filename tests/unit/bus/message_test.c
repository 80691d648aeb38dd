// message_test.c: what messages of the bus say, whole and cut
#include "base/limits.h"
#include "bus/message.h"
#include "tests/t.h"
#include "wire/json.h"

static const struct {
    const char *text;
    uint64_t sequence, number, pending; // sequence 0: not valid
    int64_t time_ms;
} places[] = {
    {"$JS.ACK.KV_docs.abc.1.27.3.1764399000123456789.4", 27, 3, 4,
     1764399000123},
    {"$JS.ACK.hub.ACCOUNT.KV_docs.abc.1.27.3.1764399000123456789.4", 27, 3, 4,
     1764399000123},
    {"$JS.ACK.hub.ACCOUNT.KV_docs.abc.1.27.3.1764399000123456789.4.random", 27,
     3, 4, 1764399000123},
    {"$JS.ACK.s.c.1.9223372036854775807.3.0.0", INT64_MAX, 3, 0, 0},
    {"", 0, 0, 0, 0},
    {"_INBOX.abc", 0, 0, 0, 0},
    {"$JS.ACK.s.c.1.27.3.17", 0, 0, 0, 0},
    {"$JS.ACK.s.c.1.0.3.17.4", 0, 0, 0, 0},
    {"$JS.ACK.s.c.1.27.0.17.4", 0, 0, 0, 0},
    {"$JS.ACK.s.c.1.-27.3.17.4", 0, 0, 0, 0},
    {"$JS.ACK.s.c.1.9223372036854775808.3.17.4", 0, 0, 0, 0},
    {"$JS.ACK.s.c.1.27.3.17.", 0, 0, 0, 0},
    {"$JS.ACK.s.c.1.27.3.17.4.5", 0, 0, 0, 0},
    {"$JS.NAK.s.c.1.27.3.17.4", 0, 0, 0, 0},
    {"$JS.ACK.1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16", 0, 0, 0, 0},
};

T_TEST(positions)
{
    for (size_t i = 0; i < T_LEN(places); i++) {
        struct at_bus_place place;
        T_ROW(places[i].text);
        T_EQ_INT(at_bus_place_read(at_str(places[i].text), &place),
                 places[i].sequence > 0);
        T_OK(place.sequence == places[i].sequence);
        T_OK(place.number == places[i].number);
        T_OK(place.pending == places[i].pending);
        T_EQ_INT(place.time_ms, places[i].time_ms);
    }
}

// A cut one is refused, or is whole up to its last number.
T_TEST(cut_positions)
{
    struct at_str whole = at_str(places[0].text);
    for (size_t len = 0; len < whole.len; len++) {
        struct at_bus_place place;
        T_NOT(at_bus_place_read(at_str_head(whole, len), &place));
        T_OK(place.sequence == 0);
    }
}

static const struct {
    const char *key, *kind, *id; // NULL: not valid
} keys[] = {
    {"run.01KB", "run", "01KB"},
    {"suiteRun.a_-9", "suiteRun", "a_-9"},
    {"device.host=emulator-5554", "device", "host.emulator-5554"},
    {"clock", NULL, NULL},
    {"run.", NULL, NULL},
    {".a", NULL, NULL},
    {"run.a.b", NULL, NULL},
    {"", NULL, NULL},
    {"run.0123456789012345678901234567890123456789012345678901234567890123",
     "run", "0123456789012345678901234567890123456789012345678901234567890123"},
    {"run.01234567890123456789012345678901234567890123456789012345678901234",
     NULL, NULL},
};

T_TEST(keys_of_documents)
{
    for (size_t i = 0; i < T_LEN(keys); i++) {
        char id[AT_BUS_ID_MAX + 1];
        struct at_str kind;
        struct at_buf key = AT_BUF_INIT(AT_KIB);
        T_ROW(keys[i].key);
        bool ok = at_bus_key_read(at_str(keys[i].key), &kind, id);
        T_EQ_INT(ok, keys[i].kind != NULL);
        if (ok) {
            T_EQ_STR(kind, keys[i].kind);
            T_EQ_TEXT(id, keys[i].id);
            at_bus_key_write(kind, at_str(id), &key);
            T_EQ_TEXT(at_buf_text(&key), keys[i].key);
        }
        at_buf_deinit(&key);
    }
}

static const struct {
    const char *text;
    int64_t revision, created_ms; // 0: not valid
} docs[] = {
    {"{\"revision\":7,\"createdMs\":12,\"json\":{\"a\":[1]}}", 7, 12},
    {"{\"revision\":1,\"createdMs\":0,\"json\":{},\"later\":true}", 1, 0},
    {"{\"revision\":0,\"createdMs\":0,\"json\":{}}", 0, 0},
    {"{\"revision\":-1,\"createdMs\":0,\"json\":{}}", 0, 0},
    {"{\"revision\":1.5,\"createdMs\":0,\"json\":{}}", 0, 0},
    {"{\"revision\":\"1\",\"createdMs\":0,\"json\":{}}", 0, 0},
    {"{\"revision\":1,\"createdMs\":-1,\"json\":{}}", 0, 0},
    {"{\"revision\":1,\"createdMs\":0,\"json\":[]}", 0, 0},
    {"{\"revision\":1,\"createdMs\":0}", 0, 0},
    {"{\"createdMs\":0,\"json\":{}}", 0, 0},
    {"[]", 0, 0},
    {"", 0, 0},
    {"null", 0, 0},
};

T_TEST(values_of_documents)
{
    for (size_t i = 0; i < T_LEN(docs); i++) {
        struct at_bus_doc doc;
        T_ROW(docs[i].text);
        T_EQ_INT(at_bus_doc_read(at_str(docs[i].text), &doc),
                 docs[i].revision > 0);
        T_EQ_INT(doc.json != NULL, docs[i].revision > 0);
        if (docs[i].revision > 0) {
            T_EQ_INT(doc.revision, docs[i].revision);
            T_EQ_INT(doc.created_ms, docs[i].created_ms);
        }
        at_bus_doc_deinit(&doc);
    }
}

T_TEST(cut_values_are_refused)
{
    struct at_buf whole = AT_BUF_INIT(AT_KIB);
    struct at_bus_doc doc = {.revision = 3,
                             .created_ms = 9,
                             .json = json_pack("{s:s}", "a", "\xc3\xa4")};
    T_OK(at_bus_doc_write(&doc, &whole));
    T_EQ_TEXT(at_buf_text(&whole),
              "{\"revision\":3,\"createdMs\":9,\"json\":{\"a\":\"\xc3\xa4\"}}");
    at_bus_doc_deinit(&doc);
    for (size_t len = 0; len < whole.len; len++) {
        T_NOT(at_bus_doc_read(at_str_head(at_buf_str(&whole), len), &doc));
        T_NULL(doc.json);
    }
    at_buf_deinit(&whole);
}

T_TEST(a_value_has_a_limit)
{
    struct at_buf small = AT_BUF_INIT(40);
    struct at_bus_doc doc = {.revision = 3,
                             .json = json_pack("{s:s}", "a", "0123456789")};
    T_NOT(at_bus_doc_write(&doc, &small));
    at_bus_doc_deinit(&doc);
    at_buf_deinit(&small);
}

static const struct {
    const char *id, *run;
    int64_t index; // 0: not valid
} ids[] = {
    {"01KB.12.nonce.4", "01KB", 12},
    {"a.b.1.n", "a.b", 1},
    {"01KB.12", "01KB", 0},
    {"01KB.12.", "01KB", 0},
    {"01KB.0.n", "01KB", 0},
    {"01KB.-1.n", "01KB", 0},
    {"01KC.12.n", "01KB", 0},
    {"01KB12.n", "01KB", 0},
    {"", "01KB", 0},
    {".1.n", "", 0},
    {"01KB.9223372036854775808.n", "01KB", 0},
};

T_TEST(ids_of_events)
{
    for (size_t i = 0; i < T_LEN(ids); i++) {
        int64_t index = 0;
        T_ROW(ids[i].id);
        T_EQ_INT(
            at_bus_event_id_read(at_str(ids[i].id), at_str(ids[i].run), &index),
            ids[i].index > 0);
        if (ids[i].index > 0)
            T_EQ_INT(index, ids[i].index);
    }
}

T_MAIN()
