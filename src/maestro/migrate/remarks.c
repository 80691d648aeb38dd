#include "maestro/migrate/remarks.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/compiler.h"
#include "maestro/expand.h"
#include "maestro/lookup/pattern.h"
#include "maestro/migrate/script_uses.h"
#include "maestro/texts.h"

// A flow file that has been looked through.
struct at_maestro_seen {
    const struct at_maestro_flow *flow; // NULL: a free slot
    enum at_maestro_effect effect;      // the worst, with what it runs
    bool needs_engine;
    bool sends; // its scripts make requests
};

// One flow file, as it is looked through.
struct walk {
    struct at_maestro_remarks *remarks;
    enum at_maestro_effect effect;
    bool needs_engine;
    bool sends;
    // Variables with an address of this machine, which matter to requests.
    const struct at_maestro_pair *local[16];
    size_t local_count;
};

static struct at_maestro_seen *
slot_of(struct at_maestro_seen *rows, size_t cap,
        const struct at_maestro_flow *flow)
{
    size_t at = ((size_t)flow >> 4) * 2654435761u & (cap - 1);
    while (rows[at].flow && rows[at].flow != flow)
        at = (at + 1) & (cap - 1);
    return &rows[at];
}

static struct at_maestro_seen *
seen(struct at_maestro_remarks *remarks, const struct at_maestro_flow *flow)
{
    if (2 * (remarks->seen_count + 1) > remarks->seen_cap) {
        size_t cap = remarks->seen_cap ? 2 * remarks->seen_cap : 64;
        struct at_maestro_seen *rows = at_alloc(cap * sizeof(*rows));
        for (size_t i = 0; i < remarks->seen_cap; i++) {
            if (remarks->seen[i].flow)
                *slot_of(rows, cap, remarks->seen[i].flow) = remarks->seen[i];
        }
        free(remarks->seen);
        remarks->seen = rows;
        remarks->seen_cap = cap;
    }
    return slot_of(remarks->seen, remarks->seen_cap, flow);
}

static void
remark(struct walk *walk, struct at_maestro_place place,
       enum at_maestro_difference_id id, struct at_str subject,
       struct at_str detail)
{
    struct at_maestro_remarks *remarks = walk->remarks;
    const struct at_maestro_difference *row = &at_maestro_differences[id];
    if (row->effect > walk->effect)
        walk->effect = row->effect;
    if (remarks->count >= AT_MAESTRO_REMARKS_MAX)
        return;
    remarks->rows = at_realloc_array(remarks->rows, remarks->count + 1,
                                     sizeof(*remarks->rows));
    remarks->rows[remarks->count++] = (struct at_maestro_remark){
        .place = place,
        .difference = row,
        .subject = at_arena_dup(&remarks->arena, subject),
        .detail = at_arena_dup(&remarks->arena, detail),
    };
}

// A script, and the files of its text if it is one of files.
struct script {
    struct at_str text;
    struct at_maestro_place place;
    const struct at_maestro_command *command; // NULL: of an expression
};

static struct at_maestro_place
place_of(struct walk *walk, const struct script *script,
         const struct at_maestro_use *use)
{
    const struct at_maestro_command *command = script->command;
    struct at_maestro_place place = script->place;
    int64_t line = use->line;
    int64_t column = use->column;
    if (!command)
        return place;
    struct at_str file = at_maestro_part_find(
        command->parts, command->part_count, &line, &column);
    if (file.ptr)
        place.file = at_arena_dup(&walk->remarks->arena, file).ptr;
    place.line = (uint32_t)line;
    place.column = (uint32_t)column;
    return place;
}

static void
look_at_script(struct walk *walk, const struct script *script)
{
    static const enum at_maestro_difference_id ids[] = {
        [AT_MAESTRO_USE_TIMER] = AT_MAESTRO_DIFF_TIMER,
        [AT_MAESTRO_USE_FAKER] = AT_MAESTRO_DIFF_FAKER,
        [AT_MAESTRO_USE_LOCAL] = AT_MAESTRO_DIFF_LOCAL,
    };
    struct at_maestro_uses uses = {.text = script->text};
    struct at_maestro_use use;
    while (at_maestro_uses_next(&uses, &use)) {
        if (use.kind == AT_MAESTRO_USE_HTTP)
            walk->sends = true;
        else
            remark(walk, place_of(walk, script, &use), ids[use.kind], use.name,
                   AT_STR(""));
    }
}

