#include "tester/flow/flow_export.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/arena.h"
#include "base/limits.h"
#include "base/quote.h"
#include "maestro/read/commands.h"
#include "maestro/write/choose.h"
#include "maestro/write/flow_text.h"
#include "maestro/write/scalar_text.h"

enum { COMMANDS_MAX = 3 }; // for one call

// The commands of one call of the recording.
struct piece {
    const struct at_scenario *scenario;
    struct at_arena arena; // has all texts
    struct at_maestro_command rows[COMMANDS_MAX];
    size_t count;
    struct at_buf comment; // what has no command; empty: all has one
};

static struct at_maestro_command *
add(struct piece *piece, const char *name)
{
    struct at_maestro_command *command = &piece->rows[piece->count++];
    at_maestro_command_init(name, command);
    return command;
}

static struct at_str
number(struct piece *piece, int64_t value)
{
    char text[24];
    snprintf(text, sizeof(text), "%lld", (long long)value);
    return at_arena_dup(&piece->arena, at_str(text));
}

// Keep a text as it is: ${ would begin an expression. {{NAME}} of a secret
// becomes ${NAME}.
static struct at_str
literal(struct piece *piece, struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(4 * AT_SCENARIO_TEXT_MAX_BYTES);
    size_t at, len;
    struct at_str name;
    while (at_scenario_secret(text, &at, &len, &name)) {
        at_maestro_literal_write(at_str_head(text, at), &out);
        at_buf_add_text(&out, "${");
        for (size_t i = 0; i < name.len; i++)
            at_buf_add_char(&out,
                            at_ascii_is_alnum(name.ptr[i]) ? name.ptr[i] : '_');
        at_buf_add_text(&out, "}");
        text = at_str_skip(text, at + len);
    }
    at_maestro_literal_write(text, &out);
    struct at_str kept = at_arena_dup(&piece->arena, at_buf_str(&out));
    at_buf_deinit(&out);
    return kept;
}

// A pattern that means the whole text, or one that has it in it.
static struct at_str
pattern(struct piece *piece, const char *text, bool is_whole)
{
    struct at_str kept = literal(piece, at_str(text));
    struct at_str meant = at_maestro_pattern_of(&piece->arena, kept);
    struct at_buf out = AT_BUF_INIT(8 * AT_SCENARIO_TEXT_MAX_BYTES);
    // The value of a variable is matched as it is.
    if (at_str_has(kept, AT_STR("${")))
        meant = kept;
    at_buf_add_fmt(&out, "%s%.*s%s", is_whole ? "" : ".*", AT_STR_ARG(meant),
                   is_whole ? "" : ".*");
    meant = at_arena_dup(&piece->arena, at_buf_str(&out));
    at_buf_deinit(&out);
    return meant;
}

static struct at_maestro_selector *
selector(struct piece *piece)
{
    struct at_maestro_selector *one =
        at_arena_alloc(&piece->arena, sizeof(*one));
    at_maestro_selector_init(one);
    return one;
}

static struct at_maestro_selector *
by_text(struct piece *piece, const char *text, bool is_whole)
{
    struct at_maestro_selector *one = selector(piece);
    one->text = pattern(piece, text, is_whole);
    return one;
}

// The id is what changes least; a text of another language does.
static const struct at_maestro_selector *
target_of(struct piece *piece, const struct at_recipe_call *call)
{
    const struct at_recipe_target *target = &call->target;
    struct at_agent_args args;
    struct at_maestro_selector *one = selector(piece);
    at_agent_args_read(call->tool, call->args, &args);
    struct at_str given = args.field.len > 0 ? args.field : args.text;
    if (target->id && target->id[0])
        one->id = pattern(piece, target->id, true);
    else if (target->text && target->text[0])
        one->text = pattern(piece, target->text, true);
    else if (target->description && target->description[0])
        one->text = pattern(piece, target->description, true);
    else if (given.len > 0)
        one->text = at_maestro_pattern_of(&piece->arena, literal(piece, given));
    else
        return NULL;
    if (target->index > 0)
        one->index = number(piece, target->index);
    return one;
}

static void
leave_out(struct piece *piece, const char *words)
{
    at_buf_add_text(&piece->comment, piece->comment.len > 0 ? "; " : "");
    at_line_write(at_str(words), &piece->comment);
}

