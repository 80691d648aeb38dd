// take_keys.c: touches of the on-screen keyboard, whose keys are elsewhere on
// another phone
#include "base/limits.h"
#include "maestro/record/take_priv.h"
#include "maestro/write/scalar_text.h"
#include "screen/selector.h"

static void
add_text(struct at_maestro_take *take, struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_maestro_command *command = at_maestro_take_add(take, "inputText");
    at_maestro_literal_write(text, &out);
    if (command)
        command->text = at_arena_dup(&take->arena, at_buf_str(&out));
    at_buf_deinit(&out);
}

static void
add_erased(struct at_maestro_take *take, struct at_str text)
{
    struct at_maestro_command *command = at_maestro_take_add(take, "eraseText");
    if (command)
        command->count = (int64_t)at_utf8_count(text);
}

bool
at_maestro_take_typed(struct at_maestro_take *take,
                      const struct at_tree *before, const struct at_tree *after)
{
    const struct at_node *was = before ? at_tree_focused_field(before) : NULL;
    const struct at_node *is = after ? at_tree_focused_field(after) : NULL;
    if (!take->on_keyboard || !was || !is ||
        !at_str_eq(was->resource_id, is->resource_id))
        return take->on_keyboard;
    if (at_node_has(is, AT_NODE_PASSWORD)) {
        take->count = 0;
        take->missing = "what a key of the on-screen keyboard has typed into a "
                        "password field";
    } else if (is->text.len > was->text.len &&
               at_str_starts(is->text, was->text)) {
        take->count = 0;
        add_text(take, at_str_skip(is->text, was->text.len));
    } else if (is->text.len < was->text.len &&
               at_str_starts(was->text, is->text)) {
        take->count = 0;
        add_erased(take, at_str_skip(was->text, is->text.len));
    }
    return true;
}
