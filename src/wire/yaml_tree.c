// yaml_tree.c: builds the tree from libyaml's events, with a stack of open
// containers
#include "wire/yaml_tree.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/alloc.h"
#include "base/limits.h"

// An unfinished mapping or list.
struct open {
    struct at_yaml_node *node;
    struct at_yaml_node *last; // its newest entry; NULL: none
    struct at_yaml_node *key;  // name of the mapping's next value; NULL: none
};

struct reader {
    yaml_parser_t parser;
    struct at_arena *arena;
    const struct at_yaml_rules *rules;
    struct open stack[AT_JSON_MAX_DEPTH];
    size_t depth;
    size_t values;
    struct at_yaml_documents *out;
    struct at_yaml_fault *fault;
};

static const char only_text_tags[] = "tags are not understood, except !!str";

static bool
refuse_at(struct at_yaml_fault *fault, size_t line, size_t column,
          const char *what)
{
    fault->line = (uint32_t)line + 1;
    fault->column = (uint32_t)column + 1;
    return at_fail(&fault->err, AT_EUSAGE, "%s", what);
}

static bool
refuse(struct reader *reader, const yaml_mark_t *mark, const char *what)
{
    return refuse_at(reader->fault, mark->line, mark->column, what);
}

// Set the place of a byte. Lines end as libyaml ends them, with CR too.
static void
set_place(struct at_yaml_fault *fault, struct at_str text, size_t byte)
{
    fault->line = 1;
    fault->column = 1;
    for (size_t at = 0; at < byte && at < text.len; at++) {
        char c = text.ptr[at];
        bool ends =
            c == '\n' ||
            (c == '\r' && (at + 1 == text.len || text.ptr[at + 1] != '\n'));
        if (ends) {
            fault->line++;
            fault->column = 1;
        } else if ((c & 0xc0) != 0x80 && c != '\r') {
            fault->column++;
        }
    }
}

static struct at_yaml_node *
node_at(struct reader *reader, enum at_yaml_kind kind, const yaml_mark_t *mark)
{
    struct at_yaml_node *node = at_arena_alloc(reader->arena, sizeof(*node));
    node->kind = kind;
    node->line = (uint32_t)mark->line + 1;
    node->column = (uint32_t)mark->column + 1;
    return node;
}

// Add node to the innermost container.
static bool
put(struct reader *reader, struct at_yaml_node *node)
{
    if (++reader->values > AT_JSON_MAX_VALUES)
        return at_fail(&reader->fault->err, AT_ELIMIT, "more than %d values",
                       AT_JSON_MAX_VALUES);
    if (reader->depth == 0) {
        reader->out->roots[reader->out->count++] = node;
        return true;
    }
    struct open *top = &reader->stack[reader->depth - 1];
    node->key = top->key;
    top->key = NULL;
    if (top->last)
        top->last->next = node;
    else
        top->node->first = node;
    top->last = node;
    top->node->count++;
    return true;
}

// Return true if a mapping expects a name.
static bool
wants_key(const struct reader *reader)
{
    if (reader->depth == 0)
        return false;
    const struct open *top = &reader->stack[reader->depth - 1];
    return top->node->kind == AT_YAML_MAP && !top->key;
}

static bool
is_text_tag(const yaml_char_t *tag)
{
    return strcmp((const char *)tag, YAML_STR_TAG) == 0 ||
           strcmp((const char *)tag, "!") == 0;
}

static bool
take_text(struct reader *reader, struct at_yaml_node *node,
          const yaml_mark_t *mark)
{
    if (!wants_key(reader))
        return put(reader, node);
    if (memchr(node->text.ptr, '\0', node->text.len))
        return refuse(reader, mark, "the name is not a text");
    reader->stack[reader->depth - 1].key = node;
    return true;
}

