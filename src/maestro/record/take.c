#include "maestro/record/take.h"

#include <string.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "maestro/expand.h"
#include "maestro/read/commands.h"
#include "maestro/record/take_priv.h"
#include "maestro/write/choose.h"
#include "maestro/write/propose.h"
#include "maestro/write/scalar_text.h"
#include "screen/label.h"

enum { ERASES_BY_DEFAULT = 50 };

void
at_maestro_take_begin(struct at_maestro_take *take)
{
    *take = (struct at_maestro_take){.arena = AT_ARENA_INIT};
}

void
at_maestro_take_end(struct at_maestro_take *take)
{
    at_arena_deinit(&take->arena);
    take->count = 0;
}

struct at_maestro_command *
at_maestro_take_add(struct at_maestro_take *take, const char *name)
{
    if (take->count == AT_MAESTRO_TAKE_MAX) {
        take->is_full = true;
        return NULL;
    }
    at_maestro_command_init(name, &take->rows[take->count]);
    return &take->rows[take->count++];
}

// Write the id of a field, else its label, in capitals: "NEW_PASSWORD".
static void
name_secret(const struct at_node *node, char out[AT_MAESTRO_SECRET_NAME_MAX])
{
    struct at_str from = node ? at_node_id_name(node) : (struct at_str){0};
    struct at_str plain;
    size_t len = 0;
    if (node && from.len == 0)
        from = at_node_lasting_label(node);
    for (size_t i = 0; i < from.len && len + 1 < AT_MAESTRO_SECRET_NAME_MAX;
         i++) {
        char c = from.ptr[i];
        bool is_lower = c >= 'a' && c <= 'z';
        if (at_ascii_is_digit(c) ? len > 0 : at_ascii_is_letter(c))
            out[len++] = (char)(is_lower ? c - 'a' + 'A' : c);
        else if (len > 0 && out[len - 1] != '_')
            out[len++] = '_';
    }
    while (len > 0 && out[len - 1] == '_')
        len--;
    out[len] = '\0';
    if (!at_maestro_plain_name(at_str(out), &plain))
        at_str_cut(out, AT_MAESTRO_SECRET_NAME_MAX, AT_STR("PASSWORD"));
}

static const struct at_tree *
tree_of(const struct at_aim *aim)
{
    return aim->input->node && aim->input->tree ? aim->input->tree : aim->tree;
}

// Note the field of a step that types or clears, whose inputs vary.
static void
take_field(struct at_maestro_take *take, const struct at_aim *aim)
{
    const struct at_node *node =
        aim->input->node ? aim->input->node : aim->node;
    const struct at_tree *tree = tree_of(aim);
    if (aim->input->kind == AT_INPUT_TAP)
        take->field_tapped = true;
    if (take->has_field || !node || !tree)
        return;
    struct at_maestro_view view;
    at_maestro_view_init(&view, tree, NULL);
    take->has_field = true;
    take->field = at_maestro_choose(&take->arena, &view, node);
    take->field_is_secret =
        at_node_has(node, AT_NODE_PASSWORD) || node->covered;
    take->field_chars = at_utf8_count(node->text);
    name_secret(node, take->field_name);
    at_maestro_view_deinit(&view);
}

static bool
fills_field(const struct at_flow_step *step)
{
    return step->action == AT_FLOW_TYPE || step->action == AT_FLOW_CLEAR_TEXT;
}

static bool
touches_once(const struct at_flow_step *step)
{
    static const bool once[AT_FLOW_ALL_COUNT] = {
        [AT_FLOW_TAP] = true,        [AT_FLOW_TAP_COORDINATES] = true,
        [AT_FLOW_DOUBLE_TAP] = true, [AT_FLOW_DOUBLE_TAP_COORDINATES] = true,
        [AT_FLOW_LONG_PRESS] = true, [AT_FLOW_LONG_PRESS_COORDINATES] = true,
        [AT_FLOW_SET_VALUE] = true,  [AT_FLOW_DRAG] = true,
        [AT_FLOW_SWIPE] = true,      [AT_FLOW_SWIPE_COORDINATES] = true,
    };
    return once[step->action];
}

void
at_maestro_take_aim(struct at_maestro_take *take,
                    const struct at_flow_step *step, const struct at_aim *aim)
{
    if (fills_field(step)) {
        take_field(take, aim);
        return;
    }
    take->on_keyboard = false;
    // A step aims again if the device refused, or can't do it so. Without a
    // screen, the first aim says more.
    if (touches_once(step) && take->count > 0 && !tree_of(aim))
        return;
    if (touches_once(step))
        take->count = 0;
    at_maestro_take_input(take, aim);
}

