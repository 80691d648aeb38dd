// recipe_test.c: recordings are read back as they were written, or refused
#include "agent/recipe/recipe.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

#define HEAD "{\"format\":1,\"scenario\":\"abc\",\"calls\":["
#define TAP "{\"step\":1,\"tool\":\"tap\",\"args\":{\"text\":\"Save\"}"

static const struct {
    const char *json;
    const char *why; // NULL: it is read
} rows[] = {
    {"{\"format\":1,\"calls\":[]}", NULL},
    {HEAD TAP "}]}", NULL},
    {HEAD TAP ",\"target\":{\"id\":\"a:id/save\",\"text\":\"Save\","
              "\"class\":\"android.widget.Button\",\"index\":2}},"
              "{\"step\":1,\"tool\":\"verifyElementVisible\","
              "\"args\":{\"text\":\"Saved\"}},"
              "{\"step\":3,\"tool\":\"wait\",\"args\":{\"ms\":300}}]}",
     NULL},
    {"{\"format\":2,\"calls\":[]}", NULL},
    {HEAD "{\"step\":1,\"tool\":\"tap\",\"args\":{\"text\":\"Not now\"},"
          "\"optional\":true,\"dialog\":\"Rate our app\",\"screen\":"
          "{\"package\":\"com.ex\",\"title\":\"Home\",\"words\":[\"go\"]}},"
          "{\"step\":1,\"tool\":\"verifyElementVisible\","
          "\"args\":{\"text\":\"Saved\"},\"proof\":{\"claim\":"
          "{\"text\":\"Saved\"},\"text\":\"Saved at 12:05\",\"by\":\"model\","
          "\"heldAfterMs\":2300}}],\"proofs\":[{\"step\":1,\"claim\":"
          "{\"absent\":\"Error\"},\"by\":\"expectation\"}]}",
     NULL},
    {"{}", "'format' 1 or 2"},
    {"[]", "'format' 1 or 2"},
    {"{\"format\":3,\"calls\":[]}", "newer program"},
    {"{\"format\":1,\"calls\":{}}", "'calls' must be a list"},
    {"{\"format\":1,\"scenario\":5,\"calls\":[]}", "'scenario' must be a text"},
    {"{\"format\":1,\"locale\":\"a\\u0000\",\"calls\":[]}", "'locale' must"},
    {HEAD "5]}", "call 1 of the recording: 'step'"},
    {HEAD "{\"step\":0,\"tool\":\"tap\",\"args\":{}}]}", "from 1 to"},
    {HEAD "{\"step\":201,\"tool\":\"tap\",\"args\":{}}]}", "from 1 to"},
    {HEAD "{\"step\":2,\"tool\":\"goBack\",\"args\":{}}," TAP "}]}",
     "call 2 of the recording: 'step' must be a number from 2"},
    {HEAD "{\"step\":1,\"tool\":\"shell\",\"args\":{}}]}", "shell"},
    {HEAD "{\"step\":1,\"tool\":\"stepDone\",\"args\":{}}]}",
     "'stepDone' cannot be played"},
    {HEAD "{\"step\":1,\"tool\":\"startTestingScenario\",\"args\":{}}]}",
     "cannot be played"},
    {HEAD "{\"step\":1,\"tool\":\"assertByLooking\",\"args\":{}}]}",
     "cannot be played"},
    {HEAD "{\"step\":1,\"tool\":\"tap\",\"args\":[]}]}", "'args' must be"},
    {HEAD "{\"step\":1,\"tool\":\"tap\",\"args\":{}}]}", "text"},
    {HEAD TAP ",\"target\":[]}]}", "'target' must be"},
    {HEAD TAP ",\"target\":{\"id\":1}}]}", "'id' must be a text"},
    {HEAD TAP ",\"target\":{\"index\":-1}}]}", "'index' must be"},
    {HEAD TAP ",\"target\":{\"index\":\"1\"}}]}", "'index' must be"},
    {HEAD TAP ",\"optional\":true}]}", "must name its 'dialog'"},
    {HEAD TAP ",\"dialog\":\"Rate\"}]}", "must name its 'dialog'"},
    {HEAD TAP ",\"screen\":[]}]}", "'screen' must be"},
    {HEAD TAP ",\"screen\":{\"words\":[\"\"]}}]}", "'screen' must be"},
    {HEAD TAP ",\"proof\":{}}]}", "'claim' of a proof"},
    {HEAD TAP ",\"proof\":{\"claim\":{\"text\":\"a\"}}}]}", "'by' must be"},
    {HEAD TAP ",\"proof\":{\"claim\":{\"text\":\"a\"},\"heldAfterMs\":-1}}]}",
     "'heldAfterMs' must be"},
    {HEAD "],\"proofs\":5}", "'proofs' must be a list"},
    {HEAD "],\"proofs\":[{\"step\":0}]}", "proof 1 of the recording: 'step'"},
};

