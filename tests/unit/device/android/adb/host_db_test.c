#include "device/android/adb/host_db.h"

#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"
#include "device/android/adb/db_rows.h"
#include "sys/clock.h"
#include "tests/t.h"

static const char schema[] =
    "CREATE TABLE notes(id INTEGER PRIMARY KEY, title TEXT, body BLOB, x REAL);"
    "INSERT INTO notes VALUES(1,'Milk',x'00ff10',1.5);"
    "INSERT INTO notes VALUES(2,NULL,NULL,NULL);"
    "INSERT INTO notes VALUES(3,'caf\xc3\xa9 | \"it''s\"',x'',2);";

struct made {
    char *bytes[2]; // main and wal
    size_t lens[2];
};

// A database's bytes, with its write-ahead log not written back when wal.
static struct made
make(bool wal)
{
    char folder[] = "/tmp/agentest-test-XXXXXX";
    static const char *const endings[] = {"", "-wal", "-shm"};
    struct made made = {{NULL, NULL}, {0, 0}};
    char path[64];
    sqlite3 *db;
    T_OK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof(path), "%s/a.db", folder);
    T_EQ_INT(sqlite3_open(path, &db), SQLITE_OK);
    if (wal)
        sqlite3_exec(db, "PRAGMA journal_mode=WAL", NULL, NULL, NULL);
    T_EQ_INT(sqlite3_exec(db, schema, NULL, NULL, NULL), SQLITE_OK);
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof(path), "%s/a.db%s", folder, endings[i]);
        made.bytes[i] = t_read_file(path, &made.lens[i]);
    }
    sqlite3_close(db);
    for (size_t i = 0; i < T_LEN(endings); i++) {
        snprintf(path, sizeof(path), "%s/a.db%s", folder, endings[i]);
        unlink(path);
    }
    rmdir(folder);
    return made;
}

static bool
run_within(int64_t ms, const struct made *made, const char *sql,
           struct at_db_result *out, struct at_err *err)
{
    struct at_op op = {.deadline_ns = at_now_ns() + ms * AT_NS_PER_MS};
    struct at_host_db db = {
        .main = at_str_n(made->bytes[0], made->lens[0]),
        .wal = at_str_n(made->bytes[1], made->lens[1]),
    };
    return at_host_db_query(&op, &db, at_str(sql), out, err);
}

static bool
run(const struct made *made, const char *sql, struct at_db_result *out,
    struct at_err *err)
{
    return run_within(2000, made, sql, out, err);
}

static void
unmake(struct made *made)
{
    free(made->bytes[0]);
    free(made->bytes[1]);
}

static const struct {
    const char *sql;
    const char *rows;
} reads[] = {
    {"SELECT * FROM notes", "1|Milk|x'00FF10'|1.5\n2|||\n"
                            "3|caf\xc3\xa9 | \"it's\"|x''|2.0\n"},
    {"SELECT count(*) FROM notes", "3\n"},
    {"SELECT title FROM notes WHERE id=1; SELECT 'two';", "Milk\ntwo\n"},
    {"-- a remark\nSELECT 1", "1\n"},
    {"SELECT title FROM notes WHERE id=9", ""},
    {"PRAGMA table_info(notes)", "0|id|INTEGER|0||1\n1|title|TEXT|0||0\n"
                                 "2|body|BLOB|0||0\n3|x|REAL|0||0\n"},
    {"PRAGMA user_version", "0\n"},
    {"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c WHERE n<3) "
     "SELECT n FROM c",
     "1\n2\n3\n"},
    {"SELECT 'it''s; DROP TABLE notes'", "it's; DROP TABLE notes\n"},
};

T_TEST(rows_are_listed)
{
    for (int wal = 0; wal < 2; wal++) {
        struct made made = make(wal == 1);

        for (size_t i = 0; i < T_LEN(reads); i++) {
            struct at_err err = AT_ERR_INIT;
            struct at_db_result result;

            T_ROW(reads[i].sql);
            T_OK(run(&made, reads[i].sql, &result, &err));
            T_EQ_TEXT(at_buf_text(&result.rows), reads[i].rows);
            T_EQ_TEXT(result.engine, "host");
            at_buf_deinit(&result.rows);
        }
        unmake(&made);
    }
}

