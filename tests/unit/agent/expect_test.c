// expect_test.c: the request for a scenario's expectations, and answers of all
// kinds
#include "agent/proof/expect_prompt.h"

#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

// Three steps with a text in quotes, a secret, an amount and a sum.
static const char scenario_text[] =
    "{\"goal\":\"Notes\",\"packageName\":\"com.example.notes\",\"steps\":["
    "\"Log in with {{pw}}; the list is shown\","
    "\"Delete \\\"Bread and jam\\\"\\nand see 31.20 as the total\","
    "\"It is still gone\"]}";

static void
read_scenario(struct at_scenario *out)
{
    json_t *json = at_json_parse(at_str(scenario_text), NULL);
    T_OK(at_scenario_read(json, out, NULL));
    json_decref(json);
}

#define BREAD "{\"absent\":\"Bread and jam\",\"pinned\":false}"
#define LIST "{\"shown\":\"the list\",\"pinned\":false}"

static const struct {
    const char *answer;
    const char *out;  // all lists
    const char *note; // a part of the notes; NULL: no notes
} rows[] = {
    // As asked, fenced, and with prose around.
    {"{\"steps\":[{\"step\":1,\"expect\":[{\"shown\":\"the list\"}]},"
     "{\"step\":2,\"expect\":[{\"absent\":\"Bread and jam\"}]},"
     "{\"step\":3,\"expect\":[]}]}",
     "[[" LIST "],[" BREAD "],[]]", NULL},
    {"Here you are [1]:\n```json\n{\"steps\":[{\"step\":2,\"expect\":"
     "[{\"absent\":\"Bread and jam\"}]}]}\n```\nThe others say nothing.",
     "[[],[" BREAD "],[]]", NULL},
    // Other shapes.
    {"[{\"step\":\"2\",\"checks\":{\"absent\":\"Bread and jam\"}}]",
     "[[],[" BREAD "],[]]", NULL},
    {"[[],[{\"absent\":\"Bread and jam\"}],[]]", "[[],[" BREAD "],[]]", NULL},
    {"{\"2\":[{\"absent\":\"Bread and jam\"}],\"3\":[]}", "[[],[" BREAD "],[]]",
     NULL},
    {"{\"step\":3,\"expect\":null}", "[[],[],[]]", NULL},
    // A claim that says nothing new, and one that cannot be read.
    {"[{\"step\":2,\"expect\":[{\"absent\":\"Bread and "
     "jam\"},{\"colour\":1}]}]",
     "[[],[" BREAD "],[]]", "step 2: unknown member colour"},
    // The app has not been seen: quotes must be in the scenario.
    {"[{\"step\":1,\"expect\":[\"Welcome back\"]}]", "[[],[],[]]",
     "step 1: an expectation quotes what the scenario does not say: \"Welcome "
     "back\" is shown"},
    {"[{\"step\":2,\"expect\":[{\"amount\":31.2,\"near\":\"total\"}]}]",
     "[[],[],[]]", "quotes what the scenario does not say"},
    {"[{\"step\":2,\"expect\":[{\"amount\":\"31.20\",\"near\":\"total\"}]}]",
     "[[],[{\"amount\":\"31.20\",\"near\":\"total\",\"pinned\":false}],[]]",
     NULL},
    {"[{\"step\":2,\"expect\":[{\"text\":\"read and\"}]}]", "[[],[],[]]",
     "quotes what"},
    {"[{\"step\":1,\"expect\":[{\"value\":\"\",\"of\":\"the search\"}]}]",
     "[[{\"value\":\"\",\"of\":\"the search\",\"pinned\":false}],[],[]]", NULL},
    {"[{\"step\":1,\"expect\":[{\"shown\":\"{{pw}} in a field\"}]}]",
     "[[],[],[]]", "step 1: an expectation names a secret"},
    // Expectations that only people and runs may state.
    {"[{\"step\":1,\"expect\":[{\"shown\":\"the list\",\"pinned\":true,"
     "\"bound\":\"Delete all\"}]}]",
     "[[" LIST "],[],[]]", NULL},
    // Steps that do not exist.
    {"[{\"step\":4,\"expect\":[]},{\"step\":0,\"expect\":[]},"
     "{\"step\":3,\"expect\":[]}]",
     "[[],[],[]]", "step 4: there is no such step\nstep 0: there is no"},
    // Hostile, empty.
    {"", "[[],[],[]]", "no JSON"},
    {"I cannot help with that.", "[[],[],[]]", "no JSON"},
    {"{\"steps\":[", "[[],[],[]]", "no JSON"},
    {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "[[],[],[]]", "no JSON"},
    {"}]\"{", "[[],[],[]]", "no JSON"},
    {"{\"99999999999999999999\":[]}", "[[],[],[]]", "no JSON"},
    {"[{\"step\":3,\"expect\":[{\"shown\":\"1\"},{\"shown\":\"2\"},"
     "{\"shown\":\"3\"},{\"shown\":\"4\"},{\"shown\":\"5\"},{\"shown\":\"6\"},"
     "{\"shown\":\"7\"},{\"shown\":\"8\"},{\"shown\":\"9\"}]}]",
     NULL, "step 3: more than 8 expectations: 9 is shown"},
};