// Return true if a text is shown where nothing is hidden.
static bool
is_on_screen(struct at_str text, const struct at_tree *tree)
{
    const struct at_node *node = tree ? tree->root : NULL;
    for (; node; node = at_node_next(node, tree->root)) {
        if (!at_node_has(node, AT_NODE_PASSWORD) &&
            at_str_has(node->text, text))
            return true;
    }
    return false;
}

// The text is shown to no one unless its field is known to show it.
static bool
is_secret(const struct at_maestro_take *take,
          const struct at_step_result *result, const struct at_tree *after)
{
    return take->field_is_secret || result->secret ||
           (take->is_veiled && !is_on_screen(result->step->value, after));
}

static void
take_secret(struct at_maestro_take *take, struct at_str value,
            struct at_maestro_command *command)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    if (!take->field_name[0])
        name_secret(NULL, take->field_name);
    take->is_secret = true;
    take->secret.name = at_arena_dup(&take->arena, at_str(take->field_name));
    take->secret.value = at_arena_dup(&take->arena, value);
    at_buf_add_fmt(&text, "${%s}", take->field_name);
    command->text = at_arena_dup(&take->arena, at_buf_str(&text));
    at_buf_deinit(&text);
}

// Maestro types no line breaks: Enter is pressed between the lines.
static void
add_lines(struct at_maestro_take *take, struct at_str text)
{
    bool is_first = true;
    struct at_str line;
    if (at_str_has(text, AT_STR("\t")))
        take->missing = "Maestro can't type a tab";
    while (at_str_next(&text, '\n', &line)) {
        struct at_maestro_command *command = NULL;
        if (!is_first && (command = at_maestro_take_add(take, "pressKey")))
            command->text = AT_STR("Enter");
        is_first = false;
        if (at_str_ends(line, AT_STR("\r")))
            line.len--;
        if (line.len == 0 ||
            !(command = at_maestro_take_add(take, "inputText")))
            continue;
        struct at_buf literal = AT_BUF_INIT(AT_MIB);
        at_maestro_literal_write(line, &literal);
        command->text = at_arena_dup(&take->arena, at_buf_str(&literal));
        at_buf_deinit(&literal);
    }
}

static void
take_text(struct at_maestro_take *take, const struct at_step_result *result,
          const struct at_tree *after)
{
    const struct at_flow_step *step = result->step;
    bool clears = step->action == AT_FLOW_CLEAR_TEXT || step->replace;
    struct at_maestro_command *command = NULL;
    if (take->field && take->field_tapped &&
        (command = at_maestro_take_add(take, "tapOn")))
        command->selector = take->field;
    if (clears && take->field_chars > 0 &&
        (command = at_maestro_take_add(take, "eraseText")) &&
        take->field_chars > ERASES_BY_DEFAULT)
        command->count = (int64_t)take->field_chars;
    if (step->action == AT_FLOW_CLEAR_TEXT || step->value.len == 0)
        return;
    if (!is_secret(take, result, after))
        add_lines(take, step->value);
    else if ((command = at_maestro_take_add(take, "inputText")))
        take_secret(take, step->value, command);
}

static void
propose(struct at_maestro_take *take, enum at_flow_action action,
        const struct at_tree *before, const struct at_tree *after)
{
    bool scrolled = action == AT_FLOW_SWIPE ||
                    action == AT_FLOW_SWIPE_COORDINATES ||
                    action == AT_FLOW_SCROLL_TO;
    struct at_maestro_view was;
    struct at_maestro_view now;
    struct at_maestro_command command;
    // A tap on a slider may miss by a step.
    if (!before || !after || take->count == 0 || take->is_secret ||
        action == AT_FLOW_SET_VALUE)
        return;
    at_maestro_view_init(&was, before, NULL);
    at_maestro_view_init(&now, after, NULL);
    if (at_maestro_propose(&take->arena, &was, &now, scrolled, &command) &&
        take->count < AT_MAESTRO_TAKE_MAX) {
        take->rows[take->count++] = command;
        take->proposes = true;
    }
    at_maestro_view_deinit(&now);
    at_maestro_view_deinit(&was);
}

void
at_maestro_take_step(struct at_maestro_take *take,
                     const struct at_step_result *result,
                     const struct at_tree *before, const struct at_tree *after)
{
    if (result->step->action == AT_FLOW_RESET_APP) {
        take->count = 0; // reported as a launch
        return;
    }
    if (fills_field(result->step))
        take_text(take, result, after);
    if (!result->ok || at_maestro_take_typed(take, before, after))
        return;
    size_t acts = take->count;
    at_maestro_take_look(take, result->step, after);
    if (acts > 0)
        propose(take, result->step->action, before, after);
}
