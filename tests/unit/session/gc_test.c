#include "session/gc_folders.h"

#include <sys/wait.h>

#include "session/run.h"
#include "sys/filelock.h"
#include "tests/unit/session/fixture.h"

#define DAY INT64_C(86400000)
#define NOW (100 * DAY)

// A run of the plan and what becomes of it.
struct row {
    const char *name;
    int64_t age_ms;
    uint64_t bytes;
    char ok; // '+', '-', '?', 'b' for a busy one, 'd' for a build
    enum at_gc_verdict want;
};

struct plan {
    const char *what;
    struct at_gc_policy policy;
    struct row rows[8]; // up to one without name
};

#define NEWEST AT_GC_KEEP_NEWEST
#define FAILURE AT_GC_KEEP_FAILURE
#define BUILD AT_GC_KEEP_BUILD
#define BUSY AT_GC_KEEP_BUSY
#define OLD AT_GC_DELETE_OLD
#define SIZE AT_GC_DELETE_SIZE

static const struct plan plans[] = {
    {"nothing", {20, 7, 100}, {{0}}},
    {"the newest stay",
     {2, 7, 100},
     {{"a", 1, 1, '+', NEWEST},
      {"b", 2, 1, '-', NEWEST},
      {"c", 3, 1, '+', OLD},
      {"d", 4, 1, '+', OLD}}},
    {"failed ones stay for days, to the millisecond",
     {1, 7, 100},
     {{"a", 1, 1, '+', NEWEST},
      {"c", 7 * DAY, 1, '-', FAILURE},
      {"b", 7 * DAY, 1, '?', FAILURE},
      {"d", 7 * DAY + 1, 1, '-', OLD},
      {"e", 7 * DAY + 2, 1, '?', OLD}}},
    {"nothing is kept by a policy of nothing",
     {0, 0, 100},
     {{"a", 1, 1, '+', OLD}, {"b", 2, 1, '-', OLD}}},
    {"a time in the future is young",
     {0, 0, 100},
     {{"a", -DAY, 1, '-', FAILURE}, {"b", -1, 1, '+', OLD}}},
    {"under pressure the oldest go first, failed or not",
     {2, 7, 100},
     {{"a", 1, 60, '+', NEWEST},
      {"b", 2, 30, '+', NEWEST},
      {"c", 3, 20, '-', SIZE},
      {"d", 4, 20, '?', SIZE}}},
    {"the budget may be used up",
     {3, 7, 100},
     {{"a", 1, 60, '+', NEWEST},
      {"b", 2, 40, '+', NEWEST},
      {"c", 3, 1, '+', SIZE}}},
    {"what is deleted for its age is no pressure",
     {1, 7, 100},
     {{"a", 1, 100, '+', NEWEST}, {"b", 2, 100, '+', OLD}}},
    {"the newest goes, too, where it alone is too much",
     {1, 7, 100},
     {{"a", 1, 101, '+', SIZE}}},
    {"a busy one counts and stays",
     {1, 7, 100},
     {{"a", 1, 20, '+', SIZE},
      {"b", 2, 90, 'b', BUSY},
      {"c", 3, 30, '-', SIZE}}},
    {"a busy one stays whatever its age",
     {1, 0, 100},
     {{"a", 1, 1, '+', NEWEST}, {"b", 90 * DAY, 1, 'b', BUSY}}},
    {"builds stay for days, are no newest run, and count for the size",
     {1, 7, 100},
     {{"a", 1, 50, 'd', BUILD},
      {"b", 2, 1, '+', NEWEST},
      {"c", 3, 60, 'd', SIZE},
      {"d", 8 * DAY, 500, 'd', OLD}}},
    {"of one moment the greater name is newer",
     {1, 0, 100},
     {{"b", 5, 1, '+', NEWEST}, {"a", 5, 1, '+', OLD}}},
};

static size_t
count_of(const struct plan *plan)
{
    size_t count = 0;
    while (count < T_LEN(plan->rows) && plan->rows[count].name)
        count++;
    return count;
}

