// sql_test.c: which statements only read
#include "maestro/sql.h"

#include "tests/t.h"

static const struct {
    const char *sql;
    bool reads;
} rows[] = {
    {"SELECT 1", true},
    {" \n select * from notes", true},
    {"-- a comment\nSELECT 1", true},
    {"/* x */ VALUES (1)", true},
    {"SELECT 'DELETE'", true},
    {"WITH a AS (SELECT 1) SELECT * FROM a", true},
    {"WITH a AS (SELECT 'update') SELECT \"delete\", [insert] FROM a -- insert",
     true},
    {"WITH a AS (SELECT 1) DELETE FROM notes", false},
    {"with a as (select 1) insert into notes select * from a", false},
    {"WITH a AS (SELECT 1) UPDATE notes SET x = 1", false},
    {"WITH a AS (SELECT 1) REPLACE INTO notes VALUES (1)", false},
    {"DELETE FROM notes", false},
    {"UPDATE notes SET a = 1", false},
    {"DROP TABLE notes", false},
    {"PRAGMA user_version = 5", false},
    {"ATTACH 'x' AS y", false},
    {"EXPLAIN DELETE FROM notes", false},
    {"-- SELECT 1", false},
    {"/* SELECT", false},
    {"'SELECT'", false},
    {"SELECTED", false},
    {"", false},
};

T_TEST(only_reading_statements_read)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].sql);
        T_EQ_INT(at_maestro_sql_reads(at_str(rows[i].sql)), rows[i].reads);
    }
}

T_MAIN()
