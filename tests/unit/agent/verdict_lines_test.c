// verdict_lines_test.c: what models say about steps, in the forms that they
// choose
#include "agent/proof/verdict_lines.h"

#include "tests/t.h"

static const struct {
    const char *text;
    size_t step; // 0: says nothing
    enum at_verdict verdict;
    const char *reason;
} rows[] = {
    {"Step 1: PASS \xe2\x80\x94 home is shown", 1, AT_VERDICT_PASS,
     "home is shown"},
    {"Step 2: FAIL - no list", 2, AT_VERDICT_FAIL, "no list"},
    {"**Step 3**: **PASSED** \xe2\x80\x93 ok", 3, AT_VERDICT_PASS, "ok"},
    {"- step 12 FAILED: \"x\"", 12, AT_VERDICT_FAIL, "\"x\""},
    {"### Step 4 | \xe2\x9c\x85 PASS | fine", 4, AT_VERDICT_PASS, "fine"},
    {"1. Step 5: UNVERIFIED", 0, AT_VERDICT_OPEN, ""},
    {"* Step 5: UNVERIFIED", 5, AT_VERDICT_UNVERIFIED, ""},
    {"Here it is:\r\n\r\nStep 6: pass -- ok\r\n", 6, AT_VERDICT_PASS, "ok"},
    {"Step 1: Failed login shows an error \xe2\x80\x94 PASS", 1,
     AT_VERDICT_PASS, "Failed login shows an error"},
    {"Step 1: Passed the gate, then FAIL", 1, AT_VERDICT_FAIL,
     "Passed the gate, then"},
    {"Step 1: FAIL, expected it to PASS", 1, AT_VERDICT_FAIL,
     ", expected it to PASS"},
    {"Step 1: Failed login shows an error", 0, AT_VERDICT_OPEN, ""},
    {"Step 1: passed", 1, AT_VERDICT_PASS, ""},
    {"Step 1: failed: no error", 1, AT_VERDICT_FAIL, "no error"},
    {"Step 1: PASSPORT is shown", 0, AT_VERDICT_OPEN, ""},
    {"Step 1: FAILURES", 0, AT_VERDICT_OPEN, ""},
    {"Step 1: the list is shown", 0, AT_VERDICT_OPEN, ""},
    {"Step 0: PASS", 0, AT_VERDICT_OPEN, ""},
    {"Step 99999999999999999999: PASS", 0, AT_VERDICT_OPEN, ""},
    {"Steps: PASS", 0, AT_VERDICT_OPEN, ""},
    {"all steps PASS", 0, AT_VERDICT_OPEN, ""},
    {"", 0, AT_VERDICT_OPEN, ""},
};

T_TEST(a_line)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str rest = at_str(rows[i].text);
        struct at_verdict_line said;
        T_ROW(rows[i].text);
        T_EQ_INT(at_verdict_line_next(&rest, &said), rows[i].step > 0);
        if (rows[i].step == 0)
            continue;
        T_EQ_SIZE(said.step, rows[i].step);
        T_EQ_INT(said.verdict, rows[i].verdict);
        T_EQ_STR(said.reason, rows[i].reason);
    }
}

// Cut anywhere, a text says nothing that the whole does not begin to say.
T_TEST(cut_at_every_byte)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str whole = at_str(rows[i].text);
        T_ROW(rows[i].text);
        for (size_t len = 0; len < whole.len; len++) {
            char *part = malloc(len + 1);
            memcpy(part, whole.ptr, len);
            struct at_str rest = at_str_n(part, len);
            struct at_verdict_line said;
            while (at_verdict_line_next(&rest, &said))
                T_OK(said.step <= 12 && said.reason.len <= len);
            free(part);
        }
    }
}

T_TEST(lines_one_after_the_other)
{
    struct at_str rest = at_str("Summary\nStep 1: PASS\nand\nStep 3: FAIL: x");
    struct at_verdict_line said;
    T_OK(at_verdict_line_next(&rest, &said));
    T_EQ_SIZE(said.step, 1);
    T_OK(at_verdict_line_next(&rest, &said));
    T_EQ_SIZE(said.step, 3);
    T_NOT(at_verdict_line_next(&rest, &said));
}

T_MAIN()
