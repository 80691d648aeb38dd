// take_look.c: steps that look, and scrolling to an element
#include <stdio.h>

#include "maestro/read/commands.h"
#include "maestro/record/take_priv.h"
#include "maestro/write/choose.h"
#include "screen/selector.h"

// The element that a step's target means on a screen; NULL.
static const struct at_maestro_selector *
target_of(struct at_maestro_take *take, const struct at_flow_step *step,
          const struct at_tree *tree)
{
    const struct at_maestro_selector *selector = NULL;
    struct at_selector target = step->target;
    target.ref = (struct at_str){0}; // belongs to another tree
    if (!tree || at_selector_empty(&target))
        return NULL;
    const struct at_node *node = at_selector_find(&target, tree, NULL, NULL);
    if (node) {
        struct at_maestro_view view;
        at_maestro_view_init(&view, tree, NULL);
        selector = at_maestro_choose_itself(&take->arena, &view, node);
        at_maestro_view_deinit(&view);
    }
    return selector;
}

// An element that is gone, by the step's own words.
static const struct at_maestro_selector *
words_of(struct at_maestro_take *take, const struct at_flow_step *step)
{
    const struct at_selector *target = &step->target;
    if (target->id.len == 0 && target->text.len == 0)
        return NULL;
    struct at_maestro_selector *selector =
        at_arena_alloc(&take->arena, sizeof(*selector));
    at_maestro_selector_init(selector);
    if (target->id.len > 0)
        selector->id = at_maestro_pattern_of(
            &take->arena, at_str_after_last(target->id, '/'));
    if (target->text.len > 0)
        selector->text = at_maestro_pattern_of(&take->arena, target->text);
    return selector;
}

static void
add_condition(struct at_maestro_take *take, const char *name,
              const struct at_maestro_selector *visible,
              const struct at_maestro_selector *gone)
{
    struct at_maestro_command *command = NULL;
    if (visible || gone)
        command = at_maestro_take_add(take, name);
    else
        take->missing = "no selector means the element of this assertion";
    if (command) {
        command->condition.visible = visible;
        command->condition.not_visible = gone;
    }
}

static void
add_wait(struct at_maestro_take *take, const struct at_flow_step *step,
         const struct at_tree *after)
{
    char timeout[24];
    bool gone = step->gone;
    add_condition(take, "extendedWaitUntil",
                  gone ? NULL : target_of(take, step, after),
                  gone ? words_of(take, step) : NULL);
    if (take->count == 0 || step->timeout_ms <= 0)
        return;
    snprintf(timeout, sizeof(timeout), "%lld", (long long)step->timeout_ms);
    take->rows[take->count - 1].timeout_ms =
        at_arena_dup(&take->arena, at_str(timeout));
}

static void
add_text(struct at_maestro_take *take, const struct at_flow_step *step,
         const struct at_tree *after)
{
    const struct at_maestro_selector *found = target_of(take, step, after);
    struct at_maestro_selector *selector =
        at_arena_alloc(&take->arena, sizeof(*selector));
    at_maestro_selector_init(selector);
    if (found)
        *selector = *found;
    selector->text = at_maestro_pattern_of(&take->arena, step->value);
    add_condition(take, "assertVisible", selector, NULL);
}

static enum at_maestro_direction
scrolled(const struct at_flow_step *step)
{
    switch (step->direction) {
    case AT_DIRECTION_UP:
        return AT_MAESTRO_UP;
    case AT_DIRECTION_LEFT:
        return AT_MAESTRO_LEFT;
    case AT_DIRECTION_RIGHT:
        return AT_MAESTRO_RIGHT;
    default:
        return AT_MAESTRO_DOWN;
    }
}

// Instead of as many swipes as this screen happened to need.
static void
add_scroll(struct at_maestro_take *take, const struct at_flow_step *step,
           const struct at_tree *after)
{
    const struct at_maestro_selector *element = target_of(take, step, after);
    if (!element)
        return;
    take->count = 0;
    struct at_maestro_command *command =
        at_maestro_take_add(take, "scrollUntilVisible");
    command->selector = element;
    command->direction = scrolled(step);
}

void
at_maestro_take_look(struct at_maestro_take *take,
                     const struct at_flow_step *step,
                     const struct at_tree *after)
{
    switch (step->action) {
    case AT_FLOW_ASSERT_VISIBLE:
        add_condition(take, "assertVisible", target_of(take, step, after),
                      NULL);
        break;
    case AT_FLOW_ASSERT_NOT_VISIBLE:
        add_condition(take, "assertNotVisible", NULL, words_of(take, step));
        break;
    case AT_FLOW_ASSERT_TEXT_EQUALS:
        add_text(take, step, after);
        break;
    case AT_FLOW_WAIT_UNTIL:
        add_wait(take, step, after);
        break;
    case AT_FLOW_SCROLL_TO:
        add_scroll(take, step, after);
        break;
    default:
        break;
    }
}
