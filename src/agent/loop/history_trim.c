#include "agent/loop/history_trim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/loop/calls.h"
#include "agent/loop/prompt.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "wire/json.h"

enum {
    LINES_KEPT = 12,  // actions listed for a step
    ARGS_SHOWN = 120, // bytes of the arguments of an action
    REASON_SHOWN = 200,
    BYTES_A_TOKEN = 4,   // estimate if the provider does not report tokens
    TURNS_KEPT = 6,      // three answers of the model, with their results
    TURNS_KEPT_HARD = 2, // the newest
    ENDED_BYTES = 600    // turns of ended steps below this size are not cut
};

void
at_history_trim_init(struct at_history_trim *trim, size_t step_count)
{
    *trim = (struct at_history_trim){.step_count = step_count};
    trim->done = at_alloc(step_count * sizeof(*trim->done));
    trim->dropped = at_alloc(step_count * sizeof(*trim->dropped));
}

void
at_history_trim_deinit(struct at_history_trim *trim)
{
    for (size_t i = 0; i < trim->step_count; i++)
        at_argv_deinit(&trim->done[i]);
    free(trim->done);
    free(trim->dropped);
    free(trim->turns);
    *trim = (struct at_history_trim){0};
}

static bool
is_preset(const struct at_arg *row, const json_t *value)
{
    char digits[32];
    if (!row->preset)
        return false;
    if (!json_is_integer(value))
        return at_str_is(at_json_str(value), row->preset);
    snprintf(digits, sizeof(digits), "%" JSON_INTEGER_FORMAT,
             json_integer_value(value));
    return strcmp(digits, row->preset) == 0;
}

// Write the arguments that make sense without their screen: defaults are left
// out, and a ref is replaced by its element's line.
static void
write_args(enum at_agent_tool tool, const json_t *args,
           const struct at_agent_touch *touch, struct at_buf *out)
{
    const struct at_arg *row = at_agent_tool_rows[tool].args;
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    json_t *said = json_object();
    for (; row->name; row++) {
        json_t *value = json_object_get(args, row->name);
        if (value && strcmp(row->name, "ref") != 0 && !is_preset(row, value))
            json_object_set(said, row->name, value);
    }
    if (json_object_get(args, "ref")) {
        struct at_str line = at_str(touch->element);
        ptrdiff_t ref = at_str_find(line, AT_STR(" @"));
        at_line_write(ref >= 0 ? at_str_head(line, (size_t)ref) : line, out);
    }
    if (json_object_size(said) > 0)
        (void)!at_json_write(said, &text);
    at_line_write(at_utf8_head(at_buf_str(&text), ARGS_SHOWN), out);
    json_decref(said);
    at_buf_deinit(&text);
}

void
at_history_trim_did(struct at_history_trim *trim, size_t step,
                    enum at_agent_tool tool, const json_t *args,
                    const struct at_agent_tool_result *result)
{
    struct at_buf line = AT_BUF_INIT(AT_KIB);
    trim->shown = trim->shown || (result->whole && result->screen.len > 0);
    trim->changed = trim->changed || result->changed ||
                    result->screen.len > 0 || result->picture.len > 0 ||
                    at_calls_failed(result->prefix);
    if (step >= trim->step_count || tool == AT_AGENT_STEP_DONE)
        return;
    if (trim->done[step].count == LINES_KEPT) {
        trim->dropped[step]++;
        return;
    }
    at_buf_add_fmt(&line, "%s ", at_agent_tool_rows[tool].name);
    size_t bare = line.len;
    write_args(tool, args, &result->touch, &line);
    at_buf_add_fmt(&line, "%s%s", line.len > bare ? " " : "",
                   at_prefix_names[result->prefix]);
    at_argv_add_str(&trim->done[step], at_buf_str(&line));
    at_buf_deinit(&line);
}

static size_t
bytes_of_words(const struct at_turn *turn)
{
    enum { CALL_BYTES = 100 };
    size_t bytes = 0;
    for (size_t i = 0; i < turn->count; i++) {
        const struct at_part *part = &turn->parts[i];
        bytes += part->text ? strlen(part->text) : 0;
        bytes += part->kind == AT_PART_CALL ? CALL_BYTES : 0;
    }
    return bytes;
}

