// repl_complete.c: candidates from the rows and the last snapshot
#include "cli/repl_complete.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/words.h"
#include "cli/commands.h"
#include "commandline/arguments.h"
#include "cli/repl.h"
#include "wire/json.h"

// The line up to the cursor.
struct asked {
    struct at_argv words; // the last one is incomplete
    size_t at;            // index of the first word after the command's name
    const struct at_command *command; // NULL: incomplete
    const json_t *refs;
    struct at_candidates *out;
};

void
at_candidates_deinit(struct at_candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        free(candidates->rows[i].text);
        free(candidates->rows[i].note);
    }
    free(candidates->rows);
    *candidates = (struct at_candidates){0};
}

struct at_str
at_candidates_common(const struct at_candidates *candidates)
{
    struct at_str common = {0};
    for (size_t i = 0; i < candidates->count; i++) {
        struct at_str text = at_str(candidates->rows[i].text);
        size_t same = 0;
        while (same < text.len && same < common.len &&
               text.ptr[same] == common.ptr[same])
            same++;
        common = i == 0 ? text : at_utf8_head(common, same);
    }
    return common;
}

static struct at_str
partial_of(const struct asked *asked)
{
    return at_str(asked->words.words[asked->words.count - 1]);
}

// Offer text once, if it begins with the incomplete word.
static void
offer(struct asked *asked, struct at_str text, struct at_str note)
{
    struct at_candidates *out = asked->out;
    if (!at_str_starts(text, partial_of(asked)))
        return;
    for (size_t i = 0; i < out->count; i++) {
        if (at_str_is(text, out->rows[i].text))
            return;
    }
    out->rows = at_realloc_array(out->rows, out->count + 1, sizeof(*out->rows));
    out->rows[out->count++] = (struct at_candidate){
        at_strndup(text.ptr, text.len),
        at_strndup(note.len ? note.ptr : "", note.len),
    };
}

static void
offer_choices(struct asked *asked, const char *const *choices)
{
    for (; choices && *choices; choices++)
        offer(asked, at_str(*choices), AT_STR(""));
}

// at: the "@" before refs in this place, or ""
static void
offer_refs(struct asked *asked, const char *at)
{
    const char *ref;
    json_t *element;
    json_object_foreach((json_t *)asked->refs, ref, element)
    {
        struct at_buf text = AT_BUF_INIT(64);
        struct at_buf note = AT_BUF_INIT(200);
        struct at_str role = at_json_get_str(element, "role");
        struct at_str name = at_utf8_head(at_json_get_str(element, "name"), 60);
        at_buf_add_fmt(&text, "%s%s", at, ref);
        at_buf_add_fmt(&note, "%.*s \"%.*s\"", AT_STR_ARG(role),
                       AT_STR_ARG(name));
        offer(asked, at_buf_str(&text), at_buf_str(&note));
        at_buf_deinit(&text);
        at_buf_deinit(&note);
    }
}

// Offer the n-th words of the commands whose names begin as the line does.
static void
offer_commands(struct asked *asked, size_t n)
{
    for (const struct at_command *const *row = at_mobile_dev_agent.commands;
         *row; row++) {
        struct at_str rest = at_str((*row)->name);
        struct at_str word;
        size_t i = 0;
        while (at_str_next(&rest, ' ', &word) && i < n &&
               at_str_is(word, asked->words.words[i]))
            i++;
        bool last = rest.len == 0;
        if (i == n && word.len > 0 && *row != &at_cli_repl)
            offer(asked, word, at_str(last ? (*row)->summary : ""));
    }
    for (const char *const *word = at_repl_words; n == 0 && *word; word++)
        offer(asked, at_str(*word), AT_STR("leave"));
}

static bool
has_word(const struct asked *asked, const char *word)
{
    for (size_t i = asked->at; i + 1 < asked->words.count; i++) {
        if (strcmp(asked->words.words[i], word) == 0)
            return true;
    }
    return false;
}

static void
offer_options(struct asked *asked, const struct at_option *rows)
{
    for (; rows->name; rows++) {
        if (rows->repeats || !has_word(asked, rows->name))
            offer(asked, at_str(rows->name), at_str(rows->help));
    }
}

// Find the positional to complete: the words before it that are neither options
// nor their values count.
static const struct at_positional *
find_argument(const struct asked *asked, const struct at_option *rows)
{
    const struct at_positional *positional = asked->command->positionals;
    for (size_t i = asked->at; positional && i + 1 < asked->words.count; i++) {
        const char *word = asked->words.words[i];
        const struct at_option *row = at_options_find(rows, at_str(word));
        if (row && row->value)
            i++;
        else if (word[0] != '-' && positional->name && !positional->repeats)
            positional++;
    }
    return positional && positional->name ? positional : NULL;
}

static void
offer_words(struct asked *asked, const struct at_option *rows)
{
    size_t count = asked->words.count;
    const char *before =
        count > asked->at + 1 ? asked->words.words[count - 2] : "";
    const struct at_option *option = at_options_find(rows, at_str(before));
    struct at_str partial = partial_of(asked);
    if (option && option->value) {
        offer_choices(asked, option->choices);
        if (strcmp(option->name, "--ref") == 0)
            offer_refs(asked, "");
        return;
    }
    const struct at_positional *positional = find_argument(asked, rows);
    if (positional)
        offer_choices(asked, positional->choices);
    if (positional && positional->refs)
        offer_refs(asked, "@");
    if (partial.len > 0 || asked->out->count == 0)
        offer_options(asked, rows);
}

// Find the command: "ui tap" takes two words, "gc" one. Fail if its name is
// incomplete or unknown.
static bool
find_command(struct asked *asked)
{
    char **words = asked->words.words;
    size_t count = asked->words.count;
    struct at_buf name = AT_BUF_INIT(AT_REPL_NAME_MAX);
    if (count < 2)
        return false;
    at_buf_add_text(&name, words[0]);
    asked->at = 1;
    if (at_command_is_group(&at_mobile_dev_agent, at_buf_str(&name)) &&
        count > 2) {
        at_buf_add_fmt(&name, " %s", words[1]);
        asked->at = 2;
    }
    asked->command = at_command_find(&at_mobile_dev_agent, at_buf_str(&name));
    at_buf_deinit(&name);
    return asked->command != NULL;
}

void
at_complete(struct at_str line, const json_t *snapshot,
            struct at_candidates *out)
{
    struct at_option rows[AT_OPTION_ROWS_MAX];
    struct asked asked = {.refs = json_object_get(snapshot, "refs"),
                          .out = out};
    *out = (struct at_candidates){0};
    if (at_words_split_open(line, &asked.words, &out->begin)) {
        if (find_command(&asked)) {
            at_command_all_rows(&at_mobile_dev_agent, asked.command, rows);
            offer_words(&asked, rows);
        } else if (asked.words.count <= 2) {
            offer_commands(&asked, asked.words.count - 1);
        }
    }
    at_argv_deinit(&asked.words);
}
