// proof_candidate.c: the rules for one assertion
#include "agent/proof/proof_candidate.h"

#include "agent/proof/proof_words.h"
#include "base/compiler.h"

enum at_claim_outcome
at_scenes_outcome(const struct at_claim *claim, const struct at_scenes *scenes,
                  size_t index)
{
    const struct at_scene *scene = at_scenes_at(scenes, index);
    struct at_claim_result result;
    if (!scene)
        return AT_CLAIM_UNKNOWN;
    at_claim_result_init(&result);
    at_claim_check(claim, scene, &result);
    enum at_claim_outcome outcome = result.outcome;
    at_claim_result_deinit(&result);
    return outcome;
}

static bool
is_behind(const struct at_candidate *candidate)
{
    return candidate->assertion->outcome == AT_CLAIM_UNKNOWN;
}

static bool
is_part_of_word(const struct at_candidate *candidate)
{
    return candidate->assertion->outcome != AT_CLAIM_HOLDS;
}

// Short words are enough if "near" pins them to others.
static bool
is_too_short(const struct at_candidate *candidate)
{
    const struct at_claim *claim = &candidate->assertion->claim;
    bool bare = claim->kind == AT_CLAIM_TEXT ||
                claim->kind == AT_CLAIM_ABSENT ||
                claim->kind == AT_CLAIM_TOAST || claim->kind == AT_CLAIM_SHOWN;
    return bare && !claim->of[0] && !at_claim_is_telling(at_str(claim->text));
}

static bool
was_typed(const struct at_ledger *ledger, struct at_str words)
{
    for (size_t i = 0; i < ledger->deed_count; i++) {
        struct at_str typed = at_str(ledger->deeds[i].typed);
        if (typed.len > 0 && at_claim_text_has(typed, words))
            return true;
    }
    return false;
}

static bool
shows(const struct at_scene_row *row, struct at_str words)
{
    return at_claim_text_has(row->text, words) ||
           at_claim_text_has(row->description, words) ||
           at_claim_text_has(row->label, words);
}

// Return true if only fields show the text.
static bool
shows_in_fields_only(const struct at_scene *scene, struct at_str words)
{
    bool in_field = false;
    for (size_t i = 0; scene && i < scene->count; i++) {
        const struct at_scene_row *row = &scene->rows[i];
        bool shown = shows(row, words);
        if (shown && row->role != AT_ROLE_TEXT_FIELD)
            return false;
        in_field = in_field || shown || at_claim_text_has(row->value, words);
    }
    return in_field;
}

// The step may ask for the field's content, by an expectation or by naming the
// text twice: 'Type "hello"; the field shows "hello"'.
static bool
asks_for_content(const struct at_candidate *candidate, struct at_str words)
{
    struct at_str rest = candidate->query->text;
    struct at_str quote;
    size_t count = 0;
    if (candidate->assertion->by == AT_ASSERTED_BY_ENGINE)
        return true;
    while (at_quote_next(&rest, &quote))
        count += at_claim_text_has(quote, words);
    return count > 1;
}

static const struct at_scene_row *
row_of(const struct at_candidate *candidate)
{
    const struct at_assertion *assertion = candidate->assertion;
    const struct at_scene *scene =
        at_scenes_at(candidate->query->scenes, assertion->scene);
    return scene && assertion->row < scene->count ? &scene->rows[assertion->row]
                                                  : NULL;
}

// Return true if the scene has the same element: the same text at the same
// place.
static bool
has_row(const struct at_scene *scene, const struct at_scene_row *row)
{
    for (size_t i = 0; scene && i < scene->count; i++) {
        const struct at_scene_row *other = &scene->rows[i];
        if (at_str_eq(other->text, row->text) &&
            at_str_eq(other->description, row->description) &&
            at_rect_eq(other->box, row->box))
            return true;
    }
    return false;
}

