// proof_test.c: the rules of proof, a row for each way to break one
#include <jansson.h>

#include "agent/proof/proof.h"
#include "base/limits.h"
#include "tests/unit/screen/fixture.h"

// clang-format off
#define LOGIN                                                                  \
    ROOT(N(TXT, T("Sign in to Notes") AT("[0,0][900,90]"),)                    \
         N(IMG, DESC("Notes logo") AT("[0,100][90,190]"),)                     \
         N(EDIT, ID("email") HINT("E-mail") T("") AT("[0,200][900,290]"),)     \
         N(BTN, ID("go") T("Log in") TAP AT("[0,300][900,390]"),))
#define FILLED                                                                 \
    ROOT(N(TXT, T("Sign in to Notes") AT("[0,0][900,90]"),)                    \
         N(IMG, DESC("Notes logo") AT("[0,100][90,190]"),)                     \
         N(EDIT, ID("email") HINT("E-mail") T("demo@example.com")              \
               AT("[0,200][900,290]"),)                                        \
         N(BTN, ID("go") T("Log in") TAP AT("[0,300][900,390]"),))
#define LISTED                                                                   \
    ROOT(N(TXT, T("Notes") AT("[0,0][900,90]"),)                               \
         N(BTN, ID("new") T("New note") TAP AT("[0,100][900,190]"),)           \
         N(TXT, T("Groceries") AT("[0,200][900,290]"),)                        \
         N(TXT, T("11 items") AT("[0,300][900,390]"),))
#define NOTE                                                                   \
    ROOT(N(TXT, T("Edit note") AT("[0,0][900,90]"),)                           \
         N(EDIT, ID("title") HINT("Title") T("Groceries")                      \
               AT("[0,200][900,290]"),))
#define SETTINGS(on)                                                           \
    ROOT(N(TXT, T("Settings") AT("[0,0][900,90]"),)                            \
         N("android.widget.Switch", T("Large text") TAP CHECK(on)              \
           AT("[0,100][900,190]"),))
#define SHELF                                                                  \
    ROOT(N("android.widget.ScrollView",                                        \
           "scrollable=\"true\" " AT("[0,0][900,900]"),                        \
           N(TXT, T("Apple") AT("[0,0][900,90]"),)))
#define LIST_WITH_ERROR                                                        \
    ROOT(N(TXT, T("Notes") AT("[0,0][900,90]"),)                               \
         N(BTN, ID("new") T("New note") TAP AT("[0,100][900,190]"),)           \
         N(TXT, T("Error: offline") AT("[0,200][900,290]"),))
#define SHELF_TOP                                                              \
    ROOT(N(LIST, SCROLLS AT("[0,0][900,900]"),                                 \
           N(TXT, T("Apple") AT("[0,0][900,90]"),)                             \
           N(TXT, T("Pear") AT("[0,100][900,190]"),)))
#define SHELF_END                                                              \
    ROOT(N(LIST, SCROLLS AT("[0,0][900,900]"),                                 \
           N(TXT, T("Quince") AT("[0,0][900,90]"),)                            \
           N(TXT, T("Zucchini") AT("[0,100][900,190]"),)))
#define SHELF_WITHOUT                                                          \
    ROOT(N(LIST, SCROLLS AT("[0,0][900,900]"),                                 \
           N(TXT, T("Pear") AT("[0,0][900,90]"),)))
#define TEA(suggested, listed)                                                 \
    ROOT(N(EDIT, ID("new") HINT("New item") T("Lemon tea")                     \
           AT("[0,0][900,90]"),)                                               \
         N(BTN, ID("add") T("Add") TAP AT("[0,100][900,190]"),)                \
         N(TXT, T(suggested) AT("[0,200][900,290]"),)                          \
         N(TXT, T(listed) AT("[0,300][900,390]"),))
#define SAYS(text) ROOT(N(TXT, T(text) AT("[0,0][900,90]"),))
#define REMOVABLE                                                              \
    ROOT(N(TXT, T("Remove") AT("[0,0][900,90]"),)                              \
         N(TXT, T("Remove") AT("[0,100][900,190]"),))
#define CART(total)                                                            \
    ROOT(N(TXT, T("Medicines") AT("[0,0][400,90]"),)                           \
         N(TXT, T("27.70 €") AT("[500,0][900,90]"),)                           \
         N(TXT, T("Delivery") AT("[0,100][400,190]"),)                         \
         N(TXT, T("3.50 €") AT("[500,100][900,190]"),)                         \
         N(TXT, T("Total") AT("[0,200][400,290]"),)                            \
         N(TXT, T(total) AT("[500,200][900,290]"),))
