#include "tester/suite/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/limits_suite.h"
#include "base/quote.h"
#include "base/sha256.h"
#include "tester/suite/table.h"
#include "tester/suite/tags.h"

enum { NAME_MAX_BYTES = 160 };

// The plan while it grows.
struct draft {
    const struct at_suite_selection *from;
    struct at_suite_plan *plan;
    json_t *names; // object: names that are taken
};

bool
at_suite_shard_read(struct at_str text, struct at_suite_shard *out,
                    struct at_err *err)
{
    ptrdiff_t slash = at_str_find(text, AT_STR("/"));
    size_t at = slash < 0 ? text.len : (size_t)slash;
    bool ok = slash > 0 &&
              at_str_to_i64(at_str_skip(text, at + 1), 1, AT_SUITE_SHARDS_MAX,
                            &out->count) &&
              at_str_to_i64(at_str_head(text, at), 1, out->count, &out->number);
    return ok ||
           at_fail(err, AT_EUSAGE,
                   "a part of the cases is N/COUNT, as 1/4, with N from "
                   "1 to COUNT, at most %d: not '%.*s'",
                   AT_SUITE_SHARDS_MAX, AT_STR_ARG(at_utf8_head(text, 40)));
}

static bool
is_in_shard(const struct at_suite_shard *shard, const char *name)
{
    unsigned char hash[AT_SHA256_BYTES];
    uint64_t number = 0;
    if (shard->count == 0)
        return true;
    at_sha256(at_str(name), hash);
    for (size_t i = 0; i < sizeof(number); i++)
        number = number << 8 | hash[i];
    return (int64_t)(number % (uint64_t)shard->count) == shard->number - 1;
}

static bool
has_tags(const struct at_suite_selection *from,
         const struct at_suite_source *source)
{
    bool ok = true;
    for (size_t i = 0; from->tags && i < from->tags->count; i++)
        ok = ok && at_tags_match(at_str(from->tags->words[i]),
                                 &source->scenario->tags);
    return ok;
}

static bool
check_tags(const struct at_suite_selection *from, struct at_err *err)
{
    for (size_t i = 0; from->tags && i < from->tags->count; i++) {
        if (!at_tags_check(at_str(from->tags->words[i]), err))
            return false;
    }
    return true;
}

// "Add a note [ann, 2] on emulator-5554 with Opus47"
static void
write_group(const struct at_suite_source *source,
            const struct at_suite_case *add, struct at_buf *out)
{
    const struct at_scenario *scenario = source->scenario;
    char title[NAME_MAX_BYTES + 1];
    struct at_buf line = AT_BUF_INIT(AT_MIB);
    at_line_write(at_str(scenario->name[0] ? scenario->name : scenario->goal),
                  &line);
    at_str_cut_words(title, sizeof(title), at_str_trim(at_buf_str(&line)));
    at_buf_add_text(out, title);
    if (add->row) {
        at_buf_add_text(out, " [");
        at_table_label(add->row, out);
        at_buf_add_char(out, ']');
    }
    if (add->device[0])
        at_buf_add_fmt(out, " on %s", add->device);
    if (add->profile[0])
        at_buf_add_fmt(out, " with %s", add->profile);
    at_buf_deinit(&line);
}

// Take a name that no other case has: "Add a note (2)".
static char *
take_name(struct draft *draft, const char *wanted)
{
    char *name = at_strdup(wanted);
    for (size_t i = 2; json_object_get(draft->names, name); i++) {
        free(name);
        name = at_strfmt("%s (%zu)", wanted, i);
    }
    json_object_set_new(draft->names, name, json_true());
    return name;
}

static bool
keep(struct draft *draft, struct at_suite_case *add, struct at_err *err)
{
    const struct at_suite_selection *from = draft->from;
    struct at_suite_plan *plan = draft->plan;
    if (!is_in_shard(&from->shard, add->name) ||
        (from->only && !json_object_get(from->only, add->name))) {
        free(add->name);
        free(add->group);
        plan->left_out++;
        return true;
    }
    add->expected_ms = from->expected
                           ? from->expected(from->user, add->group,
                                            &from->sources[add->source])
                           : -1;
    plan->cases =
        at_realloc_array(plan->cases, plan->count + 1, sizeof(*plan->cases));
    plan->cases[plan->count++] = *add;
    return plan->count <= AT_SUITE_CASES_MAX ||
           at_fail(err, AT_ELIMIT, "a suite has at most %zu cases",
                   AT_SUITE_CASES_MAX);
}