// Return true if an element merely repeats the typed text, as suggestions do:
// it appeared right after typing, or nothing was done since.
static bool
is_echo(const struct at_candidate *candidate, const struct at_scene_row *row)
{
    const struct at_ledger *ledger = candidate->query->ledger;
    struct at_str text = row->text.len > 0 ? row->text : row->description;
    bool is_newest = true;
    for (size_t i = ledger->deed_count; i-- > 0;) {
        const struct at_deed *deed = &ledger->deeds[i];
        if (deed->outcome != AT_DEED_DONE)
            continue;
        if (deed->typed[0] && at_claim_text_is(text, at_str(deed->typed)))
            return is_newest ||
                   has_row(at_scenes_at(candidate->query->scenes, deed->scene),
                           row);
        is_newest = false;
    }
    return false;
}

// Return true if elements other than fields show the words, each of them an
// echo.
static bool
is_only_echoed(const struct at_candidate *candidate, struct at_str words)
{
    const struct at_scene *scene =
        at_scenes_at(candidate->query->scenes, candidate->assertion->scene);
    bool echoed = false;
    for (size_t i = 0; scene && i < scene->count; i++) {
        const struct at_scene_row *row = &scene->rows[i];
        bool is_wrapper = row->text.len == 0 && row->end > i + 1;
        if (row->role == AT_ROLE_TEXT_FIELD || is_wrapper || !shows(row, words))
            continue;
        if (!is_echo(candidate, row))
            return false;
        echoed = true;
    }
    return echoed && !at_step_asks_search(candidate->query->text);
}

static bool
is_typed(const struct at_candidate *candidate)
{
    const struct at_assertion *assertion = candidate->assertion;
    const struct at_claim *claim = &assertion->claim;
    struct at_str words = at_str(claim->text);
    if (claim->kind == AT_CLAIM_ABSENT || words.len == 0 ||
        !was_typed(candidate->query->ledger, words))
        return false;
    if (claim->kind == AT_CLAIM_TEXT && !claim->of[0] &&
        is_only_echoed(candidate, words))
        return true;
    return shows_in_fields_only(
               at_scenes_at(candidate->query->scenes, assertion->scene),
               words) &&
           !asks_for_content(candidate, words);
}

// Return true if the claim's text was on the screen of this index.
static bool
was_shown(const struct at_candidate *candidate, size_t index)
{
    struct at_claim present = candidate->assertion->claim; // borrowed
    present.kind = AT_CLAIM_TEXT;
    return at_scenes_outcome(&present, candidate->query->scenes, index) ==
           AT_CLAIM_HOLDS;
}

static bool
was_seen(const struct at_candidate *candidate)
{
    const struct at_scenes *scenes = candidate->query->scenes;
    for (size_t i = scenes ? scenes->forgotten : 0; scenes && i < scenes->count;
         i++) {
        if (i != candidate->assertion->scene && was_shown(candidate, i))
            return true;
    }
    return false;
}

// Return true if the screen says the opposite: "Message not sent".
static bool
is_negated(const struct at_candidate *candidate)
{
    const struct at_claim *claim = &candidate->assertion->claim;
    return claim->kind == AT_CLAIM_TEXT &&
           at_text_denies(at_candidate_text(candidate), at_str(claim->text));
}

// "Loading report…" is not the report, and an absent element may still appear
// while the app loads.
static bool
is_loading(const struct at_candidate *candidate)
{
    const struct at_assertion *assertion = candidate->assertion;
    const struct at_scene *scene =
        at_scenes_at(candidate->query->scenes, assertion->scene);
    const struct at_scene_row *row = row_of(candidate);
    return (row && row->is_loading && assertion->claim.kind == AT_CLAIM_TEXT) ||
           (scene && scene->is_loading &&
            assertion->claim.kind == AT_CLAIM_ABSENT);
}

static bool
is_never_seen(const struct at_candidate *candidate)
{
    const struct at_assertion *assertion = candidate->assertion;
    return assertion->claim.kind == AT_CLAIM_ABSENT &&
           assertion->by == AT_ASSERTED_BY_MODEL &&
           !at_claim_text_has(candidate->query->text,
                              at_str(assertion->claim.text)) &&
           !was_seen(candidate);
}

