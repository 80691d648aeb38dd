#include "tester/suite/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/limits_suite.h"
#include "base/quote.h"
#include "wire/csv.h"
#include "wire/json.h"

enum { LABEL_MAX = 60 };

static bool
is_name(struct at_str name)
{
    bool ok = name.len > 0 && name.len <= AT_SECRET_NAME_MAX_BYTES;
    for (size_t i = 0; i < name.len; i++)
        ok = ok && at_ascii_is_name(name.ptr[i]);
    return ok;
}

static bool
check_name(struct at_str name, struct at_err *err)
{
    struct at_quoted room;
    return is_name(name) ||
           at_fail(err, AT_EUSAGE,
                   "%s cannot be a column: letters, digits, '_', '-' and '.', "
                   "at most %zu",
                   at_quoted(&room, name), AT_SECRET_NAME_MAX_BYTES);
}

static bool
has_room(const json_t *rows, struct at_err *err)
{
    return json_array_size(rows) < AT_TABLE_ROWS_MAX ||
           at_fail(err, AT_ELIMIT, "a table has at most %zu rows",
                   AT_TABLE_ROWS_MAX);
}

static bool
check_header(const struct at_argv *names, struct at_err *err)
{
    if (names->count > AT_TABLE_COLUMNS_MAX)
        return at_fail(err, AT_ELIMIT, "a table has at most %zu columns",
                       AT_TABLE_COLUMNS_MAX);
    for (size_t i = 0; i < names->count; i++) {
        if (!check_name(at_str(names->words[i]), err))
            return false;
        for (size_t j = 0; j < i; j++) {
            if (strcmp(names->words[i], names->words[j]) == 0)
                return at_fail(err, AT_EUSAGE, "column '%s' is there twice",
                               names->words[i]);
        }
    }
    return true;
}

static bool
add_row(const struct at_argv *names, const struct at_argv *cells, size_t line,
        json_t *rows, struct at_err *err)
{
    if (cells->count != names->count)
        return at_fail(err, AT_EUSAGE,
                       "line %zu has %zu fields, the header %zu", line,
                       cells->count, names->count);
    if (!has_room(rows, err))
        return false;
    json_t *row = json_object();
    for (size_t i = 0; i < names->count; i++)
        at_json_set_text(row, names->words[i], cells->words[i]);
    json_array_append_new(rows, row);
    return true;
}

json_t *
at_table_read_csv(struct at_str text, struct at_err *err)
{
    struct at_argv names = AT_ARGV_INIT;
    json_t *rows = json_array();
    struct at_csv csv;
    bool done;
    at_csv_init(&csv, text);
    bool ok = at_csv_next(&csv, &names, &done, err) &&
              (!done || at_fail(err, AT_EUSAGE, "the table has no header")) &&
              check_header(&names, err);
    while (ok && !done) {
        struct at_argv cells = AT_ARGV_INIT;
        size_t line = csv.line;
        ok = at_csv_next(&csv, &cells, &done, err) &&
             (done || add_row(&names, &cells, line, rows, err));
        at_argv_deinit(&cells);
    }
    at_argv_deinit(&names);
    if (ok)
        return rows;
    json_decref(rows);
    return NULL;
}

// Return the cell as a text; NULL for a list or an object.
static json_t *
cell_text(const json_t *cell)
{
    struct at_buf text = AT_BUF_INIT(AT_SCENARIO_TEXT_MAX_BYTES);
    json_t *json = NULL;
    if (json_is_string(cell))
        json = json_string_nocheck(json_string_value(cell));
    else if (json_is_null(cell))
        json = json_string("");
    else if (!json_is_object(cell) && !json_is_array(cell) &&
             at_json_write(cell, &text))
        json = at_json_text(at_buf_str(&text));
    at_buf_deinit(&text);
    return json;
}

static bool
read_row(const json_t *from, size_t number, json_t *rows, struct at_err *err)
{
    json_t *row = json_object();
    const char *name;
    json_t *cell;
    bool ok = has_room(rows, err) &&
              (json_is_object(from) ||
               at_fail(err, AT_EUSAGE, "row %zu is not an object", number)) &&
              (json_object_size(from) <= AT_TABLE_COLUMNS_MAX ||
               at_fail(err, AT_ELIMIT, "row %zu has more than %zu columns",
                       number, AT_TABLE_COLUMNS_MAX));
    json_object_foreach((json_t *)from, name, cell)
    {
        json_t *text = ok ? cell_text(cell) : NULL;
        ok = ok && check_name(at_str(name), err) &&
             (text || at_fail(err, AT_EUSAGE,
                              "row %zu: '%s' must be a text, a number, true, "
                              "false or null",
                              number, name));
        if (text)
            at_json_set(row, name, text);
    }
    if (ok)
        json_array_append_new(rows, row);
    else
        json_decref(row);
    return ok;
}