// A text that may have ${}.
static void
look_at_text(struct walk *walk, struct at_maestro_place place,
             struct at_str text)
{
    struct at_maestro_piece piece;
    struct at_str name;
    size_t at = 0;
    if (!text.ptr || !at_str_has(text, AT_STR("${")))
        return;
    while (at_maestro_expand_next(text, &at, &piece)) {
        if (!piece.is_script || at_maestro_plain_name(piece.text, &name) ||
            at_str_is(at_str_trim(piece.text), "maestro.copiedText"))
            continue;
        walk->needs_engine = true;
        const struct script script = {.text = piece.text, .place = place};
        look_at_script(walk, &script);
    }
}

static void
look_at_pairs(struct walk *walk, const struct at_maestro_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++)
        look_at_text(walk, pairs->rows[i].place, pairs->rows[i].value);
}

static void
look_at_env(struct walk *walk, const struct at_maestro_pairs *env)
{
    struct at_str address;
    look_at_pairs(walk, env);
    for (size_t i = 0; i < env->count; i++) {
        const struct at_maestro_pair *pair = &env->rows[i];
        if (at_maestro_local_address(pair->value, &address) &&
            !at_maestro_has_script(pair->value) &&
            walk->local_count < AT_LEN(walk->local))
            walk->local[walk->local_count++] = pair;
    }
}

static void
tell_local(struct walk *walk)
{
    struct at_str address;
    for (size_t i = 0; walk->sends && i < walk->local_count; i++) {
        if (at_maestro_local_address(walk->local[i]->value, &address))
            remark(walk, walk->local[i]->place, AT_MAESTRO_DIFF_LOCAL, address,
                   AT_STR(""));
    }
}

// One with variables is known only when it runs.
static void
look_at_pattern(struct walk *walk, struct at_maestro_place place,
                struct at_str text)
{
    struct at_err why = AT_ERR_INIT;
    bool invalid;
    look_at_text(walk, place, text);
    if (text.ptr && !at_str_has(text, AT_STR("${")) &&
        !at_maestro_pattern_check(text, &invalid, &why))
        remark(walk, place, AT_MAESTRO_DIFF_PATTERN, text, at_str(why.msg));
}

// A walk at a place, for the visitor of a command's texts.
struct look {
    struct walk *walk;
    struct at_maestro_place place;
};

static bool
visit_text(void *user, struct at_str *text)
{
    const struct look *look = user;
    look_at_text(look->walk, look->place, *text);
    return true;
}

static bool
visit_pattern(void *user, struct at_str *text)
{
    const struct look *look = user;
    look_at_pattern(look->walk, look->place, *text);
    return true;
}

static bool
visit_pairs(void *user, struct at_maestro_pairs *pairs, bool names)
{
    const struct look *look = user;
    for (size_t i = 0; names && i < pairs->count; i++)
        look_at_text(look->walk, pairs->rows[i].place, pairs->rows[i].name);
    look_at_pairs(look->walk, pairs);
    return true;
}

static bool
visit_rows(void *user, struct at_maestro_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        visit_text(user, &texts->rows[i]);
    return true;
}

static bool visit_selectors(void *user, const struct at_maestro_selector **rows,
                            size_t count);

static struct at_maestro_texts_visitor
visitor_of(struct look *look)
{
    return (struct at_maestro_texts_visitor){visit_text,      visit_pattern,
                                             visit_pairs,     visit_rows,
                                             visit_selectors, look};
}

// Texts of an element are at the element's place.
static bool
visit_selectors(void *user, const struct at_maestro_selector **rows,
                size_t count)
{
    const struct look *outer = user;
    for (size_t i = 0; i < count; i++) {
        struct at_maestro_selector copy = (*rows)[i];
        struct look look = {outer->walk, copy.place};
        const struct at_maestro_texts_visitor by = visitor_of(&look);
        at_maestro_texts_of_selector(&copy, &by);
    }
    return true;
}

static void
look_at_texts(struct walk *walk, const struct at_maestro_command *command)
{
    struct at_maestro_command copy = *command; // only looked at
    struct look look = {walk, command->place};
    const struct at_maestro_texts_visitor by = visitor_of(&look);
    at_maestro_texts_first(&copy, &by);
    at_maestro_texts_later(&copy, &by);
}

static void look_at_commands(struct walk *walk,
                             const struct at_maestro_commands *commands);
static struct at_maestro_seen look_at_flow(struct at_maestro_remarks *remarks,
                                           const struct at_maestro_flow *flow);

static void
look_at_body(struct walk *walk, const struct at_maestro_body *body)
{
    look_at_env(walk, &body->env);
    look_at_commands(walk, &body->commands);
    look_at_commands(walk, &body->otherwise);
    look_at_commands(walk, &body->on_error);
    if (!body->flow)
        return;
    struct at_maestro_seen inner = look_at_flow(walk->remarks, body->flow);
    if (inner.effect > walk->effect)
        walk->effect = inner.effect;
    walk->needs_engine = walk->needs_engine || inner.needs_engine;
    walk->sends = walk->sends || inner.sends;
}

