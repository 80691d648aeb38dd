// calls_test.c: each call of a turn gets one result, run or not
#include "agent/loop/calls.h"

#include "base/alloc.h"
#include "tests/t.h"

struct made {
    const char *id;
    const char *name;
    const char *args; // NULL: they were malformed
};

struct row {
    const char *what;
    struct made calls[4];
    const char *answers[4]; // NULL: it is to be run, and does what it should
    bool keeps_raw;
};

static const struct row rows[] = {
    {.what = "all can be run",
     .calls = {{"a", "tap", "{\"text\":\"x\"}"}, {"b", "goBack", "{}"}},
     .answers = {NULL, NULL},
     .keeps_raw = true},
    {.what = "no such tool, and what depends on it",
     .calls = {{"a", "tapp", "{}"},
               {"b", "goBack", "{}"},
               {"c", "perceiveScreen", "{}"}},
     .answers = {"ERROR: there is no tool 'tapp'; similar: 'tap'",
                 "SKIPPED: previous action in this turn failed", NULL},
     .keeps_raw = true},
    {.what = "no name, and malformed arguments",
     .calls = {{"a", NULL, "{}"}, {"b", "tap", NULL}},
     .answers = {"ERROR: there is no tool ''",
                 "ERROR: the arguments of tap are not a JSON object: \"{tex\""},
     .keeps_raw = true},
    {.what = "the same id for other calls",
     .calls = {{"a", "goBack", "{}"},
               {"a", "swipeUp", "{}"},
               {"call_again_2", "swipeDown", "{}"}},
     .answers = {NULL, NULL, NULL}},
    {.what = "the same call twice",
     .calls = {{"a", "tap", "{\"text\":\"x\"}"},
               {"a", "tap", "{\"text\":\"x\"}"}},
     .answers = {NULL, "SKIPPED: the same call was given twice"}},
    {.what = "no ids",
     .calls = {{NULL, "goBack", "{}"}, {"", "swipeUp", "{}"}},
     .answers = {NULL, NULL}},
};

static void
make_turn(const struct row *row, struct at_turn *turn)
{
    *turn = (struct at_turn){.role = AT_TURN_ASSISTANT, .raw = json_object()};
    at_turn_add_text(turn, at_str("words"));
    for (size_t i = 0; i < 4 && (row->calls[i].name || row->calls[i].args);
         i++) {
        const struct made *made = &row->calls[i];
        struct at_part *part = at_turn_add(turn, AT_PART_CALL);
        part->id = made->id ? at_strdup(made->id) : NULL;
        part->name = made->name ? at_strdup(made->name) : NULL;
        part->args = made->args ? json_loads(made->args, 0, NULL) : NULL;
        part->text = made->args ? NULL : at_strdup("{tex");
    }
}

static void
answer_all(struct at_calls *calls, const struct row *row)
{
    struct at_call *call;
    for (size_t i = 0; (call = at_calls_next(calls)) != NULL; i++) {
        struct at_agent_tool_result result;
        at_agent_tool_result_init(&result);
        bool refused = at_calls_refused(calls, call, &result);
        T_EQ_INT(refused, row->answers[i] != NULL);
        if (refused)
            T_HAS(at_buf_text(&result.text), row->answers[i]);
        else
            at_agent_tool_say(&result, AT_PREFIX_OK, "done");
        at_calls_answer(calls, &result, at_buf_str(&result.text));
        at_agent_tool_result_deinit(&result);
    }
}

T_TEST(each_call_has_one_result)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_turn turn;
        struct at_calls calls = {0};
        T_ROW(rows[i].what);
        make_turn(&rows[i], &turn);
        at_calls_take(&calls, &turn);
        T_EQ_INT(turn.raw != NULL, rows[i].keeps_raw);
        answer_all(&calls, &rows[i]);
        T_EQ_SIZE(calls.results.count, turn.count - 1);
        for (size_t p = 0; p < calls.results.count; p++) {
            const char *id = calls.results.parts[p].id;
            T_EQ_TEXT(id, turn.parts[p + 1].id);
            for (size_t q = 0; q < p; q++)
                T_OK(strcmp(id, calls.results.parts[q].id) != 0);
        }
        at_calls_deinit(&calls);
        at_calls_deinit(&calls);
        at_turn_deinit(&turn);
    }
}

static const struct {
    enum at_prefix prefix;
    bool failed;
} prefixes[] = {
    {AT_PREFIX_OK, false},       {AT_PREFIX_TAPPED, false},
    {AT_PREFIX_VISIBLE, false},  {AT_PREFIX_NOT_VISIBLE, true},
    {AT_PREFIX_NOT_FOUND, true}, {AT_PREFIX_AMBIGUOUS, true},
    {AT_PREFIX_ERROR, true},     {AT_PREFIX_TIMEOUT, true},
    {AT_PREFIX_SKIPPED, false},
};

T_TEST(kinds_of_failure)
{
    T_EQ_SIZE(T_LEN(prefixes), AT_PREFIX_COUNT);
    for (size_t i = 0; i < T_LEN(prefixes); i++)
        T_EQ_INT(at_calls_failed(prefixes[i].prefix), prefixes[i].failed);
}

// A picture goes with its result, byte for byte.
T_TEST(a_picture_goes_along)
{
    const struct row row = {.calls = {{"a", "takeScreenshot", "{}"}}};
    struct at_turn turn;
    struct at_calls calls = {0};
    struct at_agent_tool_result result;
    make_turn(&row, &turn);
    at_calls_take(&calls, &turn);
    at_agent_tool_result_init(&result);
    T_NOT(at_calls_refused(&calls, at_calls_next(&calls), &result));
    at_agent_tool_say(&result, AT_PREFIX_OK, "saved");
    at_buf_add(&result.picture, "\x89P\0G", 4);
    result.picture_mime = "image/png";
    at_calls_answer(&calls, &result, at_str("OK: saved"));
    const struct at_part *part = &calls.results.parts[0];
    T_EQ_MEM(part->image, part->image_len, "\x89P\0G", 4);
    T_EQ_TEXT(part->mime, "image/png");
    T_NOT(part->is_error);
    at_agent_tool_result_deinit(&result);
    at_calls_deinit(&calls);
    at_turn_deinit(&turn);
}

T_MAIN()
