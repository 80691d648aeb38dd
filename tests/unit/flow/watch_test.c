// watch_test.c: a watcher hears of each input and of each step's end
#include "flow/app/watch.h"

#include "base/limits.h"
#include "flow/steps/exec.h"
#include "tests/t.h"
#include "tests/unit/flow/flow_run.h"

// clang-format off
#define HOME FAKE_APP( \
    FAKE_TEXT("Home", "[0,0][1080,100]") \
    FAKE_BUTTON("go", "Go", "[100,200][300,300]") \
    FAKE_FIELD("name", "", "Name", "", "[100,400][900,500]"))
// clang-format on

static struct at_buf heard = AT_BUF_INIT(64 * AT_KIB);
static bool on;

static void *
open_watch(struct at_app *app)
{
    return app;
}

static void
close_watch(void *watch)
{
    (void)watch;
}

static bool
is_on(void *watch)
{
    (void)watch;
    return on;
}

static void
aimed(void *watch, const struct at_flow_step *step, const struct at_aim *aim)
{
    (void)watch;
    T_OK(step != NULL);
    at_buf_add_fmt(
        &heard, "%.*s ",
        AT_STR_ARG(aim->node ? aim->node->resource_id : AT_STR("none")));
}

static void
stepped(void *watch, const struct at_step_call *call)
{
    (void)watch;
    at_buf_add_fmt(&heard, "%s%s; ",
                   at_step_rows[call->result->step->action].name,
                   call->result->ok ? "" : " failed");
}

static void
launched(void *watch, enum at_watch_launch how, const char *link)
{
    (void)watch;
    (void)link;
    at_buf_add_fmt(&heard, "launch %d; ", (int)how);
}

static const struct at_watcher watcher = {open_watch, close_watch, is_on,
                                          aimed,      stepped,     launched};

static const struct {
    const char *steps;
    bool on;
    const char *heard;
} rows[] = {
    {"[{'action': 'tap', 'target': {'id': 'go'}}]", true, "com.ex:id/go tap; "},
    {"[{'action': 'tap', 'target': {'id': 'go'}}, {'action': 'press_key', "
     "'keycode': 'BACK'}]",
     true, "com.ex:id/go tap; none press_key; "},
    {"[{'action': 'assert_visible', 'target': {'id': 'go'}}]", true,
     "assert_visible; "},
    {"[{'action': 'tap', 'target': {'id': 'nowhere'}}]", true, "tap failed; "},
    {"[{'action': 'tap', 'target': {'id': 'go'}}]", false, ""},
};

T_TEST(a_watch_that_is_on_hears_of_inputs_and_steps)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW}};
    at_app_watch_all(&watcher);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct flow_run run;
        T_ROW(rows[i].steps);
        on = rows[i].on;
        at_buf_clear(&heard);
        flow_init(&run, frames, T_LEN(frames));
        flow_go(&run, rows[i].steps);
        T_EQ_TEXT(at_buf_text(&heard), rows[i].heard);
        flow_deinit(&run);
    }
    at_app_watch_all(NULL);
    at_buf_deinit(&heard);
}

T_MAIN()