static bool
take_scalar(struct reader *reader, const yaml_event_t *event)
{
    const yaml_char_t *tag = event->data.scalar.tag;
    if (tag && !is_text_tag(tag) && !reader->rules->is_lenient)
        return refuse(reader, &event->start_mark, only_text_tags);
    struct at_yaml_node *node =
        node_at(reader, AT_YAML_SCALAR, &event->start_mark);
    node->text = at_arena_dup(reader->arena,
                              at_str_n((const char *)event->data.scalar.value,
                                       event->data.scalar.length));
    node->is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
                     (!tag || !is_text_tag(tag));
    return take_text(reader, node, &event->start_mark);
}

static bool
take_alias(struct reader *reader, const yaml_event_t *event)
{
    if (!reader->rules->is_lenient)
        return refuse(reader, &event->start_mark,
                      "aliases are not allowed: write the value out");
    struct at_yaml_node *node =
        node_at(reader, AT_YAML_SCALAR, &event->start_mark);
    node->text = at_arena_dup(reader->arena,
                              at_str((const char *)event->data.alias.anchor));
    node->is_alias = true;
    return take_text(reader, node, &event->start_mark);
}

static bool
open_container(struct reader *reader, const yaml_event_t *event,
               enum at_yaml_kind kind, const yaml_char_t *tag)
{
    if (tag && !reader->rules->is_lenient)
        return refuse(reader, &event->start_mark, only_text_tags);
    if (reader->depth == AT_JSON_MAX_DEPTH)
        return at_fail(&reader->fault->err, AT_ELIMIT,
                       "lists and mappings deeper than %d levels",
                       AT_JSON_MAX_DEPTH);
    if (wants_key(reader))
        return refuse(reader, &event->start_mark,
                      "a name must be a text, not a list or mapping");
    struct at_yaml_node *node = node_at(reader, kind, &event->start_mark);
    if (!put(reader, node))
        return false;
    reader->stack[reader->depth++] = (struct open){.node = node};
    return true;
}

// Order by name, then by place.
static int
compare_entries(const void *left, const void *right)
{
    const struct at_yaml_node *a = *(struct at_yaml_node *const *)left;
    const struct at_yaml_node *b = *(struct at_yaml_node *const *)right;
    int names = at_str_cmp(a->key->text, b->key->text);
    if (names != 0)
        return names;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

// Mark entries whose name comes again, and return the first repetition; NULL.
static struct at_yaml_node *
mark_repeated(struct at_yaml_node *map)
{
    struct at_yaml_node **rows =
        at_realloc_array(NULL, map->count, sizeof(struct at_yaml_node *));
    struct at_yaml_node *first = NULL;
    size_t count = 0;
    for (struct at_yaml_node *at = map->first; at; at = at->next)
        rows[count++] = at;
    qsort(rows, count, sizeof(rows[0]), compare_entries);
    for (size_t i = 1; i < count; i++) {
        if (!at_str_eq(rows[i - 1]->key->text, rows[i]->key->text))
            continue;
        rows[i - 1]->is_replaced = true;
        if (!first || rows[i]->key->line < first->key->line ||
            (rows[i]->key->line == first->key->line &&
             rows[i]->key->column < first->key->column))
            first = rows[i];
    }
    free(rows);
    return first;
}

static bool
close_container(struct reader *reader)
{
    struct at_yaml_node *node = reader->stack[--reader->depth].node;
    if (node->kind != AT_YAML_MAP || node->count < 2)
        return true;
    const struct at_yaml_node *repeated = mark_repeated(node);
    if (!repeated || reader->rules->is_lenient)
        return true;
    return refuse_at(reader->fault, repeated->key->line - 1,
                     repeated->key->column - 1, "the name is used twice");
}

// Take an event; set *out_ended after the last one that is wanted.
static bool
take_event(struct reader *reader, const yaml_event_t *event, bool *out_ended)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return take_scalar(reader, event);
    case YAML_MAPPING_START_EVENT:
        return open_container(reader, event, AT_YAML_MAP,
                              event->data.mapping_start.tag);
    case YAML_SEQUENCE_START_EVENT:
        return open_container(reader, event, AT_YAML_LIST,
                              event->data.sequence_start.tag);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        return close_container(reader);
    case YAML_ALIAS_EVENT:
        return take_alias(reader, event);
    case YAML_DOCUMENT_START_EVENT:
        if (reader->out->count < reader->rules->documents)
            return true;
        *out_ended = true;
        return reader->rules->is_lenient ||
               refuse(reader, &event->start_mark, "there is a second document");
    case YAML_STREAM_END_EVENT:
        *out_ended = true;
        return true;
    default:
        return true;
    }
}

