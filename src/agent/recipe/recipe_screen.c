#include "agent/recipe/recipe_screen.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "screen/detect.h"
#include "screen/label.h"
#include "screen/px.h"
#include "wire/json.h"

enum {
    TELLING_WORDS = 3, // fewer do not identify a screen
    SAME_OF = 5,       // a fifth of the words in common may be the same screen
    THERE_PERCENT = 90,
};

void
at_recipe_screen_deinit(struct at_recipe_screen *screen)
{
    free(screen->package);
    free(screen->title);
    at_argv_deinit(&screen->words);
    *screen = (struct at_recipe_screen){0};
}

static char *
dup_or_null(const char *text)
{
    return text ? at_strdup(text) : NULL;
}

void
at_recipe_screen_copy(const struct at_recipe_screen *from,
                      struct at_recipe_screen *out)
{
    *out = (struct at_recipe_screen){.package = dup_or_null(from->package),
                                     .title = dup_or_null(from->title)};
    for (size_t i = 0; i < from->words.count; i++)
        at_argv_add(&out->words, from->words.words[i]);
}

static bool
has_word(const struct at_argv *words, struct at_str word)
{
    for (size_t i = 0; i < words->count; i++) {
        if (at_str_is(word, words->words[i]))
            return true;
    }
    return false;
}

void
at_recipe_screen_forget(struct at_recipe_screen *screen, const char *word)
{
    struct at_argv kept = AT_ARGV_INIT;
    for (size_t i = 0; i < screen->words.count; i++) {
        if (strcmp(screen->words.words[i], word) != 0)
            at_argv_add(&kept, screen->words.words[i]);
    }
    at_argv_deinit(&screen->words);
    screen->words = kept;
}

static bool
is_lasting(struct at_str text, const struct at_secrets *secrets)
{
    if (text.len == 0 || text.len > AT_RECIPE_SCREEN_WORD_BYTES ||
        memchr(text.ptr, '\0', text.len))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] >= '0' && text.ptr[i] <= '9')
            return false;
    }
    return !secrets || !at_secrets_shown(secrets, text);
}

static void
add_word(struct at_argv *words, struct at_str word,
         const struct at_secrets *secrets)
{
    word = at_str_trim(word);
    if (words->count < AT_RECIPE_SCREEN_WORDS && is_lasting(word, secrets) &&
        !has_word(words, word))
        at_argv_add_str(words, word);
}

static bool
is_shown(const struct at_tree *tree, const struct at_node *node)
{
    return !at_node_has(node, AT_NODE_CHROME) && at_node_visible(tree, node);
}

void
at_recipe_screen_take(const struct at_tree *tree,
                      const struct at_secrets *secrets,
                      struct at_recipe_screen *out)
{
    *out = (struct at_recipe_screen){0};
    if (tree->front_package.len > 0)
        out->package =
            at_strndup(tree->front_package.ptr, tree->front_package.len);
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!is_shown(tree, node))
            continue;
        if (!out->title && is_lasting(node->pane, secrets))
            out->title = at_strndup(node->pane.ptr, node->pane.len);
        // Every screen has the framework's own ids.
        if (!at_str_starts(node->resource_id, AT_STR("android:")))
            add_word(&out->words, at_node_id_name(node), secrets);
        add_word(&out->words, at_node_own_label(node), secrets);
    }
}

static size_t
count_common(const struct at_recipe_screen *recorded,
             const struct at_recipe_screen *now)
{
    size_t common = 0;
    for (size_t i = 0; i < recorded->words.count; i++)
        common += has_word(&now->words, at_str(recorded->words.words[i]));
    return common;
}

static bool
differs(const char *one, const char *other)
{
    return one && other && strcmp(one, other) != 0;
}

// Write "\"Home\", \"Go on\" …" for a person to recognise the screen.
static void
write_words(const struct at_recipe_screen *screen, struct at_buf *out)
{
    enum { SHOWN = 3 };
    for (size_t i = 0; i < screen->words.count && i < SHOWN; i++)
        at_buf_add_fmt(out, "%s%s", i ? ", " : "",
                       AT_QUOTED(at_str(screen->words.words[i])));
    if (screen->words.count > SHOWN)
        at_buf_add_text(out, " …");
    if (screen->words.count == 0)
        at_buf_add_text(out, "nothing with a name");
}

