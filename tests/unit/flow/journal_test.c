#include "flow/changes/journal.h"

#include <stdio.h>

#include "base/op.h"
#include "screen/uiautomator.h"
#include "tests/t.h"
#include "tests/unit/device/fake_device.h"

enum { LOTS = 1000 };

static const int64_t second = 1000 * AT_NS_PER_MS;

static struct at_event
toast(const char *text, int64_t at_ns)
{
    return (struct at_event){
        .kind = AT_EVENT_TOAST, .at_ns = at_ns, .text = at_str(text)};
}

static void
tells(struct at_journal *journal, int64_t now_ns, const char *const *lines)
{
    struct at_argv told = AT_ARGV_INIT;
    size_t i = 0;
    at_journal_tell(journal, now_ns, &told);
    for (; lines[i]; i++) {
        T_OK(i < told.count);
        T_EQ_TEXT(told.words[i], lines[i]);
    }
    T_EQ_SIZE(told.count, i);
    at_argv_deinit(&told);
}

#define TELLS(journal, now_ns, ...)                                            \
    tells(journal, now_ns, (const char *const[]){__VA_ARGS__, NULL})

static void
tells_nothing(struct at_journal *journal, int64_t now_ns)
{
    static const char *const none[] = {NULL};
    tells(journal, now_ns, none);
}

T_TEST(each_event_is_reported_once_with_its_age)
{
    struct at_journal *journal = at_journal_new();
    struct at_event event = toast("Could not \"save\"", 10 * second);
    at_journal_add(journal, &event);
    TELLS(journal, 11 * second + 250 * AT_NS_PER_MS,
          "toast \"Could not \\\"save\\\"\", 1.2 s ago");
    tells_nothing(journal, 12 * second);
    event.at_ns = 12 * second;
    at_journal_add(journal, &event);
    TELLS(journal, 200 * second, "toast \"Could not \\\"save\\\"\", 3 min ago");
    at_journal_free(journal);
}

T_TEST(an_event_has_its_step_or_comes_before_it)
{
    struct at_journal *journal = at_journal_new();
    struct at_event early = toast("early", 5 * second);
    struct at_event waiting = toast("waiting", 11 * second);
    struct at_event late = toast("late", 13 * second);
    at_journal_begin_step(journal, 1, 10 * second);
    at_journal_add(journal, &early);
    at_journal_add(journal, &waiting);
    at_journal_acts(journal, 12 * second);
    T_NOT(at_journal_has_news(journal));
    at_journal_add(journal, &late);
    T_OK(at_journal_has_news(journal));
    at_journal_begin_step(journal, 2, 14 * second);
    waiting.at_ns = 15 * second;
    at_journal_add(journal, &waiting);
    TELLS(journal, 15 * second, "toast \"early\" before step 1, 10.0 s ago",
          "toast \"waiting\" before step 1, 4.0 s ago",
          "toast \"late\" in step 1, 2.0 s ago",
          "toast \"waiting\" in step 2, 0.0 s ago");
    at_journal_free(journal);
}

T_TEST(unreported_drops_are_counted)
{
    struct at_journal *journal = at_journal_new();
    struct at_argv told = AT_ARGV_INIT;
    char text[16];
    at_journal_add_missed(journal, 3);
    for (int i = 0; i < LOTS; i++) {
        snprintf(text, sizeof(text), "toast %d", i);
        struct at_event event = toast(text, second);
        at_journal_add(journal, &event);
    }
    at_journal_tell(journal, second, &told);
    T_EQ_SIZE(told.count, AT_JOURNAL_MAX + 1);
    T_EQ_TEXT(told.words[0], "939 earlier events were lost");
    T_EQ_TEXT(told.words[1], "toast \"toast 936\", 0.0 s ago");
    at_argv_deinit(&told);
    for (int i = 0; i < LOTS; i++) {
        struct at_event event = toast("x", second);
        at_journal_add(journal, &event);
        at_argv_deinit(&told);
        at_journal_tell(journal, second, &told);
        T_EQ_SIZE(told.count, 1);
    }
    at_argv_deinit(&told);
    at_journal_free(journal);
}