static size_t
bytes_of(const struct at_turn *turn)
{
    enum { IMAGE_BYTES = 1500 * BYTES_A_TOKEN };
    size_t bytes = bytes_of_words(turn);
    for (size_t i = 0; i < turn->count; i++)
        bytes += turn->parts[i].image ? IMAGE_BYTES : 0;
    return bytes;
}

void
at_history_trim_add(struct at_history_trim *trim, size_t step,
                    const struct at_turn *turn)
{
    // The capacity doubles each time.
    if ((trim->count & (trim->count - 1)) == 0)
        trim->turns =
            at_realloc_array(trim->turns, trim->count > 0 ? trim->count * 2 : 1,
                             sizeof(*trim->turns));
    bool ours = turn->role == AT_TURN_USER;
    trim->turns[trim->count++] =
        (struct at_history_trim_turn){.step = step,
                                      .bytes = bytes_of(turn),
                                      .whole = ours && trim->shown,
                                      .bare = ours && !trim->changed};
    trim->shown = trim->shown && !ours;
    trim->changed = trim->changed && !ours;
    trim->bytes += trim->turns[trim->count - 1].bytes;
}

void
at_history_trim_measured(struct at_history_trim *trim, int64_t in_tokens)
{
    if (in_tokens <= 0)
        return;
    if (trim->base_tokens == 0)
        trim->base_tokens = in_tokens;
    trim->latest_tokens = in_tokens;
}

int64_t
at_history_trim_threshold(int64_t wish, int64_t context_tokens)
{
    // The prompt and the tools take this much of any model's context.
    enum { PROMPT_TOKENS = 3500, LEAST_TOKENS = 1000 };
    int64_t room = (context_tokens - PROMPT_TOKENS) / 2;
    if (context_tokens <= 0 || wish <= room)
        return wish;
    return room > LEAST_TOKENS ? room : LEAST_TOKENS;
}

bool
at_history_trim_is_long(const struct at_history_trim *trim, int64_t threshold)
{
    size_t grown =
        trim->bytes > trim->base_bytes ? trim->bytes - trim->base_bytes : 0;
    int64_t estimated = (int64_t)(grown / BYTES_A_TOKEN);
    int64_t measured = trim->latest_tokens - trim->base_tokens;
    return threshold > 0 && trim->count > TURNS_KEPT &&
           (trim->base_tokens > 0 ? measured : estimated) >= threshold;
}

// Return the turn of the model that led to the newest whole screen; 0: only
// the first message has one.
static size_t
place_of_screen(const struct at_history_trim *trim)
{
    size_t at = trim->count;
    while (at > 0 && !trim->turns[at - 1].whole)
        at--;
    return at > 1 ? at - 2 : 0;
}

bool
at_history_trim_has_ended(struct at_history_trim *trim, size_t current)
{
    size_t bytes = 0;
    if (current <= trim->step_ended)
        return false;
    trim->step_ended = current;
    for (size_t i = 1; i < place_of_screen(trim); i++)
        bytes += trim->turns[i].bytes;
    return bytes >= ENDED_BYTES;
}

// Return the newest index, at most want, at which a turn of the model follows a
// turn of the user: the turns before it can go. 1: nothing can go.
static size_t
place_before(const struct at_conversation *conversation, size_t want)
{
    size_t at = want < conversation->count ? want : conversation->count;
    while (at > 1 && (at == conversation->count ||
                      conversation->turns[at].role != AT_TURN_ASSISTANT ||
                      conversation->turns[at - 1].role != AT_TURN_USER))
        at--;
    return at > 1 ? at : 1;
}

