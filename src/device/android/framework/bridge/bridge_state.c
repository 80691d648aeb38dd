#include "device/android/framework/bridge/bridge_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "screen/hash.h"
#include "wire/json.h"

enum { NAME_MAX_BYTES = 100, KIND_MAX_BYTES = 12 };

static const struct {
    const char *name; // in the answer
    const char *words;
} kinds[] = {
    {"app", "app: "},
    {"espresso", "Espresso: "},
    {"looper", "looper: "},
    {"main_thread", "main thread"},
};

static const char *
words_of(struct at_str kind)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (at_str_is(kind, kinds[i].name))
            return kinds[i].words;
    }
    return "something: "; // a later bridge's kind
}

// Names are the app's own: they keep to one line.
static void
clean(char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = ' ';
    }
}

// The names of one app begin with its package: a name that is cut off ends with
// a hash of the whole.
static void
write_id(struct at_str kind, struct at_str name, char *out, size_t cap)
{
    char hash[20] = "";
    if (kind.len > KIND_MAX_BYTES || kind.len + 1 + name.len >= cap)
        snprintf(hash, sizeof(hash), "#%016" PRIx64,
                 at_hash_str(at_hash_str(AT_HASH_INIT, kind), name));
    kind = at_utf8_head(kind, KIND_MAX_BYTES);
    name = at_utf8_head(name, cap - 1 - strlen(hash) - 1 - kind.len);
    snprintf(out, cap, "%.*s:%.*s%s", AT_STR_ARG(kind), AT_STR_ARG(name), hash);
    clean(out);
}

static void
put(struct at_pending_list *out, struct at_str kind, struct at_str name,
    const char *more)
{
    char whole[160];
    if (out->count == AT_SYNC_PENDING_MAX) {
        out->omitted++;
        return;
    }
    if (at_str_is(kind, "main_thread")) // the name contains the waiting time
        name = AT_STR("");
    struct at_pending *item = &out->items[out->count++];
    *item = (struct at_pending){.source = "idling_bridge", .due_ms = -1};
    write_id(kind, name, item->id, sizeof(item->id));
    snprintf(whole, sizeof(whole), "%s%.*s%s", words_of(kind),
             AT_STR_ARG(at_utf8_head(name, NAME_MAX_BYTES)), more);
    at_str_cut(item->text, sizeof(item->text), at_str(whole));
    clean(item->text);
}

// Return true if the item is waited for and was added.
static bool
add(struct at_pending_list *out, const json_t *object, bool idle)
{
    bool threw = json_object_get(object, "error") != NULL;
    size_t at = out->count;
    put(out, at_json_get_str(object, "source"), at_json_get_str(object, "name"),
        threw ? " (failed to say whether it is idle)" : "");
    if (at == out->count)
        return false;
    out->items[at].endless = threw || idle;
    return !threw && !idle;
}

void
at_bridge_add_late(struct at_pending_list *out)
{
    put(out, AT_STR("main_thread"), AT_STR(""), "");
}

static bool
lacks_pidof(struct at_str printed)
{
    return at_str_has(printed, AT_STR("pidof: ")) &&
           at_str_has(printed, AT_STR("not found"));
}

// The shell's errors come on either stream, with the status of a success.
static bool
explain(struct at_str printed, struct at_err *err)
{
    if (at_str_has(printed, AT_STR("Could not find provider")))
        return at_fail(err, AT_EUNSUPPORTED,
                       "not present (no AAR added to debugImplementation)");
    if (at_str_has(printed, AT_STR("SecurityException")) ||
        at_str_has(printed, AT_STR("Permission Denial")))
        return at_fail(err, AT_EDEVICE,
                       "the device does not let its shell read the provider");
    if (at_str_has(printed, AT_STR("Error while accessing provider")))
        return at_fail(err, AT_EDEVICE, "the provider failed");
    if (lacks_pidof(printed))
        return at_fail(err, AT_EDEVICE,
                       "this device has no pidof (Android 7.0 has), so only "
                       "the resident helper can ask it");
    return at_fail(err, AT_EPROTO, "the provider gave no row");
}

// Find a line by its beginning.
static bool
find_line(struct at_str printed, const char *begin, struct at_str *out)
{
    while (at_str_next_line(&printed, out)) {
        if (at_str_starts(*out, at_str(begin)))
            return true;
    }
    return false;
}

// Return the text after the column's name, up to the next column; the last
// column ends with the row.
static bool
column(struct at_str row, const char *name, bool last, struct at_str *out)
{
    ptrdiff_t at = at_str_find(row, at_str(name));
    if (at < 0)
        return false;
    *out = at_str_skip(row, (size_t)at + at_str(name).len);
    ptrdiff_t end = at_str_find(*out, AT_STR(", "));
    if (!last && end >= 0)
        *out = at_str_head(*out, (size_t)end);
    *out = at_str_trim(*out);
    return true;
}

bool
at_bridge_row_find(struct at_str printed, struct at_bridge_row *out,
                   struct at_err *err)
{
    struct at_str wire;
    struct at_str idle;
    struct at_str row;
    *out = (struct at_bridge_row){0};
    if (!find_line(printed, "Row: 0 ", &row)) {
        out->stopped = find_line(printed, AT_BRIDGE_STOPPED, &row) &&
                       !lacks_pidof(printed);
        out->idle = out->stopped;
        return out->stopped || explain(printed, err);
    }
    if (!column(row, "wire=", false, &wire) ||
        !column(row, "idle=", false, &idle) ||
        !column(row, "pending=", true, &out->pending) ||
        !at_str_to_i64(wire, 0, INT32_MAX, &out->wire))
        return at_fail(err, AT_EPROTO,
                       "the provider's row is not the bridge's");
    out->idle = at_str_is(idle, "1");
    return true;
}

bool
at_bridge_row_read(const struct at_bridge_row *row, struct at_pending_list *out,
                   struct at_err *err)
{
    const json_t *item;
    size_t i;
    bool busy = row->idle; // also if an item explains it
    if (row->stopped)
        return true;
    if (row->wire < AT_BRIDGE_WIRE)
        return at_fail(err, AT_EPROTO,
                       "the provider's row is not the bridge's");
    json_t *list = at_json_parse(row->pending, err);
    if (!list || !json_is_array(list)) {
        json_decref(list);
        return list ? at_fail(err, AT_EPROTO, "pending is not a list") : false;
    }
    json_array_foreach(list, i, item)
    {
        busy = add(out, item, row->idle) || busy;
    }
    if (!busy && out->count == AT_SYNC_PENDING_MAX) {
        out->count--;
        out->omitted++;
    }
    if (!busy)
        put(out, AT_STR(""), AT_STR("it does not say what"), "");
    json_decref(list);
    return true;
}
