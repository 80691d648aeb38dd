// manifest.c: the list of a report, for its reader and on the terminal
#include "base/limits.h"
#include "base/size.h"
#include "bugreport/bugreport_priv.h"
#include "sys/clock.h"
#include "wire/json.h"

enum { LEFT_OUT_PRINTED = 12 };

static long long
number_of(const json_t *object, const char *name)
{
    return (long long)json_integer_value(json_object_get(object, name));
}

static void
write_files(const json_t *json, struct at_buf *out)
{
    const json_t *files = json_object_get(json, "files");
    char size[AT_SIZE_TEXT_MAX];
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)(uintptr_t)files, i, row)
    {
        struct at_str what = at_json_get_str(row, "what");
        at_size_write((uint64_t)number_of(row, "bytes"), size);
        at_buf_add_fmt(out, "  %10s  %.*s%s%.*s\n", size,
                       AT_STR_ARG(at_json_get_str(row, "name")),
                       what.len > 0 ? "  " : "", AT_STR_ARG(what));
    }
}

static void
write_left_out(const json_t *json, size_t max, struct at_buf *out)
{
    const json_t *rows = json_object_get(json, "left_out");
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)(uintptr_t)rows, i, row)
    {
        if (i < max)
            at_buf_add_fmt(out, "  %.*s: %.*s\n",
                           AT_STR_ARG(at_json_get_str(row, "name")),
                           AT_STR_ARG(at_json_get_str(row, "why")));
    }
    if (json_array_size(rows) > max)
        at_buf_add_fmt(out, "  and %zu more\n", json_array_size(rows) - max);
}

static void
write_hidden(const json_t *json, struct at_buf *out)
{
    const json_t *hidden = json_object_get(json, "hidden");
    at_buf_add_fmt(
        out,
        "%lld secrets, %lld typed texts and %lld serials of devices, as "
        "{{secret-1}},\n{{typed-1}} and {{device-1}}; as *** what looks like "
        "a password, token, key,\ncookie, e-mail address or an address's "
        "credentials and query; the home folder as ~.\n",
        number_of(hidden, "secrets"), number_of(hidden, "typed"),
        number_of(hidden, "devices"));
}

void
at_bugreport_manifest(const struct at_bugreport *report, const json_t *json,
                      struct at_buf *out)
{
    char now[AT_RFC3339_MAX];
    at_wall_write(at_wall_now_ms(), now);
    at_buf_add_fmt(out,
                   "Report of %s, %s\n\n"
                   "Written on this machine and sent nowhere. Look through it "
                   "before you attach it to\nan issue: what an app showed is "
                   "in it as text%s.\n\n"
                   "Inside\n\n",
                   report->opts.program, now,
                   report->opts.pictures
                       ? ", and as pictures, in which nothing is masked"
                       : "; pictures are not");
    write_files(json, out);
    at_buf_add_text(out, "\nLeft out\n\n");
    write_left_out(json, SIZE_MAX, out);
    at_buf_add_text(out, json_array_size(report->left_out) == 0
                             ? "  nothing\n\nMasked\n\n"
                             : "\nMasked\n\n");
    write_hidden(json, out);
    at_buf_add_text(
        out, "Not recognised: names, addresses and numbers that only the app "
             "showed, typed words\nof one or two letters, and the names of the "
             "machine and of emulators.\n");
}

void
at_bugreport_print(const json_t *json, struct at_buf *out)
{
    char size[AT_SIZE_TEXT_MAX];
    const json_t *path = json_object_get(json, "path");
    size_t left_out = json_array_size(json_object_get(json, "left_out"));
    at_size_write((uint64_t)number_of(json, "bytes"), size);
    write_files(json, out);
    if (left_out > 0) {
        at_buf_add_text(out, "left out:\n");
        write_left_out(json, LEFT_OUT_PRINTED, out);
    }
    at_buf_add_text(out, "masked: ");
    write_hidden(json, out);
    if (json_is_string(path))
        at_buf_add_fmt(out,
                       "%s, %s: nothing was sent; look through it before you "
                       "attach it to an issue\n",
                       json_string_value(path), size);
    else
        at_buf_add_fmt(out, "%s as an archive; nothing was written\n", size);
}