// As text; released by the caller.
static char *
write_out(const struct at_recipe *recipe)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    json_t *json = at_recipe_json(recipe);
    T_OK(at_json_write(json, &text));
    json_decref(json);
    return at_buf_take(&text);
}

static bool
read_text(const char *text, struct at_recipe *out, struct at_err *err)
{
    json_t *json = at_json_parse(at_str(text), NULL);
    T_OK(json != NULL);
    bool ok = at_recipe_read(json, out, err);
    json_decref(json);
    return ok;
}

T_TEST(read_and_written)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_recipe recipe;
        struct at_recipe again;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].json);
        bool ok = read_text(rows[i].json, &recipe, &err);
        T_EQ_INT(ok, rows[i].why == NULL);
        if (ok) {
            char *first = write_out(&recipe);
            T_OK(read_text(first, &again, &err));
            char *second = write_out(&again);
            T_EQ_TEXT(second, first);
            at_recipe_deinit(&again);
            free(first);
            free(second);
        } else {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, rows[i].why);
            T_EQ_SIZE(recipe.count, 0);
        }
        at_recipe_deinit(&recipe);
        at_recipe_deinit(&recipe);
    }
}

T_TEST(a_recording_is_complete)
{
    struct at_recipe recipe;
    struct at_recipe again;
    json_t *args = json_pack("{s:s}", "text", "Save");
    at_recipe_init(&recipe);
    memset(recipe.hash, 'a', 64);
    recipe.place = (struct at_recipe_place){"1.2", "1080x2400@420", "en-US"};
    struct at_recipe_call *call = at_recipe_add(&recipe, AT_AGENT_TAP, args, 4);
    free(call->target.text);
    call->target.text = at_strdup("Save");
    json_object_clear(args); // the call has its own
    char *text = write_out(&recipe);
    T_OK(read_text(text, &again, NULL));
    T_EQ_TEXT(again.hash, recipe.hash);
    T_EQ_TEXT(again.place.version, "1.2");
    T_EQ_TEXT(again.place.device, "1080x2400@420");
    T_EQ_TEXT(again.place.locale, "en-US");
    T_EQ_SIZE(again.count, 1);
    T_EQ_SIZE(again.calls[0].step, 4);
    T_EQ_TEXT(again.calls[0].target.text, "Save");
    T_EQ_TEXT(again.calls[0].target.id, "");
    T_EQ_INT(again.calls[0].target.index, -1);
    T_EQ_STR(at_json_get_str(again.calls[0].args, "text"), "Save");
    free(text);
    json_decref(args);
    at_recipe_deinit(&recipe);
    at_recipe_deinit(&again);
}

T_TEST(steps_are_cut_off_at_the_end)
{
    struct at_recipe recipe;
    at_recipe_init(&recipe);
    for (size_t step = 0; step < 3; step++)
        for (size_t i = 0; i < 2; i++)
            at_recipe_add(&recipe, AT_AGENT_GO_BACK, NULL, step);
    at_recipe_cut(&recipe, 5);
    T_EQ_SIZE(recipe.count, 6);
    at_recipe_cut(&recipe, 1);
    T_EQ_SIZE(recipe.count, 2);
    at_recipe_cut(&recipe, 0);
    T_EQ_SIZE(recipe.count, 0);
    at_recipe_deinit(&recipe);
}

// Calls of two recordings, a word each: the step, the tool's letter and what
// tells it from others; and the changes in the same words.
static const struct {
    const char *was;
    const char *now;
    const char *changes;
} pairs[] = {
    {"", "", ""},
    {"1ta 2tb", "1ta 2tb", ""},
    {"", "1ta", "+1ta "},
    {"1ta", "", "-1ta "},
    {"1ta 1vb", "1tc 1vb", "1ta>1tc "},
    {"1ta 1vb", "1va 1vb", "-1ta +1va "},
    {"1ta 1tb 1vc", "1tb 1vc", "-1ta "},
    {"1ta 1vc", "1ta 1tb 1vc", "+1tb "},
    {"1ta 1tb 1tc 1vd", "1tx 1tb 1ty 1vd", "1ta>1tx 1tc>1ty "},
    {"1ta 2tb", "1tb 2ta", "1ta>1tb 2tb>2ta "},
    {"1ta 3tb", "2tc 3tb", "-1ta +2tc "},
    {"1ta 1ta 1ta", "1ta 1ta", "-1ta "},
};

