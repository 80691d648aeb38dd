// target_test.c: words that name a target, and the errors of others
#include "tests/t.h"

#include "base/limits.h"
#include "cli/target.h"
#include "screen/selector_report.h"

static const struct {
    const char *word;
    const char *ref;
    const char *selector; // the target as JSON; NULL: an error, or coordinates
    const char *error;    // a part of it; NULL: none
    int32_t x_px;
    int32_t y_px;
} rows[] = {
    {.word = "@e12", .selector = "{\"ref\":\"@e12\""},
    {.ref = "e12", .selector = "{\"ref\":\"@e12\""},
    {.ref = "@e12", .selector = "{\"ref\":\"@e12\""},
    {.word = "@e50000", .selector = "{\"ref\":\"@e50000\""},
    {.word = "text:Sign in", .selector = "{\"text\":\"Sign in\""},
    {.word = "text:\"Sign in\"", .selector = "{\"text\":\"Sign in\""},
    {.word = "text:\"", .selector = "{\"text\":\"\\\"\""},
    {.word = "text:\"\"So\"\"", .selector = "{\"text\":\"\\\"So\\\"\""},
    {.word = "text:coords:1,2", .selector = "{\"text\":\"coords:1,2\""},
    {.word = "id:com.ex:id/go", .selector = "{\"id\":\"com.ex:id/go\""},
    {.word = "id:\"go\"", .selector = "{\"id\":\"go\""},
    {.word = "coords:540,960", .x_px = 540, .y_px = 960},
    {.word = "coords:0,32767", .x_px = 0, .y_px = 32767},
    {.word = "@b1", .error = "'@b1' is not a ref: refs are @e1, @e2"},
    {.word = "@e0", .error = "'@e0' is not a ref"},
    {.word = "@e01", .error = "'@e01' is not a ref"},
    {.word = "@e", .error = "'@e' is not a ref"},
    {.word = "@", .error = "'@' is not a ref"},
    {.word = "@@e1", .error = "'@@e1' is not a ref"},
    {.word = "@e1x", .error = "'@e1x' is not a ref"},
    {.word = "@e+1", .error = "'@e+1' is not a ref"},
    {.word = "@e1000000000", .error = "'@e1000000000' is not a ref"},
    {.word = "@e99999999999999999999", .error = "is not a ref"},
    {.ref = "e12x", .error = "'e12x' is not a ref"},
    {.ref = "12", .error = "'12' is not a ref"},
    {.ref = "", .error = "'' is not a ref"},
    {.word = "e12", .error = "did you mean @e12?"},
    {.word = "Sign in", .error = "did you mean text:\"Sign in\"?"},
    {.word = "label:Go",
     .error = "'label:Go' is not a target (valid: @e12, coords:540,960, "
              "text:\"Sign in\" or id:\"login\")"},
    {.word = "", .error = "'' is not a target"},
    {.word = "text:", .error = "nothing after text:"},
    {.word = "id:\"\"", .error = "nothing after id:"},
    {.word = "text:\xff", .error = "is not UTF-8"},
    {.word = "coords:", .error = "'' is not a point"},
    {.word = "coords:1", .error = "'1' is not a point"},
    {.word = "coords:1,", .error = "is not a point"},
    {.word = "coords:1,2,3", .error = "is not a point"},
    {.word = "coords:-1,2", .error = "is not a point"},
    {.word = "coords:1, 2", .error = "is not a point"},
    {.word = "coords:1.5,2", .error = "is not a point"},
    {.word = "coords:1,32768", .error = "is not a point"},
    {.error = "no target is given (valid: @e12"},
    {.word = "@e1", .ref = "e2", .error = "two targets, '@e1' and --ref e2"},
};

static void
check_found(size_t i, const struct at_target *target)
{
    if (target->form == AT_TARGET_COORDS) {
        T_NULL(rows[i].selector);
        T_EQ_INT(target->at.x_px, rows[i].x_px);
        T_EQ_INT(target->at.y_px, rows[i].y_px);
        return;
    }
    const struct at_selector selector = at_target_selector(target);
    struct at_buf text = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES * 2);
    at_selector_write(&selector, &text);
    T_HAS(at_buf_text(&text), rows[i].selector);
    T_OK(selector.exact && selector.only);
    at_buf_deinit(&text);
}

T_TEST(target_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_target target;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].word ? rows[i].word : rows[i].ref ? rows[i].ref : "");
        bool ok = at_target_read(rows[i].word, rows[i].ref, &target, &err);
        T_EQ_INT(ok, rows[i].error == NULL);
        if (ok) {
            check_found(i, &target);
            continue;
        }
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, rows[i].error);
    }
}

// A word cut at any byte is read or refused, within its bytes.
T_TEST(target_cut_anywhere)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        size_t len = rows[i].word ? strlen(rows[i].word) : 0;
        for (size_t cut = 0; cut < len; cut++) {
            char word[64] = "";
            struct at_target target;
            struct at_err err = AT_ERR_INIT;
            memcpy(word, rows[i].word, cut);
            T_ROW(word);
            if (!at_target_read(word, NULL, &target, &err))
                T_EQ_INT(err.code, AT_EUSAGE);
        }
    }
}

T_TEST(a_long_text_is_refused)
{
    static char word[5000] = "text:";
    struct at_target target;
    struct at_err err = AT_ERR_INIT;
    memset(word + 5, 'x', sizeof(word) - 6);
    T_NOT(at_target_read(word, NULL, &target, &err));
    T_HAS(err.msg, "4994 bytes after it, at most 4096");
}

static const struct {
    const char *word;
    bool form;
} words[] = {
    {"@e1", true},      {"@e0", true},    {"@b12", true},
    {"text:a", true},   {"id:", true},    {"coords:1,2", true},
    {"Welcome", false}, {"@john", false}, {"@", false},
    {"@12", false},     {"@e1x", false},  {"Total: 3", false},
    {"", false},
};

T_TEST(kinds_of_target)
{
    for (size_t i = 0; i < T_LEN(words); i++) {
        T_ROW(words[i].word);
        T_EQ_INT(at_target_is_form(words[i].word), words[i].form);
    }
}

T_MAIN()