struct at_str
at_candidate_text(const struct at_candidate *candidate)
{
    const struct at_assertion *assertion = candidate->assertion;
    const struct at_scene *scene =
        at_scenes_at(candidate->query->scenes, assertion->scene);
    if (!scene || assertion->row >= scene->count)
        return at_str(assertion->claim.text);
    const struct at_scene_row *row = &scene->rows[assertion->row];
    return row->text.len > 0    ? row->text
           : row->label.len > 0 ? row->label
                                : row->description;
}

// Return true for an expectation that states what the step says: a person wrote
// it, or it is about more than a text.
static bool
is_stated(const struct at_assertion *assertion)
{
    const struct at_claim *claim = &assertion->claim;
    bool is_bare =
        claim->kind == AT_CLAIM_TEXT || claim->kind == AT_CLAIM_SHOWN;
    return assertion->by == AT_ASSERTED_BY_ENGINE &&
           (claim->is_pinned || !is_bare || claim->of[0]);
}

static bool
goes_on(const struct at_scene *scene)
{
    for (size_t i = 0; scene && i < scene->count; i++) {
        if ((scene->rows[i].flags & AT_NODE_SCROLLABLE) != 0)
            return true;
    }
    return false;
}

// Return the deed that led away from a scene; NULL: not known.
static const struct at_deed *
deed_after(const struct at_proof_query *query, size_t scene)
{
    const struct at_ledger *const ledgers[] = {query->previous, query->ledger};
    for (size_t l = 0; l < AT_LEN(ledgers); l++) {
        for (size_t i = 0; ledgers[l] && i < ledgers[l]->deed_count; i++) {
            const struct at_deed *deed = &ledgers[l]->deeds[i];
            if (deed->scene != AT_SCENE_NONE && deed->scene > scene)
                return deed;
        }
    }
    return NULL;
}

// An element that was scrolled away is out of sight, not gone.
static bool
is_scrolled_away(const struct at_candidate *candidate)
{
    const struct at_proof_query *query = candidate->query;
    const struct at_assertion *assertion = candidate->assertion;
    if (assertion->claim.kind != AT_CLAIM_ABSENT || !query->scenes ||
        !goes_on(at_scenes_at(query->scenes, assertion->scene)))
        return false;
    for (size_t i = assertion->scene; i-- > query->scenes->forgotten;) {
        if (!was_shown(candidate, i))
            continue;
        const struct at_deed *deed = deed_after(query, i);
        return deed && deed->scrolls;
    }
    return false;
}

static size_t
first_scene(const struct at_candidate *candidate)
{
    const struct at_scenes *scenes = candidate->query->scenes;
    size_t first = candidate->query->ledger->first_scene;
    return first < scenes->forgotten ? scenes->forgotten : first;
}

static bool
is_restart_newest(const struct at_ledger *ledger)
{
    for (size_t i = ledger->deed_count; i-- > 0;) {
        if (ledger->deeds[i].outcome == AT_DEED_DONE)
            return ledger->deeds[i].restarts;
    }
    return false;
}

// An element that a restart removed, or the app's first page, is not a result
// of the step, unless the step asks for a restart.
static bool
is_restarted(const struct at_candidate *candidate)
{
    const struct at_proof_query *query = candidate->query;
    const struct at_assertion *assertion = candidate->assertion;
    bool is_absence = assertion->claim.kind == AT_CLAIM_ABSENT;
    if (!query->scenes || query->ledger->first_scene == AT_SCENE_NONE ||
        (is_stated(assertion) && !is_absence) ||
        at_step_asks_restart(query->text))
        return false;
    for (size_t i = assertion->scene; i-- > first_scene(candidate);) {
        const struct at_scene *scene = &query->scenes->items[i];
        if (scene->is_gone)
            return is_absence || is_restart_newest(query->ledger);
        if (is_absence && was_shown(candidate, i))
            return false;
    }
    return false;
}

// Without actions a step can show only the results of the previous step, or
// what its own words name.
static bool
is_not_caused(const struct at_candidate *candidate)
{
    const struct at_proof_query *query = candidate->query;
    const struct at_claim *claim = &candidate->assertion->claim;
    if (query->ledger->done > 0 || is_stated(candidate->assertion) ||
        !query->scenes)
        return false;
    enum at_claim_outcome before =
        query->previous ? at_scenes_outcome(claim, query->scenes,
                                            query->previous->first_scene)
                        : AT_CLAIM_HOLDS;
    return before == AT_CLAIM_HOLDS &&
           !at_step_names(query->text, at_candidate_text(candidate)) &&
           !at_step_quotes(query->text, at_str(claim->text));
}