static void
look_at_script_file(struct walk *walk, const struct at_maestro_command *command)
{
    const char *path = at_arena_dup(&walk->remarks->arena, command->path).ptr;
    const struct script script = {
        .text = command->text, .place = {.file = path}, .command = command};
    walk->needs_engine = true;
    if (command->text.ptr)
        look_at_script(walk, &script);
}

static bool
asks_a_model(enum at_maestro_kind kind)
{
    return kind == AT_MAESTRO_ASSERT_WITH_AI ||
           kind == AT_MAESTRO_ASSERT_NO_DEFECTS_WITH_AI ||
           kind == AT_MAESTRO_EXTRACT_TEXT_WITH_AI;
}

static void
look_at_commands(struct walk *walk, const struct at_maestro_commands *commands)
{
    for (size_t i = 0; i < commands->count; i++) {
        const struct at_maestro_command *command = &commands->rows[i];
        if (command->ours)
            remark(walk, command->place, AT_MAESTRO_DIFF_OURS,
                   at_str(command->ours), AT_STR(""));
        if (asks_a_model(command->kind))
            remark(walk, command->place, AT_MAESTRO_DIFF_MODEL,
                   at_str(command->name), AT_STR(""));
        if (command->kind == AT_MAESTRO_RUN_SCRIPT)
            look_at_script_file(walk, command);
        look_at_texts(walk, command);
        look_at_body(walk, &command->body);
    }
}

static struct at_maestro_seen
look_at_flow(struct at_maestro_remarks *remarks,
             const struct at_maestro_flow *flow)
{
    struct walk walk = {.remarks = remarks};
    const struct at_maestro_place top = {flow->file, 1, 1};
    struct at_maestro_seen *known = seen(remarks, flow);
    if (known->flow)
        return *known;
    if (flow->url.ptr)
        remark(&walk, top, AT_MAESTRO_DIFF_WEB, flow->url, AT_STR(""));
    if (flow->on_failure.count > 0)
        remark(&walk, top, AT_MAESTRO_DIFF_OURS, AT_STR("onFlowFailure"),
               AT_STR(""));
    look_at_env(&walk, &flow->env);
    look_at_commands(&walk, &flow->on_start);
    look_at_commands(&walk, &flow->commands);
    look_at_commands(&walk, &flow->on_complete);
    look_at_commands(&walk, &flow->on_failure);
    tell_local(&walk);
    known = seen(remarks, flow); // the table may have moved
    *known = (struct at_maestro_seen){flow, walk.effect, walk.needs_engine,
                                      walk.sends};
    remarks->seen_count++;
    remarks->needs_engine = remarks->needs_engine || walk.needs_engine;
    return *known;
}

enum at_maestro_effect
at_maestro_remarks_add(struct at_maestro_remarks *remarks,
                       const struct at_maestro_flow *flow)
{
    return look_at_flow(remarks, flow).effect;
}

static int
compare(const void *a, const void *b)
{
    const struct at_maestro_remark *left = a;
    const struct at_maestro_remark *right = b;
    int order = strcmp(left->place.file, right->place.file);
    if (order == 0 && left->place.line != right->place.line)
        order = left->place.line < right->place.line ? -1 : 1;
    if (order == 0 && left->place.column != right->place.column)
        order = left->place.column < right->place.column ? -1 : 1;
    if (order == 0 && left->difference != right->difference)
        order = left->difference < right->difference ? -1 : 1;
    return order ? order : at_str_cmp(left->subject, right->subject);
}

// A script that several flows run has been looked at for each of them.
void
at_maestro_remarks_finish(struct at_maestro_remarks *remarks)
{
    size_t kept = 0;
    if (remarks->count > 0)
        qsort(remarks->rows, remarks->count, sizeof(*remarks->rows), compare);
    for (size_t i = 0; i < remarks->count; i++) {
        if (i == 0 || compare(&remarks->rows[kept - 1], &remarks->rows[i]) != 0)
            remarks->rows[kept++] = remarks->rows[i];
    }
    remarks->count = kept;
}

void
at_maestro_remarks_deinit(struct at_maestro_remarks *remarks)
{
    free(remarks->rows);
    free(remarks->seen);
    at_arena_deinit(&remarks->arena);
    *remarks = (struct at_maestro_remarks){.rows = NULL};
}

bool
at_maestro_needs_engine(const struct at_maestro_flow *flow)
{
    struct at_maestro_remarks remarks = {.rows = NULL};
    bool needs = look_at_flow(&remarks, flow).needs_engine;
    at_maestro_remarks_deinit(&remarks);
    return needs;
}
