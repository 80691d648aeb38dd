// A source's reading comes into the tree of the screen. The source is a row of
// this test: it gives a name when the test lets it, and counts.
#include "device/android/framework/sync.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen/gaps.h"
#include "screen/uiautomator.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

enum { PATIENCE_MS = 10000, ANSWER_MS = 500, READ_MS = 60 };

static struct app {
    pthread_mutex_t lock;
    bool held; // read() does not end
    bool fails;
    bool elements; // instead of names
    bool empty;    // it has nothing to say
    bool lacks;    // it could not read what is there
    bool unasked;  // nothing has answered yet
    enum at_code attach_code;
    int reads;
    int attached;
    struct at_overlay_query query; // the newest
} app = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct app
look(void)
{
    pthread_mutex_lock(&app.lock);
    struct app now = app;
    pthread_mutex_unlock(&app.lock);
    return now;
}

static void
hold(bool held)
{
    pthread_mutex_lock(&app.lock);
    app.held = held;
    pthread_mutex_unlock(&app.lock);
}

static bool
applies(const struct at_sync_app *to)
{
    return strcmp(to->framework, "react_native") == 0 || to->shows_web;
}

static bool
attach(const struct at_op *op, const struct at_source_ground *ground,
       void **out_state, struct at_err *err)
{
    (void)op;
    (void)ground;
    struct app now = look();
    *out_state = &app;
    if (now.attach_code != AT_OK)
        return at_fail(err, now.attach_code, "nobody is there");
    pthread_mutex_lock(&app.lock);
    app.attached++;
    pthread_mutex_unlock(&app.lock);
    return true;
}

static bool
ask(const struct at_op *op, void *state, struct at_pending_list *out,
    struct at_err *err)
{
    (void)op;
    (void)state;
    (void)out;
    (void)err;
    return true;
}

static int
no_fd(const void *state)
{
    (void)state;
    return -1;
}

static bool
serves(const struct at_overlay_query *query)
{
    return query->labels || query->web_count > 0;
}

static struct at_overlay *
make_overlay(const struct at_overlay_query *query)
{
    struct app now = look();
    struct at_overlay *overlay = at_overlay_new(
        now.elements ? AT_OVERLAY_ELEMENTS : AT_OVERLAY_NAMES, "test");
    struct at_overlay_item *item = at_overlay_add(overlay);
    item->bounds = (struct at_rect){0, 0, 100, 100};
    item->label = at_str(now.reads % 2 ? "odd" : "even");
    item->class_name = at_str("android.widget.Button");
    item->flags = AT_NODE_ENABLED | AT_NODE_CLICKABLE;
    if (query->web_count > 0)
        overlay->under = query->web[0];
    snprintf(overlay->told, sizeof(overlay->told), "read %d", now.reads);
    return overlay;
}

static bool
read_app(const struct at_op *op, void *state,
         const struct at_overlay_query *query, struct at_overlay **out,
         struct at_err *err)
{
    (void)state;
    pthread_mutex_lock(&app.lock);
    app.reads++;
    app.query = *query;
    pthread_mutex_unlock(&app.lock);
    while (look().held) {
        if (!at_op_wait_until(op, at_now_ns() + AT_NS_PER_MS, err))
            return false;
    }
    if (look().fails)
        return at_fail(err, AT_ENODEV, "the app is gone");
    if (look().empty) {
        *out = NULL;
        return true;
    }
    *out = look().lacks ? at_overlay_new_lack("test", query->web[0], "is mute")
                        : make_overlay(query);
    return true;
}

static bool
has_answered(const void *state)
{
    (void)state;
    return !look().unasked;
}

static void
detach(void *state)
{
    (void)state;
}

static struct at_sync_source source = {
    .name = "test",
    .tag = "test-tag",
    .applies = applies,
    .attach = attach,
    .has_answered = has_answered,
    .ask = ask,
    .fd = no_fd,
    .serves = serves,
    .reads = "what the test draws",
    .read = read_app,
    .detach = detach,
    .answer_ms = PATIENCE_MS,
    .read_ms = PATIENCE_MS,
    .holds_ms = PATIENCE_MS,
};
static const struct at_sync_source *const sources[] = {&source, NULL};