static void
read_words(const char *words, struct at_recipe *out)
{
    at_recipe_init(out);
    for (; *words; words += words[3] ? 4 : 3) {
        json_t *args = json_pack("{s:s#}", "text", &words[2], (size_t)1);
        at_recipe_add(out,
                      words[1] == 't' ? AT_AGENT_TAP : AT_AGENT_VERIFY_VISIBLE,
                      args, (size_t)(words[0] - '1'));
        json_decref(args);
    }
}

static void
write_word(const json_t *call, struct at_buf *out)
{
    json_int_t step = json_integer_value(json_object_get(call, "step"));
    at_buf_add_fmt(out, "%d%c", (int)step,
                   at_json_get_str(call, "tool").ptr[0]);
    at_buf_add_str(out, at_json_get_str(json_object_get(call, "args"), "text"));
}

T_TEST(changes_are_listed_call_by_call)
{
    for (size_t i = 0; i < T_LEN(pairs); i++) {
        struct at_recipe was, now;
        struct at_buf text = AT_BUF_INIT(AT_KIB);
        const json_t *change;
        size_t at;
        T_ROW(pairs[i].changes);
        read_words(pairs[i].was, &was);
        read_words(pairs[i].now, &now);
        json_t *changes = at_recipe_changes(&was, &now);
        json_array_foreach(changes, at, change)
        {
            struct at_str kind = at_json_get_str(change, "kind");
            bool removed = at_str_is(kind, "removed");
            bool added = at_str_is(kind, "added");
            at_buf_add_text(&text, removed ? "-" : added ? "+" : "");
            if (!added)
                write_word(json_object_get(change, "was"), &text);
            at_buf_add_text(&text, removed || added ? "" : ">");
            if (!removed)
                write_word(json_object_get(change, "now"), &text);
            at_buf_add_char(&text, ' ');
        }
        T_EQ_TEXT(at_buf_text(&text), pairs[i].changes);
        json_decref(changes);
        at_buf_deinit(&text);
        at_recipe_deinit(&was);
        at_recipe_deinit(&now);
    }
}

static const struct {
    enum at_agent_tool tool;
    enum at_prefix prefix;
    enum at_evidence evidence;
    bool taken;
} takes[] = {
    {AT_AGENT_TAP, AT_PREFIX_TAPPED, AT_EVIDENCE_ACTED, true},
    {AT_AGENT_INPUT_TEXT, AT_PREFIX_OK, AT_EVIDENCE_ACTED, true},
    {AT_AGENT_TAP, AT_PREFIX_NOT_FOUND, AT_EVIDENCE_NONE, false},
    {AT_AGENT_TAP, AT_PREFIX_ERROR, AT_EVIDENCE_ACTED, false},
    {AT_AGENT_WAIT, AT_PREFIX_OK, AT_EVIDENCE_NONE, true},
    {AT_AGENT_VERIFY_VISIBLE, AT_PREFIX_VISIBLE, AT_EVIDENCE_HELD, true},
    {AT_AGENT_VERIFY_NOT_VISIBLE, AT_PREFIX_OK, AT_EVIDENCE_HELD, true},
    {AT_AGENT_VERIFY_VISIBLE, AT_PREFIX_NOT_VISIBLE, AT_EVIDENCE_FAILED, false},
    {AT_AGENT_ASSERT_BY_LOOKING, AT_PREFIX_OK, AT_EVIDENCE_JUDGED, false},
    {AT_AGENT_START_SCENARIO, AT_PREFIX_OK, AT_EVIDENCE_ACTED, false},
    {AT_AGENT_PERCEIVE_SCREEN, AT_PREFIX_OK, AT_EVIDENCE_NONE, false},
    {AT_AGENT_STEP_DONE, AT_PREFIX_OK, AT_EVIDENCE_NONE, false},
    {AT_AGENT_SCREENSHOT, AT_PREFIX_OK, AT_EVIDENCE_NONE, false},
};

