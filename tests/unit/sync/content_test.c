// content_test.c: what scenarios and documents of Firestore have in common
#include "sync/content.h"

#include "tests/t.h"
#include "wire/firestore.h"
#include "wire/json.h"

static json_t *
parse(const char *text)
{
    json_t *json = at_json_parse(at_str(text), NULL);
    T_OK(json != NULL);
    return json;
}

static const struct {
    const char *here;
    const char *there;
    bool alike;
} rows[] = {
    {"{\"goal\":\"g\",\"steps\":[\"a\"]}",
     "{\"name\":\"g\",\"goal\":\"g\",\"steps\":[{\"id\":1,\"description\":"
     "\"a\"}]}",
     true},
    {"{\"goal\":\"g\",\"packageName\":\"p\",\"tags\":[\"t\"],\"steps\":[{"
     "\"description\":\"a\",\"expect\":[{\"text\":\"x\"}]}]}",
     "{\"goal\":\"g\",\"steps\":[{\"description\":\"a\"}]}", true},
    {"{\"goal\":\"g\",\"packageName\":\"p\",\"steps\":[]}",
     "{\"goal\":\"g\",\"packageName\":\"q\",\"steps\":[]}", false},
    {"{\"goal\":\"g\",\"steps\":[\"a\",\"b\"]}",
     "{\"goal\":\"g\",\"steps\":[{\"description\":\"b\"},{\"description\":"
     "\"a\"}]}",
     false},
    {"{\"goal\":\"g\",\"steps\":\"none\"}", "{\"goal\":7}", false},
};

T_TEST(content_alike)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        json_t *here = parse(rows[i].here);
        json_t *there = parse(rows[i].there);
        T_ROW(rows[i].here);
        T_EQ_INT(at_sync_alike(here, there), rows[i].alike);
        json_decref(here);
        json_decref(there);
    }
}

// A document that this side has written and reads again is not a change.
T_TEST(content_hash_survives_the_way)
{
    char before[AT_SYNC_HASH_LEN + 1], after[AT_SYNC_HASH_LEN + 1];
    json_t *here = parse("{\"goal\":\"g\",\"packageName\":\"p\",\"tags\":[],"
                         "\"steps\":[{\"description\":\"a\",\"expect\":[{"
                         "\"text\":\"x\"}]},\"b\"],\"budgets\":{}}");
    json_t *document = at_sync_document(here, 1000, 2000);
    json_t *read = at_firestore_read(document, NULL);
    T_OK(read != NULL);
    T_OK(at_sync_alike(here, read));
    at_sync_hash(here, before);
    at_sync_hash(read, after);
    T_EQ_TEXT(before, after);
    T_EQ_STR(at_json_get_str(read, "createdAt"), "1970-01-01T00:00:01.000Z");
    T_EQ_STR(at_json_get_str(read, "updatedAt"), "1970-01-01T00:00:02.000Z");
    json_decref(read);
    json_decref(document);
    json_decref(here);
}

T_TEST(content_merge_keeps_what_is_ours)
{
    json_t *here =
        parse("{\"goal\":\"g\",\"packageName\":\"p\",\"budgets\":{\"minutes\":"
              "3},\"steps\":[{\"description\":\"a\",\"expect\":[1]},\"b\"]}");
    json_t *there = parse("{\"name\":\"n\",\"goal\":\"h\",\"steps\":[{"
                          "\"description\":\"c\"},{\"description\":\"a\"}]}");
    json_t *want =
        parse("{\"goal\":\"h\",\"packageName\":\"p\",\"budgets\":{\"minutes\":"
              "3},\"steps\":[\"c\",{\"description\":\"a\",\"expect\":[1]}],"
              "\"name\":\"n\"}");
    json_t *merged = at_sync_merge(here, there);
    T_OK(json_equal(merged, want));
    json_decref(merged);
    json_decref(want);
    json_decref(there);
    json_decref(here);
}

T_MAIN()