static void
leave_claim(struct piece *piece, const struct at_claim *claim)
{
    struct at_buf words = AT_BUF_INIT(AT_SCENARIO_TEXT_MAX_BYTES);
    at_claim_write(claim, &words);
    leave_out(piece, at_buf_text(&words));
    at_buf_deinit(&words);
}

static bool
set_state(struct at_maestro_selector *selector, const char *state)
{
    static const struct {
        const char *word;
        size_t offset;
        enum at_maestro_flag flag;
    } states[] = {
        {"checked", offsetof(struct at_maestro_selector, checked),
         AT_MAESTRO_TRUE},
        {"unchecked", offsetof(struct at_maestro_selector, checked),
         AT_MAESTRO_FALSE},
        {"selected", offsetof(struct at_maestro_selector, selected),
         AT_MAESTRO_TRUE},
        {"not selected", offsetof(struct at_maestro_selector, selected),
         AT_MAESTRO_FALSE},
        {"enabled", offsetof(struct at_maestro_selector, enabled),
         AT_MAESTRO_TRUE},
        {"disabled", offsetof(struct at_maestro_selector, enabled),
         AT_MAESTRO_FALSE},
        {"focused", offsetof(struct at_maestro_selector, focused),
         AT_MAESTRO_TRUE},
        {"not focused", offsetof(struct at_maestro_selector, focused),
         AT_MAESTRO_FALSE},
    };
    for (size_t i = 0; i < AT_LEN(states); i++) {
        if (strcmp(states[i].word, state) != 0)
            continue;
        *(enum at_maestro_flag *)(void *)((char *)selector + states[i].offset) =
            states[i].flag;
        return true;
    }
    return false;
}

static void
show(struct piece *piece, const struct at_maestro_selector *what)
{
    add(piece, "assertVisible")->condition.visible = what;
}

// The text that it held by, or the claim's own words somewhere in a text.
static void
show_text(struct piece *piece, const char *text, const char *proved)
{
    bool is_whole = proved && proved[0];
    show(piece, by_text(piece, is_whole ? proved : text, is_whole));
}

static void
assert_state(struct piece *piece, const struct at_claim *claim)
{
    struct at_maestro_selector *one = by_text(
        piece, claim->bound && claim->bound[0] ? claim->bound : claim->of,
        false);
    if (claim->of[0] && set_state(one, claim->text))
        show(piece, one);
    else
        leave_claim(piece, claim);
}

static void
assert_claim(struct piece *piece, const struct at_claim *claim,
             const char *proved)
{
    switch (claim->kind) {
    case AT_CLAIM_TEXT:
    case AT_CLAIM_TOAST:
    case AT_CLAIM_VALUE:
    case AT_CLAIM_AMOUNT:
        show_text(piece, claim->text, proved);
        // A flow says no more than that the text is there.
        if (claim->of[0])
            leave_claim(piece, claim);
        return;
    case AT_CLAIM_SHOWN:
        if (proved && proved[0])
            show_text(piece, claim->text, proved);
        else
            leave_claim(piece, claim);
        return;
    case AT_CLAIM_ABSENT:
        add(piece, "assertNotVisible")->condition.not_visible =
            by_text(piece, claim->text, false);
        return;
    case AT_CLAIM_STATE:
        assert_state(piece, claim);
        return;
    default:
        leave_claim(piece, claim);
    }
}

static void
assert_proof(struct piece *piece, const struct at_recipe_proof *proof)
{
    struct at_claim claim;
    if (!at_claim_read(proof->claim, &claim, NULL))
        return;
    assert_claim(piece, &claim, proof->text);
    at_claim_deinit(&claim);
}

static void
type(struct piece *piece, const struct at_recipe_call *call,
     const struct at_agent_args *args)
{
    const struct at_maestro_selector *field = target_of(piece, call);
    if (field)
        add(piece, "tapOn")->selector = field;
    add(piece, "eraseText");
    add(piece, "inputText")->text = literal(piece, args->text);
}

static void
swipe(struct piece *piece, enum at_maestro_direction direction)
{
    add(piece, "swipe")->direction = direction;
}

static void
scroll_to(struct piece *piece, const struct at_agent_args *args)
{
    struct at_maestro_command *command = add(piece, "scrollUntilVisible");
    struct at_maestro_selector *one = selector(piece);
    struct at_str text =
        at_arena_dup(&piece->arena, args->text); // ends with a NUL
    one->text = pattern(piece, text.ptr, false);
    command->selector = one;
    if (at_str_is(args->direction, "up"))
        command->direction = AT_MAESTRO_UP;
}