static void
check_lists(const struct at_claims *lists, const char *want)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    json_t *all = json_array();
    for (size_t i = 0; i < 3; i++)
        json_array_append_new(all, at_claims_json(&lists[i]));
    T_OK(at_json_write(all, &text));
    if (want)
        T_EQ_TEXT(at_buf_text(&text), want);
    at_buf_deinit(&text);
    json_decref(all);
}

T_TEST(expect_answer_rows)
{
    struct at_scenario scenario;
    read_scenario(&scenario);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_claims lists[3];
        struct at_buf notes = AT_BUF_INIT(AT_MIB);
        t_row(rows[i].answer);
        size_t steps = at_expect_answer_read(&scenario, at_str(rows[i].answer),
                                             lists, &notes);
        check_lists(lists, rows[i].out);
        if (rows[i].note)
            T_HAS(at_buf_text(&notes), rows[i].note);
        else
            T_EQ_TEXT(at_buf_text(&notes), "");
        T_EQ_INT(steps == 0,
                 rows[i].note && strcmp(rows[i].note, "no JSON") == 0);
        for (size_t k = 0; k < 3; k++)
            at_claims_deinit(&lists[k]);
        at_buf_deinit(&notes);
    }
    at_scenario_deinit(&scenario);
}

// A step cannot pass for another line of the request.
T_TEST(expect_prompt_quotes_the_scenario)
{
    struct at_scenario scenario;
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    read_scenario(&scenario);
    at_expect_prompt_user(&scenario, &text);
    T_EQ_TEXT(
        at_buf_text(&text),
        "Goal: \"Notes\"\nApp: \"com.example.notes\"\nSteps:\n"
        "1. \"Log in with {{pw}}; the list is shown\"\n"
        "2. \"Delete \\\"Bread and jam\\\"\\nand see 31.20 as the total\"\n"
        "3. \"It is still gone\"\n");
    at_buf_deinit(&text);
    at_scenario_deinit(&scenario);
}

// Each kind is explained, in a form that can be read.
T_TEST(expect_prompt_explains_every_kind)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    struct at_buf kinds = AT_BUF_INIT(AT_KIB);
    at_expect_prompt_system(&text);
    at_claim_write_kinds(&kinds);
    struct at_str rest = at_buf_str(&kinds);
    struct at_str kind;
    while (at_str_next(&rest, ',', &kind)) {
        struct at_buf member = AT_BUF_INIT(AT_KIB);
        at_buf_add_fmt(&member, "\n{\"%.*s\":", AT_STR_ARG(at_str_trim(kind)));
        T_HAS(at_buf_text(&text), at_buf_text(&member));
        at_buf_deinit(&member);
    }
    at_buf_deinit(&kinds);
    at_buf_deinit(&text);
}

// The checks of the prompt's examples can be read: a line each, "{…}  words".
T_TEST(expect_prompt_examples_are_claims)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    at_expect_prompt_system(&text);
    struct at_str rest = at_buf_str(&text);
    struct at_str line;
    size_t count = 0;
    while (at_str_next_line(&rest, &line)) {
        ptrdiff_t end = at_str_find(line, AT_STR("}  "));
        struct at_claim claim;
        if (end < 0)
            continue;
        json_t *json = at_json_parse(at_str_head(line, (size_t)end + 1), NULL);
        T_OK(at_claim_read(json, &claim, NULL));
        at_claim_deinit(&claim);
        json_decref(json);
        count++;
    }
    T_EQ_SIZE(count, 12);
    at_buf_deinit(&text);
}

T_MAIN()
