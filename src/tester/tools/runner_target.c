// runner_target.c: the element that a call means, and its names
#include <stdlib.h>

#include "base/alloc.h"
#include "screen/label.h"
#include "screen/role.h"
#include "tester/tools/runner_priv.h"

static const struct {
    const char *name;
    enum at_words_in in;
} selector_types[] = {
    {"any", AT_WORDS_ANY},
    {"text", AT_WORDS_TEXT},
    {"content-desc", AT_WORDS_DESCRIPTION},
    {"resource-id", AT_WORDS_ID},
};

static enum at_words_in
words_in(struct at_str type)
{
    for (size_t i = 0; i < AT_LEN(selector_types); i++) {
        if (at_str_is(type, selector_types[i].name))
            return selector_types[i].in;
    }
    return AT_WORDS_ANY;
}

bool
at_tool_runner_has_target(const struct at_recipe_target *target)
{
    return target && (*target->id || *target->text || *target->description ||
                      *target->class_name);
}

struct at_selector
at_tool_runner_target_selector(const struct at_recipe_target *target)
{
    return (struct at_selector){
        .id = at_str(target->id),
        .text = at_str(target->text),
        .description = at_str(target->description),
        .class_name = at_str(target->class_name),
        .index = target->index,
        .exact = true,
    };
}

// An unknown name is looked for unchanged.
static struct at_str
fill_words(struct at_tool_runner_call *call, struct at_str words)
{
    const struct at_secrets *secrets = call->runner->opts.run.secrets;
    bool used = false;
    at_buf_clear(&call->words);
    if (at_secrets_fill(secrets, words, &call->words, &used, NULL) && used)
        return at_buf_str(&call->words);
    return words;
}

void
at_tool_runner_aim(struct at_tool_runner_call *call, struct at_str words)
{
    struct at_str ref = call->args.ref;
    if (at_tool_runner_has_target(call->target)) {
        call->selector = at_tool_runner_target_selector(call->target);
        return;
    }
    call->selector = (struct at_selector)AT_SELECTOR_INIT;
    if (ref.len > 0) {
        call->selector.ref = ref;
        return;
    }
    call->selector.words = fill_words(call, at_str_trim(words));
    call->selector.words_in = words_in(call->args.selector_type);
    call->selector.index = call->args.position;
}

struct at_str
at_tool_runner_wanted(const struct at_tool_runner_call *call)
{
    const struct at_selector *selector = &call->selector;
    const struct at_str names[] = {selector->ref, selector->words,
                                   selector->text, selector->description,
                                   selector->id};
    for (size_t i = 0; i < AT_LEN(names); i++) {
        if (names[i].len > 0)
            return names[i];
    }
    return selector->class_name;
}

static void
set(char **member, struct at_str text)
{
    free(*member);
    *member = at_strndup(text.len ? text.ptr : "", text.len);
}

// The place of node among all matches of selector; -2 if it does not match.
static int64_t
place_of(struct at_selector *selector, const struct at_tree *tree,
         const struct at_node *node)
{
    size_t count = at_selector_count(selector, tree);
    for (selector->index = 0; (size_t)selector->index < count;
         selector->index++) {
        if (at_selector_find(selector, tree, NULL, NULL) == node)
            return count == 1 ? -1 : selector->index;
    }
    return -2;
}

static struct at_str
open_text(const struct at_secrets *secrets, struct at_str text)
{
    bool secret = secrets && at_secrets_shown(secrets, text);
    return secret ? AT_STR("") : text;
}

// A field's content changes and a secret must not be kept, so neither is a
// name.
void
at_tool_runner_identify(const struct at_tree *tree, const struct at_node *node,
                        const struct at_secrets *secrets,
                        struct at_recipe_target *out)
{
    bool field = at_node_takes_text(node);
    set(&out->id, at_node_id_name(node));
    set(&out->text, field ? AT_STR("") : open_text(secrets, node->text));
    set(&out->description, open_text(secrets, node->description));
    set(&out->class_name, at_class_short_name(node->class_name));
    out->index = -1;
    struct at_selector selector = at_tool_runner_target_selector(out);
    out->index = place_of(&selector, tree, node);
    if (out->index > -2)
        return;
    set(&out->id, AT_STR(""));
    set(&out->text, AT_STR(""));
    set(&out->description, AT_STR(""));
    set(&out->class_name, AT_STR(""));
    out->index = -1;
}
