#include "tester/view/screen_json.h"

#include <stdio.h>

#include "agent/tool.h"
#include "base/alike.h"
#include "base/limits.h"
#include "screen/elements.h"
#include "screen/label.h"
#include "screen/reach.h"
#include "screen/spoken.h"
#include "screen/words.h"
#include "wire/json.h"

enum { NAME_MAX_BYTES = 200, TITLE_LINES = 3 };

// A selector of the agent's tools: in which texts the words are looked for.
struct handle {
    const char *type; // "selectorType"
    const char *kind; // its name for people
    enum at_words_in in;
    struct at_str words;
    size_t matches;
    int64_t position; // index of the element among the matches; -1: not a match
    bool is_clear;    // the words alone mean the element
};

enum { HANDLES = 3 };

// If several elements match, the only one whose text is exactly these words
// wins, provided it comes first.
static bool
is_only_whole(const struct at_selector *selector, const struct at_tree *tree)
{
    struct at_words_list list;
    size_t whole = 0;
    at_words_find(selector, tree, &list);
    for (size_t i = 0; i < list.count; i++)
        whole += at_alike_eq_nocase(list.rows[i].value, selector->words);
    at_words_list_deinit(&list);
    return whole == 1;
}

// fields: as inputText looks for it.
static void
find_position(struct handle *handle, const struct at_tree *tree,
              const struct at_node *node, bool fields)
{
    struct at_selector selector = AT_SELECTOR_INIT;
    selector.words = handle->words;
    selector.words_in = handle->in;
    selector.touch = true;
    selector.fields = fields;
    handle->matches = at_selector_count(&selector, tree);
    handle->position = -1;
    for (size_t i = 0; i < handle->matches && handle->position < 0; i++) {
        selector.index = (int64_t)i;
        if (at_spoken_is_same(at_selector_find(&selector, tree, NULL, NULL),
                              node))
            handle->position = (int64_t)i;
    }
    handle->is_clear = handle->matches == 1 || (handle->position == 0 &&
                                                is_only_whole(&selector, tree));
}

// A field's hint or label is its name, since its content changes.
static struct at_str
name_of(const struct at_node *node)
{
    struct at_str name =
        at_node_takes_text(node) && node->description.len == 0
            ? (node->hint.len > 0 ? node->hint : at_node_label(node, NULL))
            : at_node_label(node, NULL);
    if (name.len == 0)
        name = at_node_plain_text(node);
    return at_str_trim(at_utf8_head(name, NAME_MAX_BYTES));
}

// The likeliest first: what people see, then what programmers have given it.
static size_t
list_handles(const struct at_tree *tree, const struct at_node *node,
             struct handle out[HANDLES])
{
    const struct handle candidates[HANDLES] = {
        {.type = "any",
         .kind = "text",
         .in = AT_WORDS_ANY,
         .words = name_of(node)},
        {.type = "content-desc",
         .kind = "description",
         .in = AT_WORDS_DESCRIPTION,
         .words = at_utf8_head(node->description, NAME_MAX_BYTES)},
        {.type = "resource-id",
         .kind = "id",
         .in = AT_WORDS_ID,
         .words = at_node_id_name(node)},
    };
    size_t count = 0;
    for (size_t i = 0; i < HANDLES; i++) {
        if (candidates[i].words.len == 0)
            continue;
        out[count] = candidates[i];
        find_position(&out[count], tree, node, false);
        count += out[count].position >= 0;
    }
    return count;
}

static const struct handle *
best_of(const struct handle *handles, size_t count)
{
    const struct handle *best = count > 0 ? &handles[0] : NULL;
    for (size_t i = 1; i < count; i++) {
        if (!best->is_clear && handles[i].is_clear)
            best = &handles[i];
    }
    return best;
}

static json_t *
handles_json(const struct handle *handles, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *json = json_pack("{s:s, s:o, s:b}", "kind", handles[i].kind,
                                 "value", at_json_text(handles[i].words),
                                 "unique", handles[i].matches == 1);
        if (handles[i].matches > 1)
            at_json_set(json, "matches",
                        json_integer((json_int_t)handles[i].matches));
        json_array_append_new(list, json);
    }
    return list;
}