json_t *
at_table_read(const json_t *from, struct at_err *err)
{
    json_t *rows = json_array();
    bool ok = json_is_array(from) ||
              at_fail(err, AT_EUSAGE, "a table is an array of objects");
    for (size_t i = 0; ok && i < json_array_size(from); i++)
        ok = read_row(json_array_get(from, i), i + 1, rows, err);
    if (ok)
        return rows;
    json_decref(rows);
    return NULL;
}

static const json_t *
cell_of(const json_t *row, struct at_str name)
{
    char key[AT_SECRET_NAME_MAX_BYTES + 1];
    at_str_cut(key, sizeof(key), name);
    return json_object_get(row, key);
}

// Replace the placeholders of one text; false if the result is too long.
static bool
fill_text(const json_t *row, struct at_str text, struct at_buf *out)
{
    struct at_str name;
    size_t at, len;
    while (at_scenario_secret(text, &at, &len, &name)) {
        const json_t *cell = cell_of(row, name);
        at_buf_add_str(out, at_str_head(text, at));
        at_buf_add_str(out,
                       cell ? at_json_str(cell) : at_str_n(text.ptr + at, len));
        text = at_str_skip(text, at + len);
    }
    at_buf_add_str(out, text);
    return !out->overflow;
}

// Return a copy of a value with all its texts filled; NULL if one is too long.
static json_t *
fill(const json_t *row, const json_t *value)
{
    struct at_buf text = AT_BUF_INIT(AT_SCENARIO_TEXT_MAX_BYTES);
    json_t *out = NULL;
    bool ok = true;
    if (json_is_string(value)) {
        ok = fill_text(row, at_json_str(value), &text);
        out = at_json_text(at_buf_str(&text));
    } else if (json_is_array(value)) {
        out = json_array();
        for (size_t i = 0; ok && i < json_array_size(value); i++)
            ok = json_array_append_new(
                     out, fill(row, json_array_get(value, i))) == 0;
    } else if (json_is_object(value)) {
        const char *name;
        json_t *member;
        out = json_object();
        json_object_foreach((json_t *)value, name, member) ok =
            ok && json_object_set_new(out, name, fill(row, member)) == 0;
    } else {
        out = json_deep_copy(value);
    }
    at_buf_deinit(&text);
    if (ok)
        return out;
    json_decref(out);
    return NULL;
}

// The files of a flow stay as they are: a row gives the flow its variables.
// *out_files is owned by the caller; NULL: not a flow.
static json_t *
without_files(const struct at_scenario *scenario, json_t **out_files)
{
    json_t *whole = at_scenario_json(scenario);
    json_t *flow = json_object_get(whole, "flow");
    *out_files = json_incref(json_object_get(flow, "files"));
    json_object_del(flow, "files");
    return whole;
}

bool
at_table_apply(const json_t *row, const struct at_scenario *scenario,
               struct at_scenario *out, struct at_err *err)
{
    json_t *files;
    json_t *whole = without_files(scenario, &files);
    json_t *filled = fill(row, whole);
    if (filled && files)
        json_object_set(json_object_get(filled, "flow"), "files", files);
    bool ok = filled ? at_scenario_read(filled, out, err)
                     : at_fail(err, AT_ELIMIT,
                               "a text of the scenario is longer than %zu "
                               "bytes with the row's values",
                               AT_SCENARIO_TEXT_MAX_BYTES);
    if (!filled)
        at_scenario_init(out);
    json_decref(filled);
    json_decref(files);
    json_decref(whole);
    return ok;
}

static bool
uses(const json_t *row, const json_t *value)
{
    const char *key;
    json_t *member;
    bool found = false;
    if (json_is_string(value)) {
        struct at_str name, text = at_json_str(value);
        size_t at, len;
        for (; !found && at_scenario_secret(text, &at, &len, &name);
             text = at_str_skip(text, at + len))
            found = cell_of(row, name) != NULL;
    }
    for (size_t i = 0; !found && i < json_array_size(value); i++)
        found = uses(row, json_array_get(value, i));
    json_object_foreach((json_t *)value, key, member) found =
        found || uses(row, member);
    return found;
}

bool
at_table_is_used(const json_t *rows, const struct at_scenario *scenario)
{
    json_t *files;
    json_t *whole = without_files(scenario, &files);
    bool found = false;
    for (size_t i = 0; !found && i < json_array_size(rows); i++)
        found = uses(json_array_get(rows, i), whole);
    json_decref(files);
    json_decref(whole);
    return found;
}

void
at_table_label(const json_t *row, struct at_buf *out)
{
    struct at_buf label = AT_BUF_INIT(AT_MIB);
    char cut[LABEL_MAX + 1];
    const char *name;
    json_t *cell;
    json_object_foreach((json_t *)row, name, cell)
    {
        at_buf_add_text(&label, label.len > 0 ? ", " : "");
        at_line_write(at_json_str(cell), &label);
    }
    at_str_cut_words(cut, sizeof(cut), at_buf_str(&label));
    at_buf_add_text(out, cut);
    at_buf_deinit(&label);
}
