// zone.c: TZif files, and the two directions between clocks and time
#include "tester/schedule/zone.h"

#include <string.h>

#include "base/alloc.h"
#include "tester/schedule/zone_rule.h"

enum { HEAD_BYTES = 44, TYPE_BYTES = 6, COUNTS = 6 };

// Counts of a header, in its order.
enum { IS_UT, IS_STD, LEAPS, TIMES, TYPES, CHARS };

struct change {
    int64_t at_s;
    int64_t offset_s; // from then on
};

struct at_zone {
    int64_t first_offset_s; // before the first change
    struct change *changes; // owned; ascending
    size_t count;
    bool has_rule; // after the last change
    struct at_zone_rule rule;
};

struct head {
    char version;
    uint32_t counts[COUNTS];
};

static bool
fail_damaged(struct at_err *err, const char *what)
{
    return at_fail(err, AT_EPROTO, "the time zone's file is damaged: %s", what);
}

static uint64_t
read_number(const char *bytes, size_t len)
{
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

static int64_t
read_signed(const char *bytes, size_t len)
{
    uint64_t value = read_number(bytes, len);
    return len == 4 ? (int32_t)(uint32_t)value : (int64_t)value;
}

static bool
read_head(struct at_str bytes, struct head *out, struct at_err *err)
{
    if (bytes.len < HEAD_BYTES || !at_str_starts(bytes, AT_STR("TZif")))
        return at_fail(err, AT_EPROTO, "it is not a time zone's file");
    out->version = bytes.ptr[4];
    for (size_t i = 0; i < COUNTS; i++)
        out->counts[i] = (uint32_t)read_number(bytes.ptr + 20 + 4 * i, 4);
    const uint32_t *counts = out->counts;
    if (counts[TIMES] > AT_ZONE_TIMES_MAX || counts[TYPES] == 0 ||
        counts[TYPES] > AT_ZONE_TYPES_MAX || counts[CHARS] == 0 ||
        counts[CHARS] > AT_ZONE_FILE_MAX_BYTES ||
        counts[LEAPS] > AT_ZONE_TIMES_MAX ||
        (counts[IS_UT] != 0 && counts[IS_UT] != counts[TYPES]) ||
        (counts[IS_STD] != 0 && counts[IS_STD] != counts[TYPES]))
        return fail_damaged(err, "its counts are wrong");
    return true;
}

// Return the length of the data after a header. The counts are small.
static size_t
block_len(const struct head *head, size_t time_bytes)
{
    const uint32_t *counts = head->counts;
    return counts[TIMES] * (time_bytes + 1) + counts[TYPES] * TYPE_BYTES +
           counts[CHARS] + counts[LEAPS] * (time_bytes + 4) + counts[IS_STD] +
           counts[IS_UT];
}

static bool
read_types(const struct head *head, const char *bytes,
           int64_t offsets[AT_ZONE_TYPES_MAX], struct at_err *err)
{
    for (size_t i = 0; i < head->counts[TYPES]; i++) {
        offsets[i] = read_signed(bytes + i * TYPE_BYTES, 4);
        if (offsets[i] <= -AT_ZONE_OFFSET_MAX_S ||
            offsets[i] >= AT_ZONE_OFFSET_MAX_S)
            return fail_damaged(err, "an offset is a day or more");
    }
    return true;
}

// Read the block's changes. bytes is as long as block_len() says.
static bool
read_block(struct at_zone *zone, const struct head *head, size_t time_bytes,
           const char *bytes, struct at_err *err)
{
    int64_t offsets[AT_ZONE_TYPES_MAX];
    size_t count = head->counts[TIMES];
    const char *types = bytes + count * time_bytes;
    if (head->counts[LEAPS] > 0)
        return at_fail(err, AT_EUNSUPPORTED,
                       "this time zone's file counts leap seconds: choose one "
                       "that is not below right/");
    if (!read_types(head, types + count, offsets, err))
        return false;
    zone->first_offset_s = offsets[0];
    zone->changes = at_realloc_array(NULL, count + 1, sizeof(*zone->changes));
    zone->count = count;
    for (size_t i = 0; i < count; i++) {
        unsigned char type = (unsigned char)types[i];
        struct change *change = &zone->changes[i];
        change->at_s = read_signed(bytes + i * time_bytes, time_bytes);
        if (type >= head->counts[TYPES])
            return fail_damaged(err, "a change has no type");
        change->offset_s = offsets[type];
        if (i > 0 && change->at_s <= change[-1].at_s)
            return fail_damaged(err, "its changes are not in order");
    }
    return true;
}

// Read the rule between two line feeds; empty: the last change stays.
static bool
read_footer(struct at_zone *zone, struct at_str rest, struct at_err *err)
{
    if (rest.len < 2 || rest.ptr[0] != '\n')
        return fail_damaged(err, "its end is missing");
    rest = at_str_skip(rest, 1);
    ptrdiff_t end = at_str_find(rest, AT_STR("\n"));
    if (end < 0)
        return fail_damaged(err, "its end is missing");
    struct at_str rule = at_str_head(rest, (size_t)end);
    zone->has_rule = rule.len > 0;
    return rule.len == 0 || at_zone_rule_read(rule, &zone->rule) ||
           fail_damaged(err, "its rule for later years cannot be read");
}

// Since version 2 the times of 32 bits come first, for old readers, and then
// everything again with 64 bits.
static bool
read_file(struct at_zone *zone, struct at_str bytes, struct at_err *err)
{
    struct head head;
    size_t time_bytes = 4;
    if (!read_head(bytes, &head, err))
        return false;
    size_t len = block_len(&head, time_bytes);
    struct at_str rest = at_str_skip(bytes, HEAD_BYTES);
    if (rest.len < len)
        return fail_damaged(err, "it is cut off");
    bool is_new = head.version >= '2';
    if (is_new) {
        bytes = at_str_skip(rest, len);
        time_bytes = 8;
        if (!read_head(bytes, &head, err))
            return false;
        len = block_len(&head, time_bytes);
        rest = at_str_skip(bytes, HEAD_BYTES);
        if (rest.len < len)
            return fail_damaged(err, "it is cut off");
    }
    return read_block(zone, &head, time_bytes, rest.ptr, err) &&
           (!is_new || read_footer(zone, at_str_skip(rest, len), err));
}

bool
at_zone_read(struct at_str bytes, struct at_zone **out, struct at_err *err)
{
    *out = NULL;
    if (bytes.len > AT_ZONE_FILE_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "a time zone's file has up to %d bytes",
                       AT_ZONE_FILE_MAX_BYTES);
    struct at_zone *zone = at_alloc(sizeof(*zone));
    if (!read_file(zone, bytes, err)) {
        at_zone_free(zone);
        return false;
    }
    *out = zone;
    return true;
}

struct at_zone *
at_zone_new_utc(void)
{
    return at_alloc(sizeof(struct at_zone));
}

void
at_zone_free(struct at_zone *zone)
{
    if (!zone)
        return;
    free(zone->changes);
    free(zone);
}

// Return how many changes are at or before that time.
static size_t
changes_until(const struct at_zone *zone, int64_t utc_s)
{
    size_t first = 0;
    size_t end = zone->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (zone->changes[middle].at_s <= utc_s)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

struct at_zone_span
at_zone_span(const struct at_zone *zone, int64_t utc_s)
{
    struct at_zone_span span = {INT64_MIN, INT64_MAX, zone->first_offset_s};
    size_t past = changes_until(zone, utc_s);
    if (past == zone->count && zone->has_rule) {
        span = at_zone_rule_span(&zone->rule, utc_s);
        if (past > 0 && span.from_s < zone->changes[past - 1].at_s)
            span.from_s = zone->changes[past - 1].at_s;
        return span;
    }
    if (past > 0) {
        span.from_s = zone->changes[past - 1].at_s;
        span.offset_s = zone->changes[past - 1].offset_s;
    }
    if (past < zone->count)
        span.until_s = zone->changes[past].at_s;
    return span;
}

int64_t
at_zone_local(const struct at_zone *zone, int64_t utc_s)
{
    return utc_s + at_zone_span(zone, utc_s).offset_s;
}

// Offsets are less than AT_ZONE_OFFSET_MAX_S, so it is not before this start.
int64_t
at_zone_utc(const struct at_zone *zone, int64_t local_s)
{
    int64_t at_s = local_s - AT_ZONE_OFFSET_MAX_S;
    for (;;) {
        struct at_zone_span span = at_zone_span(zone, at_s);
        int64_t utc_s = local_s - span.offset_s;
        if (utc_s < span.until_s)
            return utc_s < span.from_s ? span.from_s : utc_s;
        at_s = span.until_s;
    }
}
