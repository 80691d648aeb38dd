#include "tests/t.h"

#include <stdio.h>

#include "base/limits.h"
#include "flow/wait/pending.h"

struct row {
    const char *name;
    struct at_pending items[4];
    size_t omitted;
    bool endless;
    const char *text;
};

static const struct row rows[] = {
    {"nothing", {{0}}, 0, false, ""},
    {"equal things are counted, the latest tells the time",
     {{"hermes", "1", "1 timer", 200, false},
      {"hermes", "2", "1 timer", 500, false},
      {"hermes", "3", "1 fetch https://example.com/cart", -1, false},
      {"dart_vm", "1", "1 frame", -1, false}},
     0,
     false,
     "hermes: 2 timers ≤ 500 ms, 1 fetch https://example.com/cart; dart_vm: 1 "
     "frame"},
    {"a source's things stand together",
     {{"hermes", "1", "1 fetch https://a/b", -1, false},
      {"dart_vm", "1", "1 frame", -1, false},
      {"hermes", "2", "1 fetch https://a/b", -1, false}},
     0,
     false,
     "hermes: 2 fetches https://a/b; dart_vm: 1 frame"},
    {"what has no count is repeated",
     {{"idling_bridge", "1", "busy", -1, false},
      {"idling_bridge", "2", "busy", -1, false}},
     0,
     false,
     "idling_bridge: busy (×2)"},
    {"what repeats is another list",
     {{"hermes", "1", "every 1000 ms: interval", -1, true},
      {"hermes", "2", "1 timer", 20, false}},
     0,
     true,
     "hermes: every 1000 ms: interval"},
    {"more than fit",
     {{"hermes", "1", "1 timer", -1, false}},
     7,
     false,
     "hermes: 1 timer, and 7 more"},
    {"an app's words stay on their line",
     {{"hermes", "1", "1 a\nb\x1b[31m", -1, false}},
     0,
     false,
     "hermes: 1 a b?[31m"},
};

static void
fill(const struct row *row, struct at_pending_list *out)
{
    *out = (struct at_pending_list){.omitted = row->omitted};
    while (out->count < 4 && row->items[out->count].source) {
        out->items[out->count] = row->items[out->count];
        out->count++;
    }
}

T_TEST(pending_in_words)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
        struct at_pending_list list;
        T_ROW(rows[i].name);
        fill(&rows[i], &list);
        at_pending_write(&list, rows[i].endless, &text);
        T_EQ_TEXT(at_buf_text(&text), rows[i].text);
        at_buf_deinit(&text);
    }
}

T_TEST(pending_kinds_are_bounded)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    struct at_pending_list list = {0};
    for (size_t i = 0; i < AT_SYNC_PENDING_MAX; i++) {
        struct at_pending *item = &list.items[list.count++];
        item->source = "hermes";
        item->due_ms = -1;
        snprintf(item->text, sizeof(item->text), "1 %0150zu", i);
    }
    at_pending_write(&list, false, &text);
    T_HAS(at_buf_text(&text), ", and 18 more");
    T_OK(text.len < AT_PENDING_TEXT + 20);
    at_buf_deinit(&text);
}

T_TEST(pending_of_several_answers)
{
    struct at_pending_list list = {0};
    struct at_pending_list more;
    fill(&rows[1], &more);
    at_pending_add(&list, &more);
    at_pending_add(&list, &more);
    T_EQ_SIZE(list.count, 4);
    more.omitted = 2;
    for (size_t i = 0; i < 30; i++) {
        snprintf(more.items[0].id, sizeof(more.items[0].id), "n%zu", i);
        more.count = 1;
        at_pending_add(&list, &more);
    }
    T_EQ_SIZE(list.count, AT_SYNC_PENDING_MAX);
    T_EQ_SIZE(list.omitted, 60 + 10);
}

T_MAIN()
