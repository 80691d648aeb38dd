#include "wire/args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "tests/t.h"
#include "wire/json.h"

static const char *const colours[] = {"red", "Blue", NULL};
static const struct at_arg part_rows[] = {
    {.name = "name"},
    {.name = "shown", .verbatim = true},
    {.name = "nth", .type = AT_ARG_INTEGER, .max = 9},
    {0},
};
static const struct at_arg go_rows[] = {
    {.name = "do", .type = AT_ARG_ACTION, .required = true},
    {.name = "part",
     .type = AT_ARG_SELECTOR,
     .required = true,
     .members = part_rows},
    {.name = "far", .type = AT_ARG_INTEGER},
    {0},
};

static const struct at_arg *
rows_of(struct at_str kind)
{
    return at_str_is(kind, "go") ? go_rows : NULL;
}

static bool
has_field(struct at_str name)
{
    return at_str_is(name, "far") || at_str_is(name, "wide");
}

static const struct at_arg_items items = {"do", rows_of, has_field};
static const struct at_arg rows[] = {
    {.name = "string"},
    {.name = "shown", .verbatim = true},
    {.name = "blank", .blank = true},
    {.name = "enum", .choices = colours},
    {.name = "integer", .type = AT_ARG_INTEGER, .min = 0, .max = 99},
    {.name = "number", .type = AT_ARG_NUMBER, .min = -9, .max = 9},
    {.name = "boolean", .type = AT_ARG_BOOLEAN},
    {.name = "part", .type = AT_ARG_SELECTOR, .members = part_rows},
    {.name = "steps", .type = AT_ARG_STEPS, .items = &items},
    {.name = "list", .type = AT_ARG_LIST, .min = 1, .max = 3},
    {0},
};

// Rows write single quotes for double ones, and ` for a quoted one: a string of
// JSON.
static json_t *
load(const char *text)
{
    struct at_buf buf = AT_BUF_INIT(4096);
    for (const char *c = text; *c; c++) {
        if (*c == '`')
            at_buf_add_text(&buf, "\\\"");
        else
            at_buf_add_char(&buf, *c == '\'' ? '"' : *c);
    }
    json_t *json = json_loads(at_buf_text(&buf), JSON_DECODE_ANY, NULL);
    at_assert(json);
    at_buf_deinit(&buf);
    return json;
}

#define SAME "="    // left as it is, and accepted
#define ABSENT "-"  // taken out
#define REFUSED "!" // left as it is, or as the value behind it, and refused

static const char *const forms[] = {
    "null",         "''",
    "'null'",       "{}",
    "[]",           "'{}'",
    "'[]'",         "'x'",
    "'5'",          "5",
    "5.0",          "'5.0'",
    "2.5",          "'2.5'",
    "true",         "'true'",
    "'False'",      "'BLUE'",
    "{'name':'a'}", "'{`name`:`a`}'",
    "{'name':''}",  "['a']",
    "'[`a`]'",      "'[{`do`:`go`,`part`:{`shown`:`5`}}]'",
};
enum { FORMS = AT_LEN(forms) };

