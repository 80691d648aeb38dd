// judge_screen.c: writes a scene in the form of a tree's compact text
#include <stdlib.h>

#include "agent/proof/judge.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "screen/element_text.h"

struct writer {
    const struct at_scene *scene;
    const struct at_secrets *secrets;
    struct at_arena arena; // masked texts
    bool *shown;           // rows that have a line; owned
    struct at_buf *out;
};

// Texts are masked before they are cut.
static struct at_str
masked(struct writer *writer, struct at_str text)
{
    struct at_buf buf = AT_BUF_INIT(AT_MIB);
    if (text.len == 0 || at_secrets_count(writer->secrets) == 0)
        return text;
    at_secrets_mask(writer->secrets, text, &buf);
    struct at_str copy = at_arena_dup(&writer->arena, at_buf_str(&buf));
    at_buf_deinit(&buf);
    return copy;
}

static uint32_t
actions_of(const struct at_scene_row *row)
{
    static const struct {
        uint32_t flag;
        uint32_t action;
    } rows[] = {
        {AT_NODE_CLICKABLE, AT_ACTION_TAP},
        {AT_NODE_SCROLLABLE, AT_ACTION_SCROLL},
        {AT_NODE_CHECKABLE, AT_ACTION_CHECK},
    };
    uint32_t actions = 0;
    for (size_t i = 0; i < AT_LEN(rows); i++)
        actions |= row->flags & rows[i].flag ? rows[i].action : 0;
    return actions;
}

// Return the row's element with the members of its line. A password has its
// length only.
static struct at_node
node_of(struct writer *writer, const struct at_scene_row *row)
{
    bool is_field = row->role == AT_ROLE_TEXT_FIELD;
    struct at_str value =
        row->flags & AT_NODE_PASSWORD ? row->value : masked(writer, row->value);
    return (struct at_node){
        .resource_id = masked(writer, row->id),
        .text = is_field ? value : masked(writer, row->text),
        .description = masked(writer, row->description),
        .hint = masked(writer, row->hint),
        .error = masked(writer, row->error),
        .error_unseen = row->error_unseen,
        .range = is_field ? AT_STR("") : value,
        .flags = row->flags,
        .role = row->role,
        .actions = actions_of(row),
    };
}

static struct at_str
label_of(struct writer *writer, const struct at_scene_row *row,
         const struct at_node *node)
{
    bool is_control = (row->flags & AT_NODE_INTERACTIVE) != 0;
    if (!is_control)
        return node->text.len > 0 ? node->text : node->description;
    if (row->label.len > 0 && at_str_eq(row->label, row->text))
        return node->text; // the same view: write it once
    return masked(writer, row->label);
}

// Return true if the control around the row has these words as its label.
static bool
is_said(const struct writer *writer, const struct at_scene_row *row)
{
    const struct at_scene *scene = writer->scene;
    struct at_str words = row->text.len > 0 ? row->text : row->description;
    for (size_t up = row->parent; up != AT_SCENE_NONE;
         up = scene->rows[up].parent) {
        if (writer->shown[up] && at_str_eq(scene->rows[up].label, words))
            return true;
    }
    return false;
}

static bool
has_line(const struct writer *writer, const struct at_scene_row *row)
{
    if (row->flags & AT_NODE_INTERACTIVE)
        return true;
    bool says = row->text.len > 0 || row->description.len > 0 ||
                row->value.len > 0 || row->error.len > 0;
    return says && !is_said(writer, row);
}

static void
write_row(struct writer *writer, size_t index)
{
    const struct at_scene_row *row = &writer->scene->rows[index];
    struct at_node node = node_of(writer, row);
    const struct at_element_words words = {.label =
                                               label_of(writer, row, &node)};
    for (size_t up = row->parent; up != AT_SCENE_NONE;
         up = writer->scene->rows[up].parent) {
        if (writer->shown[up])
            at_buf_add_text(writer->out, "  ");
    }
    at_element_text_write_words(&node, &words, writer->out);
    at_buf_add_char(writer->out, '\n');
}

static void
write_head(struct writer *writer)
{
    const struct at_scene *scene = writer->scene;
    struct at_buf *out = writer->out;
    at_buf_add_text(out, scene->is_inside ? "in front: the app, "
                                          : "in front: another app, ");
    at_line_write(at_utf8_head(scene->package, AT_JUDGE_LINE_MAX_BYTES), out);
    at_buf_add_char(out, '\n');
    if (scene->dialog != AT_DIALOG_NONE) {
        at_buf_add_text(out, "a dialog of the system: ");
        at_quote_write(at_utf8_head(masked(writer, scene->dialog_title),
                                    AT_JUDGE_LINE_MAX_BYTES),
                       out);
        at_buf_add_char(out, '\n');
    }
    for (size_t i = 0; i < scene->toasts.count; i++) {
        struct at_str text = masked(writer, at_str(scene->toasts.words[i]));
        at_buf_add_text(out, "toast ");
        at_quote_write(at_utf8_head(text, AT_JUDGE_LINE_MAX_BYTES), out);
        at_buf_add_char(out, '\n');
    }
}

static void
write_rows(struct writer *writer)
{
    const struct at_scene *scene = writer->scene;
    struct at_buf *out = writer->out;
    size_t begin = out->len;
    for (size_t i = 0; i < scene->count; i++) {
        size_t before = out->len;
        writer->shown[i] = has_line(writer, &scene->rows[i]);
        if (!writer->shown[i])
            continue;
        write_row(writer, i);
        if (out->len - begin <= AT_JUDGE_SCREEN_MAX_BYTES)
            continue;
        at_buf_cut(out, before);
        at_buf_add_text(out, "... the rest of the screen is left out\n");
        return;
    }
    if (scene->is_partial)
        at_buf_add_text(out, "... not the whole screen could be read\n");
}

void
at_judge_screen_write(const struct at_scene *scene,
                      const struct at_secrets *secrets, struct at_buf *out)
{
    struct writer writer = {.scene = scene, .secrets = secrets, .out = out};
    writer.shown = at_alloc((scene->count + 1) * sizeof(*writer.shown));
    write_head(&writer);
    write_rows(&writer);
    at_arena_deinit(&writer.arena);
    free(writer.shown);
}
