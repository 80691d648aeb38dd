// tool_runner_forms_test.c: every tool, with every form of its arguments
//
// A model writes what it likes: each alternative, none of them, wrong types,
// refs that are stale. There is always an answer that begins with its prefix.
#include <string.h>

#include "base/limits.h"
#include "tests/t.h"
#include "tests/unit/tester/tool_runner_run.h"
#include "wire/json.h"

static const struct fake_frame home[] = {
    {.xml = FAKE_APP(FAKE_TEXT("Total", "[0,0][500,100]")
                         FAKE_TEXT("$5.00", "[600,0][900,100]")
                             FAKE_BUTTON("go", "Go on", "[100,200][300,300]")
                                 FAKE_FIELD("name", "", "Your name", "",
                                            "[100,1000][900,1100]")),
     .quiet_ms = FAKE_SLOW}};

// A bad value in place of an argument's good one.
static const char *const forms[] = {
    "absent", "\"\"",      "\"  \"",       "7",
    "-1",     "1.5",       "true",         "null",
    "[]",     "[1]",       "{\"a\":1}",    "\"@b99\"",
    "\"@\"",  "\"Go on\"", "\"\\u0000x\"", "\"99999999999999999999\"",
};

static json_t *
good_value(const struct at_arg *row)
{
    if (row->choices)
        return json_string(row->choices[0]);
    if (row->type == AT_ARG_INTEGER)
        return json_integer(row->min > 1 ? (json_int_t)row->min : 1);
    if (row->type == AT_ARG_LIST)
        return json_pack("[s]", "Total");
    return json_string(strcmp(row->name, "ref") == 0 ? "@b1" : "Go on");
}

static void
check_answer(const struct hands_run *run)
{
    const char *prefix = at_prefix_names[run->result.prefix];
    T_OK(run->ok);
    T_OK(strncmp(hands_text(run), prefix, strlen(prefix)) == 0);
}

// Run a call that the rows let pass. Missing elements are waited for, therefore
// only some are run.
static void
try_args(struct hands_run *run, enum at_agent_tool tool, json_t *args,
         bool runs)
{
    struct at_err why = AT_ERR_INIT;
    if (!at_agent_tool_check(tool, args, &why)) {
        T_EQ_INT(why.code, AT_EUSAGE);
        T_HAS(why.msg, at_agent_tool_rows[tool].name);
        return;
    }
    if (!runs)
        return;
    const struct at_tool_runner_use use = {
        .tool = tool, .args = args, .limits_wait = true, .wait_ms = 1};
    at_agent_tool_result_deinit(&run->result);
    run->ok = at_tool_runner_call(&run->op, run->runner, &use, &run->result,
                                  &run->err);
    check_answer(run);
}

static bool
is_quick(const char *form)
{
    return strcmp(form, "absent") == 0 || strcmp(form, "\"@b99\"") == 0 ||
           strcmp(form, "\"Go on\"") == 0;
}

static void
try_form(struct hands_run *run, enum at_agent_tool tool,
         const struct at_arg *bad, const char *form)
{
    json_t *args = json_object();
    for (const struct at_arg *row = at_agent_tool_rows[tool].args; row->name;
         row++) {
        if (row != bad)
            json_object_set_new(args, row->name, good_value(row));
        else if (strcmp(form, "absent") != 0)
            json_object_set_new(
                args, row->name,
                json_loads(form, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL));
    }
    T_ROW(bad ? bad->name : "good");
    try_args(run, tool, args, is_quick(form));
    json_decref(args);
}

// Each alternative of any_of by itself.
static void
try_alternatives(struct hands_run *run, enum at_agent_tool tool)
{
    const struct at_agent_tool_row *row = &at_agent_tool_rows[tool];
    for (const char *const *one = row->any_of; one && *one; one++) {
        json_t *args = json_object();
        for (const struct at_arg *arg = row->args; arg->name; arg++) {
            bool other = false;
            for (const char *const *it = row->any_of; *it; it++)
                other = other || (strcmp(*it, arg->name) == 0 && *it != *one);
            if (!other)
                json_object_set_new(args, arg->name, good_value(arg));
        }
        T_ROW(*one);
        try_args(run, tool, args, true);
        json_decref(args);
    }
}

T_TEST(every_tool_answers_every_form_of_its_arguments)
{
    for (int tool = 0; tool < AT_AGENT_TOOL_COUNT; tool++) {
        const struct at_agent_tool_row *row = &at_agent_tool_rows[tool];
        struct hands_run run;
        hands_init(&run, home, T_LEN(home));
        hands_call(&run, AT_AGENT_SCREEN_DUMP, "{}");
        try_form(&run, (enum at_agent_tool)tool, NULL, "absent");
        try_alternatives(&run, (enum at_agent_tool)tool);
        for (const struct at_arg *arg = row->args; arg->name; arg++) {
            for (size_t i = 0; i < T_LEN(forms); i++)
                try_form(&run, (enum at_agent_tool)tool, arg, forms[i]);
        }
        hands_deinit(&run);
    }
}

T_MAIN()