// Recordings of earlier versions have no claims: the call's own words count.
static bool
assert_words(struct piece *piece, const struct at_recipe_call *call,
             const struct at_agent_args *args)
{
    bool is_absent = call->tool == AT_AGENT_VERIFY_NOT_VISIBLE ||
                     (call->tool == AT_AGENT_WAIT_FOR && args->absent.len > 0);
    bool is_shown = call->tool == AT_AGENT_VERIFY_VISIBLE ||
                    (call->tool == AT_AGENT_WAIT_FOR && !is_absent);
    struct at_str words = call->tool == AT_AGENT_WAIT_FOR && is_absent
                              ? args->absent
                              : args->text;
    if ((!is_absent && !is_shown) || words.len == 0)
        return false;
    words = at_arena_dup(&piece->arena, words); // ends with a NUL
    if (is_absent)
        add(piece, "assertNotVisible")->condition.not_visible =
            by_text(piece, words.ptr, false);
    else
        show_text(piece, words.ptr, NULL);
    return true;
}

static void
leave_call(struct piece *piece, const struct at_recipe_call *call)
{
    struct at_buf args = AT_BUF_INIT(AT_SCENARIO_TEXT_MAX_BYTES);
    struct at_buf words = AT_BUF_INIT(2 * AT_SCENARIO_TEXT_MAX_BYTES);
    at_agent_args_write(call->args, &args);
    at_buf_add_fmt(&words, "%s %s", at_agent_tool_rows[call->tool].name,
                   at_buf_text(&args));
    leave_out(piece, at_buf_text(&words));
    at_buf_deinit(&words);
    at_buf_deinit(&args);
}

static void
tap(struct piece *piece, const struct at_recipe_call *call)
{
    const struct at_maestro_selector *what = target_of(piece, call);
    if (what)
        add(piece, "tapOn")->selector = what;
    else
        leave_call(piece, call);
}

static void
tap_point(struct piece *piece, const struct at_agent_args *args)
{
    char text[48];
    snprintf(text, sizeof(text), "%lld,%lld", (long long)args->x,
             (long long)args->y);
    add(piece, "tapOn")->point = at_arena_dup(&piece->arena, at_str(text));
}

// Return false for a call that does not move what is on the screen.
static bool
move(struct piece *piece, enum at_agent_tool tool,
     const struct at_agent_args *args)
{
    switch (tool) {
    case AT_AGENT_SWIPE_UP:
        swipe(piece, AT_MAESTRO_UP);
        return true;
    case AT_AGENT_SWIPE_DOWN:
        swipe(piece, AT_MAESTRO_DOWN);
        return true;
    case AT_AGENT_SCROLL_VERTICALLY:
        swipe(piece, args->distance < 0 ? AT_MAESTRO_DOWN : AT_MAESTRO_UP);
        return true;
    case AT_AGENT_SCROLL_HORIZONTALLY:
        swipe(piece, args->distance < 0 ? AT_MAESTRO_LEFT : AT_MAESTRO_RIGHT);
        return true;
    case AT_AGENT_SCROLL_TO:
        scroll_to(piece, args);
        return true;
    default:
        return false;
    }
}

static void
act(struct piece *piece, const struct at_recipe_call *call)
{
    struct at_agent_args args;
    at_agent_args_read(call->tool, call->args, &args);
    switch (call->tool) {
    case AT_AGENT_LAUNCH_APP:
    case AT_AGENT_RESTART_APP:
        add(piece, "launchApp")->stop_app = call->tool == AT_AGENT_RESTART_APP;
        return;
    case AT_AGENT_CLOSE_APP:
        add(piece, "stopApp");
        return;
    case AT_AGENT_TAP:
        tap(piece, call);
        return;
    case AT_AGENT_TAP_COORDINATES:
        tap_point(piece, &args);
        return;
    case AT_AGENT_INPUT_TEXT:
        type(piece, call, &args);
        return;
    case AT_AGENT_GO_BACK:
        add(piece, "back");
        return;
    case AT_AGENT_HIDE_KEYBOARD:
        add(piece, "hideKeyboard");
        return;
    default:
        if (!move(piece, call->tool, &args) &&
            !assert_words(piece, call, &args))
            leave_call(piece, call);
    }
}

