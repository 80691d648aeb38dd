#include "session/run.h"

#include <signal.h>
#include <sys/resource.h>

#include "base/limits.h"
#include "sys/filelock.h"
#include "tests/unit/session/fixture.h"
#include "wire/json.h"

struct heard {
    json_t *events; // array
};

static void
hear(void *user, const json_t *event)
{
    struct heard *heard = user;
    json_array_append(heard->events, (json_t *)(uintptr_t)event);
}

struct rig {
    struct heard heard;
    struct at_command_run *run;
};

static void
rig_init(struct rig *rig, bool folder)
{
    struct at_err err = AT_ERR_INIT;
    struct at_command_run_listener listener = {hear, &rig->heard};
    set_home();
    rig->heard.events = json_array();
    rig->run = at_command_run_new(&listener);
    if (folder && !at_command_run_make_folder(rig->run, &err)) {
        print_error("%s\n", err.msg);
        T_OK(false);
    }
}

static void
rig_deinit(struct rig *rig)
{
    at_command_run_free(rig->run);
    json_decref(rig->heard.events);
    clear_home();
}

static const json_t *
heard_at(const struct rig *rig, size_t index, const char *event)
{
    const json_t *whole = json_array_get(rig->heard.events, index);
    T_EQ_TEXT(json_string_value(json_object_get(whole, "event")), event);
    T_EQ_TEXT(json_string_value(json_object_get(whole, "type")), "event");
    int64_t ms;
    T_OK(at_wall_read(at_json_get_str(whole, "ts"), &ms));
    return json_object_get(whole, "data");
}

static char *
read_below(const struct rig *rig, const char *name)
{
    size_t len;
    char path[600];
    snprintf(path, sizeof(path), "%s/%s", at_command_run_folder(rig->run),
             name);
    return t_read_file(path, &len);
}

T_TEST(a_run_has_a_separate_folder)
{
    struct rig rig;
    int64_t ms;
    rig_init(&rig, true);
    const char *folder = at_command_run_folder(rig.run);
    const char *name = strrchr(folder, '/') + 1;
    T_EQ_SIZE(strlen(name), strlen("20260204-101112-1f2e3d"));
    T_OK(at_wall_read_name(at_str_n(name, 15), &ms));
    T_OK(at_wall_now_ms() - ms < 60000);
    T_EQ_INT(mode_of(folder), 0700);
    T_EQ_INT(mode_of(at_home("cache/runs")), 0700);
    T_EQ_INT(
        strncmp(folder, at_home("cache/runs/"), strlen(at_home("cache/runs/"))),
        0);
    struct at_command_run *other = at_command_run_new(NULL);
    T_OK(at_command_run_make_folder(other, NULL));
    T_OK(strcmp(at_command_run_folder(other), folder) != 0);
    at_command_run_free(other);
    rig_deinit(&rig);
}

T_TEST(without_a_folder_only_the_listener_hears)
{
    struct rig rig;
    struct at_err err = AT_ERR_INIT;
    rig_init(&rig, false);
    at_command_run_progress(rig.run, "%d of %d", 1, 2);
    at_command_run_warning(rig.run, "%s", "careful \xff");
    const json_t *data = heard_at(&rig, 0, "progress");
    T_EQ_STR(at_json_get_str(data, "message"), "1 of 2");
    heard_at(&rig, 1, "warning");
    T_EQ_SIZE(json_array_size(at_command_run_warnings(rig.run)), 1);
    T_NULL(at_command_run_folder(rig.run));
    T_NULL(at_command_run_artifact_path(rig.run, "x.png", &err));
    T_EQ_INT(err.code, AT_EIO);
    T_NULL(at_command_run_next_log(rig.run, "emulator", "boot"));
    json_t *all = at_command_run_artifacts(rig.run);
    T_EQ_SIZE(json_array_size(all), 0);
    T_OK(at_command_run_write_result(rig.run, all, NULL));
    json_decref(all);
    T_NOT(is_there(at_home("cache")));
    rig_deinit(&rig);
}