static json_t *
args_of(const struct handle *handle, const char *member)
{
    json_t *args = json_object();
    at_json_set(args, member, at_json_text(handle->words));
    at_json_set_text(args, "selectorType", handle->type);
    if (!handle->is_clear)
        at_json_set(args, "position", json_integer(handle->position));
    return args;
}

// Takes args over.
static void
add_step(json_t *steps, enum at_agent_tool tool, json_t *args)
{
    json_array_append_new(steps, json_pack("{s:s, s:o}", "tool",
                                           at_agent_tool_rows[tool].name,
                                           "args", args));
}

static void
add_point(json_t *steps, const struct at_node *node)
{
    struct at_point at = at_rect_center(node->seen);
    add_step(steps, AT_AGENT_TAP_COORDINATES,
             json_pack("{s:i, s:i}", "x", (int)at.x_px, "y", (int)at.y_px));
}

// The text to type is put in by the person.
static void
add_typing(json_t *steps, const struct at_tree *tree,
           const struct at_node *node, const struct handle *handle)
{
    struct handle field = *handle;
    find_position(&field, tree, node, true);
    if (field.position < 0)
        return;
    json_t *args = args_of(&field, "fieldSelector");
    at_json_set_text(args, "text", "");
    add_step(steps, AT_AGENT_INPUT_TEXT, args);
}

// An element that is named by another text is looked for beside that.
static void
add_verify(json_t *steps, const struct handle *handle,
           const struct at_spoken *spoken)
{
    if (spoken->anchor.len > 0 && handle->in != AT_WORDS_ID) {
        add_step(
            steps, AT_AGENT_VERIFY_NEAR,
            json_pack("{s:o, s:o, s:s}", "text", at_json_text(handle->words),
                      "anchor", at_json_text(spoken->anchor), "where",
                      spoken->where == AT_SPOKEN_BELOW ? "below" : "near"));
        return;
    }
    json_t *args = args_of(handle, "text");
    json_object_del(args, "position");
    add_step(steps, AT_AGENT_VERIFY_VISIBLE, args);
}

static json_t *
steps_json(const struct at_tree *tree, const struct at_node *node,
           const struct handle *handle, const struct at_spoken *spoken)
{
    json_t *steps = json_array();
    const struct at_node *receiver = at_reach_receiver(node);
    bool wraps = receiver && receiver != node &&
                 at_node_has(receiver, AT_NODE_WRAPS_SCREEN);
    bool taps = at_node_has(node, AT_NODE_INTERACTIVE) || (receiver && !wraps);
    if (taps && handle)
        add_step(steps, AT_AGENT_TAP, args_of(handle, "text"));
    else if (taps)
        add_point(steps, node);
    if (handle && at_node_takes_text(node))
        add_typing(steps, tree, node, handle);
    if (handle)
        add_verify(steps, handle, spoken);
    return steps;
}

// The element as a step names it; the words are put together by the page.
static json_t *
called_json(const struct handle *handle, const struct at_spoken *spoken)
{
    json_t *json =
        json_pack("{s:o, s:s, s:s, s:o, s:b}", "words",
                  at_json_text(handle ? handle->words : AT_STR("")), "by",
                  !handle                     ? "none"
                  : handle->in == AT_WORDS_ID ? "id"
                                              : "text",
                  "where", at_spoken_wheres[spoken->where], "anchor",
                  at_json_text(spoken->anchor), "unique", spoken->is_unique);
    if (handle && !spoken->is_unique && handle->matches > 1) {
        at_json_set(json, "number",
                    json_integer((json_int_t)handle->position + 1));
        at_json_set(json, "of", json_integer((json_int_t)handle->matches));
    }
    return json;
}

static void
find_spoken(const struct at_tree *tree, const struct at_node *node,
            const struct handle *handle, struct at_spoken *out)
{
    const struct at_spoken_words words = {
        .words = handle ? handle->words : AT_STR(""),
        .is_id = handle && handle->in == AT_WORDS_ID};
    at_spoken_find(tree, node, &words, out);
    if (handle && handle->is_clear && !out->is_unique)
        *out = (struct at_spoken){.is_unique = true};
}