static struct at_op
op_in(int64_t ms)
{
    return (struct at_op){.deadline_ns = at_now_ns() + ms * AT_NS_PER_MS};
}

static struct at_sync *
begin(const char *framework)
{
    const struct at_source_ground ground = {.model = "test"};
    const struct at_sync_app followed = {.package = "com.example.app",
                                         .framework = framework};
    struct at_op op = op_in(PATIENCE_MS);
    app = (struct app){.lock = PTHREAD_MUTEX_INITIALIZER};
    source.answer_ms = PATIENCE_MS;
    source.read_ms = PATIENCE_MS;
    source.holds_ms = PATIENCE_MS;
    source.names_only = false;
    source.read_max_ms = 0;
    source.holds_once = false;
    struct at_sync *sync = at_sync_new(&ground, sources);
    at_sync_follow(sync, &followed);
    at_sync_meet(&op, sync);
    return sync;
}

#define NAMELESS "android.view.View\" clickable=\"true"
#define NAMED "android.widget.Button\" text=\"Go\" clickable=\"true"
#define WEB "android.webkit.WebView"

static struct at_tree *
tree_of(const char *class_name, const char *bounds)
{
    struct at_buf xml = AT_BUF_INIT(4096);
    struct at_err err = AT_ERR_INIT;
    at_buf_add_fmt(&xml,
                   "<hierarchy rotation=\"0\"><node package=\"com.example.app\""
                   " class=\"android.widget.FrameLayout\" enabled=\"true\" "
                   "bounds=\"[0,0][1080,1920]\"><node enabled=\"true\" "
                   "package=\"com.example.app\" class=\"%s\" bounds=\"%s\"/>"
                   "</node></hierarchy>",
                   class_name, bounds);
    struct at_tree *tree;
    T_OK(at_uiautomator_parse(at_buf_str(&xml), &tree, &err));
    at_buf_deinit(&xml);
    return tree;
}

static char unread[160]; // why of the newest reading

static void
note_unread(const struct at_tree *tree)
{
    const struct at_unread *gap =
        source.names_only ? &tree->gaps.names : &tree->gaps.elements;
    struct at_buf text = AT_BUF_INIT(1024);
    at_unread_write(gap, &text);
    at_str_cut(unread, sizeof(unread), at_buf_str(&text));
    T_EQ_INT(at_tree_is_cut(tree), text.len > 0 && !source.names_only);
    at_buf_deinit(&text);
}

// One reading of the screen; the name of its element, "" if it has none.
static const char *
reading(struct at_sync *sync, const char *class_name, const char *bounds)
{
    static char label[64];
    struct at_op op = op_in(PATIENCE_MS);
    struct at_tree *tree = tree_of(class_name, bounds);
    struct at_overlay_query query;
    if (at_overlay_query_of(tree, &query))
        at_sync_complete(&op, sync, &query, tree, NULL);
    const struct at_node *node = tree->root->first_child->first_child;
    if (node->first_child)
        node = node->first_child;
    at_str_cut(label, sizeof(label),
               node->text.len > 0 ? node->text : node->given_label);
    note_unread(tree);
    at_tree_free(tree);
    return label;
}

static const char *
nameless(struct at_sync *sync)
{
    return reading(sync, NAMELESS, "[0,0][100,100]");
}

T_TEST(a_name_comes_into_the_tree)
{
    struct at_sync *sync = begin("react_native");
    struct at_argv lines = AT_ARGV_INIT;
    T_EQ_TEXT(nameless(sync), "odd");
    T_EQ_INT(look().reads, 1);
    T_OK(look().query.labels);
    at_sync_lines(sync, &lines);
    T_EQ_SIZE(lines.count, 1);
    T_EQ_TEXT(at_argv_words(&lines)[0],
              "[test-tag] read 1 → 1 labels, 0 elements");
    at_argv_deinit(&lines);
    at_sync_free(sync);
}