// Write the commands of a piece, and empty it.
static bool
flush(struct piece *piece, struct at_buf *out, struct at_err *err)
{
    const struct at_maestro_commands commands = {piece->rows, piece->count};
    if (piece->comment.len > 0)
        at_buf_add_fmt(out, "# not in the flow: %s\n",
                       at_buf_text(&piece->comment));
    bool ok = piece->count == 0 ||
              at_maestro_commands_write(
                  &commands, at_str(piece->scenario->package), out, err);
    piece->count = 0;
    at_buf_clear(&piece->comment);
    return ok;
}

static bool
write_call(struct piece *piece, const struct at_recipe_call *call,
           struct at_buf *out, struct at_err *err)
{
    if (call->proof.claim)
        assert_proof(piece, &call->proof);
    else
        act(piece, call);
    // A dialog that came by itself may not come.
    for (size_t i = 0; call->dialog && call->dialog[0] && i < piece->count; i++)
        piece->rows[i].optional = true;
    return flush(piece, out, err);
}

static bool
write_start(struct piece *piece, struct at_buf *out, struct at_err *err)
{
    const struct at_scenario_start *start = &piece->scenario->start;
    struct at_maestro_command *launch = add(piece, "launchApp");
    launch->stop_app = start->reset != AT_RESET_NONE;
    launch->clear_state =
        start->reset == AT_RESET_DATA || start->reset == AT_RESET_REINSTALL;
    if (start->deep_link[0])
        add(piece, "openLink")->text = literal(piece, at_str(start->deep_link));
    if (start->reset == AT_RESET_REINSTALL)
        leave_out(piece, "the app is installed again before it starts");
    if (start->locale[0])
        leave_out(piece, "the app's locale");
    if (start->grant.count > 0 || start->revoke.count > 0)
        leave_out(piece, "permissions that the start grants and revokes");
    if (start->setup.count > 0 || start->teardown.count > 0)
        leave_out(piece, "setup and teardown");
    return flush(piece, out, err);
}

static bool
write_step(struct piece *piece, const struct at_recipe *recipe, size_t step,
           struct at_buf *out, struct at_err *err)
{
    bool ok = true;
    at_buf_add_fmt(out, "# Step %zu: ", step + 1);
    at_line_write(at_str(piece->scenario->steps.words[step]), out);
    at_buf_add_char(out, '\n');
    for (size_t i = 0; ok && i < recipe->count; i++)
        ok = recipe->calls[i].step != step ||
             write_call(piece, &recipe->calls[i], out, err);
    for (size_t i = 0; ok && i < recipe->end_count; i++) {
        if (recipe->ends[i].step != step)
            continue;
        assert_proof(piece, &recipe->ends[i].proof);
        ok = flush(piece, out, err);
    }
    return ok;
}

static void
write_head(const struct at_scenario *scenario, struct at_buf *out)
{
    at_buf_add_text(out, "appId: ");
    at_maestro_scalar_write(at_str(scenario->package), out);
    at_buf_add_text(out, "\nname: ");
    at_maestro_scalar_write(
        at_str(scenario->name[0] ? scenario->name : scenario->goal), out);
    if (scenario->tags.count > 0)
        at_buf_add_text(out, "\ntags:");
    for (size_t i = 0; i < scenario->tags.count; i++) {
        at_buf_add_text(out, "\n  - ");
        at_maestro_scalar_write(at_str(scenario->tags.words[i]), out);
    }
    at_buf_add_text(out, "\n---\n");
}

bool
at_flow_export(const struct at_scenario *scenario,
               const struct at_recipe *recipe, struct at_buf *out,
               struct at_err *err)
{
    struct piece piece = {
        .scenario = scenario,
        .arena = AT_ARENA_INIT,
        .comment = AT_BUF_INIT(AT_MIB),
    };
    write_head(scenario, out);
    bool ok = write_start(&piece, out, err);
    for (size_t i = 0; ok && i < scenario->steps.count; i++)
        ok = write_step(&piece, recipe, i, out, err);
    at_arena_deinit(&piece.arena);
    at_buf_deinit(&piece.comment);
    return ok &&
           (!out->overflow || at_fail(err, AT_ELIMIT, "the flow is too long"));
}