// In the order of the rows, or the other way round.
static void
make_runs(const struct plan *plan, bool reversed, struct at_gc_runs *out)
{
    size_t count = count_of(plan);
    out->rows = calloc(count + 1, sizeof(*out->rows));
    out->count = count;
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &plan->rows[reversed ? count - 1 - i : i];
        struct at_gc_run *run = &out->rows[i];
        run->path = strdup(row->name);
        snprintf(run->name, sizeof(run->name), "%s", row->name);
        run->started_ms = NOW - row->age_ms;
        run->ok = row->ok == '-'   ? AT_GC_FAILED
                  : row->ok == '?' ? AT_GC_UNKNOWN
                                   : AT_GC_SUCCEEDED;
        run->busy = row->ok == 'b';
        run->is_build = row->ok == 'd';
        run->bytes = row->bytes;
    }
}

T_TEST(plans_are_the_contracts)
{
    for (size_t i = 0; i < T_LEN(plans); i++) {
        for (int reversed = 0; reversed < 2; reversed++) {
            struct at_gc_runs runs;
            make_runs(&plans[i], reversed, &runs);
            for (int again = 0; again < 2; again++) {
                at_gc_plan(&plans[i].policy, &runs, NOW);
                for (size_t r = 0; r < runs.count; r++) {
                    char name[200];
                    snprintf(name, sizeof(name), "%s: %s", plans[i].what,
                             plans[i].rows[r].name);
                    T_ROW(name);
                    T_EQ_TEXT(runs.rows[r].name, plans[i].rows[r].name);
                    T_EQ_TEXT(at_gc_verdict_name(runs.rows[r].verdict),
                              at_gc_verdict_name(plans[i].rows[r].want));
                }
            }
            at_gc_runs_deinit(&runs);
        }
    }
}

static const struct {
    const char *name;
    const char *value;
    bool ok;
} variables[] = {
    {"MOBILE_DEV_AGENT_GC_KEEP_LAST", "0", true},
    {"MOBILE_DEV_AGENT_GC_KEEP_LAST", "", true},
    {"MOBILE_DEV_AGENT_GC_KEEP_LAST", "-1", false},
    {"MOBILE_DEV_AGENT_GC_KEEP_LAST", "many", false},
    {"MOBILE_DEV_AGENT_GC_KEEP_FAILURE_DAYS", "30", true},
    {"MOBILE_DEV_AGENT_GC_KEEP_FAILURE_DAYS", "7d", false},
    {"MOBILE_DEV_AGENT_GC_KEEP_FAILURE_DAYS", "36501", false},
    {"MOBILE_DEV_AGENT_GC_MAX_BYTES", "9223372036854775807", true},
    {"MOBILE_DEV_AGENT_GC_MAX_BYTES", "9223372036854775808", false},
    {"MOBILE_DEV_AGENT_GC_MAX_BYTES", "2GB", false},
};

T_TEST(the_policy_of_the_environment)
{
    struct at_gc_policy policy;
    T_OK(at_gc_policy_env(&policy, NULL));
    T_EQ_SIZE(policy.keep_last, 20);
    T_EQ_INT(policy.keep_failure_days, 7);
    T_EQ_INT((intmax_t)policy.max_bytes, INT64_C(2147483648));
    for (size_t i = 0; i < T_LEN(variables); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(variables[i].value);
        setenv(variables[i].name, variables[i].value, 1);
        T_EQ_INT(at_gc_policy_env(&policy, &err), variables[i].ok);
        if (!variables[i].ok) {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, variables[i].name);
            T_HAS(err.msg, variables[i].value);
        }
        unsetenv(variables[i].name);
    }
    setenv("MOBILE_DEV_AGENT_GC_KEEP_LAST", "3", 1);
    setenv("MOBILE_DEV_AGENT_GC_MAX_BYTES", "17", 1);
    T_OK(at_gc_policy_env(&policy, NULL));
    T_EQ_SIZE(policy.keep_last, 3);
    T_EQ_INT((intmax_t)policy.max_bytes, 17);
    unsetenv("MOBILE_DEV_AGENT_GC_KEEP_LAST");
    unsetenv("MOBILE_DEV_AGENT_GC_MAX_BYTES");
}