T_TEST(a_complete_tree_asks_no_source)
{
    struct at_sync *sync = begin("react_native");
    T_EQ_TEXT(reading(sync, NAMED, "[0,0][100,100]"), "Go");
    T_EQ_INT(look().reads, 0);
    at_sync_free(sync);
}

// Names of the same screen stay valid until an input may have changed their
// elements.
T_TEST(names_hold_until_an_input)
{
    struct at_sync *sync = begin("react_native");
    T_EQ_TEXT(nameless(sync), "odd");
    T_EQ_TEXT(nameless(sync), "odd");
    T_EQ_INT(look().reads, 1);
    at_sync_note_input(sync);
    T_EQ_TEXT(nameless(sync), "even");
    T_EQ_INT(look().reads, 2);
    T_EQ_TEXT(reading(sync, NAMELESS, "[0,0][100,101]"), "odd");
    T_EQ_INT(look().reads, 3);
    at_sync_free(sync);
}

T_TEST(a_reading_that_does_not_hold_is_repeated)
{
    struct at_sync *sync = begin("react_native");
    source.holds_ms = 0;
    T_EQ_TEXT(nameless(sync), "odd");
    T_EQ_TEXT(nameless(sync), "even");
    at_sync_free(sync);
}

static void
await_end(struct at_sync *sync)
{
    struct at_sync_report report;
    struct at_op op = op_in(PATIENCE_MS);
    T_OK(at_sync_wait(&op, sync, &report, NULL)); // behind the reading
    T_EQ_SIZE(report.asked_count, 1);
}

// A slow source costs a reading its read_ms. What it then brings is for the
// next one of the same screen.
T_TEST(a_late_name_is_for_the_next_reading)
{
    struct at_sync *sync = begin("react_native");
    source.read_ms = READ_MS;
    hold(true);
    int64_t began_ns = at_now_ns();
    T_EQ_TEXT(nameless(sync), "");
    T_OK(at_now_ns() - began_ns >= READ_MS * AT_NS_PER_MS);
    T_EQ_TEXT(nameless(sync), "");
    T_EQ_INT(look().reads, 1); // the same question is not asked twice
    hold(false);
    await_end(sync);
    T_EQ_TEXT(nameless(sync), "odd");
    T_EQ_INT(look().reads, 1);
    at_sync_free(sync);
}

T_TEST(a_late_name_of_another_screen_is_not_used)
{
    struct at_sync *sync = begin("react_native");
    source.read_ms = READ_MS;
    hold(true);
    T_EQ_TEXT(nameless(sync), "");
    hold(false);
    await_end(sync);
    source.read_ms = PATIENCE_MS;
    at_sync_note_input(sync);
    T_EQ_TEXT(nameless(sync), "even");
    at_sync_free(sync);
}

T_TEST(a_reading_that_holds_once_is_repeated)
{
    struct at_sync *sync = begin("react_native");
    source.holds_once = true;
    T_EQ_TEXT(nameless(sync), "odd");
    T_EQ_TEXT(nameless(sync), "even");
    at_sync_free(sync);
}

// A late answer belongs to the next reading, and to no other.
T_TEST(a_reading_that_holds_once_may_be_late)
{
    struct at_sync *sync = begin("react_native");
    source.holds_once = true;
    source.read_ms = READ_MS;
    hold(true);
    T_EQ_TEXT(nameless(sync), "");
    hold(false);
    await_end(sync);
    source.read_ms = PATIENCE_MS;
    T_EQ_TEXT(nameless(sync), "odd");
    T_EQ_INT(look().reads, 1);
    T_EQ_TEXT(nameless(sync), "even");
    at_sync_free(sync);
}

