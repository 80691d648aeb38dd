#include "device/android/parse/listing.h"

#include "tests/t.h"

T_TEST(heads_tell_which_files_are_databases)
{
    static const char output[] =
        "==> /dev/null <==\n\n==> files/SQLite/app.db <==\nSQLite format 3"
        "\n==> files/notes.txt <==\nSQLite is nice"
        "\n==> files/empty <==\n"
        "\n==> files/two words.db <==\nSQLite format 3";
    static const struct {
        const char *name;
        bool is_database;
    } rows[] = {
        {"files/SQLite/app.db", true}, {"files/notes.txt", false},
        {"files/unreadable", false}, // `head` leaves it out
        {"files/empty", false},        {"files/two words.db", true},
    };
    struct at_str heads = at_str(output);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        T_EQ_INT(at_head_is_database(&heads, at_str(rows[i].name)),
                 rows[i].is_database);
    }
    for (size_t cut = 0; cut < sizeof(output); cut++) {
        heads = at_str_n(output, cut);
        for (size_t i = 0; i < T_LEN(rows); i++)
            (void)at_head_is_database(&heads, at_str(rows[i].name));
    }
}

T_TEST(side_files_are_not_databases)
{
    static const char *const side[] = {"a.db-wal", "a.db-shm", "b-journal"};
    for (size_t i = 0; i < T_LEN(side); i++)
        T_OK(at_database_is_side_file(at_str(side[i])));
    T_NOT(at_database_is_side_file(AT_STR("journal.db")));
}

T_MAIN()