T_TEST(only_what_worked_is_kept)
{
    for (size_t i = 0; i < T_LEN(takes); i++) {
        struct at_agent_tool_result result = {.prefix = takes[i].prefix,
                                              .evidence = takes[i].evidence};
        T_ROW(at_agent_tool_rows[takes[i].tool].name);
        T_EQ_INT(at_recipe_takes(takes[i].tool, &result), takes[i].taken);
    }
}

static const struct {
    const char *id;
    size_t text_len;
    bool named;
} names[] = {
    {"", 0, false},
    {"save", 0, true},
    {"", 1, true},
    {"", AT_RECIPE_TEXT_MAX_BYTES, true},
    {"save", AT_RECIPE_TEXT_MAX_BYTES + 1, false}, // cannot be read back
};

T_TEST(names_of_an_element)
{
    for (size_t i = 0; i < T_LEN(names); i++) {
        struct at_recipe recipe;
        at_recipe_init(&recipe);
        struct at_recipe_target *target =
            &at_recipe_add(&recipe, AT_AGENT_TAP, NULL, 0)->target;
        free(target->id);
        free(target->text);
        target->id = at_strdup(names[i].id);
        target->text = at_alloc(names[i].text_len + 1);
        memset(target->text, 'x', names[i].text_len);
        T_EQ_INT(at_recipe_is_named(target), names[i].named);
        at_recipe_deinit(&recipe);
    }
}

T_TEST(the_key_is_of_scenario_and_place)
{
    static const struct at_recipe_place places[] = {
        {"1", "1080x2400@420", "en-US"},
        {"2", "1080x2400@420", "en-US"},
        {"1", "1080x2400@421", "en-US"},
        {"1", "1080x2400@420", "de-DE"},
        {"", "", ""},
    };
    char keys[T_LEN(places)][AT_RECIPE_KEY_LEN + 1];
    char other[AT_RECIPE_KEY_LEN + 1];
    for (size_t i = 0; i < T_LEN(places); i++) {
        at_recipe_key("abc", &places[i], keys[i]);
        T_EQ_SIZE(strlen(keys[i]), AT_RECIPE_KEY_LEN);
        for (size_t k = 0; k < i; k++)
            T_OK(strcmp(keys[i], keys[k]) != 0);
    }
    at_recipe_key("abd", &places[0], other);
    T_OK(strcmp(other, keys[0]) != 0);
}

static const struct {
    struct at_recipe_place made;
    struct at_recipe_place here;
    enum at_recipe_fit fit;
} fits[] = {
    {{"1", "p", "en"}, {"1", "p", "en"}, AT_RECIPE_FIT_EXACT},
    {{"1", "p", "en"}, {"2", "p", "en"}, AT_RECIPE_FIT_VERSION},
    {{"1", "p", "en"}, {"", "p", "en"}, AT_RECIPE_FIT_VERSION},
    {{"1", "p", "en"}, {"1", "p", "de"}, AT_RECIPE_FIT_NOT},
    {{"1", "p", "en"}, {"1", "q", "en"}, AT_RECIPE_FIT_NOT},
    {{"1", "p", ""}, {"1", "p", "de"}, AT_RECIPE_FIT_EXACT}, // format 1
    {{"1", "p", "en"}, {"1", "p", ""}, AT_RECIPE_FIT_EXACT},
    {{"", "", ""}, {"2", "q", "de"}, AT_RECIPE_FIT_ANYWHERE},
};

T_TEST(a_recording_fits_another_version_but_no_other_locale)
{
    for (size_t i = 0; i < T_LEN(fits); i++) {
        T_ROW(fits[i].here.locale);
        T_EQ_INT(at_recipe_fits(&fits[i].made, &fits[i].here), fits[i].fit);
    }
}

static const struct {
    const char *recorded;
    const char *now;
    bool same;
} texts[] = {
    {"", "anything", true}, // not known
    {"Message sent", "Message sent", true},
    {"Message sent", "Message  sent\n", true},
    {"Message sent", "Message", false},
    {"Message", "Message sent", false},
    {"Status: Paid", "Status: Unpaid", false},
    {"Total: 27.70 €", "Total: 31.20 €", false},
    {"1 item", "11 items", false},
    {"1.234.567", "1.234.568", false},
    {"Saved at 12:05", "Saved at 9:41", true},
    {"Saved at 12:05:01,", "Saved at 9:41:59,", true},
    {"Saved at 9:05pm", "Saved at 10:15am", true},
    {"Saved at 12:05", "Saved at noon", false},
    {"Due 2026-02-04", "Due 2026-11-12", true},
    {"Due 4.2.2026", "Due 12.11.2026", true},
    {"Due (2/4/26)", "Due (3/5/26)", true},
    {"edited 1 minute ago", "edited 12 minutes ago", true},
    {"edited 5 min ago", "edited 7 min ago", true},
    {"5 min left", "7 min left", false},
    {"10.0.0.1", "10.0.0.2", false},
};