// Add a case as often as it is repeated.
static bool
add_repeats(struct draft *draft, const struct at_suite_case *base,
            struct at_err *err)
{
    const struct at_suite_source *source = &draft->from->sources[base->source];
    int64_t repeat = draft->from->repeat > 0 ? draft->from->repeat : 1;
    struct at_buf words = AT_BUF_INIT(4 * AT_KIB);
    write_group(source, base, &words);
    char *group = take_name(draft, at_buf_text(&words));
    bool ok = true;
    for (int64_t i = 1; ok && i <= repeat; i++) {
        struct at_suite_case add = *base;
        add.group = at_strdup(group);
        add.name = repeat == 1 ? at_strdup(group)
                               : at_strfmt("%s #%lld", group, (long long)i);
        add.repeat = i;
        ok = keep(draft, &add, err);
    }
    free(group);
    at_buf_deinit(&words);
    return ok;
}

static const char *
nth_or_any(const struct at_argv *words, size_t n)
{
    return words && n < words->count ? words->words[n] : "";
}

// A scenario for iOS has no case on a device with Android.
static bool
fits_device(const struct draft *draft, size_t source, size_t device)
{
    const char *wanted = draft->from->sources[source].scenario->platform;
    const char *has = nth_or_any(draft->from->platforms, device);
    return !wanted[0] || !has[0] || strcmp(wanted, has) == 0;
}

static bool
add_places(struct draft *draft, size_t source, const json_t *row,
           struct at_err *err)
{
    const struct at_argv *devices = draft->from->devices;
    const struct at_argv *profiles = draft->from->profiles;
    size_t device_count = devices && devices->count ? devices->count : 1;
    // A flow has no model that could differ.
    bool is_flow = draft->from->sources[source].scenario->flow != NULL;
    size_t profile_count =
        profiles && profiles->count && !is_flow ? profiles->count : 1;
    bool ok = true;
    for (size_t i = 0; ok && i < device_count; i++) {
        size_t count = fits_device(draft, source, i) ? profile_count : 0;
        for (size_t j = 0; ok && j < count; j++) {
            const struct at_suite_case base = {
                .source = source,
                .row = row,
                .device = nth_or_any(devices, i),
                .profile = is_flow ? "" : nth_or_any(profiles, j)};
            ok = add_repeats(draft, &base, err);
        }
    }
    return ok;
}

// A scenario that uses no column has one case, not one for each row.
static bool
add_source(struct draft *draft, size_t source, struct at_err *err)
{
    const json_t *rows = draft->from->rows;
    const struct at_scenario *scenario = draft->from->sources[source].scenario;
    if (!rows || !at_table_is_used(rows, scenario))
        return add_places(draft, source, NULL, err);
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(rows); i++)
        ok = add_places(draft, source, json_array_get(rows, i), err);
    return ok;
}

// The longest first, so that no device is left with a long one at the end. One
// that is not known counts as the longest of the known ones.
static int
by_duration(const void *a, const void *b)
{
    const struct at_suite_case *one = a, *two = b;
    int64_t first = one->expected_ms < 0 ? INT64_MAX : one->expected_ms;
    int64_t second = two->expected_ms < 0 ? INT64_MAX : two->expected_ms;
    if (first != second)
        return first > second ? -1 : 1;
    if (one->repeat != two->repeat)
        return one->repeat < two->repeat ? -1 : 1;
    if (one->source != two->source)
        return one->source < two->source ? -1 : 1;
    return strcmp(one->name, two->name);
}

static bool
check_used(const struct at_suite_selection *from, size_t used,
           struct at_err *err)
{
    if (used > 0)
        return true;
    return from->source_count == 0
               ? at_fail(err, AT_EUSAGE, "there is no scenario to run")
               : at_fail(err, AT_EUSAGE,
                         "none of %zu scenarios has the tags '%s'",
                         from->source_count, from->tags->words[0]);
}

bool
at_suite_plan(const struct at_suite_selection *from, struct at_suite_plan *out,
              struct at_err *err)
{
    struct draft draft = {from, out, json_object()};
    size_t used = 0;
    *out = (struct at_suite_plan){NULL, 0, 0};
    bool ok = check_tags(from, err);
    for (size_t i = 0; ok && i < from->source_count; i++) {
        if (!has_tags(from, &from->sources[i]))
            continue;
        used++;
        ok = add_source(&draft, i, err);
    }
    ok = ok && check_used(from, used, err);
    if (out->count > 1)
        qsort(out->cases, out->count, sizeof(*out->cases), by_duration);
    json_decref(draft.names);
    return ok;
}

void
at_suite_plan_deinit(struct at_suite_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        free(plan->cases[i].name);
        free(plan->cases[i].group);
    }
    free(plan->cases);
    *plan = (struct at_suite_plan){NULL, 0, 0};
}