bool
at_recipe_screen_fits(const struct at_recipe_screen *recorded,
                      const struct at_recipe_screen *now, struct at_err *why)
{
    struct at_buf was = AT_BUF_INIT(AT_KIB);
    struct at_buf is = AT_BUF_INIT(AT_KIB);
    size_t count = recorded->words.count;
    size_t common = count_common(recorded, now);
    bool alike = count < TELLING_WORDS || common * SAME_OF >= count;
    if (differs(recorded->title, now->title))
        alike = alike && common * 2 >= count;
    if (differs(recorded->package, now->package))
        return at_fail(why, AT_ENOTFOUND,
                       "another screen is in front: it is of %s, the recorded "
                       "one of %s",
                       now->package, recorded->package);
    if (alike)
        return true;
    write_words(recorded, &was);
    write_words(now, &is);
    at_fail(why, AT_ENOTFOUND,
            "another screen is in front: it has %s, the recorded one had %s",
            at_buf_text(&is), at_buf_text(&was));
    at_buf_deinit(&was);
    at_buf_deinit(&is);
    return false;
}

bool
at_recipe_screen_is_there(const struct at_recipe_screen *recorded,
                          const struct at_recipe_screen *now)
{
    return !differs(recorded->package, now->package) &&
           count_common(recorded, now) * 100 >=
               recorded->words.count * THERE_PERCENT;
}

json_t *
at_recipe_screen_json(const struct at_recipe_screen *screen)
{
    if (!screen->package && !screen->title && screen->words.count == 0)
        return NULL;
    json_t *json = json_object();
    if (screen->package)
        at_json_set_text(json, "package", screen->package);
    if (screen->title)
        at_json_set_text(json, "title", screen->title);
    at_json_set(json, "words", at_json_texts(&screen->words));
    return json;
}

static bool
read_text(const json_t *value, size_t max_bytes, struct at_str *out)
{
    *out = at_json_str(value);
    return !value ||
           (json_is_string(value) && out->len > 0 && out->len <= max_bytes &&
            !memchr(out->ptr, '\0', out->len));
}

static bool
read_all(const json_t *json, struct at_recipe_screen *out)
{
    const json_t *words = json_object_get(json, "words");
    struct at_str package, title, word;
    if (!json_is_object(json) ||
        !read_text(json_object_get(json, "package"), AT_CLASS_NAME_MAX_BYTES,
                   &package) ||
        !read_text(json_object_get(json, "title"), AT_RECIPE_TITLE_BYTES,
                   &title) ||
        (words && !json_is_array(words)) ||
        json_array_size(words) > AT_RECIPE_SCREEN_WORDS)
        return false;
    out->package = package.len ? at_strndup(package.ptr, package.len) : NULL;
    out->title = title.len ? at_strndup(title.ptr, title.len) : NULL;
    for (size_t i = 0; i < json_array_size(words); i++) {
        const json_t *value = json_array_get(words, i);
        if (!read_text(value, AT_RECIPE_SCREEN_WORD_BYTES, &word))
            return false;
        at_argv_add_str(&out->words, word);
    }
    return true;
}

bool
at_recipe_screen_read(const json_t *json, struct at_recipe_screen *out,
                      struct at_err *err)
{
    *out = (struct at_recipe_screen){0};
    if (!json || read_all(json, out))
        return true;
    at_recipe_screen_deinit(out);
    return at_fail(err, AT_EUSAGE,
                   "'screen' must be an object of 'package', 'title' and at "
                   "most %d 'words' of %d bytes each",
                   AT_RECIPE_SCREEN_WORDS, AT_RECIPE_SCREEN_WORD_BYTES);
}

static const struct at_node *
window_of(const struct at_tree *tree, const struct at_node *node)
{
    while (node->parent && node->parent != tree->root)
        node = node->parent;
    return node;
}

// Return the last drawn window other than bars and keyboards.
static const struct at_node *
front_window(const struct at_tree *tree)
{
    const struct at_node *front = NULL;
    for (const struct at_node *node = tree->root->first_child; node;
         node = node->next) {
        if (is_shown(tree, node))
            front = node;
    }
    return front;
}

static struct at_str
title_of(const struct at_tree *tree, const struct at_node *window)
{
    if (window->pane.len > 0)
        return window->pane;
    for (const struct at_node *node = window; node;
         node = at_node_next(node, window)) {
        struct at_str label = at_node_own_label(node);
        if (label.len > 0 && is_shown(tree, node))
            return label;
    }
    return AT_STR("");
}

bool
at_recipe_dialog(const struct at_tree *tree, const struct at_node *node,
                 char out[AT_RECIPE_TITLE_BYTES + 1])
{
    struct at_dialog dialog = at_tree_dialog(tree);
    const struct at_node *window =
        node ? window_of(tree, node) : front_window(tree);
    int64_t screen = (int64_t)tree->width_px * tree->height_px;
    bool is_dialog = window && window != tree->root &&
                     at_px_area(window->bounds) * 10 < screen * 9;
    struct at_str title = AT_STR("");
    if (dialog.kind != AT_DIALOG_NONE &&
        (!node || window_of(tree, dialog.top) == window))
        title = dialog.title;
    else if (is_dialog)
        title = title_of(tree, window);
    at_str_cut(out, AT_RECIPE_TITLE_BYTES + 1, title);
    return out[0] != '\0';
}