// It is left out once its answer_ms have passed.
T_TEST(a_source_that_never_answers_costs_once)
{
    struct at_sync *sync = begin("react_native");
    const char *names[AT_SYNC_SOURCES_MAX];
    source.answer_ms = ANSWER_MS;
    hold(true);
    T_EQ_TEXT(nameless(sync), "");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_EQ_TEXT(nameless(sync), "");
    T_EQ_INT(look().reads, 1);
    at_sync_free(sync);
}

// It is read no more once its read_max_ms have passed, and says so once; what
// it waits for is still asked.
T_TEST(a_reading_that_never_ends_costs_once)
{
    struct at_sync *sync = begin("react_native");
    const char *names[AT_SYNC_SOURCES_MAX];
    struct at_argv lines = AT_ARGV_INIT;
    source.read_max_ms = READ_MS;
    hold(true);
    T_EQ_TEXT(nameless(sync), "");
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    T_EQ_TEXT(nameless(sync), "");
    T_EQ_INT(look().reads, 1);
    await_end(sync);
    at_sync_lines(sync, &lines);
    T_EQ_SIZE(lines.count, 1);
    T_EQ_TEXT(
        at_argv_words(&lines)[0],
        "[test-tag] no reading within 60 ms: tried again every 5 seconds");
    at_argv_deinit(&lines);
    at_sync_free(sync);
}

T_TEST(a_source_that_fails_is_left_out)
{
    struct at_sync *sync = begin("react_native");
    app.fails = true;
    T_EQ_TEXT(nameless(sync), "");
    pthread_mutex_lock(&app.lock);
    app.fails = false;
    pthread_mutex_unlock(&app.lock);
    while (look().attached < 2)
        poll(NULL, 0, 5);
    at_sync_free(sync);
}

// A source of pages is started by the first page that is seen, and not before.
T_TEST(a_page_starts_its_source)
{
    struct at_sync *sync = begin("native");
    const char *names[AT_SYNC_SOURCES_MAX];
    T_EQ_TEXT(nameless(sync), "");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    app.elements = true;
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1920]"), "odd");
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    at_sync_free(sync);
}

// A new start of the app has other pages.
T_TEST(a_page_is_searched_again_after_a_start)
{
    const struct at_sync_app again = {.package = "com.example.app",
                                      .framework = "native"};
    struct at_sync *sync = begin("native");
    const char *names[AT_SYNC_SOURCES_MAX];
    app.elements = true;
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1920]"), "odd");
    at_sync_follow(sync, &again);
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1920]"), "even");
    T_EQ_INT(look().attached, 2);
    at_sync_free(sync);
}

T_TEST(a_page_that_cannot_be_read_is_tried_once)
{
    struct at_sync *sync = begin("native");
    const char *names[AT_SYNC_SOURCES_MAX];
    app.attach_code = AT_EUNSUPPORTED;
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1920]"), "");
    app.attach_code = AT_OK;
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1920]"), "");
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    at_sync_free(sync);
}

#define UNREAD "what the test draws could not be read: test "

// Content that the source did not report is not taken to be absent, whatever
// the reason.
T_TEST(a_silent_source_leaves_a_gap)
{
    struct at_sync *sync = begin("react_native");
    const char *names[AT_SYNC_SOURCES_MAX];
    app.elements = true;
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1920]"), "odd");
    T_EQ_TEXT(unread, "");

    source.answer_ms = ANSWER_MS;
    source.read_ms = READ_MS;
    source.holds_ms = 0;
    hold(true);
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1920]"), "");
    T_EQ_TEXT(unread, UNREAD "has not answered in time");
    while (at_sync_attached(sync, names) > 0)
        poll(NULL, 0, 5);
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1920]"), "");
    T_EQ_TEXT(unread, UNREAD "does not answer");
    T_EQ_TEXT(reading(sync, NAMED, "[0,0][1080,1920]"), "Go");
    T_EQ_TEXT(unread, ""); // nothing of it is on the screen

    hold(false);
    while (at_sync_attached(sync, names) == 0)
        poll(NULL, 0, 5);
    source.read_ms = PATIENCE_MS;
    app.empty = true;
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1920]"), "");
    T_EQ_TEXT(unread, UNREAD "had something before and has nothing now");
    app.empty = false;
    reading(sync, WEB, "[0,0][1080,1920]");
    T_EQ_TEXT(unread, "");
    at_sync_free(sync);
}