// Each type, and what it makes of each form.
static const struct {
    const char *type;
    const char *made[FORMS];
} table[] = {
    {"string",
     {ABSENT, ABSENT,  ABSENT,  ABSENT, ABSENT,  ABSENT,  ABSENT,  SAME,
      SAME,   REFUSED, REFUSED, SAME,   REFUSED, SAME,    REFUSED, SAME,
      SAME,   SAME,    REFUSED, SAME,   ABSENT,  REFUSED, SAME,    SAME}},
    {"shown",
     {ABSENT, SAME,  SAME,    ABSENT, ABSENT,  SAME,    SAME,    SAME,
      SAME,   "'5'", REFUSED, SAME,   REFUSED, SAME,    REFUSED, SAME,
      SAME,   SAME,  REFUSED, SAME,   ABSENT,  REFUSED, SAME,    SAME}},
    {"blank",
     {ABSENT, SAME,    ABSENT,  ABSENT, ABSENT,  ABSENT,  ABSENT,  SAME,
      SAME,   REFUSED, REFUSED, SAME,   REFUSED, SAME,    REFUSED, SAME,
      SAME,   SAME,    REFUSED, SAME,   ABSENT,  REFUSED, SAME,    SAME}},
    {"enum",
     {ABSENT,  ABSENT,   ABSENT,  ABSENT,  ABSENT,  ABSENT,  ABSENT,  REFUSED,
      REFUSED, REFUSED,  REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED,
      REFUSED, "'Blue'", REFUSED, REFUSED, ABSENT,  REFUSED, REFUSED, REFUSED}},
    {"integer", {ABSENT,  ABSENT,        ABSENT,  ABSENT,  ABSENT,  ABSENT,
                 ABSENT,  REFUSED,       "5",     SAME,    "5",     "5",
                 REFUSED, REFUSED "2.5", REFUSED, REFUSED, REFUSED, REFUSED,
                 REFUSED, REFUSED,       ABSENT,  REFUSED, REFUSED, REFUSED}},
    {"number",
     {ABSENT,  ABSENT,  ABSENT,  ABSENT,  ABSENT, ABSENT,  ABSENT,  REFUSED,
      "5",     SAME,    SAME,    "5.0",   SAME,   "2.5",   REFUSED, REFUSED,
      REFUSED, REFUSED, REFUSED, REFUSED, ABSENT, REFUSED, REFUSED, REFUSED}},
    {"boolean",
     {ABSENT,  ABSENT,  ABSENT,  ABSENT,  ABSENT,  ABSENT,  ABSENT,  REFUSED,
      REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, SAME,    "true",
      "false", REFUSED, REFUSED, REFUSED, ABSENT,  REFUSED, REFUSED, REFUSED}},
    {"part", {ABSENT,  ABSENT,         ABSENT,  ABSENT,  ABSENT,  ABSENT,
              ABSENT,  REFUSED,        REFUSED, REFUSED, REFUSED, REFUSED,
              REFUSED, REFUSED,        REFUSED, REFUSED, REFUSED, REFUSED,
              SAME,    "{'name':'a'}", ABSENT,  REFUSED, REFUSED, REFUSED}},
    {"steps",
     {ABSENT,  ABSENT,  ABSENT,  ABSENT,
      ABSENT,  ABSENT,  ABSENT,  REFUSED,
      REFUSED, REFUSED, REFUSED, REFUSED,
      REFUSED, REFUSED, REFUSED, REFUSED,
      REFUSED, REFUSED, REFUSED, REFUSED "{'name':'a'}",
      ABSENT,  SAME,    "['a']", "[{'do':'go','part':{'shown':'5'}}]"}},
    {"list",
     {ABSENT,     ABSENT,      ABSENT,     ABSENT,    ABSENT,
      ABSENT,     ABSENT,      "['x']",    "['5']",   REFUSED,
      REFUSED,    "['5.0']",   REFUSED,    "['2.5']", REFUSED,
      "['true']", "['False']", "['BLUE']", REFUSED,   "['{`name`:`a`}']",
      ABSENT,     SAME,        "['a']",    NULL}},
};

static void
check_form(const char *type, const char *form, const char *made)
{
    json_t *given = load(form);
    json_t *args = json_pack("{s:O}", type, given);
    struct at_err err = AT_ERR_INIT;
    at_args_shape(rows, args);
    bool ok = at_args_check(rows, args, NULL, &err);
    json_t *read = json_object_get(args, type);
    char *row = at_strfmt("%s: %s", type, form);
    T_ROW(row);
    if (strcmp(made, ABSENT) == 0) {
        T_OK(ok && !read);
    } else {
        bool as_given = strcmp(made, SAME) == 0 || strcmp(made, REFUSED) == 0;
        const char *json = made[0] == '!' ? made + 1 : made;
        json_t *wanted = as_given ? json_incref(given) : load(json);
        T_EQ_INT(ok, made[0] != '!');
        T_EQ_INT(json_equal(read, wanted), 1);
        json_decref(wanted);
    }
    free(row);
    json_decref(args);
    json_decref(given);
}

T_TEST(each_type_takes_each_form_or_refuses_it)
{
    for (size_t i = 0; i < T_LEN(table); i++) {
        for (size_t k = 0; k < FORMS; k++) {
            if (table[i].made[k])
                check_form(table[i].type, forms[k], table[i].made[k]);
        }
    }
}

