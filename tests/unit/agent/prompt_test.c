// prompt_test.c: the first messages to a model, and the marks around a screen
#include "agent/loop/prompt.h"

#include "base/limits.h"
#include "tests/t.h"

#define MARKER "k7f3"

T_TEST(the_rules_name_the_marker_and_each_prefix)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_buf hinted = AT_BUF_INIT(AT_MIB);
    at_prompt_system(at_str(MARKER), at_str(""), &out);
    const char *text = at_buf_text(&out);
    T_HAS(text, "[[screen k7f3]]");
    T_HAS(text, "[[end k7f3]]");
    T_HAS(text, "stepDone");
    T_HAS(text, "Step N: PASS|FAIL — <one-line reason>");
    for (int i = 0; i < AT_PREFIX_COUNT; i++)
        T_HAS(text, at_prefix_names[i]);
    at_prompt_system(at_str(MARKER), at_str("The list loads slowly."), &hinted);
    T_HAS(at_buf_text(&hinted), "# About this app\nThe list loads slowly.\n");
    T_OK(strncmp(at_buf_text(&hinted), text, out.len) == 0);
    T_OK(out.len <= 2400); // it is sent with each request
    at_buf_deinit(&out);
    at_buf_deinit(&hinted);
}

static const struct {
    const char *text;
    const char *title; // NULL: no block
    const char *rest;  // without the block
} blocks[] = {
    {"TAPPED\n[[screen k7f3]] app, 2\nbtn\n[[end k7f3]]\nNOTE: x", "app, 2",
     "TAPPED\n\nNOTE: x"},
    {"[[screen k7f3]] app\n[[end k7f3]]", "app", ""},
    {"[[screen k7f3]] \nbtn\n[[end k7f3]]", "", ""},
    {"[[screen k7f3]] app\nbtn", NULL, NULL},
    {"[[end k7f3]] [[screen k7f3]] app", NULL, NULL},
    {"[[screen other]] app\nbtn\n[[end other]]", NULL, NULL},
    {"", NULL, NULL},
};

T_TEST(a_screen_is_found_again)
{
    for (size_t i = 0; i < T_LEN(blocks); i++) {
        struct at_str text = at_str(blocks[i].text);
        size_t at;
        size_t len;
        struct at_str title;
        char rest[200];
        T_ROW(blocks[i].text);
        T_EQ_INT(at_prompt_find_screen(at_str(MARKER), text, &at, &len, &title),
                 blocks[i].title != NULL);
        if (!blocks[i].title)
            continue;
        T_EQ_STR(title, blocks[i].title);
        snprintf(rest, sizeof(rest), "%.*s%s", (int)at, text.ptr,
                 text.ptr + at + len);
        T_EQ_TEXT(rest, blocks[i].rest);
        // A text cut anywhere has no whole block.
        for (size_t cut = 0; cut < at + len; cut++)
            T_NOT(at_prompt_find_screen(at_str(MARKER), at_str_head(text, cut),
                                        &at, &len, &title));
    }
}

T_TEST(added_text_is_found)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    size_t at;
    size_t len;
    struct at_str title;
    at_prompt_add_screen(at_str(MARKER), at_str("t"), at_str(""), &out);
    T_EQ_SIZE(out.len, 0);
    at_prompt_add_screen(at_str(MARKER), at_str("two\nlines"), at_str("btn"),
                         &out);
    T_EQ_TEXT(at_buf_text(&out),
              "[[screen k7f3]] two lines\nbtn\n[[end k7f3]]");
    T_OK(at_prompt_find_screen(at_str(MARKER), at_buf_str(&out), &at, &len,
                               &title));
    T_EQ_SIZE(at, 0);
    T_EQ_SIZE(len, out.len);
    at_buf_deinit(&out);
}

T_MAIN()