T_TEST(names_that_are_missing_are_a_gap_of_another_kind)
{
    struct at_sync *sync = begin("react_native");
    source.names_only = true;
    source.read_ms = READ_MS;
    hold(true);
    T_EQ_TEXT(nameless(sync), "");
    T_EQ_TEXT(unread, UNREAD "has not answered in time");
    at_sync_free(sync);
}

// If there never was a source, the tree is complete.
T_TEST(without_a_source_there_is_no_gap)
{
    struct at_sync *sync = begin("native");
    app.elements = true;
    app.empty = true;
    reading(sync, WEB, "[0,0][1080,1920]");
    T_EQ_INT(look().reads, 1);
    T_EQ_TEXT(unread, "");
    at_sync_free(sync);

    sync = begin("native");
    app.attach_code = AT_ENODEV;
    reading(sync, WEB, "[0,0][1080,1920]");
    T_EQ_TEXT(unread, "");
    at_sync_free(sync);
}

// An existing source's content is missing from the first reading on, whether it
// was ever read or not.
T_TEST(unread_content_is_a_gap)
{
    struct at_sync *sync = begin("native");
    app.elements = true;
    app.lacks = true;
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1920]"), "");
    T_EQ_TEXT(unread, UNREAD "is mute");
    app.lacks = false;
    T_EQ_TEXT(reading(sync, WEB, "[0,0][1080,1910]"), "even");
    T_EQ_TEXT(unread, "");
    at_sync_free(sync);

    sync = begin("native");
    app.attach_code = AT_ETIMEOUT;
    reading(sync, WEB, "[0,0][1080,1920]");
    T_EQ_TEXT(unread, UNREAD "does not answer");
    at_sync_free(sync);
}

// A connection is not an answer.
T_TEST(a_source_without_an_answer_is_not_listed)
{
    const char *names[AT_SYNC_SOURCES_MAX];
    struct at_sync *sync = begin("react_native");
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    at_sync_free(sync);

    const struct at_source_ground ground = {.model = "test"};
    const struct at_sync_app followed = {.package = "com.example.app",
                                         .framework = "react_native"};
    struct at_op op = op_in(PATIENCE_MS);
    app = (struct app){.lock = PTHREAD_MUTEX_INITIALIZER, .unasked = true};
    sync = at_sync_new(&ground, sources);
    at_sync_follow(sync, &followed);
    at_sync_meet(&op, sync);
    T_EQ_SIZE(at_sync_attached(sync, names), 0);
    app.unasked = false;
    await_end(sync);
    T_EQ_SIZE(at_sync_attached(sync, names), 1);
    at_sync_free(sync);
}

// The window in front is another app's: its WebView does not count.
T_TEST(another_apps_window_lacks_nothing)
{
    const struct at_sync_app other = {.package = "com.example.other",
                                      .framework = "react_native"};
    struct at_sync *sync = begin("react_native");
    struct at_op op = op_in(PATIENCE_MS);
    at_sync_follow(sync, &other);
    at_sync_meet(&op, sync);
    source.read_ms = READ_MS;
    hold(true);
    reading(sync, WEB, "[0,0][1080,1920]");
    T_EQ_INT(look().reads, 1);
    T_EQ_TEXT(unread, "");
    at_sync_free(sync);
}

T_TEST(no_app_is_followed)
{
    const struct at_source_ground ground = {.model = "test"};
    struct at_sync *sync = at_sync_new(&ground, sources);
    app = (struct app){.lock = PTHREAD_MUTEX_INITIALIZER};
    T_EQ_TEXT(nameless(sync), "");
    T_EQ_TEXT(nameless(NULL), "");
    T_EQ_INT(look().attached, 0);
    at_sync_note_input(NULL);
    at_sync_free(sync);
}

T_MAIN()