// Return the beginning of the current step if its turns are short enough to
// stay; otherwise the end.
static size_t
place_of_step(const struct at_history_trim *trim,
              const struct at_history_trim_cut *cut)
{
    size_t at = trim->count;
    size_t bytes = 0;
    while (at > 1 && trim->turns[at - 1].step == cut->verdicts->current)
        bytes += bytes_of_words(&cut->conversation->turns[--at]);
    bool is_short = (int64_t)(bytes / BYTES_A_TOKEN) <= cut->threshold / 2 &&
                    cut->effort != AT_HISTORY_TRIM_HARD;
    return is_short && at < trim->count ? at : trim->count;
}

static void
remove_turns(struct at_history_trim *trim, struct at_conversation *conversation,
             size_t first, size_t count)
{
    at_conversation_remove(conversation, first, count);
    for (size_t i = first; i < first + count; i++)
        trim->bytes -= trim->turns[i].bytes;
    trim->count -= count;
    memmove(trim->turns + first, trim->turns + first + count,
            (trim->count - first) * sizeof(*trim->turns));
    // at_history_trim_add() counts room by powers of two.
    size_t room = 1;
    while (room < trim->count)
        room *= 2;
    trim->turns = at_realloc_array(trim->turns, room, sizeof(*trim->turns));
}

// Keep the verdict, reason and proof of a step that has ended.
static void
write_ended(const struct at_verdict_step *ended, size_t number,
            struct at_buf *out)
{
    at_buf_add_fmt(out, "Step %zu %s", number,
                   at_verdict_names[ended->verdict]);
    if (ended->reason) {
        at_buf_add_text(out, ": ");
        at_line_write(at_utf8_head(at_str(ended->reason), REASON_SHOWN), out);
    }
    if (ended->proof &&
        !at_str_has(at_str(ended->reason), at_str(ended->proof))) {
        at_buf_add_text(out, "; proof: ");
        at_line_write(at_utf8_head(at_str(ended->proof), REASON_SHOWN), out);
    }
    at_buf_add_char(out, '\n');
}

static void
write_step(const struct at_history_trim *trim,
           const struct at_verdicts *verdicts, size_t step, struct at_buf *out)
{
    const struct at_argv *done = &trim->done[step];
    if (step < verdicts->current) {
        write_ended(&verdicts->steps[step], step + 1, out);
        return;
    }
    if (done->count == 0)
        return;
    at_buf_add_fmt(out, "Step %zu so far:", step + 1);
    for (size_t i = 0; i < done->count; i++)
        at_buf_add_fmt(out, "%s %s", i > 0 ? ";" : "", done->words[i]);
    if (trim->dropped[step] > 0)
        at_buf_add_fmt(out, "; and %zu calls more", trim->dropped[step]);
    at_buf_add_char(out, '\n');
}

// The summary is the second part of the first message.
static void
set_summary(struct at_history_trim *trim, const struct at_history_trim_cut *cut)
{
    struct at_turn *first = &cut->conversation->turns[0];
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    at_buf_add_text(&text, "What was done so far, in short:\n");
    for (size_t i = 0; i < trim->step_count; i++)
        write_step(trim, cut->verdicts, i, &text);
    if (cut->effort == AT_HISTORY_TRIM_ENDED &&
        cut->verdicts->current < cut->verdicts->count)
        at_buf_add_fmt(&text, "Go on with step %zu.\n",
                       cut->verdicts->current + 1);
    if (trim->cut) {
        free(first->parts[1].text);
        first->parts[1].text = at_buf_take(&text);
    } else {
        at_turn_add_text(first, at_buf_str(&text));
    }
    trim->cut = true;
    at_buf_deinit(&text);
    trim->bytes -= trim->turns[0].bytes;
    trim->turns[0].bytes = bytes_of(first);
    trim->bytes += trim->turns[0].bytes;
}

static bool
has_screen(const struct at_part *part, struct at_str marker)
{
    size_t at;
    size_t len;
    struct at_str title;
    return part->text &&
           at_prompt_find_screen(marker, at_str(part->text), &at, &len, &title);
}

static void
drop_image(struct at_part *part)
{
    free(part->image);
    part->image = NULL;
    part->image_len = 0;
    part->mime = NULL;
}