T_TEST(the_trace_holds_what_the_listener_heard)
{
    struct rig rig;
    rig_init(&rig, true);
    at_command_run_progress(rig.run, "one");
    at_command_run_watch(rig.run)->did(at_command_run_watch(rig.run)->user,
                                       "snapshot", 12 * AT_NS_PER_MS, true);
    at_command_run_watch(rig.run)->did(at_command_run_watch(rig.run)->user,
                                       "tap", AT_NS_PER_MS, false);
    T_OK(at_command_run_write_artifact(rig.run, "flow", "sub/flow.yaml",
                                       "text/yaml", AT_STR("a: b\n"), NULL));
    const json_t *data = heard_at(&rig, 1, "progress");
    T_EQ_STR(at_json_get_str(data, "operation"), "snapshot");
    T_EQ_INT(json_integer_value(json_object_get(data, "ms")), 12);
    T_NULL(json_object_get(data, "ok"));
    T_OK(json_is_false(json_object_get(heard_at(&rig, 2, "progress"), "ok")));
    heard_at(&rig, 3, "artifact");
    char *trace = read_below(&rig, "trace.jsonl");
    struct at_str rest = at_str(trace);
    struct at_str line;
    for (size_t i = 0; i < 4; i++) {
        T_OK(at_str_next(&rest, '\n', &line));
        json_t *event = at_json_parse(line, NULL);
        T_OK(json_equal(event, json_array_get(rig.heard.events, i)));
        json_decref(event);
    }
    T_EQ_SIZE(rest.len, 0);
    free(trace);
    char *flow = read_below(&rig, "artifacts/sub/flow.yaml");
    T_EQ_TEXT(flow, "a: b\n");
    free(flow);
    json_t *all = at_command_run_artifacts(rig.run);
    T_EQ_SIZE(json_array_size(all), 2);
    T_EQ_STR(at_json_get_str(json_array_get(all, 0), "type"), "trace");
    T_EQ_STR(at_json_get_str(json_array_get(all, 0), "mime"),
             "application/x-ndjson");
    T_EQ_STR(at_json_get_str(json_array_get(all, 1), "mime"), "text/yaml");
    json_decref(all);
    rig_deinit(&rig);
}

T_TEST(a_run_is_busy_as_long_as_it_is_open)
{
    struct rig rig;
    char trace[600];
    rig_init(&rig, true);
    snprintf(trace, sizeof(trace), "%s/trace.jsonl",
             at_command_run_folder(rig.run));
    T_OK(at_filelock_is_held(trace));
    at_command_run_free(rig.run);
    rig.run = NULL;
    T_NOT(at_filelock_is_held(trace));
    rig_deinit(&rig);
}

static const char *const bad_names[] = {
    "", "/etc/x", "../x", "a/../../x", ".", "a/./b", "a//b", "a/",
};

T_TEST(artifacts_stay_in_their_folder)
{
    struct rig rig;
    rig_init(&rig, true);
    for (size_t i = 0; i < T_LEN(bad_names); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(bad_names[i]);
        T_NULL(at_command_run_artifact_path(rig.run, bad_names[i], &err));
        T_EQ_INT(err.code, AT_EUSAGE);
    }
    rig_deinit(&rig);
}

static void
start(const struct rig *rig, const char *const *argv, const char *tool,
      const char *action)
{
    const struct at_proc_listener *tools = at_command_run_tools(rig->run);
    struct at_proc_opts opts = {
        .listener_only = true,
        .argv = argv,
        .tool = tool,
        .action = action,
    };
    tools->started(tools->user, &opts, 4711);
}

static void
print(const struct rig *rig, bool is_err, struct at_str piece)
{
    const struct at_proc_listener *tools = at_command_run_tools(rig->run);
    tools->printed(tools->user, is_err, piece);
}

static void
end(const struct rig *rig, int status)
{
    const struct at_proc_listener *tools = at_command_run_tools(rig->run);
    tools->ended(tools->user, status, NULL);
}

