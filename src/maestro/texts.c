#include "maestro/texts.h"

#include "base/compiler.h"

typedef const struct at_maestro_texts_visitor visitor;

static bool
visit_each(visitor *by, struct at_str *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!by->text(by->user, texts[i]))
            return false;
    }
    return true;
}

static bool
visit_selector(visitor *by, const struct at_maestro_selector **selector)
{
    return !*selector || by->selectors(by->user, selector, 1);
}

bool
at_maestro_texts_of_selector(struct at_maestro_selector *s, visitor *by)
{
    return by->pattern(by->user, &s->text) && by->pattern(by->user, &s->id) &&
           by->text(by->user, &s->index) && by->text(by->user, &s->css) &&
           visit_selector(by, &s->below) && visit_selector(by, &s->above) &&
           visit_selector(by, &s->left_of) &&
           visit_selector(by, &s->right_of) &&
           visit_selector(by, &s->child_of) &&
           visit_selector(by, &s->contains_child) &&
           by->selectors(by->user, &s->contains_descendants,
                         s->contains_descendants_count);
}

bool
at_maestro_texts_of_condition(struct at_maestro_condition *condition,
                              visitor *by)
{
    return visit_selector(by, &condition->visible) &&
           visit_selector(by, &condition->not_visible) &&
           by->text(by->user, &condition->is_true);
}

static bool
has_literal_label(enum at_maestro_kind kind)
{
    return kind == AT_MAESTRO_INPUT_TEXT || kind == AT_MAESTRO_PRESS_KEY ||
           kind == AT_MAESTRO_TAKE_SCREENSHOT ||
           kind == AT_MAESTRO_ERASE_TEXT || kind == AT_MAESTRO_EVAL_SCRIPT;
}

static bool
has_literal_text(enum at_maestro_kind kind)
{
    return kind == AT_MAESTRO_PRESS_KEY || kind == AT_MAESTRO_EVAL_SCRIPT ||
           kind == AT_MAESTRO_RUN_SCRIPT;
}

static bool
visit_fact(visitor *by, struct at_maestro_fact *fact)
{
    struct at_str *const texts[] = {
        &fact->database, &fact->query,  &fact->file,     &fact->key,
        &fact->level,    &fact->equals, &fact->contains, &fact->matches,
        &fact->rows,     &fact->url,    &fact->method,
    };
    return visit_each(by, texts, AT_LEN(texts));
}

static bool
visit_network(visitor *by, struct at_maestro_network *network)
{
    struct at_str *const texts[] = {&network->preset, &network->speed,
                                    &network->delay};
    return visit_each(by, texts, AT_LEN(texts));
}

static bool
visit_numbers(visitor *by, struct at_maestro_command *command)
{
    struct at_str *const texts[] = {
        &command->to_point,
        &command->timeout_ms,
        &command->app_id,
        &command->start,
        &command->end,
        &command->speed,
        &command->latitude,
        &command->longitude,
        &command->threshold_percentage,
        &command->times,
        &command->max_retries,
    };
    return visit_each(by, texts, AT_LEN(texts));
}

static bool
visit_rest(visitor *by, struct at_maestro_command *command)
{
    bool within = command->selector && command->point.ptr;
    return (within || by->text(by->user, &command->point)) &&
           by->text(by->user, &command->device) &&
           visit_selector(by, &command->from) &&
           visit_selector(by, &command->to) && visit_numbers(by, command) &&
           by->pairs(by->user, &command->permissions, false) &&
           by->pairs(by->user, &command->arguments, true) &&
           visit_fact(by, &command->fact) &&
           visit_network(by, &command->network) &&
           by->selectors(by->user, &command->ignored.rows,
                         command->ignored.count) &&
           by->rows(by->user, &command->ignored_regions);
}

bool
at_maestro_texts_first(struct at_maestro_command *command, visitor *by)
{
    enum at_maestro_kind kind = command->kind;
    return (has_literal_label(kind) || by->text(by->user, &command->label)) &&
           (has_literal_text(kind) || by->text(by->user, &command->text)) &&
           (kind == AT_MAESTRO_REPEAT ||
            at_maestro_texts_of_condition(&command->condition, by)) &&
           (kind == AT_MAESTRO_RUN_SCRIPT || // its file was read before
            by->text(by->user, &command->path)) &&
           visit_selector(by, &command->selector) && visit_rest(by, command);
}

bool
at_maestro_texts_later(struct at_maestro_command *command, visitor *by)
{
    enum at_maestro_kind kind = command->kind;
    return (kind != AT_MAESTRO_EVAL_SCRIPT ||
            by->text(by->user, &command->text)) &&
           // The condition of a repeat is evaluated before each round.
           (kind != AT_MAESTRO_REPEAT ||
            at_maestro_texts_of_condition(&command->condition, by)) &&
           by->text(by->user, &command->message); // if it fails
}