T_TEST(a_long_text_is_cut_at_a_character)
{
    struct at_journal *journal = at_journal_new();
    struct at_argv told = AT_ARGV_INIT;
    struct at_buf text = AT_BUF_INIT(AT_JOURNAL_TEXT_MAX * 3);
    while (text.len < AT_JOURNAL_TEXT_MAX * 2)
        at_buf_add_text(&text, "\xe2\x82\xac");
    struct at_event event = toast(at_buf_text(&text), 0);
    at_journal_add(journal, &event);
    at_journal_tell(journal, 0, &told);
    T_OK(at_utf8_valid(at_str(told.words[0])));
    T_OK(at_str(told.words[0]).len < AT_JOURNAL_TEXT_MAX + 40);
    at_argv_deinit(&told);
    at_buf_deinit(&text);
    at_journal_free(journal);
}

T_TEST(changes_are_bounded_in_one_reply)
{
    struct at_journal *journal = at_journal_new();
    struct at_argv told = AT_ARGV_INIT;
    for (int i = 0; i < AT_JOURNAL_TOLD_CHANGES + 4; i++) {
        at_journal_add(
            journal,
            &(const struct at_event){
                .kind = AT_EVENT_CHANGE,
                .at_ns = 3 * second,
                .since_ns = second,
                .text = AT_STR("switch \"Sync\" checked true -> false")});
    }
    at_journal_tell(journal, 3 * second, &told);
    T_EQ_TEXT(told.words[0], "switch \"Sync\" checked true -> false by itself, "
                             "within the last 2.0 s");
    T_EQ_SIZE(told.count, AT_JOURNAL_TOLD_CHANGES + 1);
    T_EQ_TEXT(told.words[told.count - 1], "4 more changes by itself");
    at_argv_deinit(&told);
    at_journal_free(journal);
}

T_TEST(a_change_that_was_just_seen_lies_within_a_time)
{
    struct at_buf out = AT_BUF_INIT(256);
    const struct at_event event = {.kind = AT_EVENT_CHANGE,
                                   .at_ns = second,
                                   .since_ns = second,
                                   .text = AT_STR("the screen changed")};
    at_event_write(&event, second + AT_NS_PER_MS, &out);
    T_EQ_TEXT(at_buf_text(&out),
              "the screen changed by itself, within the last 0.1 s");
    at_buf_deinit(&out);
}

static void
add_window(struct at_journal *journal, const char *text, bool dialog)
{
    at_journal_add(journal, &(const struct at_event){.kind = AT_EVENT_WINDOW,
                                                     .at_ns = second,
                                                     .text = at_str(text),
                                                     .dialog = dialog});
}

T_TEST(windows_that_came_and_went_are_reported)
{
    static const char home[] = FAKE_APP(FAKE_TEXT(
        "Inbox", "[0,0][1080,100]") FAKE_TEXT("Deleted", "[0,100][1080,200]"));
    struct at_journal *journal = at_journal_new();
    struct at_tree *tree = NULL;
    T_OK(at_uiautomator_parse(at_str(home), &tree, NULL));
    add_window(journal, "Welcome", false);
    add_window(journal, "Deleted, 3 notes", true);
    add_window(journal, "Deleting, please wait", true);
    add_window(journal, "Mail", false); // the screen now, by its app's name
    at_journal_judge_windows(journal, tree);
    TELLS(journal, second, "window \"Welcome\" came and went, 0.0 s ago",
          "window \"Deleting, please wait\" came and went, 0.0 s ago");
    at_journal_judge_windows(journal, tree);
    tells_nothing(journal, second);
    at_tree_free(tree);
    at_journal_free(journal);
}

static bool
finds(struct at_journal *journal, struct at_toast_query query, int64_t now_ns)
{
    int64_t age_ms;
    return at_journal_find_toast(journal, &query, now_ns, &age_ms) != NULL;
}

T_TEST(a_toast_is_found_for_ten_seconds_and_by_those_who_ask_until_it_was_told)
{
    struct at_journal *journal = at_journal_new();
    const struct at_toast_query whole = {.text = AT_STR_ROW("Could not save")};
    const struct at_toast_query part = {.part = AT_STR_ROW("not sa")};
    const struct at_toast_query other = {.text = AT_STR_ROW("Could")};
    const struct at_toast_query untold = {.text = AT_STR_ROW("Could not save"),
                                          .reach = AT_TOAST_KEPT_OR_UNTOLD};
    struct at_event event = toast("Could not save", second);
    struct at_argv told = AT_ARGV_INIT;
    int64_t age_ms;
    at_journal_add(journal, &event);
    T_OK(at_journal_find_toast(journal, &untold, 60 * second, &age_ms) != NULL);
    T_EQ_INT(age_ms, 59000);
    T_NOT(finds(journal, whole, 60 * second));
    T_OK(finds(journal, part, 2 * second));
    T_NOT(finds(journal, other, second));
    at_journal_tell(journal, second, &told);
    T_OK(finds(journal, whole, 11 * second - 1));
    T_NOT(finds(journal, whole, 11 * second));
    T_NOT(finds(journal, untold, 60 * second));
    at_argv_deinit(&told);
    at_journal_free(journal);
}