static const struct {
    const char *argv[4];
    const char *tool;
    const char *action;
    const char *log; // its name
    const char *argv_json;
} starts[] = {
    {{"/usr/bin/axe", "describe-ui", NULL},
     NULL,
     NULL,
     "001_axe_describe-ui.log",
     "[\"/usr/bin/axe\",\"describe-ui\"]"},
    {{"xcrun", "simctl", "boot", NULL},
     "simctl",
     "boot",
     "001_simctl_boot.log",
     "[\"xcrun\",\"simctl\",\"boot\"]"},
    {{"tool", NULL}, NULL, NULL, "001_tool.log", "[\"tool\"]"},
    {{"a", NULL}, "../b", "c d/\xc3\xa4", "001_.._b_c_d___.log", "[\"a\"]"},
    {{"a", NULL},
     "t0123456789012345678901234567890123456789012345",
     "x",
     "001_t012345678901234567890123456789012345678_x.log",
     "[\"a\"]"},
};

T_TEST(children_are_announced)
{
    for (size_t i = 0; i < T_LEN(starts); i++) {
        struct rig rig;
        T_ROW(starts[i].log);
        rig_init(&rig, true);
        start(&rig, starts[i].argv, starts[i].tool, starts[i].action);
        const json_t *data = heard_at(&rig, 0, "spawn");
        json_t *argv = json_loads(starts[i].argv_json, 0, NULL);
        T_OK(json_equal(json_object_get(data, "argv"), argv));
        T_EQ_INT(json_integer_value(json_object_get(data, "pid")), 4711);
        struct at_str log = at_json_get_str(data, "log");
        T_OK(at_str_ends(log, at_str(starts[i].log)));
        T_OK(is_there(log.ptr));
        end(&rig, 3);
        data = heard_at(&rig, 1, "progress");
        T_EQ_INT(json_integer_value(json_object_get(data, "exit_status")), 3);
        json_decref(argv);
        rig_deinit(&rig);
    }
}

static const struct {
    const char *out;
    const char *lines[5]; // up to NULL
} prints[] = {
    {"", {NULL}},
    {"\n", {"", NULL}},
    {"a", {"a", NULL}},
    {"a\nb\n", {"a", "b", NULL}},
    {"a\r\nb\r\n", {"a", "b", NULL}},
    {"a\rb\n\r\n", {"a\rb", "", NULL}},
    {"\n\nx", {"", "", "x", NULL}},
    {"last\r", {"last", NULL}},
    {"gr\xc3\xbc\xc3\x9f"
     "e\n| b\n",
     {"gr\xc3\xbc\xc3\x9f"
      "e",
      "| b", NULL}},
};

// The log's lines are of that stream and say lines, each with a time.
static void
check_log(const struct rig *rig, const char *stream, const char *const *lines)
{
    char *log = read_below(rig, "logs/001_sh_-c.log");
    struct at_str rest = at_str(log);
    struct at_str line;
    char head[32];
    snprintf(head, sizeof(head), " %s | ", stream);
    for (; *lines; lines++) {
        int64_t ms;
        T_OK(at_str_next(&rest, '\n', &line));
        ptrdiff_t at = at_str_find(line, at_str(head));
        T_OK(at > 0);
        T_OK(at_wall_read(at_str_head(line, (size_t)at), &ms));
        T_EQ_STR(at_str_skip(line, (size_t)at + strlen(head)), *lines);
    }
    T_EQ_SIZE(rest.len, 0);
    free(log);
}

static void
check_events(const struct rig *rig, const char *stream,
             const char *const *lines)
{
    size_t i = 1;
    for (; lines[i - 1]; i++) {
        const json_t *data = heard_at(rig, i, "output");
        T_EQ_STR(at_json_get_str(data, "tool"), "sh");
        T_EQ_STR(at_json_get_str(data, "stream"), stream);
        T_EQ_STR(at_json_get_str(data, "line"), lines[i - 1]);
    }
    heard_at(rig, i, "progress");
}

T_TEST(output_becomes_lines_wherever_it_is_cut)
{
    static const char *const argv[] = {"sh", "-c", "x", NULL};
    for (size_t i = 0; i < T_LEN(prints); i++) {
        struct at_str out = at_str(prints[i].out);
        T_ROW(prints[i].out);
        for (size_t cut = 0; cut <= out.len; cut++) {
            bool is_err = cut % 2;
            struct rig rig;
            rig_init(&rig, true);
            start(&rig, argv, NULL, NULL);
            print(&rig, is_err, at_str_head(out, cut));
            print(&rig, is_err, at_str_skip(out, cut));
            end(&rig, 0);
            const char *stream = is_err ? "stderr" : "stdout";
            check_log(&rig, stream, prints[i].lines);
            check_events(&rig, stream, prints[i].lines);
            rig_deinit(&rig);
        }
    }
}