// A run folder with that result; NULL: without.
static void
make_run(const char *name, const char *result)
{
    char path[400];
    snprintf(path, sizeof(path), "%s/cache/runs/%s", home, name);
    T_OK(at_folder_make(path, NULL));
    if (!result)
        return;
    snprintf(path, sizeof(path), "%s/cache/runs/%s/result.json", home, name);
    write_text(path, result);
}

static const struct {
    const char *name;
    const char *result;
    const char *started; // NULL: about now
    enum at_gc_ok ok;
} found[] = {
    {"20260204-101112-00000a",
     "{\"ok\":true,\"timing\":{\"started_at\":\"2026-02-04T10:11:13.5Z\"}}",
     "2026-02-04T10:11:13.500Z", AT_GC_SUCCEEDED},
    {"20260204-101112-00000b", "{\"ok\":false}", "2026-02-04T10:11:12.000Z",
     AT_GC_FAILED},
    {"20260204-101112-00000c", "{\"ok\":tr", "2026-02-04T10:11:12.000Z",
     AT_GC_UNKNOWN},
    {"20260204-101112-00000d", "{\"ok\":\"yes\",\"timing\":7}",
     "2026-02-04T10:11:12.000Z", AT_GC_UNKNOWN},
    {"20260204-101112-00000e", NULL, "2026-02-04T10:11:12.000Z", AT_GC_UNKNOWN},
    {"20261304-101112-00000f", NULL, NULL, AT_GC_UNKNOWN},
    {"mine", "[]", NULL, AT_GC_UNKNOWN},
};

static const struct at_gc_run *
run_of(const struct at_gc_runs *runs, const char *name)
{
    for (size_t i = 0; i < runs->count; i++) {
        if (strcmp(runs->rows[i].name, name) == 0)
            return &runs->rows[i];
    }
    print_error("no run '%s'\n", name);
    T_OK(false);
    return NULL;
}

T_TEST(facts_of_a_run)
{
    struct at_gc_runs runs;
    set_home();
    T_OK(at_gc_scan(at_home("cache"), &runs, NULL));
    T_EQ_SIZE(runs.count, 0);
    at_gc_runs_deinit(&runs);
    for (size_t i = 0; i < T_LEN(found); i++)
        make_run(found[i].name, found[i].result);
    write_text(at_home("cache/runs/file"), "no run");
    T_EQ_INT(symlink("mine", at_home("cache/runs/link")), 0);
    T_OK(at_gc_scan(at_home("cache"), &runs, NULL));
    T_EQ_SIZE(runs.count, T_LEN(found));
    for (size_t i = 0; i < T_LEN(found); i++) {
        char text[AT_RFC3339_MAX];
        T_ROW(found[i].name);
        const struct at_gc_run *run = run_of(&runs, found[i].name);
        T_EQ_INT(run->ok, found[i].ok);
        T_NOT(run->busy);
        T_EQ_INT((intmax_t)run->bytes,
                 found[i].result ? (intmax_t)strlen(found[i].result) : 0);
        at_wall_write(run->started_ms, text);
        if (found[i].started)
            T_EQ_TEXT(text, found[i].started);
        else
            T_OK(at_wall_now_ms() - run->started_ms < 60000);
    }
    for (size_t i = 1; i < runs.count; i++)
        T_OK(runs.rows[i - 1].started_ms >= runs.rows[i].started_ms);
    at_gc_runs_deinit(&runs);
    clear_home();
}

T_TEST(nothing_behind_a_link_is_read_or_removed)
{
    struct at_gc_policy none = {0, 0, 0};
    struct at_gc_runs runs;
    set_home();
    make_run("20260204-101112-00000a", NULL);
    T_OK(at_folder_make(at_home("precious"), NULL));
    write_text(at_home("precious/result.json"), "{\"ok\":true}");
    T_EQ_INT(symlink("../../../precious",
                     at_home("cache/runs/20260204-101112-00000a/artifacts")),
             0);
    T_EQ_INT(symlink("../../../precious/result.json",
                     at_home("cache/runs/20260204-101112-00000a/result.json")),
             0);
    T_EQ_INT(symlink("../../precious", at_home("cache/runs/link")), 0);
    T_OK(at_gc_scan(at_home("cache"), &runs, NULL));
    T_EQ_SIZE(runs.count, 1);
    T_EQ_INT(runs.rows[0].ok, AT_GC_UNKNOWN);
    at_gc_plan(&none, &runs, at_wall_now_ms());
    T_OK(at_gc_carry_out(&runs, NULL));
    at_gc_runs_deinit(&runs);
    T_NOT(is_there(at_home("cache/runs/20260204-101112-00000a")));
    T_OK(is_there(at_home("precious/result.json")));
    T_OK(is_there(at_home("cache/runs/link")));
    clear_home();
}