static const struct {
    enum at_node_flag flag;
    const char *name;
} states[] = {
    {AT_NODE_CHECKED, "checked"},       {AT_NODE_SELECTED, "selected"},
    {AT_NODE_FOCUSED, "focused"},       {AT_NODE_PASSWORD, "password"},
    {AT_NODE_SCROLLABLE, "scrollable"},
};

static json_t *
states_json(const struct at_node *node)
{
    json_t *list = json_array();
    if (!at_node_has(node, AT_NODE_ENABLED))
        json_array_append_new(list, json_string("disabled"));
    for (size_t i = 0; i < AT_LEN(states); i++) {
        if (at_node_has(node, states[i].flag))
            json_array_append_new(list, json_string(states[i].name));
    }
    return list;
}

static json_t *
element_json(const struct at_tree *tree, const struct at_element *element)
{
    const struct at_node *node = element->node;
    struct handle handles[HANDLES];
    size_t count = list_handles(tree, node, handles);
    const struct handle *best = best_of(handles, count);
    struct at_rect box = node->seen;
    struct at_spoken spoken;
    char ref[24];
    find_spoken(tree, node, best, &spoken);
    snprintf(ref, sizeof(ref), "e%zu", element->number);
    json_t *json = json_pack(
        "{s:s, s:s, s:o, s:o, s:[i,i,i,i], s:b, s:o, s:o, s:o, s:o}", "ref",
        ref, "role", at_role_name(node->role), "label",
        at_json_text(name_of(node)), "id", at_json_text(at_node_id_name(node)),
        "box", (int)box.left, (int)box.top, (int)box.right, (int)box.bottom,
        "clickable", at_node_has(node, AT_NODE_INTERACTIVE), "state",
        states_json(node), "selectors", handles_json(handles, count), "called",
        called_json(best, &spoken), "steps",
        steps_json(tree, node, best, &spoken));
    struct at_str value = at_node_value(node);
    if (value.len > 0 && !at_node_has(node, AT_NODE_PASSWORD))
        at_json_set(json, "value",
                    at_json_text(at_utf8_head(value, NAME_MAX_BYTES)));
    return json;
}

// The first texts of the screen are its title.
static json_t *
title_json(const struct at_elements *elements)
{
    struct at_buf text = AT_BUF_INIT(TITLE_LINES * (NAME_MAX_BYTES + 2));
    size_t lines = 0;
    for (size_t i = 0; i < elements->count && lines < TITLE_LINES; i++) {
        const struct at_node *node = elements->rows[i].node;
        struct at_str name =
            at_node_has(node, AT_NODE_INTERACTIVE) ? AT_STR("") : name_of(node);
        if (name.len == 0)
            continue;
        at_buf_add_fmt(&text, "%s%.*s", lines > 0 ? ", " : "",
                       AT_STR_ARG(name));
        lines++;
    }
    json_t *json = at_json_text(at_buf_str(&text));
    at_buf_deinit(&text);
    return json;
}

// A nameless area is nothing that a person points at.
static bool
only_scrolls(const struct at_node *node)
{
    return node->actions == AT_ACTION_SCROLL && name_of(node).len == 0 &&
           node->resource_id.len == 0;
}

json_t *
at_screen_json(const struct at_tree *tree)
{
    struct at_elements elements;
    json_t *list = json_array();
    struct at_str app =
        tree->front_package.len > 0 ? tree->front_package : tree->app_name;
    at_elements_init(&elements, tree, false);
    for (size_t i = 0;
         i < elements.count && json_array_size(list) < AT_SCREEN_ELEMENTS_MAX;
         i++) {
        if (at_elements_shows(&elements, i) &&
            !only_scrolls(elements.rows[i].node))
            json_array_append_new(list, element_json(tree, &elements.rows[i]));
    }
    json_t *json = json_pack(
        "{s:i, s:i, s:o, s:o, s:o}", "widthPx", (int)tree->width_px, "heightPx",
        (int)tree->height_px, "title", title_json(&elements), "app",
        at_json_text(app), "elements", list);
    at_elements_deinit(&elements);
    return json;
}
