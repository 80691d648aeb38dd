#include "maestro/expand.h"

#include "tests/t.h"

// Scripts stand between < and >.
static const struct {
    const char *name;
    const char *text;
    const char *pieces;
} rows[] = {
    {"nothing", "", ""},
    {"no script", "a{b}c$", "a{b}c$"},
    {"only a script", "${A}", "<A>"},
    {"empty", "${}", "<>"},
    {"in a text", "a ${A} b", "a <A> b"},
    {"two are two, split by the $", "${A}${B}", "<A><B>"},
    {"two with text between", "${A} and ${B}.", "<A> and <B>."},
    {"the longest run", "${A} and {b}", "<A} and {b>"},
    {"the longest run, of two", "${A} {x} ${B}", "<A} {x> <B>"},
    {"braces before", "{x} ${A}", "{x} <A>"},
    {"object literal", "${({a: 1}).a}", "<({a: 1}).a>"},
    {"across lines", "${A\n+ B}", "<A\n+ B>"},
    {"not closed", "${A", "${A"},
    {"not closed before the next $", "${A $ }", "${A $ }"},
    {"closed before the next $", "${A} $ }", "<A> $ }"},
    {"a $ in a string", "${'$'}", "${'$'}"},
    {"nested template literal", "${`a${B}`}", "${`a<B}`>"},
    {"escaped", "\\${A}", "\\${A}"},
    {"escaped, then not", "\\${A} ${B}", "\\${A} <B>"},
    {"twice escaped", "\\\\${A}", "\\\\${A}"},
    {"a backslash elsewhere", "\\ ${A}", "\\ <A>"},
    {"$ before it", "$${A}", "$<A>"},
    {"$$ and braces", "$$5 {a}", "$$5 {a}"},
    {"ends in ${", "a${", "a${"},
};

static void
add_pieces(struct at_str text, struct at_buf *out)
{
    struct at_maestro_piece piece;
    size_t at = 0;
    while (at_maestro_expand_next(text, &at, &piece))
        at_buf_add_fmt(out, piece.is_script ? "<%.*s>" : "%.*s",
                       AT_STR_ARG(piece.text));
}

T_TEST(a_script_is_the_longest_run_without_a_dollar)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(256);
        T_ROW(rows[i].name);
        add_pieces(at_str(rows[i].text), &out);
        T_EQ_STR(at_buf_str(&out), rows[i].pieces);
        T_EQ_INT(at_maestro_has_script(at_str(rows[i].text)),
                 strchr(rows[i].pieces, '<') != NULL);
        at_buf_deinit(&out);
    }
}

static const struct {
    const char *text;
    const char *plain;
} escapes[] = {
    {"", ""},
    {"\\${A}", "${A}"},
    {"a \\${A} \\${B} \\", "a ${A} ${B} \\"},
    {"\\${A", "\\${A"},
    {"\\\\${A}", "\\${A}"},
    {"\\$A \\n", "\\$A \\n"},
    {"${A}", "${A}"},
};

T_TEST(an_escape_is_dropped_only_before_what_would_be_a_script)
{
    for (size_t i = 0; i < T_LEN(escapes); i++) {
        struct at_buf out = AT_BUF_INIT(256);
        T_ROW(escapes[i].text);
        at_maestro_unescape(at_str(escapes[i].text), &out);
        T_EQ_STR(at_buf_str(&out), escapes[i].plain);
        at_buf_deinit(&out);
    }
}

static const struct {
    const char *script;
    const char *name; // NULL: not plain
} names[] = {
    {"A", "A"},
    {" user_name1 ", "user_name1"},
    {"\n\tA\n", "A"},
    {"nameOf", "nameOf"},
    {"", NULL},
    {" ", NULL},
    {"1A", NULL},
    {"A.b", NULL},
    {"A + 1", NULL},
    {"A;", NULL},
    {"A()", NULL},
    {"$A", NULL},
    {"\xc3\xa9t\xc3\xa9", NULL},
    {"true", NULL},
    {"null", NULL},
    {"this", NULL},
    {"arguments", NULL},
    {"let", NULL},
    {"undefined", NULL},
    {"NaN", NULL},
    {"output", NULL},
    {"Math", NULL},
    {"maestro", NULL},
    {"truely", "truely"},
};

T_TEST(a_plain_name_is_none_of_the_language)
{
    for (size_t i = 0; i < T_LEN(names); i++) {
        struct at_str name;
        T_ROW(names[i].script);
        bool plain = at_maestro_plain_name(at_str(names[i].script), &name);
        T_EQ_INT(plain, names[i].name != NULL);
        if (plain)
            T_EQ_STR(name, names[i].name);
    }
}

T_MAIN()