T_TEST(a_toast_before_the_first_action_of_the_newest_flow_proves_nothing)
{
    struct at_journal *journal = at_journal_new();
    const struct at_toast_query kept = {.text = AT_STR_ROW("Saved")};
    const struct at_toast_query untold = {.text = AT_STR_ROW("Saved"),
                                          .reach = AT_TOAST_KEPT_OR_UNTOLD};
    const struct at_toast_query any = {.text = AT_STR_ROW("Saved"),
                                       .reach = AT_TOAST_ANY};
    struct at_event event = toast("Saved", 2 * second);
    at_journal_begin_flow(journal);
    at_journal_acts(journal, second);
    at_journal_add(journal, &event);
    at_journal_acts(journal, 3 * second); // a later step of the same flow
    T_OK(finds(journal, kept, 4 * second));
    at_journal_begin_flow(journal); // one that only asserts
    T_OK(finds(journal, kept, 4 * second));
    at_journal_acts(journal, 5 * second);
    T_NOT(finds(journal, kept, 6 * second));
    T_NOT(finds(journal, untold, 6 * second));
    T_OK(finds(journal, any, 6 * second));
    event.at_ns = 7 * second;
    at_journal_add(journal, &event);
    T_OK(finds(journal, kept, 8 * second));
    at_journal_begin_anew(journal, 8 * second); // the app is launched
    T_NOT(finds(journal, kept, 9 * second));
    at_journal_free(journal);
}

T_TEST(quiet_events_are_found_and_not_reported)
{
    struct at_journal *journal = at_journal_new();
    const struct at_toast_query query = {.part = AT_STR_ROW("code"),
                                         .notification = true};
    struct at_event event = toast("Your code is 1234", second);
    event.kind = AT_EVENT_NOTIFICATION;
    event.quiet = true;
    at_journal_add(journal, &event);
    T_NOT(at_journal_has_news(journal));
    T_OK(finds(journal, query, 2 * second));
    tells_nothing(journal, 2 * second);
    at_journal_free(journal);
}

// It belongs to the action that brought it.
T_TEST(a_text_that_passed_is_found_until_the_next_action)
{
    struct at_journal *journal = at_journal_new();
    struct at_toast_query query = {.text = AT_STR_ROW("Copied!"),
                                   .passed = true};
    struct at_argv told = AT_ARGV_INIT;
    int64_t age_ms;
    at_journal_begin_flow(journal);
    at_journal_begin_step(journal, 0, AT_NS_PER_MS);
    at_journal_acts(journal, 2 * AT_NS_PER_MS);
    at_journal_add(journal, &(const struct at_event){
                                .kind = AT_EVENT_PASSED,
                                .at_ns = 3 * AT_NS_PER_MS,
                                .text = AT_STR("Copied!"),
                            });
    T_OK(at_journal_has_news(journal));
    T_OK(at_journal_find_toast(journal, &query, 1000 * AT_NS_PER_MS, &age_ms) !=
         NULL);
    query.passed = false; // it is not a toast
    T_OK(at_journal_find_toast(journal, &query, 1000 * AT_NS_PER_MS, &age_ms) ==
         NULL);
    query.passed = true;
    at_journal_begin_step(journal, 1, 5 * AT_NS_PER_MS);
    at_journal_acts(journal, 6 * AT_NS_PER_MS);
    T_OK(at_journal_find_toast(journal, &query, 1000 * AT_NS_PER_MS, &age_ms) ==
         NULL);
    at_journal_tell(journal, 1003 * AT_NS_PER_MS, &told);
    T_EQ_SIZE(told.count, 1);
    T_EQ_TEXT(at_argv_words(&told)[0],
              "text \"Copied!\" appeared and disappeared in "
              "step 0, 1.0 s ago");
    at_argv_deinit(&told);
    at_journal_free(journal);
}

T_MAIN()