T_TEST(streams_do_not_mix_within_a_line)
{
    static const char *const argv[] = {"sh", "-c", NULL};
    struct rig rig;
    rig_init(&rig, true);
    start(&rig, argv, NULL, NULL);
    print(&rig, false, AT_STR("out"));
    print(&rig, true, AT_STR("err\n"));
    print(&rig, false, AT_STR("put\nrest"));
    // Whole lines are there at once.
    char *log = read_below(&rig, "logs/001_sh_-c.log");
    T_HAS(log, " stderr | err\n");
    T_HAS(log, " stdout | output\n");
    T_NULL(strstr(log, "rest"));
    free(log);
    // The next child ends the one before.
    start(&rig, argv, NULL, NULL);
    end(&rig, 0);
    end(&rig, 0);
    print(&rig, false, AT_STR("late\n"));
    log = read_below(&rig, "logs/001_sh_-c.log");
    T_HAS(log, " stdout | rest\n");
    T_NULL(strstr(log, "late"));
    free(log);
    json_t *all = at_command_run_artifacts(rig.run);
    T_EQ_SIZE(json_array_size(all), 3);
    T_EQ_STR(at_json_get_str(json_array_get(all, 2), "type"), "process_log");
    T_OK(at_str_ends(at_json_get_str(json_array_get(all, 2), "path"),
                     AT_STR("/logs/002_sh_-c.log")));
    json_decref(all);
    rig_deinit(&rig);
}

// A line of len bytes 'x'.
static char *
long_line(size_t len)
{
    char *line = malloc(len + 1);
    memset(line, 'x', len);
    line[len] = '\0';
    return line;
}

T_TEST(long_lines_are_split_and_cut)
{
    static const char *const argv[] = {"sh", "-c", NULL};
    const size_t max = AT_RUN_LINE_MAX_BYTES;
    const struct {
        size_t len;
        size_t lines;
    } rows[] = {
        {max, 1},
        {max + 2, 2},
        {2 * max + 2, 3},
        {5 * max, 6},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct rig rig;
        size_t got = 0;
        rig_init(&rig, true);
        start(&rig, argv, NULL, NULL);
        char *line = long_line(rows[i].len);
        // A character across the boundary stays whole.
        if (rows[i].len > max)
            memcpy(line + max - 1, "\xc3\xa4", 2);
        print(&rig, false, at_str(line));
        print(&rig, false, AT_STR("\r\n"));
        end(&rig, 0);
        char *log = read_below(&rig, "logs/001_sh_-c.log");
        struct at_str rest = at_str(log);
        struct at_str part;
        while (at_str_next(&rest, '\n', &part)) {
            T_OK(at_utf8_valid(part));
            T_OK(part.len <= max + 64);
            got++;
        }
        T_EQ_SIZE(got, rows[i].lines);
        struct at_str told =
            at_json_get_str(heard_at(&rig, 1, "output"), "line");
        T_EQ_SIZE(told.len, AT_RUN_EVENT_LINE_MAX_BYTES + strlen("…"));
        free(log);
        free(line);
        rig_deinit(&rig);
    }
}

T_TEST(output_events_are_bounded)
{
    static const char *const argv[] = {"sh", "-c", NULL};
    struct rig rig;
    char *line = long_line(AT_RUN_EVENT_LINE_MAX_BYTES);
    rig_init(&rig, true);
    start(&rig, argv, NULL, NULL);
    line[AT_RUN_EVENT_LINE_MAX_BYTES - 1] = '\n';
    size_t lines = AT_RUN_OUTPUT_MAX_BYTES / AT_RUN_EVENT_LINE_MAX_BYTES;
    for (size_t i = 0; i < lines + 10; i++)
        print(&rig, false, at_str(line));
    T_EQ_SIZE(json_array_size(rig.heard.events), 1 + lines + 1);
    T_EQ_SIZE(json_array_size(at_command_run_warnings(rig.run)), 1);
    T_HAS(
        json_string_value(json_array_get(at_command_run_warnings(rig.run), 0)),
        "the rest is in its log");
    end(&rig, 0);
    free(line);
    rig_deinit(&rig);
}

