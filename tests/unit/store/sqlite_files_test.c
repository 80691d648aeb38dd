// sqlite_files_test.c: the file in all conditions: killed, old, new, damaged
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"
#include "tests/unit/store/fixture.h"

static void
remove_files(void)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    at_store_db_free(db);
    db = NULL;
    for (size_t i = 0; i < T_LEN(ends); i++) {
        char *name = at_strfmt("%s%s", path, ends[i]);
        unlink(name);
        free(name);
    }
}

// Run statements on the file as another program would.
static void
change(const char *sql)
{
    sqlite3 *other;
    char *message = NULL;
    T_EQ_INT(sqlite3_open(path, &other), SQLITE_OK);
    if (sqlite3_exec(other, sql, NULL, NULL, &message) != SQLITE_OK)
        print_error("%s\n", message);
    T_NULL(message);
    sqlite3_close(other);
}

T_TEST(only_its_owner_reads_it)
{
    struct stat info;
    db = open_store();
    T_EQ_INT(stat(path, &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0600);
    char *wal = at_strfmt("%s-wal", path);
    put(AT_STORE_RUN, "r", "{}");
    T_EQ_INT(stat(wal, &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0600);
    at_store_db_free(db);
    db = NULL;
    T_EQ_INT(stat(wal, &info), -1); // all is in the one file
    free(wal);
}

// Write events of run "r" and say the number of each that was stored, until the
// process is killed.
static void
write_until_killed(int fd)
{
    alarm(30);
    db = open_store();
    int64_t index = last_event("r");
    while (add_event("r", ++index, NULL) &&
           write(fd, &index, sizeof(index)) == sizeof(index))
        continue;
    _exit(1);
}

static int64_t
kill_writer_after(int count)
{
    int fds[2];
    int64_t index = 0, said = 0;
    T_EQ_INT(pipe(fds), 0);
    pid_t pid = fork();
    if (pid == 0)
        write_until_killed(fds[1]);
    close(fds[1]);
    for (int i = 0; i < count && read(fds[0], &index, sizeof(index)) > 0; i++)
        said = index;
    T_EQ_INT(kill(pid, SIGKILL), 0);
    while (read(fds[0], &index, sizeof(index)) == sizeof(index))
        said = index;
    T_EQ_INT(waitpid(pid, NULL, 0), pid);
    close(fds[0]);
    return said;
}

T_TEST(a_killed_process_loses_no_event)
{
    db = open_store();
    put(AT_STORE_RUN, "r", "{}");
    at_store_db_free(db);
    db = NULL;
    for (int i = 0; i < 10; i++) {
        int64_t said = kill_writer_after(1 + i * 37);
        T_OK(said > 0);
        db = open_store();
        int64_t stored = last_event("r");
        T_OK(stored == said || stored == said + 1);
        T_OK(add_event("r", stored + 1, NULL));
        at_store_db_free(db);
        db = NULL;
    }
}

static void
fill(int events)
{
    db = open_store();
    put(AT_STORE_RUN, "r", "{}");
    for (int64_t i = 1; i <= events; i++)
        T_OK(add_event("r", i, NULL));
    at_store_db_free(db);
    db = NULL;
}

// A file as version 1 made it, with what was in it.
static const char version_1[] =
    "PRAGMA journal_mode = WAL;"
    "CREATE TABLE documents(key INTEGER PRIMARY KEY, kind TEXT NOT NULL,"
    " id TEXT NOT NULL, revision INTEGER NOT NULL, created_ms INTEGER NOT NULL,"
    " updated_ms INTEGER NOT NULL, scenario TEXT NOT NULL, state TEXT NOT NULL,"
    " device TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (kind, id));"
    "CREATE INDEX documents_scenario ON documents(kind, scenario, id);"
    "CREATE INDEX documents_state ON documents(kind, state, id);"
    "CREATE INDEX documents_device ON documents(kind, device, id);"
    "CREATE TABLE events("
    " run INTEGER NOT NULL REFERENCES documents(key) ON DELETE CASCADE,"
    " number INTEGER NOT NULL, json TEXT NOT NULL,"
    " PRIMARY KEY (run, number)) WITHOUT ROWID;"
    "PRAGMA user_version = 1; PRAGMA application_id = 1097290853;"
    "INSERT INTO documents VALUES(1, 'run', 'r', 7, 1000, 2000, 's', 'ended',"
    " 'd', '{\"goal\": \"Log in\", \"name\": null, \"notes\": \"seven\"}');"
    "INSERT INTO documents VALUES(2, 'setting', 'config', 1, 1, 1, '', '', '',"
    " '{}');"
    "INSERT INTO events VALUES(1, 1, '{\"index\": 1}');"
    "INSERT INTO events VALUES(1, 2, '{\"index\": 2}')";

static size_t
count_found(const char *text)
{
    struct at_store_query query = {.kind = AT_STORE_RUN, .text = at_str(text)};
    struct at_store_list list;
    T_OK(db->ops->list(db, &query, &list, NULL));
    size_t count = list.count;
    at_store_list_deinit(&list);
    return count;
}

T_TEST(a_file_of_version_1_is_brought_to_ours)
{
    struct at_store_doc doc;
    remove_files();
    change(version_1);
    for (int i = 0; i < 2; i++) { // the second time it is ours already
        db = open_store();
        T_OK(db->ops->get(db, AT_STORE_RUN, AT_STR("r"), &doc, NULL));
        T_EQ_INT(doc.revision, 7 + i);
        T_EQ_INT(doc.created_ms, 1000);
        T_EQ_STR(at_json_get_str(doc.json, "notes"), "seven");
        T_EQ_INT(last_event("r"), 2 + i);
        T_EQ_SIZE(count_found("log"), 1);
        T_EQ_SIZE(count_found("seven"), 0);
        T_OK(add_event("r", 3 + i, NULL));
        T_OK(db->ops->put(db, AT_STORE_RUN, 7 + i, &doc, NULL));
        at_store_doc_deinit(&doc);
        at_store_db_free(db);
        db = NULL;
    }
}

// A file as version 2 made it: what version 3 searches by is in the JSON.
static const char version_2[] =
    "ALTER TABLE documents ADD COLUMN words TEXT NOT NULL DEFAULT '';"
    "UPDATE documents SET json = '{\"scenarioId\": \"s\", \"state\": \"ended\","
    " \"goal\": \"Log in\", \"verdict\": \"PASS\","
    " \"end\": \"done\", \"profile\": \"P\","
    " \"scenario\": {\"tags\": [\"smoke\", \"a b\"]}, \"steps\": [{}],"
    " \"replayedSteps\": 1, \"startedAt\": \"2026-02-04T10:11:12.345Z\","
    " \"endedAt\": \"2026-02-04T10:11:13.999Z\", \"usage\":"
    " {\"inputTokens\": 5, \"outputTokens\": 6, \"costUsd\": 0.5}}'"
    " WHERE id = 'r';"
    "INSERT INTO documents VALUES(3, 'run', 'q', 1, 1, 1, 's', 'queued', '',"
    " '{\"scenario\": {\"tags\": []}}', '');"
    "INSERT INTO documents VALUES(4, 'scenario', 's', 1, 1, 1, '', '', '',"
    " '{\"name\": \"S\", \"tags\": [\"smoke\"]}', '');"
    "PRAGMA user_version = 2";

static size_t
count_by(struct at_store_query query)
{
    struct at_store_list list;
    T_OK(db->ops->list(db, &query, &list, NULL));
    size_t count = list.count;
    at_store_list_deinit(&list);
    return count;
}

static void
check_outcome(void *user, const struct at_store_outcome *outcome)
{
    ++*(int *)user;
    T_EQ_STR(outcome->name, "S");
    T_EQ_STR(outcome->end, "done");
    T_EQ_STR(outcome->app_version, "");
    T_EQ_INT(outcome->began_ms, INT64_C(1770199872345));
    T_EQ_INT(outcome->duration_ms, 1654);
    T_EQ_INT(outcome->tokens, 11);
    T_OK(outcome->cost_usd == 0.5);
    T_OK(outcome->replayed && !outcome->healed);
}

T_TEST(a_file_of_version_2_is_searched_by_what_version_3_knows)
{
    struct at_store_query by_verdict = {.kind = AT_STORE_RUN,
                                        .verdict = AT_STR("PASS"),
                                        .profile = AT_STR("P"),
                                        .tag = AT_STR("a b")};
    struct at_store_query by_tag = {.kind = AT_STORE_SCENARIO,
                                    .tag = AT_STR("smoke")};
    remove_files();
    change(version_1);
    change(version_2);
    for (int i = 0; i < 2; i++) { // the second time it was written by us
        struct at_store_doc doc;
        int count = 0;
        db = open_store();
        T_EQ_SIZE(count_by(by_verdict), 1);
        T_EQ_SIZE(count_by(by_tag), 1);
        struct at_store_outcomes wanted = {
            .runs = 5, .each = check_outcome, .user = &count};
        T_OK(db->ops->outcomes(db, &wanted, NULL));
        T_EQ_INT(count, 1);
        T_OK(db->ops->get(db, AT_STORE_RUN, AT_STR("r"), &doc, NULL));
        T_OK(db->ops->put(db, AT_STORE_RUN, -1, &doc, NULL));
        at_store_doc_deinit(&doc);
        at_store_db_free(db);
        db = NULL;
    }
    remove_files();
}

// A half-done change leaves the file as it was.
T_TEST(a_change_of_version_is_whole_or_not_at_all)
{
    struct at_err err = AT_ERR_INIT;
    remove_files();
    change(version_1);
    change("UPDATE documents SET json = 'no JSON' WHERE id = 'config'");
    T_NOT(at_store_sqlite_open(path, &db, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "bring the store to this program's version");
    change("UPDATE documents SET json = '{}' WHERE id = 'config';"
           "SELECT json FROM documents; DROP INDEX documents_state");
    db = open_store(); // would fail if the column were there
    T_EQ_SIZE(count_found("log"), 1);
    remove_files();
}

T_TEST(a_newer_file_is_refused)
{
    struct at_err err = AT_ERR_INIT;
    fill(0);
    change("PRAGMA user_version = 1000");
    T_NOT(at_store_sqlite_open(path, &db, &err));
    T_NULL(db);
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "has version 1000");
    remove_files();
}

T_TEST(the_file_of_another_program_is_refused)
{
    struct at_err err = AT_ERR_INIT;
    change("CREATE TABLE theirs(x)");
    T_NOT(at_store_sqlite_open(path, &db, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "another program");
    remove_files();
    change("PRAGMA application_id = 7");
    T_NOT(at_store_sqlite_open(path, &db, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    remove_files();
}

static void
overwrite(off_t at, const char *bytes, size_t len)
{
    int fd = open(path, O_WRONLY);
    T_OK(fd >= 0);
    T_EQ_INT(pwrite(fd, bytes, len, at), (intmax_t)len);
    close(fd);
}

static const struct {
    const char *name;
    off_t at;
    const char *says;
} damages[] = {
    {"the head", 0, "is not a database; move"},
    {"the schema", 100, "damaged"},
};

T_TEST(the_error_names_a_damaged_file)
{
    char junk[3000];
    memset(junk, 'x', sizeof(junk));
    for (size_t i = 0; i < T_LEN(damages); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(damages[i].name);
        fill(10);
        overwrite(damages[i].at, junk, sizeof(junk));
        T_NOT(at_store_sqlite_open(path, &db, &err));
        T_NULL(db);
        T_EQ_INT(err.code, AT_EIO);
        T_HAS(err.msg, damages[i].says);
        T_HAS(err.msg, path);
        T_HAS(err.msg, "move it away");
        remove_files();
    }
}

// Damage in a page fails the call that reads it.
T_TEST(damage_in_the_middle_is_found)
{
    char junk[4096];
    struct at_err err = AT_ERR_INIT;
    struct stat info;
    memset(junk, 0x55, sizeof(junk));
    fill(2000);
    T_EQ_INT(stat(path, &info), 0);
    for (off_t page = 8; page * 4096 < info.st_size; page++)
        overwrite(page * 4096, junk, sizeof(junk));
    db = open_store();
    bool ok = add_event("r", 2001, &err);
    T_NOT(ok);
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "damaged");
    remove_files();
}

// Somebody has written a document that is JSON, or not even that.
T_TEST(a_damaged_document_is_a_separate_error)
{
    static const char *const jsons[] = {"[]", "null", "5", "\"x\"", "{", ""};
    for (size_t i = 0; i < T_LEN(jsons); i++) {
        const struct at_store_query query = {.kind = AT_STORE_RUN};
        struct at_store_list list;
        struct at_store_doc doc;
        struct at_err err = AT_ERR_INIT;
        char id[AT_STORE_KEY_MAX + 1];
        T_ROW(jsons[i]);
        db = open_store();
        at_str_cut(id, sizeof(id), at_str(put(AT_STORE_RUN, "bad", "{}")));
        put(AT_STORE_RUN, "good", "{\"name\":\"kept\"}");
        char *sql = at_strfmt("update documents set json='%s' where id='%s'",
                              jsons[i], id);
        change(sql);
        free(sql);
        T_OK(db->ops->list(db, &query, &list, &err));
        T_OK(list.count == 2);
        for (size_t k = 0; k < list.count; k++) {
            bool bad = strcmp(list.docs[k].id, id) == 0;
            struct at_str told =
                at_json_get_str(list.docs[k].json, AT_STORE_DAMAGED);
            T_EQ_INT(told.len > 0, bad);
        }
        at_store_list_deinit(&list);
        T_NOT(db->ops->get(db, AT_STORE_RUN, at_str(id), &doc, &err));
        T_HAS(err.msg, id);
        remove_files();
    }
}

// A disk that is full: files may not grow any more.
static void
run_full(int fd)
{
    struct rlimit limit;
    struct at_err err = AT_ERR_INIT;
    signal(SIGXFSZ, SIG_IGN);
    alarm(30);
    db = open_store();
    getrlimit(RLIMIT_FSIZE, &limit);
    rlim_t unlimited = limit.rlim_cur;
    limit.rlim_cur = 512 * 1024;
    setrlimit(RLIMIT_FSIZE, &limit);
    int64_t index = 0;
    while (index < 100000 && add_event("r", ++index, &err))
        continue;
    bool told = err.code == AT_EIO && strstr(err.msg, path);
    limit.rlim_cur = unlimited;
    setrlimit(RLIMIT_FSIZE, &limit);
    bool works_again = add_event("r", index, NULL);
    int64_t out = told && works_again ? index : -1;
    ssize_t n = write(fd, &out, sizeof(out));
    at_store_db_free(db);
    _exit(n == sizeof(out) ? 0 : 1);
}

T_TEST(a_full_disk_is_reported_until_it_has_room)
{
    int fds[2];
    int64_t last = 0;
    fill(0);
    T_EQ_INT(pipe(fds), 0);
    pid_t pid = fork();
    if (pid == 0)
        run_full(fds[1]);
    T_EQ_INT(read(fds[0], &last, sizeof(last)), sizeof(last));
    T_EQ_INT(waitpid(pid, NULL, 0), pid);
    T_OK(last > 100);
    db = open_store();
    T_EQ_INT(last_event("r"), last);
    remove_files();
    close(fds[0]);
    close(fds[1]);
}

T_TEST(a_path_that_cannot_be_is_refused)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store;
    T_NOT(at_store_sqlite_open("/dev/null/store.db", &store, &err));
    T_NULL(store);
    T_EQ_INT(err.code, AT_EIO);
    T_NOT(at_store_sqlite_open(folder, &store, &err));
    T_EQ_INT(err.code, AT_EIO);
}

// Another process in the middle of a transaction is waited for.
T_TEST(two_processes_write_in_turn)
{
    fill(0);
    db = open_store();
    int fds[2];
    T_EQ_INT(pipe(fds), 0);
    pid_t pid = fork();
    if (pid == 0) {
        sqlite3 *other; // its own: a connection does not survive fork()
        bool ok = sqlite3_open(path, &other) == SQLITE_OK;
        sqlite3_busy_timeout(other, 20000);
        for (int i = 0; ok && i < 200; i++)
            ok = sqlite3_exec(other,
                              "UPDATE documents SET revision = revision + 1",
                              NULL, NULL, NULL) == SQLITE_OK;
        _exit(ok ? 0 : 1);
    }
    for (int64_t i = 1; i <= 200; i++)
        T_OK(add_event("r", i, NULL));
    int status = -1;
    T_EQ_INT(waitpid(pid, &status, 0), pid);
    T_EQ_INT(status, 0);
    struct at_store_doc doc;
    T_OK(db->ops->get(db, AT_STORE_RUN, AT_STR("r"), &doc, NULL));
    T_EQ_INT(doc.revision, 201);
    at_store_doc_deinit(&doc);
    close(fds[0]);
    close(fds[1]);
    remove_files();
}

int
main(void)
{
    return T_RUN(make_folder, remove_folder);
}