#define CRASHED                                                                \
    HIERARCHY(N("android.widget.FrameLayout", AT("[0,0][1080,1920]"), )        \
      "<node class=\"android.widget.FrameLayout\" package=\"android\""         \
      " bounds=\"[100,700][980,1200]\" enabled=\"true\">"                      \
      "<node class=\"android.widget.TextView\" package=\"android\""            \
      " text=\"Notes keeps stopping\" resource-id=\"android:id/alertTitle\""   \
      " bounds=\"[110,710][970,800]\" enabled=\"true\"/>"                      \
      "<node class=\"android.widget.Button\" package=\"android\""              \
      " text=\"Close app\" resource-id=\"android:id/aerr_close\""              \
      " clickable=\"true\" bounds=\"[110,900][970,990]\" enabled=\"true\"/>"   \
      "</node>")
// clang-format on

// The events of a step, in order.
enum kind {
    END,
    SCREEN,
    GONE,
    SCROLL,
    ACT,
    RESTART,
    TYPE,
    REFUSE,
    MISS,
    ASSERT,
    EXPECT
};

struct event {
    enum kind kind;
    const char *text; // a screen; a target or text; a claim
};

#define LENIENT true

struct row {
    const char *name;
    const char *step;
    const char *expect;     // a list of claims, or NULL
    struct event before[6]; // in the step before this one
    struct event events[12];
    enum at_proof_rule rule;
    const char *words; // a part of them, or NULL
};

#define SIGN_IN                                                                \
    "Sign in as demo@example.com with notes123 and see the list of notes"