static const struct {
    const char *sql;
    enum at_code code;
    const char *says;
} refused[] = {
    {"INSERT INTO notes(id) VALUES(9)", AT_EUNSUPPORTED, "only reading"},
    {"SELECT 1; DELETE FROM notes", AT_EUNSUPPORTED, "only reading"},
    {"DROP TABLE notes", AT_EUNSUPPORTED, "only reading"},
    {"CREATE TEMP TABLE t(a)", AT_EUNSUPPORTED, "only reading"},
    {"ATTACH '/etc/passwd' AS p", AT_EUNSUPPORTED, "only reading"},
    {"ATTACH ':memory:' AS p", AT_EUNSUPPORTED, "only reading"},
    {"VACUUM INTO '/tmp/agentest-test-stolen.db'", AT_EUNSUPPORTED,
     "only reading"},
    {"PRAGMA journal_mode=DELETE", AT_EUNSUPPORTED, "only reading"},
    {"PRAGMA user_version=3", AT_EUNSUPPORTED, "only reading"},
    {"SELECT load_extension('x')", AT_EUNSUPPORTED, "only reading"},
    {"SELECT * FROM note", AT_EDEVICE, "no such table: note; available: notes"},
    {"SELEC 1", AT_EDEVICE, "syntax error"},
    {"SELECT absent FROM notes", AT_EDEVICE, "no such column"},
    {"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c) SELECT "
     "count(*) FROM c",
     AT_ETIMEOUT, ""},
};

T_TEST(malformed_readings_are_refused)
{
    struct made made = make(false);
    for (size_t i = 0; i < T_LEN(refused); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_db_result result;

        T_ROW(refused[i].sql);
        T_NOT(run(&made, refused[i].sql, &result, &err));
        T_EQ_INT(err.code, refused[i].code);
        T_HAS(err.msg, refused[i].says);
        at_buf_deinit(&result.rows);
    }
    T_OK(access("/tmp/agentest-test-stolen.db", F_OK) != 0);
    unmake(&made);
}

T_TEST(cut_databases_are_survived)
{
    struct made made = make(false);
    size_t whole = made.lens[0];
    for (size_t len = 0; len < whole; len += 509) {
        struct at_err err = AT_ERR_INIT;
        struct at_db_result result;

        made.lens[0] = len;
        if (!run(&made, "SELECT * FROM notes", &result, &err))
            T_EQ_INT(err.code, AT_EDEVICE);
        at_buf_deinit(&result.rows);
    }
    unmake(&made);
}

T_TEST(rows_are_bounded)
{
    struct made made = make(false);
    struct at_db_result result;
    T_OK(run(&made,
             "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c "
             "WHERE n<1000) SELECT n, printf('%.100c', 'x') FROM c",
             &result, NULL));
    T_OK(result.rows.len <= AT_DB_ROWS_MAX_BYTES);
    T_EQ_SIZE(result.row_count + result.omitted_rows, 1000);
    T_OK(result.omitted_rows > 0);
    T_OK(at_str_ends(at_buf_str(&result.rows), AT_STR("x\n")));
    at_buf_deinit(&result.rows);

    T_OK(run(&made, "SELECT printf('%.100000c', 'x')", &result, NULL));
    T_EQ_SIZE(result.row_count, 1);
    T_EQ_SIZE(result.rows.len, AT_DB_ROWS_MAX_BYTES);
    at_buf_deinit(&result.rows);
    unmake(&made);
}

T_TEST(lines_of_the_program_are_rows)
{
    struct at_db_result result;
    at_db_rows_init(&result, "device");
    at_db_rows_add_lines(&result, AT_STR("1|a\n\n3|\n"));
    T_EQ_TEXT(at_buf_text(&result.rows), "1|a\n\n3|\n");
    T_EQ_SIZE(result.row_count, 3);
    at_buf_deinit(&result.rows);
}

// The processor time of a child ends it in its query, as kill -9 would.
T_TEST(a_query_that_is_killed_leaves_no_copy)
{
    char folder[] = "/tmp/agentest-test-XXXXXX";
    struct made made = make(true);
    struct at_db_result result;
    int status;
    T_OK(mkdtemp(folder) != NULL);
    pid_t pid = fork();
    if (pid == 0) {
        struct rlimit second = {1, 1};
        setenv("TMPDIR", folder, 1);
        setrlimit(RLIMIT_CPU, &second);
        (void)!run_within(60000, &made,
                          "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT "
                          "n+1 FROM c) SELECT count(*) FROM c",
                          &result, NULL);
        _exit(0);
    }
    T_EQ_INT(waitpid(pid, &status, 0), pid);
    T_OK(WIFSIGNALED(status));
    T_EQ_INT(rmdir(folder), 0);
    unmake(&made);
}

T_TEST(no_copy_stays_behind)
{
    struct made made = make(true);
    char folder[] = "/tmp/agentest-test-XXXXXX";
    struct at_db_result result;
    T_OK(mkdtemp(folder) != NULL);
    setenv("TMPDIR", folder, 1);
    T_OK(run(&made, "SELECT 1", &result, NULL));
    at_buf_deinit(&result.rows);
    T_NOT(run(&made, "SELECT * FROM absent", &result, NULL));
    at_buf_deinit(&result.rows);
    T_EQ_INT(rmdir(folder), 0); // empty
    T_NOT(run(&made, "SELECT 1", &result, NULL));
    unsetenv("TMPDIR");
    unmake(&made);
}

T_MAIN()
