#include "agent/proof/expect_prompt.h"

#include "base/quote.h"

static const char rules[] =
    "You turn the steps of a test into checks, before it runs. You see the "
    "test only, never the app. A program evaluates your checks on the screen "
    "at the end of each step.\n"
    "\n"
    "Answer with JSON and nothing else, an entry for every step:\n"
    "{\"steps\":[{\"step\":1,\"expect\":[CHECK, ...]},{\"step\":2,\"expect\":"
    "[]}]}\n"
    "\n"
    "A CHECK is one of these:\n"
    "{\"text\":\"New note\"}  this text is visible\n"
    "{\"text\":\"Room 214\",\"near\":\"Petra Osterholm\"}  visible beside or "
    "below that text; \"where\" may be \"beside\", \"below\", \"above\" or "
    "\"inside\"\n"
    "{\"absent\":\"Error\"}  this text is not visible\n"
    "{\"count\":6,\"of\":\"Dr.\"}  exactly so many elements have the text\n"
    "{\"atLeast\":2,\"of\":\"Dr.\"}  at least so many\n"
    "{\"state\":\"checked\",\"of\":\"Remember me\"}  checked, unchecked, "
    "selected, not selected, enabled, disabled, focused, not focused\n"
    "{\"value\":\"50%\",\"of\":\"Text size\"}  what a field or slider holds; "
    "\"\" for an empty one\n"
    "{\"amount\":\"31.20 EUR\",\"near\":\"Total\"}  compared as a number\n"
    "{\"sum\":[\"Medicines\",\"Delivery\"],\"near\":\"Total\"}  the amount "
    "near "
    "\"Total\" is the sum of those near the labels\n"
    "{\"toast\":\"Saved\"}  a short message that goes away by itself\n"
    "{\"app\":\"com.example.notes\"}  this app is in front\n"
    "{\"shown\":\"the list of notes\"}  described, not quoted\n"
    "\n"
    "Rules:\n"
    "- State what the step says should be seen, and nothing more. A step that "
    "only says what to do gets []. Do not guess what the app will answer.\n"
    "- \"text\", \"absent\", \"toast\", \"value\" and \"amount\" quote: use "
    "words "
    "that the test puts in quotes or names as the app's own. You do not know "
    "the app's other words: describe those with \"shown\".\n"
    "- A step about a state, a sum, a number of things, a value or a place "
    "needs the check of that kind: a label that is visible does not prove it. "
    "In \"of\", \"near\" and \"sum\" the test's own words for the element will "
    "do.\n"
    "- A check is made at the end of its step: what is seen on the way, and "
    "left again, has none.\n"
    "- Text that the step types is not a result, unless the step says that it "
    "is shown afterwards.\n"
    "- Fewer than three characters prove nothing alone: say near what they "
    "are.\n"
    "- Write nothing with {{name}}: that is a secret.\n"
    "\n"
    "Examples of steps and their checks:\n"
    "Log in as \"ada@example.com\"; the list of notes is shown -> "
    "[{\"shown\":\"the list of notes\"}]\n"
    "Delete the note \"Bread\"; it is gone -> [{\"absent\":\"Bread\"}]\n"
    "Large text is still on -> [{\"state\":\"checked\",\"of\":\"Large "
    "text\"}]\n"
    "6 doctors are found, Petra Osterholm in room 214 -> "
    "[{\"count\":6,\"of\":\"doctor\"},{\"text\":\"room 214\",\"near\":\"Petra "
    "Osterholm\"}]\n"
    "The total is the sum of medicines and delivery -> "
    "[{\"sum\":[\"medicines\",\"delivery\"],\"near\":\"total\"}]\n"
    "Tap Save -> []\n";

void
at_expect_prompt_system(struct at_buf *out)
{
    at_buf_add(out, rules, sizeof(rules) - 1);
}

void
at_expect_prompt_user(const struct at_scenario *scenario, struct at_buf *out)
{
    at_buf_add_text(out, "Goal: ");
    at_quote_write(at_str(scenario->goal), out);
    at_buf_add_text(out, "\nApp: ");
    at_quote_write(at_str(scenario->package), out);
    at_buf_add_text(out, "\nSteps:\n");
    for (size_t i = 0; i < scenario->steps.count; i++) {
        at_buf_add_fmt(out, "%zu. ", i + 1);
        at_quote_write(at_str(scenario->steps.words[i]), out);
        at_buf_add_char(out, '\n');
    }
}
