// recover_test.c: what a killed process leaves, and what the next one makes of
// it
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/clock.h"
#include "sys/lock.h"
#include "tests/t.h"
#include "tests/unit/tester/runs_rig.h"
#include "wire/json.h"

typedef char run_id[AT_STORE_ID_LEN + 1];

// The pid of a child process; the parent has no store while it runs.
static int told_fd;

static void
tell_number(const char *run, int64_t index)
{
    (void)run;
    if (write(told_fd, &index, sizeof(index)) != sizeof(index))
        _exit(1);
}

// Runs of these goals on one device, in a process that waits to be killed. It
// tells each event's number, if wanted, or the runs' ids once the first of
// them runs.
struct child {
    pid_t pid;
    int fd;
};

static void
work_until_killed(const char *const *goals, size_t count, bool events)
{
    struct at_err err = AT_ERR_INIT;
    run_id ids[8];
    alarm(60);
    rig_start();
    rig_on_event = events ? tell_number : NULL;
    for (size_t i = 0; i < count; i++) {
        if (!rig_submit(goals[i], RIG_IOS, ids[i], &err))
            _exit(1);
    }
    rig_await(ids[0], "state", "running");
    if (!events && write(told_fd, ids, count * sizeof(ids[0])) < 0)
        _exit(1);
    for (;;)
        pause();
}

static struct child
start_child(const char *const *goals, size_t count, bool events)
{
    int fds[2];
    T_EQ_INT(pipe(fds), 0);
    pid_t pid = fork();
    if (pid == 0) {
        told_fd = fds[1];
        work_until_killed(goals, count, events);
    }
    T_OK(pid > 0);
    close(fds[1]);
    return (struct child){pid, fds[0]};
}

// Returns the last number that it has told, which may not have been read yet.
static int64_t
kill_and_read(struct child *child, int64_t told)
{
    int64_t next;
    T_EQ_INT(kill(child->pid, SIGKILL), 0);
    T_EQ_INT(waitpid(child->pid, NULL, 0), child->pid);
    while (read(child->fd, &next, sizeof(next)) == sizeof(next))
        told = next;
    close(child->fd);
    return told;
}

static void
kill_child(struct child *child)
{
    (void)kill_and_read(child, 0);
}

// The number of events of a run, and of those that say that it has ended; the
// indexes have no gaps.
struct count {
    int64_t events;
    int ends;
    bool last_is_end;
};

static bool
count_event(void *user, int64_t index, struct at_str json)
{
    struct count *count = user;
    json_t *event = at_json_parse(json, NULL);
    count->events++;
    count->last_is_end = at_str_is(at_json_get_str(event, "type"), "state") &&
                         at_str_is(at_json_get_str(event, "state"), "ended");
    count->ends += count->last_is_end;
    json_decref(event);
    return index == count->events;
}

static struct count
count_events(const char *id)
{
    struct count count = {0};
    struct at_store_reading all = {at_str(id), 0, 0, count_event, &count};
    T_OK(rig_store()->ops->events(rig_store(), &all, NULL));
    return count;
}

static void
check_lost(const char *id, const char *status)
{
    struct count count = count_events(id);
    T_OK(rig_is(id, "state", "ended"));
    T_OK(rig_is(id, "end", "lost"));
    T_OK(rig_is(id, "status", status));
    T_OK(rig_is(id, "verdict", "UNVERIFIED"));
    T_EQ_INT(count.ends, 1);
    T_OK(count.last_is_end);
    T_HAS(rig_answer(id), "Agent failed: the server ended");
}

static json_t *
manifest_of(const char *id)
{
    char *text = rig_file(id, "manifest.json");
    json_t *manifest = text ? at_json_parse(at_str(text), NULL) : NULL;
    free(text);
    T_OK(manifest != NULL);
    return manifest;
}

T_TEST(a_cut_off_run_is_reported)
{
    static const char *const goals[] = {"hang", "pass", "pass"};
    run_id ids[3];
    struct child child = start_child(goals, 3, false);
    T_EQ_INT(read(child.fd, ids, sizeof(ids)), sizeof(ids));
    kill_child(&child);
    rig_start();
    for (int i = 0; i < 3; i++) {
        T_ROW(goals[i]);
        check_lost(ids[i], "failed");
    }
    json_t *manifest = manifest_of(ids[0]);
    T_EQ_STR(at_json_get_str(manifest, "status"), "failed");
    T_OK(json_is_string(json_object_get(manifest, "endedAt")));
    json_decref(manifest);
    char *junit = rig_file(ids[0], "junit.xml");
    T_HAS(junit, "<error message=\"the server ended");
    free(junit);
    char *log = rig_file(ids[0], "log.txt");
    T_HAS(log, "ended");
    free(log);
    rig_stop();
    rig_start(); // once is enough
    T_EQ_INT(count_events(ids[0]).ends, 1);
    rig_stop();
}

T_TEST(work_of_another_process_is_not_lost)
{
    static const char *const goals[] = {"hang", "pass"};
    run_id ids[2];
    struct child child = start_child(goals, 2, false);
    T_EQ_INT(read(child.fd, ids, sizeof(ids)), sizeof(ids));
    rig_start();
    T_OK(rig_is(ids[0], "state", "running"));
    T_OK(rig_is(ids[1], "state", "queued"));
    rig_stop();
    kill_child(&child);
    rig_start();
    check_lost(ids[0], "failed");
    check_lost(ids[1], "failed");
    rig_stop();
}

