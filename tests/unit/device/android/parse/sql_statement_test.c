#include "device/android/parse/sql_statement.h"

#include "tests/t.h"

static const struct {
    const char *sql;
    const char *second; // the start of the second statement; NULL: one
                        // statement
} rows[] = {
    {"SELECT 1", NULL},
    {"SELECT 1;", NULL},
    {"SELECT 1; ; ;\n", NULL},
    {"  ;SELECT 1", NULL},
    {"SELECT 1; -- and that was it; really", NULL},
    {"SELECT 1; /* ; SELECT 2 */ ;", NULL},
    {"SELECT 1 /* ; */ + 2 -- ; x\n + 3", NULL},
    {"SELECT ';', \";\", `;`, [;] FROM t", NULL},
    {"SELECT 'it''s; fine'", NULL},
    {"SELECT 'without an end; ", NULL},
    {"SELECT 1 /* without an end; ", NULL},
    {"", NULL},
    {"SELECT 1; SELECT 2", "SELECT 2"},
    {"SELECT 1;DELETE FROM t", "DELETE FROM t"},
    {"SELECT 'a';'b'", "'b'"},
    {"SELECT 1; /* x */ (", "("},
    {"SELECT ''';' ; DROP TABLE t", "DROP TABLE t"},
    {"SELECT 1 -- x\n; é", "é"},
    {"CREATE TRIGGER a AFTER INSERT ON t BEGIN DELETE FROM u; SELECT 1; END;",
     NULL},
    {"create temp trigger if not exists a after insert on t begin "
     "select case when 1 then 2 end; end",
     NULL},
    {"EXPLAIN QUERY PLAN CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; "
     "END;",
     NULL},
    {"CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END; SELECT 2",
     "SELECT 2"},
    {"CREATE TABLE trigger_log(a); DROP TABLE t", "DROP TABLE t"},
    {"SELECT trigger FROM t; SELECT 2", "SELECT 2"},
};

T_TEST(second_statements_are_refused)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;

        T_ROW(rows[i].sql);
        T_EQ_INT(at_sql_check_one(at_str(rows[i].sql), &err),
                 rows[i].second == NULL);
        if (!rows[i].second)
            continue;
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, rows[i].second);
        T_HAS(err.msg, "one statement");
    }
}

// A copy of exactly that length: a sanitizer sees a byte too far.
T_TEST(cut_statements_are_read)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        size_t all = strlen(rows[i].sql);

        T_ROW(rows[i].sql);
        for (size_t len = 0; len < all; len++) {
            char *copy = malloc(len ? len : 1);
            memcpy(copy, rows[i].sql, len);
            struct at_err err = AT_ERR_INIT;
            if (!at_sql_check_one(at_str_n(copy, len), &err))
                T_EQ_INT(err.code, AT_EUSAGE);
            free(copy);
        }
    }
}

T_MAIN()