static bool
refuse_syntax(struct reader *reader, struct at_str text)
{
    const yaml_parser_t *parser = &reader->parser;
    const char *problem = parser->problem ? parser->problem : "no YAML";
    if (parser->error == YAML_MEMORY_ERROR)
        return at_fail(&reader->fault->err, AT_ELIMIT, "too deeply nested");
    if (parser->error == YAML_READER_ERROR) {
        set_place(reader->fault, text, parser->problem_offset);
        return at_fail(&reader->fault->err, AT_EUSAGE, "%s", problem);
    }
    return refuse(reader, &parser->problem_mark, problem);
}

// A list or mapping that is complete enough to stop: what follows the wanted
// documents isn't read, so errors there don't count.
static bool
has_all(const struct reader *reader)
{
    return reader->rules->is_lenient && reader->depth == 0 &&
           reader->out->count == reader->rules->documents;
}

static bool
read_events(struct reader *reader, struct at_str text)
{
    yaml_event_t event;
    bool ok = true;
    bool ended = false;
    while (ok && !ended && !has_all(reader)) {
        if (!yaml_parser_parse(&reader->parser, &event))
            return refuse_syntax(reader, text);
        ok = take_event(reader, &event, &ended);
        yaml_event_delete(&event);
    }
    return ok;
}

// libyaml compares each of these directives with all preceding ones, so a
// megabyte of them takes many seconds. As tags are refused, they are not
// needed. A line may also end with a lone CR or a non-ASCII separator.
static bool
check_directives(struct at_str text, struct at_yaml_fault *fault)
{
    static const struct at_str name = AT_STR_ROW("%TAG");
    char before = '\n';
    for (size_t at = 0; at + name.len <= text.len; at++) {
        bool begins = (unsigned char)before < ' ' || (before & 0x80);
        if (begins && at_str_starts(at_str_skip(text, at), name)) {
            set_place(fault, text, at);
            return at_fail(&fault->err, AT_EUSAGE, "%s", only_text_tags);
        }
        before = text.ptr[at];
    }
    return true;
}

bool
at_yaml_read(struct at_arena *arena, struct at_str text,
             const struct at_yaml_rules *rules, struct at_yaml_documents *out,
             struct at_yaml_fault *fault)
{
    struct reader reader = {
        .arena = arena, .rules = rules, .out = out, .fault = fault};
    *out = (struct at_yaml_documents){0};
    *fault = (struct at_yaml_fault){.err = AT_ERR_INIT};
    if (text.len > AT_YAML_MAX_BYTES)
        return at_fail(&fault->err, AT_ELIMIT, "YAML of more than %zu bytes",
                       AT_YAML_MAX_BYTES);
    if (!check_directives(text, fault))
        return false;
    at_assert(yaml_parser_initialize(&reader.parser)); // else no memory
    yaml_parser_set_input_string(
        &reader.parser, (const unsigned char *)(text.len ? text.ptr : ""),
        text.len);
    bool ok = read_events(&reader, text);
    yaml_parser_delete(&reader.parser);
    return ok;
}

const struct at_yaml_node *
at_yaml_entry(const struct at_yaml_node *map, const char *name)
{
    const struct at_yaml_node *found = NULL;
    for (const struct at_yaml_node *at = map->first; at; at = at->next) {
        if (map->kind == AT_YAML_MAP && at_str_is(at->key->text, name))
            found = at;
    }
    return found;
}