// Killed after any event: all that were told are there, and the folder is
// whole.
T_TEST(nothing_that_was_told_is_lost)
{
    static const int after[] = {1, 2, 3, 4, 50, 500, 1001, 1002, 1003};
    static const char *const goals[] = {"many"};
    for (size_t i = 0; i < T_LEN(after); i++) {
        int64_t told = 0;
        struct child child = start_child(goals, 1, true);
        char row[32];
        snprintf(row, sizeof(row), "after event %d", after[i]);
        T_ROW(row);
        while (told < after[i])
            T_EQ_INT(read(child.fd, &told, sizeof(told)), sizeof(told));
        told = kill_and_read(&child, told);
        rig_start();
        struct at_store_query newest = {.kind = AT_STORE_RUN, .limit = 1};
        struct at_store_list list;
        T_OK(rig_store()->ops->list(rig_store(), &newest, &list, NULL));
        const char *id = list.docs[0].id;
        struct count count = count_events(id);
        T_OK(count.events >= told);
        T_EQ_INT(count.ends, 1);
        T_OK(count.last_is_end);
        T_OK(rig_is(id, "state", "ended"));
        if (!rig_is(id, "end", "lost")) {
            T_OK(rig_is(id, "verdict", "PASS")); // it had ended
            T_OK(told >= 1001);
        }
        json_t *manifest = after[i] > 1 ? manifest_of(id) : NULL;
        T_OK(!at_str_is(at_json_get_str(manifest, "status"), "running"));
        json_decref(manifest);
        at_store_list_deinit(&list);
        rig_stop();
    }
}

// Killed between the outcome and the rest of the end.
T_TEST(a_stored_outcome_stays)
{
    static const char final[] =
        "{\"id\": \"01AAAAAAAAAAAAAAAAAAAAAAAA\", \"state\": \"ended\","
        " \"status\": \"completed\", \"end\": \"done\", \"verdict\": \"PASS\","
        " \"answer\": \"onAgentFinished: fine\", \"steps\": []}";
    static const char end[] = "{\"type\": \"state\", \"state\": \"ended\"}";
    for (int told = 0; told < 2; told++) {
        const char *id =
            told ? "01BBBBBBBBBBBBBBBBBBBBBBBB" : "01AAAAAAAAAAAAAAAAAAAAAAAA";
        struct at_store_doc doc = {.json = json_object()};
        at_json_set_text(doc.json, "state", "running");
        at_json_set(doc.json, "final", at_json_parse(at_str(final), NULL));
        at_str_cut(doc.id, sizeof(doc.id), at_str(id));
        rig_start();
        T_OK(rig_store()->ops->put(rig_store(), AT_STORE_RUN, 0, &doc, NULL));
        at_store_doc_deinit(&doc);
        if (told)
            T_OK(rig_store()->ops->add_event(rig_store(), at_str(id), 1,
                                             at_str(end), NULL));
        rig_stop();
        rig_start();
        T_OK(rig_is(id, "verdict", "PASS"));
        T_OK(rig_is(id, "state", "ended"));
        T_EQ_TEXT(rig_answer(id), "onAgentFinished: fine");
        T_EQ_INT(count_events(id).ends, 1);
        rig_stop();
    }
}

// Another program asks for the device, as connect with "steal" does. It began
// before this process had leases, which it would have copied.
static void
steal_when_told(int from, int to)
{
    struct at_op op = rig_within(20000);
    struct at_lock *lease;
    char byte;
    alarm(60);
    if (read(from, &byte, 1) != 1)
        _exit(1);
    byte =
        at_lock_take(&op, RIG_IOS, "another", true, &lease, NULL) ? 'y' : 'n';
    if (write(to, &byte, 1) == 1)
        pause();
    _exit(1);
}

T_TEST(a_device_is_given_to_who_asks_for_it)
{
    int go[2], done[2];
    char byte = 'g';
    run_id busy, queued, other;
    T_OK(pipe(go) == 0 && pipe(done) == 0);
    pid_t pid = fork();
    if (pid == 0)
        steal_when_told(go[0], done[1]);
    rig_start();
    T_OK(rig_submit("busy", RIG_IOS, busy, NULL));
    rig_await(busy, "state", "running");
    T_OK(rig_submit("pass", RIG_IOS, queued, NULL));
    T_OK(rig_submit("gate", RIG_ANDROID "-0", other, NULL));
    T_EQ_INT(write(go[1], &byte, 1), 1);
    T_HAS(rig_answer(busy),
          "Agent failed: the device was taken over by another");
    T_OK(rig_is(busy, "end", "device"));
    T_HAS(rig_answer(queued), "the device was taken over by another");
    T_EQ_INT(read(done[0], &byte, 1), 1);
    T_EQ_INT(byte, 'y');
    struct at_err err = AT_ERR_INIT;
    T_NOT(rig_submit("pass", RIG_IOS, queued, &err));
    T_EQ_INT(err.code, AT_EBUSY);
    rig_open_gate();
    T_HAS(rig_answer(other), "onAgentFinished"); // it continues
    rig_stop();
    T_EQ_INT(kill(pid, SIGKILL), 0);
    T_EQ_INT(waitpid(pid, NULL, 0), pid);
    for (int i = 0; i < 2; i++) {
        close(go[i]);
        close(done[i]);
    }
}

static int
set_up(void **state)
{
    (void)state;
    rig_set_up();
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    rig_tear_down();
    return 0;
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
