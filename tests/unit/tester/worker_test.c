// worker_test.c: workers that break the protocol, and what their runs end with
#include "tester/worker/worker.h"

#include <string.h>
#include <sys/socket.h>

#include "tests/t.h"
#include "tests/unit/tester/runs_rig.h"

#define MESSAGE(length, kind, text) "\0\0\0" length kind text

// The messages of a worker once it has its order, after which it ends.
static const struct {
    const char *name;
    struct at_str bytes;
    const char *reason;
} rows[] = {
    {"nothing", AT_STR_ROW(""), "the worker ended (exit status 0)"},
    {"half a message", AT_STR_ROW("\0\0\0\7\7{"),
     "the worker ended (exit status 0)"},
    {"a length beyond the limit", AT_STR_ROW("\xff\xff\xff\xff\7"),
     "the worker was killed: a message of 4294967295 bytes"},
    {"an unknown kind", AT_STR_ROW(MESSAGE("\1", "\x63", "x")),
     "the worker was killed: the worker sent a message 99"},
    {"an order to the server", AT_STR_ROW(MESSAGE("\2", "\1", "{}")),
     "the worker was killed: the worker sent a message 1"},
    {"an event that is not JSON", AT_STR_ROW(MESSAGE("\1", "\7", "{")),
     "the worker was killed: "},
    {"an unknown event", AT_STR_ROW(MESSAGE("\2", "\7", "{}")),
     "the worker was killed: an unknown event"},
    {"an end without a record", AT_STR_ROW(MESSAGE("\2", "\x0b", "{}")),
     "the worker was killed: an end without a record that has ended"},
    {"an end that is running",
     AT_STR_ROW(
         MESSAGE("\x1e", "\x0b", "{\"record\":{\"state\":\"running\"}}")),
     "the worker was killed: an end without a record that has ended"},
};
static size_t row;

static void
misbehave(int fd)
{
    char order[16];
    T_OK(recv(fd, order, sizeof(order), 0) > 0);
    if (rows[row].bytes.len > 0)
        T_OK(send(fd, rows[row].bytes.ptr, rows[row].bytes.len, 0) ==
             (ssize_t)rows[row].bytes.len);
    // Until the server has read that, and leaves.
    while (strstr(rows[row].reason, "killed") &&
           recv(fd, order, sizeof(order), 0) > 0)
        continue;
}

T_TEST(a_worker_that_breaks_the_protocol_ends_its_run_alone)
{
    for (row = 0; row < T_LEN(rows); row++) {
        char id[AT_STORE_ID_LEN + 1];
        T_ROW(rows[row].name);
        rig_worker = misbehave;
        T_OK(rig_submit("pass", NULL, id, NULL));
        T_HAS(rig_answer(id), rows[row].reason);
        T_OK(rig_is(id, "end", "error"));
        T_OK(rig_is(id, "verdict", "UNVERIFIED"));
    }
    char id[AT_STORE_ID_LEN + 1];
    rig_worker = NULL;
    T_ROW("the next run");
    T_OK(rig_submit("pass", NULL, id, NULL));
    (void)rig_answer(id);
    T_OK(rig_is(id, "verdict", "PASS"));
}

// A worker's messages about a run cannot change the kind of the run.
static void
forge(int fd)
{
    static const char end[] =
        "\0\0\0\x7e\x0b{\"record\":{\"state\":\"ended\",\"end\":\"done\","
        "\"verdict\":\"PASS\",\"id\":\"forged\",\"goal\":\"forged\","
        "\"owner\":\"forged\",\"device\":\"forged\"}}   ";
    char order[16];
    T_OK(recv(fd, order, sizeof(order), 0) > 0);
    T_OK(send(fd, end, sizeof(end) - 1, 0) == (ssize_t)sizeof(end) - 1);
    while (recv(fd, order, sizeof(order), 0) > 0)
        continue;
}

T_TEST(an_end_says_only_how_it_ended)
{
    char id[AT_STORE_ID_LEN + 1];
    rig_worker = forge;
    T_OK(rig_submit("pass", RIG_ANDROID "-1", id, NULL));
    (void)rig_answer(id);
    T_OK(rig_is(id, "id", id));
    T_OK(rig_is(id, "goal", "pass"));
    T_OK(rig_is(id, "device", RIG_ANDROID "-1"));
    rig_worker = NULL;
}

static int
set_up(void **state)
{
    (void)state;
    rig_set_up();
    rig_start();
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