T_TEST(the_whole_text_proves_apart_from_times)
{
    for (size_t i = 0; i < T_LEN(texts); i++) {
        T_ROW(texts[i].now);
        T_EQ_INT(at_recipe_text_fits(at_str(texts[i].recorded),
                                     at_str(texts[i].now)),
                 texts[i].same);
    }
}

static const struct {
    const char
        *calls; // calls of one step: t: a tap, v: an assertion, w: a wait
    const char *binding;
} bindings[] = {
    {"v", "v"}, {"tv", "-v"}, {"vtv", "--v"}, {"vt", "--"}, {"tvwv", "-v-v"},
};

T_TEST(assertions_after_the_last_action_bind)
{
    for (size_t i = 0; i < T_LEN(bindings); i++) {
        struct at_recipe recipe;
        char now[8] = "";
        T_ROW(bindings[i].calls);
        at_recipe_init(&recipe);
        for (const char *c = bindings[i].calls; *c; c++)
            at_recipe_add(&recipe,
                          *c == 't'   ? AT_AGENT_TAP
                          : *c == 'v' ? AT_AGENT_VERIFY_VISIBLE
                                      : AT_AGENT_WAIT,
                          NULL, 0);
        at_recipe_add(&recipe, AT_AGENT_TAP, NULL,
                      1); // a call of the next step
        for (size_t k = 0; bindings[i].calls[k]; k++)
            now[k] = at_recipe_is_binding(&recipe, k) ? 'v' : '-';
        T_EQ_TEXT(now, bindings[i].binding);
        at_recipe_deinit(&recipe);
    }
}

T_TEST(a_replay_waits_as_long_as_the_proof_took)
{
    static const struct {
        int64_t held_ms, patience_ms;
    } waits[] = {{-1, 10000},
                 {0, 10000},
                 {9999, 10000},
                 {30000, 30000},
                 {INT64_MAX, AT_RECIPE_HELD_MAX_MS}};
    for (size_t i = 0; i < T_LEN(waits); i++) {
        struct at_recipe recipe;
        json_t *claim = json_pack("{s:s}", "text", "Saved");
        at_recipe_init(&recipe);
        at_recipe_proof_set(
            &at_recipe_add(&recipe, AT_AGENT_VERIFY_VISIBLE, NULL, 0)->proof,
            claim, AT_STR("Saved"), waits[i].held_ms);
        at_recipe_proof_set(at_recipe_add_end(&recipe, 1), claim,
                            AT_STR("Saved"), waits[i].held_ms);
        T_EQ_INT(at_recipe_patience_ms(&recipe.calls[0], 0),
                 waits[i].patience_ms);
        T_EQ_INT(at_recipe_end_patience_ms(&recipe, 1, 0),
                 waits[i].patience_ms);
        T_EQ_INT(at_recipe_end_patience_ms(&recipe, 0, 500), 500);
        json_decref(claim);
        at_recipe_deinit(&recipe);
    }
}

static struct at_claim
read_claim(const char *text)
{
    struct at_claim claim;
    json_t *json = json_loads(text, 0, NULL);
    T_OK(at_claim_read(json, &claim, NULL));
    json_decref(json);
    return claim;
}

static void
add_end(struct at_recipe *recipe, size_t step, const char *claim,
        const char *text)
{
    json_t *json = json_loads(claim, 0, NULL);
    at_recipe_proof_set(at_recipe_add_end(recipe, step), json, at_str(text),
                        100);
    json_decref(json);
}

