// script_display_test.c: values are shown as Maestro shows them
#include "tests/t.h"
#include "tests/unit/maestro/script_display_rows.h"
#include "tests/unit/maestro/script_rig.h"

static struct script_rig rig;

// The rows are on one line each, a line break in a value is \n there.
static const char *
on_one_line(const char *text)
{
    static char line[4096];
    size_t len = 0;
    for (; *text && len + 3 < sizeof(line); text++) {
        if (*text == '\n')
            len += (size_t)snprintf(line + len, 3, "\\n");
        else
            line[len++] = *text;
    }
    line[len] = '\0';
    return line;
}

T_TEST(values_are_shown_as_measured)
{
    bool has_intl =
        strcmp(script_rig_engine(&rig, "typeof Intl"), "object") == 0;
    for (size_t i = 0; i < T_LEN(display_rows); i++) {
        bool asks_intl =
            at_str_has(at_str(display_rows[i].script), AT_STR("Intl"));
        T_ROW(display_rows[i].script);
        if (asks_intl && !has_intl)
            continue; // QuickJS has none
        const char *shown = script_rig_engine(&rig, display_rows[i].script);
        T_EQ_TEXT(on_one_line(shown), display_rows[i].shown);
    }
}

T_TEST(a_script_that_changes_the_prototypes_does_not_change_that)
{
    script_rig_engine(&rig, "Array.prototype.join = () => 'x'; "
                            "Map.prototype.forEach = () => {}; "
                            "JSON.stringify = () => 'x'; "
                            "Function.prototype.toString = () => 'x'; "
                            "String.prototype.slice = () => 'Map'; "
                            "WeakMap.prototype.get = () => [1, 2]; 1");
    T_EQ_TEXT(script_rig_engine(
                  &rig, "[1, 'a', new Map([[1, 2]]), () => 1, {b: {}}]"),
              "(5)[1, \"a\", Map(1){1 => 2}, () => 1, {b: {}}]");
}

static int
set_up(void **state)
{
    (void)state;
    script_rig_init(&rig, NULL);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    script_rig_deinit(&rig);
    return 0;
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
