// sqlite_apply_test.c: messages of a stream, as changes of a file
#include "store/sqlite_apply.h"

#include "tests/unit/store/fixture.h"

// The file has revision 5 of a document, stored with sequence 50.
static const struct {
    const char *row;
    int64_t revision;
    uint64_t expected;
    bool older;
} rows[] = {
    {"the next one", 6, 50, false},
    {"a later one, with one in between undelivered", 7, 60, false},
    {"another writer's of the same revision", 5, 40, false},
    {"the one before, once more", 4, 30, true},
    {"one that was removed and made again", 1, 55, false},
    {"one that expects nothing", 1, 0, false},
};

T_TEST(a_message_that_was_replaced_is_older)
{
    const char *stream = "docs";
    uint64_t applied;
    struct at_store_doc doc = {
        .id = "one", .revision = 5, .created_ms = 1, .updated_ms = 2};
    doc.json = parse("{}");
    db = open_store();
    T_OK(at_sqlite_apply_begin(db, stream, &applied, NULL));
    for (size_t i = 0; i < T_LEN(rows); i++) {
        bool older = !rows[i].older;
        T_ROW(rows[i].row);
        doc.revision = 5;
        T_OK(at_sqlite_apply_put(db, AT_STORE_RUN, &doc, 50, NULL));
        doc.revision = rows[i].revision;
        T_OK(at_sqlite_apply_find_older(db, AT_STORE_RUN, &doc,
                                        rows[i].expected, &older, NULL));
        T_EQ_INT(older, rows[i].older);
    }
    T_OK(at_sqlite_apply_end(db, stream, 50, true, NULL));
    at_store_doc_deinit(&doc);
}

int
main(void)
{
    return T_RUN(make_folder, remove_folder);
}
