// oddities_test.c: texts of elements that are regular expressions, as checked
// before anything runs
#include "base/limits.h"
#include "tests/t.h"
#include "tests/unit/maestro/from_memory.h"

static const struct {
    const char *command;
    const char *problem; // "": none
} rows[] = {
    {"tapOn: \"Log in\"", ""},
    {"tapOn: \"1.0\"", ""},
    {"tapOn: \".*basket.*\"", ""},
    {"tapOn: \"[a-z&&[^b]]+\"", ""},
    {"tapOn: \"${A}(\"", ""},
    {"tapOn: \"Total (3)\"",
     "oddity: 'Total (3)' is a regular expression, so it is found by exactly "
     "these letters only, in this case | write 'Total \\(3\\)'"},
    {"tapOn: \"Hello :)\"",
     "oddity: 'Hello :)' is not a valid regular expression, so it means "
     "exactly these letters, in any case | write 'Hello :\\)'"},
    {"tapOn: \"[x\"",
     "oddity: '[x' is not a valid regular expression, so it means exactly "
     "these letters, in any case | write '\\[x'"},
    {"tapOn: {id: \"a*+*b\"}",
     "oddity: 'a*+*b' is not a valid regular expression, so it means exactly "
     "these letters, in any case | write 'a\\*\\+\\*b'"},
    {"tapOn: {id: \"row[0]\"}",
     "warning: the id 'row[0]' is a regular expression, so an element with "
     "exactly this id may not be found | write 'row\\[0\\]'"},
    {"tapOn: '\\b{g}x+'",
     "warning: the pattern '\\b{g}x+' uses \\b{g}, a grapheme's boundary, "
     "which Maestro supports and this program does not"},
};

T_TEST(oddity_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
        T_ROW(rows[i].command);
        read_command(rows[i].command, &got);
        T_HAS(at_buf_text(&got), rows[i].problem);
        if (!rows[i].problem[0])
            T_NOT(at_str_has(at_buf_str(&got), AT_STR("regular")));
        at_buf_deinit(&got);
    }
}

T_MAIN()