T_TEST(a_real_child_is_heard)
{
    static const char *const argv[] = {
        "sh", "-c", "echo out; printf err >&2; exit 3", NULL};
    struct rig rig;
    struct at_op op = within(10000);
    struct at_proc_result result;
    struct at_err err = AT_ERR_INIT;
    rig_init(&rig, true);
    struct at_proc_opts opts = {.argv = argv,
                                .listener_only = true,
                                .listener = at_command_run_tools(rig.run)};
    at_proc_result_init(&result, 100);
    T_OK(at_proc_run(&op, &opts, &result, &err));
    T_EQ_SIZE(json_array_size(rig.heard.events), 4);
    heard_at(&rig, 0, "spawn");
    const json_t *data = heard_at(&rig, 3, "progress");
    T_EQ_INT(json_integer_value(json_object_get(data, "exit_status")), 3);
    char *log = read_below(&rig, "logs/001_sh_-c.log");
    T_HAS(log, " stdout | out\n");
    T_HAS(log, " stderr | err\n");
    free(log);
    at_proc_result_deinit(&result);
    rig_deinit(&rig);
}

T_TEST(the_result_is_whole)
{
    struct rig rig;
    json_t *envelope = json_pack("{s:b}", "ok", 1);
    rig_init(&rig, true);
    T_OK(at_command_run_write_result(rig.run, envelope, NULL));
    char *result = read_below(&rig, "result.json");
    T_EQ_TEXT(result, "{\"ok\":true}\n");
    free(result);
    char *log = at_command_run_next_log(rig.run, "emulator", "boot");
    T_OK(at_str_ends(at_str(log), AT_STR("/logs/001_emulator_boot.log")));
    T_OK(is_there(log));
    free(log);
    json_decref(envelope);
    rig_deinit(&rig);
}

// As a full disk.
T_TEST(an_unwritable_trace_is_reported_once)
{
    static const char *const argv[] = {"sh", "-c", NULL};
    struct rig rig;
    struct rlimit limit;
    struct rlimit small;
    struct at_err err = AT_ERR_INIT;
    json_t *envelope = json_pack("{s:b}", "ok", 1);
    rig_init(&rig, true);
    signal(SIGXFSZ, SIG_IGN);
    T_EQ_INT(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = limit;
    small.rlim_cur = 1;
    T_EQ_INT(setrlimit(RLIMIT_FSIZE, &small), 0);
    at_command_run_progress(rig.run, "one");
    at_command_run_progress(rig.run, "two");
    start(&rig, argv, NULL, NULL);
    print(&rig, false, AT_STR("line\n"));
    end(&rig, 0);
    bool ok = at_command_run_write_result(rig.run, envelope, &err);
    T_EQ_INT(setrlimit(RLIMIT_FSIZE, &limit), 0);
    T_NOT(ok);
    T_EQ_INT(err.code, AT_EIO);
    const json_t *warnings = at_command_run_warnings(rig.run);
    T_EQ_SIZE(json_array_size(warnings), 2);
    T_HAS(json_string_value(json_array_get(warnings, 0)), "the trace in");
    T_HAS(json_string_value(json_array_get(warnings, 1)), "a log ends early");
    json_decref(envelope);
    rig_deinit(&rig);
}

T_TEST(a_cache_dir_that_cannot_be)
{
    struct rig rig;
    struct at_err err = AT_ERR_INIT;
    rig_init(&rig, false);
    write_text(at_home("file"), "");
    setenv("MOBILE_DEV_AGENT_CACHE_DIR", at_home("file/cache"), 1);
    T_NOT(at_command_run_make_folder(rig.run, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "MOBILE_DEV_AGENT_CACHE_DIR");
    T_NULL(at_command_run_folder(rig.run));
    rig_deinit(&rig);
}

T_MAIN()