// Keep the newest screens and one picture; fold the others.
static void
fold_old(struct at_history_trim *trim, const struct at_history_trim_cut *cut)
{
    size_t screens = 0;
    size_t images = 0;
    size_t kept =
        cut->effort == AT_HISTORY_TRIM_HARD ? 1 : AT_HISTORY_TRIM_SCREENS_KEPT;
    for (size_t t = cut->conversation->count; t-- > 0;) {
        struct at_turn *turn = &cut->conversation->turns[t];
        if (turn->role != AT_TURN_USER)
            continue;
        for (size_t p = turn->count; p-- > 0;) {
            struct at_part *part = &turn->parts[p];
            if (has_screen(part, cut->marker) && ++screens > kept)
                (void)at_prompt_fold_screen(cut->marker, &part->text);
            if (part->kind == AT_PART_RESULT && part->image && ++images > 1)
                drop_image(part);
        }
        trim->bytes -= trim->turns[t].bytes;
        trim->turns[t].bytes = bytes_of(turn);
        trim->bytes += trim->turns[t].bytes;
    }
}

// Return the first turn that should stay.
static size_t
wanted(const struct at_history_trim *trim,
       const struct at_history_trim_cut *cut)
{
    size_t keep =
        cut->effort == AT_HISTORY_TRIM_HARD ? TURNS_KEPT_HARD : TURNS_KEPT;
    size_t want = trim->count > keep ? trim->count - keep : 1;
    size_t step = place_of_step(trim, cut);
    if (cut->effort == AT_HISTORY_TRIM_ENDED)
        return place_of_screen(trim);
    // A short current step stays whole.
    return step > 1 && step < trim->count && step < want ? step : want;
}

// Return true if the exchange can go. The answer that explains why a step has
// not passed stays.
static bool
is_done_with(const struct at_history_trim *trim,
             const struct at_verdicts *verdicts, size_t at)
{
    const struct at_history_trim_turn *asked = &trim->turns[at];
    return asked->step < verdicts->current && asked[1].bare &&
           verdicts->steps[asked->step].verdict == AT_VERDICT_PASS;
}

// Return true if this turn and the next can go, and the rest still alternates.
static bool
is_exchange(const struct at_conversation *conversation, size_t at)
{
    const struct at_turn *turns = conversation->turns;
    return turns[at - 1].role == AT_TURN_USER &&
           turns[at].role == AT_TURN_ASSISTANT &&
           turns[at + 1].role == AT_TURN_USER &&
           (at + 2 == conversation->count ||
            turns[at + 2].role == AT_TURN_ASSISTANT);
}

// Remove the assertions and claims of ended steps, which the summary repeats.
static void
remove_bare(struct at_history_trim *trim, const struct at_history_trim_cut *cut)
{
    for (size_t at = 1; at + 1 < trim->count;) {
        if (is_exchange(cut->conversation, at) &&
            is_done_with(trim, cut->verdicts, at))
            remove_turns(trim, cut->conversation, at, 2);
        else
            at++;
    }
}

// Fold the screen of the start, which a later whole one replaces.
static void
fold_start(const struct at_history_trim_cut *cut)
{
    struct at_part *first = &cut->conversation->turns[0].parts[0];
    if (first->text)
        (void)at_prompt_fold_screen(cut->marker, &first->text);
}

bool
at_history_trim_shorten(struct at_history_trim *trim,
                        const struct at_history_trim_cut *cut)
{
    size_t bytes = trim->bytes;
    at_assert(trim->count == cut->conversation->count);
    size_t at = place_before(cut->conversation, wanted(trim, cut));
    if (at > 1) {
        remove_turns(trim, cut->conversation, 1, at - 1);
        if (cut->effort == AT_HISTORY_TRIM_ENDED) {
            remove_bare(trim, cut);
            fold_start(cut);
        }
        set_summary(trim, cut);
    }
    fold_old(trim, cut);
    // The remaining turns count as the new beginning, so the next cut comes
    // only after the same growth.
    trim->base_tokens = 0;
    trim->latest_tokens = 0;
    trim->base_bytes = trim->bytes;
    return trim->bytes < bytes;
}