static bool
is_field(const struct at_candidate *candidate)
{
    const struct at_assertion *assertion = candidate->assertion;
    const struct at_scene *scene =
        at_scenes_at(candidate->query->scenes, assertion->scene);
    return scene && assertion->row < scene->count &&
           scene->rows[assertion->row].role == AT_ROLE_TEXT_FIELD;
}

// Return true for an unknown count on a complete screen of the app: it found
// too few elements, and the screen scrolls further.
static bool
is_short_count(const struct at_candidate *candidate, size_t index)
{
    const struct at_claim *claim = &candidate->assertion->claim;
    const struct at_scene *scene =
        at_scenes_at(candidate->query->scenes, index);
    return (claim->kind == AT_CLAIM_COUNT ||
            claim->kind == AT_CLAIM_AT_LEAST) &&
           scene && scene->is_inside && !scene->is_partial &&
           scene->dialog == AT_DIALOG_NONE;
}

// A field with a text is not the element that shows it: a title being edited is
// not yet the note in the list. An app that was ended shows nothing.
static bool
holds_elsewhere(const struct at_candidate *candidate, size_t index)
{
    const struct at_claim *claim = &candidate->assertion->claim;
    const struct at_scenes *scenes = candidate->query->scenes;
    enum at_claim_outcome outcome = at_scenes_outcome(claim, scenes, index);
    const struct at_scene *scene = at_scenes_at(scenes, index);
    if (scene && scene->is_gone)
        return claim->kind == AT_CLAIM_ABSENT ||
               !at_step_asks_restart(candidate->query->text);
    if (outcome == AT_CLAIM_FAILS || outcome == AT_CLAIM_UNBOUND)
        return false;
    if (outcome == AT_CLAIM_UNKNOWN && is_short_count(candidate, index))
        return false;
    return claim->kind != AT_CLAIM_TEXT || claim->of[0] ||
           is_field(candidate) || outcome != AT_CLAIM_HOLDS ||
           !shows_in_fields_only(scene, at_str(claim->text));
}

// It did not hold on the first screen, or stopped holding in between.
static bool
is_held_before(const struct at_candidate *candidate)
{
    const struct at_proof_query *query = candidate->query;
    if (query->ledger->done == 0 || !query->scenes ||
        query->ledger->first_scene == AT_SCENE_NONE)
        return false;
    for (size_t i = first_scene(candidate); i < candidate->assertion->scene;
         i++) {
        if (!holds_elsewhere(candidate, i))
            return false;
    }
    return true;
}

// The rules for one assertion, in the order in which they are tried.
static const struct {
    enum at_proof_rule rule;
    bool (*is_broken)(const struct at_candidate *candidate);
} candidate_rules[] = {
    {AT_PROOF_BEHIND, is_behind},
    {AT_PROOF_PART_OF_WORD, is_part_of_word},
    {AT_PROOF_TOO_SHORT, is_too_short},
    {AT_PROOF_TYPED, is_typed},
    {AT_PROOF_NEGATED, is_negated},
    {AT_PROOF_LOADING, is_loading},
    {AT_PROOF_NEVER_SEEN, is_never_seen},
    {AT_PROOF_SCROLLED_AWAY, is_scrolled_away},
    {AT_PROOF_RESTARTED, is_restarted},
    {AT_PROOF_NOT_CAUSED, is_not_caused},
    {AT_PROOF_HELD_BEFORE, is_held_before},
};

size_t
at_candidate_judge(const struct at_candidate *candidate,
                   enum at_proof_rule *out_rule)
{
    size_t row = 0;
    while (row < AT_LEN(candidate_rules) &&
           !candidate_rules[row].is_broken(candidate))
        row++;
    *out_rule = row < AT_LEN(candidate_rules) ? candidate_rules[row].rule
                                              : AT_PROOF_HOLDS;
    return row;
}