static const struct {
    const char *given;
    const char *made;
    const char *refusal; // NULL: accepted
} deep[] = {
    {"{'part':'{`nth`:`2`,`name`:`null`,`shown`:`null`}'}",
     "{'part':{'nth':2,'shown':'null'}}", NULL},
    {"{'steps':['{`do`:`go`,`part`:`{}`,`far`:`7`,`wide`:``}']}",
     "{'steps':[{'do':'go','part':{},'far':7}]}", NULL},
    {"{'steps':{'do':'go','part':{'shown':42},'far':null,'wide':{}}}",
     "{'steps':[{'do':'go','part':{'shown':'42'}}]}", NULL},
    {"{'steps':'{`do`:`go`,`far`:1}'}", "{'steps':[{'do':'go','far':1}]}",
     NULL},
    // An action that there isn't, and a field of another that is given, stay.
    {"{'steps':[{'do':'come','far':'7'},{'do':'go','wide':1}]}",
     "{'steps':[{'do':'come','far':'7'},{'do':'go','wide':1}]}", NULL},
    {"{'steps':'[{`do`:`go`,}]'}", NULL,
     "'steps' must be an array, not a string (its text is not JSON, at byte "},
    {"{'part':'{`nth`:`12`}'}", NULL,
     "in 'part': 'nth' must be from 0 to 9, not 12"},
    {"{'part':{'nam':'a'}}", NULL,
     "in 'part': unknown field 'nam', similar: 'name', 'nth' (valid: name, "
     "shown, "
     "nth)"},
    {"{'colour':null}", NULL, "unknown field 'colour'"},
    {"{'integer':'100'}", NULL, "'integer' must be from 0 to 99, not 100"},
    {"{'list':['a','b','c','d']}", NULL,
     "'list' must be an array of 1 to 3 texts"},
};

T_TEST(args_are_shaped_at_every_depth)
{
    for (size_t i = 0; i < T_LEN(deep); i++) {
        struct at_err err = AT_ERR_INIT;
        json_t *args = load(deep[i].given);
        T_ROW(deep[i].given);
        at_args_shape(rows, args);
        bool ok = at_args_check(rows, args, NULL, &err);
        // A second reading finds nothing more to do.
        json_t *again = json_deep_copy(args);
        at_args_shape(rows, again);
        T_OK(json_equal(args, again));
        json_decref(again);
        if (deep[i].refusal) {
            T_NOT(ok);
            T_HAS(err.msg, deep[i].refusal);
        } else {
            json_t *wanted = load(deep[i].made);
            T_OK(json_equal(args, wanted));
            json_decref(wanted);
        }
        json_decref(args);
    }
}

static const struct {
    const char *given;
    const char *made;
} wholes[] = {
    {"null", "{}"},         {"''", "{}"},   {"'{`a`:1}'", "{'a':1}"},
    {"{'a':1}", "{'a':1}"}, {"'a'", "'a'"}, {"[1]", "[1]"},
};

T_TEST(arguments_may_be_a_string_or_absent)
{
    json_t *none = at_args_copy(NULL);
    T_OK(json_is_object(none));
    json_decref(none);
    for (size_t i = 0; i < T_LEN(wholes); i++) {
        json_t *given = load(wholes[i].given);
        json_t *wanted = load(wholes[i].made);
        json_t *made = at_args_copy(given);
        T_ROW(wholes[i].given);
        T_OK(json_equal(made, wanted) && made != given);
        json_decref(made);
        json_decref(wanted);
        json_decref(given);
    }
}

// A hostile string costs no more than the same text as a message would.
T_TEST(a_string_is_parsed_within_the_limits_of_json)
{
    struct at_buf text = AT_BUF_INIT(1024 * 1024);
    for (size_t i = 0; i < 100000; i++)
        at_buf_add_char(&text, '[');
    json_t *args = json_pack("{s:s}", "steps", at_buf_text(&text));
    at_args_shape(rows, args);
    T_OK(json_is_string(json_object_get(args, "steps")));
    json_decref(args);
    at_buf_deinit(&text);
}

T_MAIN()
