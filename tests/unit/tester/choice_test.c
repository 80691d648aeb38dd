// choice_test.c: which queued run a device does next
#include "tests/t.h"
#include "tester/runs/choice.h"

static char *tablet_words[] = {(char *)"tablet", (char *)"camera", NULL};
static char *camera_words[] = {(char *)"camera", NULL};
static const struct at_argv none = AT_ARGV_INIT;
static const struct at_argv tablet = {tablet_words, 2};
static const struct at_argv camera = {camera_words, 1};

#define MINUTE INT64_C(60000)

// The caller fills the rest.
#define RUN(...)                                                               \
    {                                                                          \
        .id = __VA_ARGS__                                                      \
    }

static const struct at_choice_device phone = {"android", "a-1", "", &none};
static const struct at_choice_device pad = {"android", "a-2", "", &tablet};
static const struct at_choice_device wanted = {"android", "a-1", "a-1", &none};
static const struct at_choice_device other = {"android", "a-2", "a-1", &none};
static const struct at_choice_device iphone = {"ios", "i-1", "", &camera};

static const struct {
    const char *says;
    const struct at_choice_device *device;
    int64_t now_ms;
    struct at_choice_run runs[4];
    const char *best; // NULL: none
} rows[] = {
    {"nothing waits", &phone, 0, {{0}}, NULL},
    {"the one that came first",
     &phone,
     9,
     {RUN("b", .queued_ms = 2), RUN("a", .queued_ms = 1)},
     "a"},
    {"ids decide within a millisecond",
     &phone,
     9,
     {RUN("b", .queued_ms = 1), RUN("a", .queued_ms = 1)},
     "a"},
    {"a higher priority",
     &phone,
     9,
     {RUN("a", .queued_ms = 1), RUN("b", .queued_ms = 2, .priority = 1)},
     "b"},
    {"a low priority waits",
     &phone,
     9,
     {RUN("a", .queued_ms = 1, .priority = -1), RUN("b", .queued_ms = 2)},
     "b"},
    {"but not for ever",
     &phone,
     20 * MINUTE,
     {RUN("a", .queued_ms = 0, .priority = -1),
      RUN("b", .queued_ms = 6 * MINUTE)},
     "a"},
    {"a high one is overtaken by who waits longer",
     &phone,
     40 * MINUTE,
     {RUN("a", .queued_ms = 0),
      RUN("b", .queued_ms = 31 * MINUTE, .priority = 6)},
     "a"},
    {"not before its time",
     &phone,
     9,
     {RUN("a", .queued_ms = 1, .not_before_ms = 10), RUN("b", .queued_ms = 2)},
     "b"},
    {"at its time",
     &phone,
     10,
     {RUN("a", .queued_ms = 1, .not_before_ms = 10)},
     "a"},
    {"waiting counts from its time",
     &phone,
     20,
     {RUN("a", .queued_ms = 1, .not_before_ms = 10), RUN("b", .queued_ms = 2)},
     "b"},
    {"another platform", &phone, 9, {RUN("a", .platform = "ios")}, NULL},
    {"its platform",
     &iphone,
     9,
     {RUN("a", .platform = "android", .queued_ms = 1),
      RUN("b", .platform = "ios", .queued_ms = 2)},
     "b"},
    {"another device", &phone, 9, {RUN("a", .device = "a-2")}, NULL},
    {"its device",
     &pad,
     9,
     {RUN("b", .queued_ms = 2), RUN("a", .device = "a-2", .queued_ms = 1)},
     "a"},
    {"the user's device", &wanted, 9, {RUN("a")}, "a"},
    {"not the user's device", &other, 9, {RUN("a")}, NULL},
    {"but named by the run", &other, 9, {RUN("a", .device = "a-2")}, "a"},
    {"needs what it lacks", &phone, 9, {RUN("a", .needs = &camera)}, NULL},
    {"needs a part of what it has", &pad, 9, {RUN("a", .needs = &camera)}, "a"},
    {"needs more than it has", &iphone, 9, {RUN("a", .needs = &tablet)}, NULL},
};

T_TEST(a_device_takes_the_best_run)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        size_t count = 0;
        T_ROW(rows[i].says);
        while (count < T_LEN(rows[i].runs) && rows[i].runs[count].id)
            count++;
        size_t best =
            at_choice_best(rows[i].device, rows[i].runs, count, rows[i].now_ms);
        if (rows[i].best)
            T_EQ_TEXT(best < count ? rows[i].runs[best].id : "none",
                      rows[i].best);
        else
            T_EQ_SIZE(best, count);
    }
}

// A run of the least priority has its turn, however many of the highest come.
T_TEST(no_run_starves)
{
    struct at_choice_run low =
        RUN("z", .queued_ms = 0, .priority = -AT_CHOICE_PRIORITY_MAX);
    struct at_choice_run high = RUN("a", .priority = AT_CHOICE_PRIORITY_MAX);
    int64_t wait_ms = 2 * AT_CHOICE_PRIORITY_MAX * AT_CHOICE_AGE_MS;
    high.queued_ms = wait_ms - 1;
    T_OK(at_choice_compare(&high, &low) < 0);
    high.queued_ms = wait_ms + 1;
    T_OK(at_choice_compare(&high, &low) > 0);
}

T_TEST(a_device_that_was_refused_looks_further)
{
    T_EQ_SIZE(at_choice_skip(0, UINT64_MAX), 0);
    T_EQ_SIZE(at_choice_skip(1, 7), 1);
    T_EQ_SIZE(at_choice_skip(3, 13), 5);
    T_EQ_SIZE(at_choice_skip(1000, UINT64_MAX), 4095);
}

T_MAIN()
