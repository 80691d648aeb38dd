// look_test.c: tests/data/target for the virtual device's helper
#include "virtual-android/helper/look.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "tests/t.h"
#include "virtual-android/helper/writer.h"

struct one {
    const json_t *row;
    struct vd_look look;
    struct vd_target target;
    struct vd_refusal refusal;
};

static const char *
word(const json_t *row, const char *name)
{
    const char *value = json_string_value(json_object_get(row, name));
    return value ? value : "";
}

static json_int_t
at(const json_t *row, size_t i)
{
    return json_integer_value(json_array_get(json_object_get(row, "at"), i));
}

static void
check_refusal(struct one *one)
{
    struct at_buf out = AT_BUF_INIT(16384);
    struct vd_writer w = {.out = &out};
    vd_open(&w, '{');
    vd_put_refusal(&w, &one->refusal);
    vd_close(&w, '}');
    json_t *json = json_loads(at_buf_text(&out), 0, NULL);
    const json_t *error = json_object_get(json, "error");
    T_EQ_STR(at_str(word(error, "code")), word(one->row, "code"));
    T_OK(json_equal(json_object_get(error, "there"),
                    json_object_get(one->row, "there")));
    T_EQ_INT(json_integer_value(json_object_get(error, "count")),
             json_integer_value(json_object_get(one->row, "count")));
    json_decref(json);
    at_buf_deinit(&out);
}

// A swipe goes from four fifths down to the middle.
static bool
touch(struct one *one, size_t spot, struct at_point meant)
{
    struct at_point to = meant;
    struct at_rect was = one->target.bounds;
    if (strcmp(word(one->row, "action"), "swipe") == 0) {
        if (!vd_look_seen(&one->look, spot, &one->refusal))
            return false;
        to.y_px = was.top + (was.bottom - was.top) * 4 / 5;
        to = vd_look_carry(&one->target, &one->look.spots[spot], to);
    } else if (!vd_look_touch(&one->look, &one->target, spot, meant, &to,
                              &one->refusal)) {
        return false;
    }
    T_EQ_INT(to.x_px, at(one->row, 0));
    T_EQ_INT(to.y_px, at(one->row, 1));
    return true;
}

static void
check(struct one *one)
{
    bool field = strcmp(word(one->row, "action"), "text") == 0;
    struct at_rect was = one->target.bounds;
    struct at_point meant = {(was.left + was.right) / 2,
                             (was.top + was.bottom) / 2};
    size_t spot;
    bool ok = vd_look_find(&one->look, &one->target, field, meant, &spot,
                           &one->refusal);
    if (ok)
        T_EQ_INT((json_int_t)spot,
                 json_integer_value(json_object_get(one->row, "found")));
    ok = ok && (field || touch(one, spot, meant));
    T_EQ_INT(ok, *word(one->row, "code") == '\0');
    if (!ok)
        check_refusal(one);
}

T_TEST(a_target_is_found_and_touched_as_the_cases_say)
{
    json_t *all = json_load_file("tests/data/target/cases.json", 0, NULL);
    const json_t *screens = json_object_get(all, "screens");
    const json_t *row;
    size_t i;
    json_array_foreach(json_object_get(all, "cases"), i, row)
    {
        T_ROW(word(row, "name"));
        struct one one = {.row = row};
        struct vd_fields fields =
            vd_fields_of((json_t *)row, "an action", &one.refusal);
        T_OK(vd_target_read(&fields, &one.target));
        vd_look_init(&one.look, json_object_get(screens, word(row, "now")));
        check(&one);
        vd_look_deinit(&one.look);
    }
    T_OK(i >= 40);
    json_decref(all);
}

T_MAIN()
