#include "commandline/check_table.h"

#include "wire/json.h"

struct at_check_table
at_check_table_new(void)
{
    return (struct at_check_table){.rows = json_array()};
}

void
at_check_table_deinit(struct at_check_table *table)
{
    json_decref(table->rows);
    table->rows = NULL;
}

void
at_check_table_count(struct at_check_table *table, const struct at_check *check)
{
    table->levels[check->level]++;
    if (check->level >= AT_CHECK_BAD && !table->first_failed)
        table->first_failed = check->name;
}

void
at_check_table_add(struct at_check_table *table, const struct at_check *check)
{
    json_t *row = json_object();
    at_json_set_text(row, "check", check->name);
    at_json_set_text(row, "level", at_check_level_name(check->level));
    at_json_set_text(row, "text", check->text);
    if (check->remedy[0])
        at_json_set_text(row, "remedy", check->remedy);
    json_array_append_new(table->rows, row);
    at_check_table_count(table, check);
}

void
at_check_table_add_text(struct at_check_table *table, const char *name,
                        enum at_check_level level, const char *text,
                        const char *remedy)
{
    struct at_check check = {.name = name, .level = level};
    at_str_cut(check.text, sizeof(check.text), at_str(text));
    at_str_cut(check.remedy, sizeof(check.remedy), at_str(remedy));
    at_check_table_add(table, &check);
}

// The width of the column of names: that of the longest, within limits.
static int
name_width(const json_t *list)
{
    enum { LEAST = 9, MOST = 16 };
    size_t i, width = LEAST;
    json_t *check;
    json_array_foreach((json_t *)list, i, check)
    {
        size_t len = at_json_get_str(check, "check").len;
        width = len > width ? len : width;
    }
    return width < MOST ? (int)width : MOST;
}

void
at_check_rows_write(const json_t *list, struct at_buf *out)
{
    int width = name_width(list);
    size_t i;
    json_t *check;
    json_array_foreach((json_t *)list, i, check)
    {
        struct at_str remedy = at_json_get_str(check, "remedy");
        at_buf_add_fmt(out, "  %-5s %-*s %.*s\n",
                       json_string_value(json_object_get(check, "level")),
                       width,
                       json_string_value(json_object_get(check, "check")),
                       AT_STR_ARG(at_json_get_str(check, "text")));
        if (remedy.len > 0)
            at_buf_add_fmt(out, "%*s%.*s\n", width + 9, "", AT_STR_ARG(remedy));
    }
}
