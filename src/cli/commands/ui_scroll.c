// ui scroll-to, ui scroll: look further in a list
#include "cli/commands.h"

#include "cli/last_snapshot.h"
#include "cli/target.h"
#include "cli/ui_step.h"

enum { TIMEOUT_MS = 120000, SCROLLS_MAX = 100 };

// The words of both commands; the refs among them are checked together.
struct words {
    struct at_target element;
    struct at_target list;
};

static bool
read_list(const struct at_arguments *args, struct at_target *list,
          struct at_selector *out, struct at_err *err)
{
    const char *word = at_arguments_option(args, "--in");
    *list = (struct at_target){.form = AT_TARGET_TEXT};
    return !word || at_target_read_element(word, list, out, err);
}

static const struct at_target *
last_ref(const struct words *words)
{
    bool list = words->list.form == AT_TARGET_REF &&
                (words->element.form != AT_TARGET_REF ||
                 words->list.number > words->element.number);
    return list ? &words->list : &words->element;
}

static bool
run_to(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_SCROLL_TO);
    struct words words;
    struct at_app *app;
    step.direction =
        at_direction_find(at_str(at_arguments_option(args, "--direction")));
    return at_arguments_int(args, "--max-scrolls", 1, SCROLLS_MAX,
                            &step.max_scrolls, err) &&
           at_target_read_element(at_arguments_at(args, 0), &words.element,
                                  &step.target, err) &&
           read_list(args, &words.list, &step.scroll_target, err) &&
           at_last_snapshot_open(invocation, last_ref(&words), &app, err) &&
           at_ui_step_run(invocation, app, "scroll-to", &step, err);
}

// One scroll is a swipe across the list, the other way.
static bool
make_scroll(const struct at_arguments *args, struct words *words,
            struct at_flow_step *out, struct at_err *err)
{
    const char *where = at_arguments_at(args, 0);
    bool end = at_arguments_have(args, "--end");
    enum at_direction direction = at_direction_find(at_str(where));
    if (direction == AT_DIRECTION_NONE)
        direction = AT_DIRECTION_DOWN;
    *words = (struct words){{.form = AT_TARGET_TEXT}, {.form = AT_TARGET_TEXT}};
    *out = (struct at_flow_step)AT_FLOW_STEP_INIT(end ? AT_FLOW_SCROLL_TO
                                                      : AT_FLOW_SWIPE);
    if (!at_arguments_int(args, "--max-scrolls", 1, SCROLLS_MAX,
                          &out->max_scrolls, err))
        return false;
    if (!end && at_arguments_have(args, "--max-scrolls"))
        return at_fail(err, AT_EUSAGE, "--max-scrolls goes with --end");
    out->direction = end ? direction : at_direction_info(direction)->opposite;
    out->edge = end ? AT_STR("end") : AT_STR("");
    return read_list(args, &words->list,
                     end ? &out->scroll_target : &out->target, err);
}

static bool
run_scroll(struct at_invocation *invocation, struct at_err *err)
{
    struct at_flow_step step;
    struct words words;
    struct at_app *app;
    return make_scroll(invocation->args, &words, &step, err) &&
           at_last_snapshot_open(invocation, last_ref(&words), &app, err) &&
           at_ui_step_run(invocation, app, "scroll", &step, err);
}

#define COMMON                                                                 \
    .flags =                                                                   \
        AT_COMMAND_HISTORY | AT_CLI_SCREEN | AT_CLI_TIMEOUT | AT_CLI_SHOWS,    \
    .timeout_ms = TIMEOUT_MS, .print = at_ui_step_print

const struct at_command at_cli_ui_scroll_to = {
    .name = "ui scroll-to",
    .summary = "scroll until an element shows",
    .about = "It fails at the end of the list, and names the last text there.",
    .positionals = AT_POSITIONALS(
        {.name = "element", .help = AT_TARGET_ELEMENT_FORMS, .refs = true}),
    .options = AT_OPTIONS(
        {.name = "--direction",
         .value = "WHERE",
         .choices = at_direction_names,
         .help = "where the element lies: down, up, left or right",
         .absent = "down"},
        {.name = "--in",
         .value = "TARGET",
         .help = "what is scrolled: @e12, text:\"List\" or id:\"list\"",
         .absent = "the largest that scrolls"},
        {.name = "--max-scrolls",
         .value = "N",
         .help = "give up after that many",
         .absent = "10"}),
    .examples = AT_EXAMPLES(
        {"ui scroll-to 'Note 30'", "until that text shows, further down"},
        {"ui scroll-to id:note_title --direction up --max-scrolls 20",
         "by id, in the other direction"}),
    .run = run_to,
    COMMON,
};

const struct at_command at_cli_ui_scroll = {
    .name = "ui scroll",
    .summary = "scroll once, or to the end",
    .about = "The direction is that of the content: `ui scroll down` shows "
             "what is further down, where the\nfinger of `ui swipe` goes up.",
    .positionals = AT_POSITIONALS(
        {.name = "direction",
         .choices = at_direction_names,
         .help =
             "where the content lies: down (the default), up, left or right",
         .optional = true}),
    .options = AT_OPTIONS(
        {.name = "--end", .help = "as far as it goes"},
        {.name = "--in",
         .value = "TARGET",
         .help = "what is scrolled: @e12, text:\"List\" or id:\"list\"",
         .absent = "the largest that scrolls"},
        {.name = "--max-scrolls",
         .value = "N",
         .help = "with --end: give up after that many",
         .absent = "50"}),
    .examples = AT_EXAMPLES({"ui scroll", "one screen further down"},
                            {"ui scroll --end", "to the end of the list"},
                            {"ui scroll up --end", "to its beginning"}),
    .run = run_scroll,
    COMMON,
};