// A child that has a run open until its input ends.
static pid_t
busy_child(int *out_fd, char *folder, size_t cap)
{
    int told[2];
    int until[2];
    T_EQ_INT(pipe(told), 0);
    T_EQ_INT(pipe(until), 0);
    pid_t pid = fork();
    if (pid == 0) {
        char byte;
        close(until[1]);
        struct at_command_run *run = at_command_run_new(NULL);
        if (!at_command_run_make_folder(run, NULL))
            _exit(1);
        const char *path = at_command_run_folder(run);
        if (write(told[1], path, strlen(path)) < 0)
            _exit(1);
        close(told[1]);
        _exit(read(until[0], &byte, 1) == 0 ? 0 : 1);
    }
    close(told[1]);
    close(until[0]);
    ssize_t n = read(told[0], folder, cap - 1);
    T_OK(n > 0);
    folder[n] = '\0';
    close(told[0]);
    *out_fd = until[1];
    return pid;
}

T_TEST(a_run_of_another_process_stays)
{
    struct at_gc_policy none = {0, 0, 0};
    struct at_gc_runs runs;
    char folder[600];
    int fd;
    int status = -1;
    set_home();
    make_run("20260204-101112-00000a", "{\"ok\":true}");
    // It opens its run after the plan was made, or before.
    for (int before = 0; before < 2; before++) {
        pid_t pid = busy_child(&fd, folder, sizeof(folder));
        T_OK(at_gc_scan(at_home("cache"), &runs, NULL));
        const struct at_gc_run *run = run_of(&runs, strrchr(folder, '/') + 1);
        T_OK(run->busy);
        if (!before)
            runs.rows[run - runs.rows].busy = false;
        at_gc_plan(&none, &runs, at_wall_now_ms());
        T_OK(at_gc_carry_out(&runs, NULL));
        T_EQ_INT(runs.rows[0].verdict, AT_GC_KEEP_BUSY);
        at_gc_runs_deinit(&runs);
        T_OK(is_there(folder));
        T_NOT(is_there(at_home("cache/runs/20260204-101112-00000a")));
        close(fd);
        T_EQ_INT(waitpid(pid, &status, 0), pid);
        T_EQ_INT(status, 0);
        T_OK(at_gc_scan(at_home("cache"), &runs, NULL));
        at_gc_plan(&none, &runs, at_wall_now_ms());
        T_OK(at_gc_carry_out(&runs, NULL));
        at_gc_runs_deinit(&runs);
        T_NOT(is_there(folder));
    }
    clear_home();
}

T_TEST(a_run_of_this_process_stays)
{
    struct at_gc_policy none = {0, 0, 0};
    struct at_gc_runs runs;
    set_home();
    struct at_command_run *run = at_command_run_new(NULL);
    T_OK(at_command_run_make_folder(run, NULL));
    T_OK(at_gc_scan(at_home("cache"), &runs, NULL));
    at_gc_plan(&none, &runs, at_wall_now_ms());
    T_OK(at_gc_carry_out(&runs, NULL));
    T_EQ_INT(runs.rows[0].verdict, AT_GC_KEEP_BUSY);
    at_command_run_progress(run, "still here");
    T_OK(is_there(at_command_run_folder(run)));
    at_gc_runs_deinit(&runs);
    T_OK(at_gc_scan(at_home("cache"), &runs, NULL));
    T_OK(runs.rows[0].busy);
    at_gc_runs_deinit(&runs);
    at_command_run_free(run);
    clear_home();
}

T_MAIN()