// clang-format off
static const struct row rows[] = {
    {"an honest step", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{TYPE, "demo@example.com"}, {SCREEN, FILLED}, {ACT, "Log in"},
      {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_HOLDS, "Groceries"},
    {"nothing", SIGN_IN, NULL, {{SCREEN, LOGIN}}, {{ACT, "Log in"}},
     AT_PROOF_NOTHING_ASSERTED, NULL},
    {"no action at all", SIGN_IN, NULL, {{0}},
     {{SCREEN, LOGIN}, {ASSERT, "{\"text\":\"Sign in to Notes\"}"}},
     AT_PROOF_NOT_CAUSED, NULL},
    {"no action, words of the step", SIGN_IN, NULL, {{0}},
     {{SCREEN, LOGIN}, {ASSERT, "{\"text\":\"Sign in\"}"}},
     AT_PROOF_NOT_CAUSED, NULL},
    {"a text that never was", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"absent\":\"Error 500\"}"}},
     AT_PROOF_NEVER_SEEN, NULL},
    {"a text that has gone", "Sign in", NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"absent\":\"Sign in to Notes\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"absence that the step names", "Save; no Error is shown", NULL,
     {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"absent\":\"Error\"}"}},
     AT_PROOF_HELD_BEFORE, NULL},
    {"its own typed text", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{TYPE, "demo@example.com"}, {SCREEN, FILLED},
      {ASSERT, "{\"text\":\"demo@example.com\"}"}},
     AT_PROOF_TYPED, NULL},
    {"typed text that the step asks for",
     "Type \"demo@example.com\"; the field shows \"demo@example.com\"", NULL,
     {{SCREEN, LOGIN}},
     {{TYPE, "demo@example.com"}, {SCREEN, FILLED},
      {ASSERT, "{\"text\":\"demo@example.com\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a count where a screen that goes on had fewer", "Open the cart", NULL,
     {{SCREEN, SHELF}},
     {{ACT, "Cart"}, {SCREEN, REMOVABLE},
      {ASSERT, "{\"count\":2,\"of\":\"Remove\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a text that was there before", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, FILLED}, {ASSERT, "{\"text\":\"Notes logo\"}"}},
     AT_PROOF_HELD_BEFORE, NULL},
    {"a failed assertion and then another one", SIGN_IN, NULL,
     {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Milk\"}"},
      {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_ASSERTION_OPEN, "Milk"},
    {"a failed assertion at the end", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"},
      {ASSERT, "{\"text\":\"Milk\"}"}},
     AT_PROOF_ASSERTION_FAILED, "Milk"},
    {"a failed assertion that holds later", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LOGIN}, {ASSERT, "{\"text\":\"Groceries\"}"},
      {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a failed assertion answered by absence", SIGN_IN, NULL,
     {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Sign in to Notes\"}"},
      {ASSERT, "{\"absent\":\"Sign in to Notes\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"one letter", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"e\"}"}},
     AT_PROOF_PART_OF_WORD, NULL},
    {"two characters", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"11\"}"}},
     AT_PROOF_TOO_SHORT, NULL},
    {"a part of a number", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"1 items\"}"}},
     AT_PROOF_PART_OF_WORD, NULL},
    {"every action refused", "Open the settings app and switch on dark mode",
     NULL, {{SCREEN, LOGIN}},
     {{REFUSE, "com.android.settings"}, {SCREEN, LISTED},
      {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_ALL_REFUSED, NULL},
    {"every action failed", "Tap the button", NULL, {{SCREEN, LOGIN}},
     {{MISS, "Save"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_ALL_FAILED, NULL},
    {"one of two actions refused", "Tap the button", NULL, {{SCREEN, LOGIN}},
     {{REFUSE, "Pay"}, {ACT, "Log in"}, {SCREEN, LISTED},
      {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"an assertion before the last action", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"},
      {ACT, "Groceries"}, {SCREEN, NOTE}},
     AT_PROOF_NOT_AFTER_LAST_ACTION, NULL},
    {"there and back", "Open the note and go back; the list is shown again",
     NULL, {{SCREEN, LISTED}},
     {{ACT, "Groceries"}, {SCREEN, NOTE}, {ACT, "back"}, {SCREEN, LISTED},
      {ASSERT, "{\"text\":\"New note\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a text that only a field held before",
     "Go back; the notes are shown again", NULL, {{SCREEN, NOTE}},
     {{ACT, "back"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"what the step before has caused", "The list is shown", NULL,
     {{SCREEN, LOGIN}, {ACT, "Log in"}, {SCREEN, LISTED}},
     {{ASSERT, "{\"text\":\"New note\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"words that the step quotes", "\"Sign in to Notes\" is shown", NULL, {{0}},
     {{SCREEN, LOGIN}, {ASSERT, "{\"text\":\"Sign in to Notes\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a name in the step", "The page Sign in to Notes is shown", NULL, {{0}},
     {{SCREEN, LOGIN}, {ASSERT, "{\"text\":\"Sign in to Notes\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a quote that nobody verified",
     "Log in; \"Groceries\" and \"Milk\" are listed", NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_QUOTE_UNCOVERED, "Milk"},
    {"a quote that was touched", "Tap \"Log in\"; the notes are listed", NULL,
     {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"behind a crash", SIGN_IN, NULL, {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, CRASHED}, {ASSERT, "{\"text\":\"Notes\"}"}},
     AT_PROOF_BEHIND, "crash"},
    {"a label for a state", "Switch on Large text; Large text is on", NULL,
     {{SCREEN, LISTED}},
     {{ACT, "Large text"}, {SCREEN, SETTINGS("true")},
      {ASSERT, "{\"text\":\"Large text\"}"}},
     AT_PROOF_KIND_MISSING, "verifyState"},
    {"a state", "Switch on Large text; Large text is on", NULL,
     {{SCREEN, SETTINGS("false")}},
     {{ACT, "Large text"}, {SCREEN, SETTINGS("true")},
      {ASSERT, "{\"state\":\"checked\",\"of\":\"Large text\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"an expectation that fails", "Large text is still on",
     "[{\"state\":\"checked\",\"of\":\"Large text\"}]", {{SCREEN, LISTED}},
     {{ACT, "Settings"}, {SCREEN, SETTINGS("false")},
      {ASSERT, "{\"text\":\"Large text\"}"}, {EXPECT, "0"}},
     AT_PROOF_EXPECTATION_FAILED, "\"Large text\" is unchecked"},
    {"a sum that is wrong", "The total is the sum of both",
     "[{\"sum\":[\"Medicines\",\"Delivery\"],\"near\":\"Total\"}]",
     {{SCREEN, LISTED}},
     {{ACT, "Basket"}, {SCREEN, CART("27.70 €")}, {ASSERT, "{\"text\":\"Total\"}"},
      {EXPECT, "0"}},
     AT_PROOF_EXPECTATION_FAILED, "27.70 € + 3.50 € = 31.20"},
    {"a sum that is right", "The total is the sum of both",
     "[{\"sum\":[\"Medicines\",\"Delivery\"],\"near\":\"Total\"}]",
     {{SCREEN, LISTED}},
     {{ACT, "Basket"}, {SCREEN, CART("31.20 €")}, {EXPECT, "0"}},
     AT_PROOF_HOLDS, NULL},
    {"an expectation that nothing fits", "The grand total is right",
     "[{\"amount\":\"31.20 €\",\"near\":\"Grand total\"}]", {{SCREEN, LISTED}},
     {{ACT, "Basket"}, {SCREEN, CART("31.20 €")}, {ASSERT, "{\"text\":\"31.20 €\"}"},
      {EXPECT, "0"}},
     AT_PROOF_EXPECTATION_UNBOUND, "Grand total"},
    {"an expectation that was not checked", "The notes are listed",
     "[{\"text\":\"Groceries\"}]", {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_EXPECTATION_UNCHECKED, NULL},
    {"a described expectation and a proof", "Log in and see the list of notes",
     "[{\"shown\":\"the list of notes\"}]", {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"},
      {EXPECT, "0"}},
     AT_PROOF_HOLDS, "Groceries"},
    {"a restart that the step asks for", "Restart the app; the list is still there",
     NULL, {{SCREEN, LISTED}},
     {{RESTART, NULL}, {GONE, NULL}, {SCREEN, LISTED},
      {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_HOLDS, "Groceries"},
    {"a restart in other words", "Die App neu starten; die Liste ist noch da",
     NULL, {{SCREEN, LISTED}},
     {{RESTART, NULL}, {GONE, NULL}, {RESTART, NULL}, {SCREEN, LISTED},
      {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_HOLDS, "Groceries"},
    {"a restart that failed", "Restart the app; the list is still there", NULL,
     {{SCREEN, LISTED}},
     {{RESTART, NULL}, {SCREEN, LISTED}, {ASSERT, "{\"text\":\"Groceries\"}"}},
     AT_PROOF_HELD_BEFORE, NULL},
    {"a label after a restart", "Restart the app; Large text is still on", NULL,
     {{SCREEN, SETTINGS("true")}},
     {{RESTART, NULL}, {GONE, NULL}, {SCREEN, SETTINGS("true")},
      {ASSERT, "{\"text\":\"Large text\"}"}},
     AT_PROOF_KIND_MISSING, "verifyState"},
    {"a state after a restart", "Restart the app; Large text is still on", NULL,
     {{SCREEN, SETTINGS("true")}},
     {{RESTART, NULL}, {GONE, NULL}, {SCREEN, SETTINGS("true")},
      {ASSERT, "{\"state\":\"checked\",\"of\":\"Large text\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a state lost by a restart", "Restart the app; Large text is still on",
     "[{\"state\":\"checked\",\"of\":\"Large text\"}]",
     {{SCREEN, SETTINGS("true")}},
     {{RESTART, NULL}, {GONE, NULL}, {SCREEN, SETTINGS("false")}, {EXPECT, "0"}},
     AT_PROOF_EXPECTATION_FAILED, NULL},
    {"a restart instead of what the step says", "Like the post; it is liked",
     NULL, {{SCREEN, NOTE}},
     {{ACT, "Like"}, {RESTART, NULL}, {GONE, NULL}, {SCREEN, LISTED},
      {ASSERT, "{\"text\":\"New note\"}"}},
     AT_PROOF_RESTARTED, NULL},
    {"a restart that loses an error", "Synchronise; no error is shown", NULL,
     {{SCREEN, LISTED}},
     {{ACT, "Sync"}, {SCREEN, LIST_WITH_ERROR}, {RESTART, NULL}, {GONE, NULL},
      {SCREEN, LISTED}, {ASSERT, "{\"absent\":\"Error: offline\"}"}},
     AT_PROOF_RESTARTED, NULL},
    {"a restart that loses an error, and then an action",
     "Synchronise; no error is shown",
     "[{\"absent\":\"Error\"}]", {{SCREEN, LISTED}},
     {{ACT, "Sync"}, {SCREEN, LIST_WITH_ERROR}, {RESTART, NULL}, {GONE, NULL},
      {SCREEN, LISTED}, {ACT, "Notes"}, {EXPECT, "0"}},
     AT_PROOF_RESTARTED, NULL},
    {"a restart before the step's own actions", "Open the note", NULL,
     {{SCREEN, LISTED}},
     {{RESTART, NULL}, {GONE, NULL}, {SCREEN, LISTED}, {ACT, "Groceries"},
      {SCREEN, NOTE}, {ASSERT, "{\"text\":\"Edit note\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a text that was scrolled away", "Remove the Apple; it is gone", NULL,
     {{SCREEN, SHELF_TOP}},
     {{ACT, "Remove"}, {SCREEN, SHELF_TOP}, {SCROLL, NULL}, {SCREEN, SHELF_END},
      {ASSERT, "{\"absent\":\"Apple\"}"}},
     AT_PROOF_SCROLLED_AWAY, NULL},
    {"a text that has gone from a list", "Remove the Apple; it is gone", NULL,
     {{SCREEN, SHELF_TOP}},
     {{ACT, "Remove"}, {SCREEN, SHELF_WITHOUT}, {ASSERT, "{\"absent\":\"Apple\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a text that has gone, and the whole list seen", "Remove the Apple; it is gone",
     NULL, {{SCREEN, SHELF_TOP}},
     {{ACT, "Remove"}, {SCREEN, SHELF_WITHOUT}, {SCROLL, NULL}, {SCREEN, SHELF_END},
      {ASSERT, "{\"absent\":\"Apple\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a suggestion of what was typed", "Add \"Lemon tea\"; \"Lemon tea\" is listed",
     NULL, {{SCREEN, LISTED}},
     {{TYPE, "Lemon tea"}, {SCREEN, TEA("Lemon tea", "")}, {ACT, "Add"},
      {SCREEN, TEA("Lemon tea", "")}, {ASSERT, "{\"text\":\"Lemon tea\"}"}},
     AT_PROOF_TYPED, NULL},
    {"what was typed, in the list", "Add \"Lemon tea\"; \"Lemon tea\" is listed",
     NULL, {{SCREEN, LISTED}},
     {{TYPE, "Lemon tea"}, {SCREEN, TEA("Lemon tea", "")}, {ACT, "Add"},
      {SCREEN, TEA("", "Lemon tea")}, {ASSERT, "{\"text\":\"Lemon tea\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"typed and nothing else", "Add Lemon tea to the list", NULL,
     {{SCREEN, LISTED}},
     {{TYPE, "Lemon tea"}, {SCREEN, TEA("Lemon tea", "")},
      {ASSERT, "{\"text\":\"Lemon tea\"}"}},
     AT_PROOF_TYPED, NULL},
    {"a search shows what was typed", "Search for Lemon tea", NULL,
     {{SCREEN, LISTED}},
     {{TYPE, "Lemon tea"}, {SCREEN, TEA("", "Lemon tea")},
      {ASSERT, "{\"text\":\"Lemon tea\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a text that the screen denies", "Send it; the message is sent", NULL,
     {{SCREEN, LISTED}},
     {{ACT, "Send"}, {SCREEN, SAYS("Message not sent")}, {ASSERT, "{\"text\":\"sent\"}"}},
     AT_PROOF_NEGATED, NULL},
    {"an empty list", "Open the notes; they are shown", NULL, {{SCREEN, LOGIN}},
     {{ACT, "Notes"}, {SCREEN, SAYS("No notes yet")}, {ASSERT, "{\"text\":\"notes\"}"}},
     AT_PROOF_NEGATED, NULL},
    {"the denial itself", "Delete all; No notes is shown", NULL, {{SCREEN, LISTED}},
     {{ACT, "Delete"}, {SCREEN, SAYS("No notes yet")}, {ASSERT, "{\"text\":\"No notes\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"in another language", "Abra o carrinho", NULL, {{SCREEN, LISTED}},
     {{ACT, "Carrinho"}, {SCREEN, SAYS("3 itens no carrinho")},
      {ASSERT, "{\"text\":\"carrinho\"}"}},
     AT_PROOF_HOLDS, NULL},
    {"a text that says that it loads", "Show the report", NULL, {{SCREEN, LISTED}},
     {{ACT, "Report"}, {SCREEN, SAYS("Loading report…")},
      {ASSERT, "{\"text\":\"report\"}"}},
     AT_PROOF_LOADING, NULL},
    {"absence while the app loads", "Sign out", NULL, {{SCREEN, LISTED}},
     {{ACT, "Sign out"}, {SCREEN, SAYS("Loading…")},
      {ASSERT, "{\"absent\":\"Groceries\"}"}},
     AT_PROOF_LOADING, NULL},
    {"a described expectation alone", "Log in and see the list of notes",
     "[{\"shown\":\"the list of notes\"}]", {{SCREEN, LOGIN}},
     {{ACT, "Log in"}, {SCREEN, LISTED}, {EXPECT, "0"}},
     AT_PROOF_NOT_AFTER_LAST_ACTION, NULL},
};
// clang-format on

static const struct at_scenario *
scenario(void)
{
    static struct at_scenario one;
    if (!one.package) {
        at_scenario_init(&one);
        free(one.package);
        one.package = strdup("com.example.app");
    }
    return &one;
}

static size_t
look(struct at_scenes *scenes, const char *xml)
{
    struct at_tree *tree = screen(xml);
    const struct at_scene_about about = {.scenario = scenario()};
    struct at_scene scene;
    at_scene_take(tree, &about, &scene);
    at_tree_free(tree);
    return at_scenes_add(scenes, &scene);
}

static struct at_claim
claim_of(const char *text)
{
    struct at_err err = AT_ERR_INIT;
    struct at_claim claim;
    json_t *json = json_loads(text, 0, NULL);
    T_OK(json != NULL);
    if (!at_claim_read(json, &claim, &err))
        fail_msg("%s: %s", text, err.msg);
    json_decref(json);
    return claim;
}

// An assertion that is lenient where a part of a word would do.
static void
add(struct at_ledger *ledger, const struct at_scenes *scenes,
    struct at_assertion assertion)
{
    struct at_claim_result result;
    const struct at_scene *now = &scenes->items[scenes->count - 1];
    at_claim_result_init(&result);
    at_claim_check(&assertion.claim, now, &result);
    assertion.outcome = result.outcome;
    assertion.row = result.row;
    assertion.scene = scenes->count - 1;
    assertion.words = strdup(at_buf_text(&result.why));
    for (size_t i = 0; assertion.by == AT_ASSERTED_BY_MODEL && i < now->count;
         i++)
        assertion.is_lenient =
            assertion.is_lenient ||
            (result.outcome == AT_CLAIM_FAILS &&
             at_str_has(now->rows[i].text, at_str(assertion.claim.text)));
    at_ledger_add(ledger, &assertion);
    at_claim_result_deinit(&result);
}

static void
play(const struct event *events, const struct at_claims *expect,
     struct at_scenes *scenes, struct at_ledger *ledger)
{
    for (; events->kind != END; events++) {
        struct at_assertion assertion = {.by = AT_ASSERTED_BY_MODEL};
        struct at_scene gone;
        switch (events->kind) {
        case SCREEN:
            look(scenes, events->text);
            if (ledger->deed_count > 0 &&
                ledger->deeds[ledger->deed_count - 1].scene == AT_SCENE_NONE)
                ledger->deeds[ledger->deed_count - 1].scene = scenes->count - 1;
            if (ledger->first_scene == AT_SCENE_NONE)
                ledger->first_scene = scenes->count - 1;
            break;
        case GONE:
            at_scene_gone(0, &gone);
            at_scenes_add(scenes, &gone);
            break;
        case SCROLL:
            at_ledger_add_deed(ledger, AT_DEED_DONE, AT_STR(""), AT_STR(""))
                ->scrolls = true;
            break;
        case RESTART:
            at_ledger_add_deed(ledger, AT_DEED_DONE, AT_STR(""), AT_STR(""))
                ->restarts = true;
            break;
        case ACT:
        case REFUSE:
        case MISS:
            at_ledger_add_deed(ledger,
                               events->kind == ACT      ? AT_DEED_DONE
                               : events->kind == REFUSE ? AT_DEED_REFUSED
                                                        : AT_DEED_FAILED,
                               AT_STR(""), at_str(events->text));
            break;
        case TYPE:
            at_ledger_add_deed(ledger, AT_DEED_DONE, at_str(events->text),
                               AT_STR("E-mail"));
            break;
        case ASSERT:
            assertion.claim = claim_of(events->text);
            add(ledger, scenes, assertion);
            break;
        case EXPECT:
            assertion.by = AT_ASSERTED_BY_ENGINE;
            assertion.expectation = (size_t)(events->text[0] - '0');
            at_claim_copy(&expect->items[assertion.expectation],
                          &assertion.claim);
            add(ledger, scenes, assertion);
            break;
        case END:
            break;
        }
    }
}

static void
judge(const struct row *row)
{
    struct at_scenes scenes = {0};
    struct at_claims expect = {0};
    struct at_ledger before;
    struct at_ledger now;
    struct at_proof proof;
    struct at_err err = AT_ERR_INIT;
    json_t *json = row->expect ? json_loads(row->expect, 0, NULL) : NULL;
    bool has_before = row->before[0].kind != END;
    T_OK(at_claims_read(json, &expect, &err));
    at_ledger_init(&before, AT_SCENE_NONE);
    play(row->before, &expect, &scenes, &before);
    at_ledger_init(&now, has_before ? scenes.count - 1 : AT_SCENE_NONE);
    play(row->events, &expect, &scenes, &now);
    at_proof_init(&proof);
    at_proof_judge(
        &(const struct at_proof_query){
            .ledger = &now,
            .previous = has_before ? &before : NULL,
            .scenes = &scenes,
            .text = at_str(row->step),
            .expect = &expect,
        },
        &proof);
    if (proof.rule != row->rule)
        print_error("%s: %s\n", row->name, at_buf_text(&proof.words));
    T_EQ_TEXT(at_proof_rules[proof.rule].name, at_proof_rules[row->rule].name);
    if (row->words)
        T_HAS(at_buf_text(&proof.words), row->words);
    at_proof_deinit(&proof);
    at_ledger_deinit(&before);
    at_ledger_deinit(&now);
    at_scenes_deinit(&scenes);
    at_claims_deinit(&expect);
    json_decref(json);
}

T_TEST(each_rule_is_broken_by_a_row)
{
    bool seen[AT_PROOF_RULES] = {false};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        judge(&rows[i]);
        seen[rows[i].rule] = true;
    }
    for (size_t i = 0; i < AT_PROOF_RULES; i++) {
        T_ROW(at_proof_rules[i].name);
        T_OK(seen[i] || i == AT_PROOF_EXPECTATION_UNKNOWN);
    }
}

T_TEST(quotes_of_any_script_are_found)
{
    static const struct {
        const char *text;
        const char *quotes; // joined by "|"
    } steps[] = {
        {"Tap \"Save\" and see \"Bread and butter\"", "Save|Bread and butter"},
        {"“Saved” is shown; it's fine", "Saved"},
        {"Tippe auf „Speichern“", "Speichern"},
        {"Appuyer sur « Enregistrer »", "Enregistrer"},
        {"点击「保存」", "保存"},
        {"Tap 'Log in' in the user's list", "Log in"},
        {"Don't tap it, it's the user's", ""},
        {"an open \"quote", ""},
        {"empty \"\" and \"one\"", "one"},
    };
    for (size_t i = 0; i < T_LEN(steps); i++) {
        struct at_buf all = AT_BUF_INIT(AT_KIB);
        struct at_str rest = at_str(steps[i].text);
        struct at_str quote;
        T_ROW(steps[i].text);
        while (at_quote_next(&rest, &quote))
            at_buf_add_fmt(&all, "%s%.*s", all.len > 0 ? "|" : "",
                           AT_STR_ARG(quote));
        T_EQ_TEXT(at_buf_text(&all), steps[i].quotes);
        at_buf_deinit(&all);
    }
}

T_TEST(a_proof_that_holds_everywhere_is_weak)
{
    struct at_scenes scenes = {0};
    struct at_assertion assertion = {.scene = 0};
    struct at_buf words = AT_BUF_INIT(AT_KIB);
    look(&scenes, LOGIN);
    look(&scenes, LISTED);
    look(&scenes, NOTE);
    look(&scenes, SETTINGS("true"));
    assertion.claim = claim_of("{\"text\":\"Sign in to Notes\"}");
    struct at_strength strong = at_proof_strength(&assertion, &scenes);
    T_EQ_SIZE(strong.held, 0);
    T_EQ_SIZE(strong.others, 3);
    T_NOT(at_strength_is_weak(strong));
    at_claim_deinit(&assertion.claim);
    assertion.claim = claim_of("{\"text\":\"Groceries\"}");
    struct at_strength weak = at_proof_strength(&assertion, &scenes);
    T_OK(at_strength_is_weak(weak));
    at_strength_write(weak, &words);
    T_EQ_TEXT(at_buf_text(&words), "weak: also held on 2 of 3 screens");
    at_buf_deinit(&words);
    at_claim_deinit(&assertion.claim);
    at_scenes_deinit(&scenes);
}

T_MAIN()