// An observation of the engine itself binds like an assertion of the model.
T_TEST(claims_at_the_end_of_a_step_are_proofs)
{
    struct at_recipe was;
    struct at_recipe now;
    struct at_claim total = read_claim("{\"text\":\"Total\"}");
    at_recipe_init(&was);
    at_recipe_init(&now);
    add_end(&was, 1, "{\"text\":\"Total\"}", "Total: 5");
    T_NOT(at_recipe_proves(&now, &was));
    add_end(&now, 2, "{\"text\":\"Total\"}", "Total: 5");
    T_NOT(at_recipe_proves(&now, &was));
    add_end(&now, 1, "{\"text\":\"Total\"}", "Total: 6");
    T_NOT(at_recipe_proves(&now, &was));
    at_recipe_forget_ends(&now, 1);
    T_EQ_SIZE(now.end_count, 1);
    T_NOT(at_recipe_find_end(&now, 1, &total) != NULL);
    add_end(&now, 1, "{\"text\":\"Total\"}", "Total: 5");
    T_OK(at_recipe_proves(&now, &was));
    T_EQ_SIZE(now.ends[0].step, 1); // in the order of their steps
    T_EQ_SIZE(now.ends[1].step, 2);
    at_claim_deinit(&total);
    at_recipe_deinit(&was);
    at_recipe_deinit(&now);
}

static const struct {
    const char *recorded, *text; // a claim and its whole text then; NULL: none
    const char *claim;
    const char *shown;
    enum at_claim_outcome outcome, settled;
} settlings[] = {
    {NULL, "", "{\"text\":\"Total\"}", "Total: 6", AT_CLAIM_HOLDS,
     AT_CLAIM_HOLDS},
    {"{\"text\":\"Total\"}", "Total: 6", "{\"text\":\"Total\"}", "Total: 6",
     AT_CLAIM_HOLDS, AT_CLAIM_HOLDS},
    {"{\"text\":\"Total\"}", "Total: 5", "{\"text\":\"Total\"}", "Total: 6",
     AT_CLAIM_HOLDS, AT_CLAIM_FAILS},
    {"{\"text\":\"Total\"}", "", "{\"text\":\"Total\"}", "Total: 6",
     AT_CLAIM_HOLDS, AT_CLAIM_HOLDS},
    {"{\"text\":\"At\"}", "At 12:05", "{\"text\":\"At\"}", "At 13:07",
     AT_CLAIM_HOLDS, AT_CLAIM_HOLDS},
    {"{\"absent\":\"Error\"}", "", "{\"absent\":\"Error\"}", "Total: 6",
     AT_CLAIM_HOLDS, AT_CLAIM_HOLDS},
    // The element was there when this was recorded.
    {"{\"state\":\"checked\",\"of\":\"Wi-Fi\"}", "",
     "{\"state\":\"checked\",\"of\":\"Wi-Fi\"}", "Total: 6", AT_CLAIM_UNBOUND,
     AT_CLAIM_FAILS},
    // The replay has not bound it yet; then as it was, or to another one.
    {"{\"shown\":\"the sum\",\"bound\":\"Total\"}", "Total: 6",
     "{\"shown\":\"the sum\"}", "Total: 6", AT_CLAIM_UNBOUND, AT_CLAIM_UNBOUND},
    {"{\"shown\":\"the sum\",\"bound\":\"Total\"}", "Total: 6",
     "{\"shown\":\"the sum\",\"bound\":\"Total\"}", "Total: 6", AT_CLAIM_HOLDS,
     AT_CLAIM_HOLDS},
    {"{\"shown\":\"the sum\",\"bound\":\"Total\"}", "Total: 6",
     "{\"shown\":\"the sum\",\"bound\":\"Basket\"}", "Basket", AT_CLAIM_HOLDS,
     AT_CLAIM_FAILS},
};

T_TEST(a_recorded_claim_holds_as_it_did)
{
    for (size_t i = 0; i < T_LEN(settlings); i++) {
        struct at_scene_row row = {.text = at_str(settlings[i].shown)};
        const struct at_scene scene = {.rows = &row, .count = 1};
        struct at_claim claim = read_claim(settlings[i].claim);
        struct at_claim_result result;
        struct at_recipe recipe;
        at_recipe_init(&recipe);
        at_claim_result_init(&result);
        result.outcome = settlings[i].outcome;
        result.row = result.outcome == AT_CLAIM_HOLDS ? 0 : AT_SCENE_NONE;
        if (settlings[i].recorded)
            add_end(&recipe, 0, settlings[i].recorded, settlings[i].text);
        T_ROW(settlings[i].claim);
        at_recipe_settle(at_recipe_find_end(&recipe, 0, &claim), &claim, &scene,
                         &result);
        T_EQ_INT(result.outcome, settlings[i].settled);
        at_claim_result_deinit(&result);
        at_claim_deinit(&claim);
        at_recipe_deinit(&recipe);
    }
}

T_MAIN()
