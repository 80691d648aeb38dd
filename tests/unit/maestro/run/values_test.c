// values_test.c: what single values of flows mean to Maestro
#include "maestro/run/values.h"

#include "tests/t.h"

T_TEST(truth_of_an_expression)
{
    static const struct {
        const char *value;
        bool is_true;
    } rows[] = {
        {"true", true},   {"yes", true},    {"[]", true},
        {"NaN", true},    {"1", true},      {"-0.5", true},
        {"00x", true},    {"", false},      {"  \t", false},
        {"false", false}, {"FALSE", false}, {"undefined", false},
        {"null", false},  {"0", false},     {"0.0", false},
        {"-0", false},    {"0e5", false},   {"0f", false},
        {" 0 ", false},   {"no", true},     {"Undefined", true},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        t_row(rows[i].value);
        T_EQ_INT(at_maestro_is_true(at_str(rows[i].value)), rows[i].is_true);
    }
}

T_TEST(keys_by_their_descriptions)
{
    static const struct {
        const char *name;
        int code;
    } rows[] = {
        {"Enter", 66},
        {"enter", 66},
        {"BACK", 4},
        {"volume up", 24},
        {"Tab", 62},
        {"Remote Dpad Center", 23},
        {"remote media fast forward", 90},
        {"TV Input HDMI 3", 245},
        {"Remote System Navigation Down", 281},
        {"VolumeUp", 0},
        {"", 0},
        {"Space", 0},
    };
    const char *usual;
    for (size_t i = 0; i < T_LEN(rows); i++) {
        t_row(rows[i].name);
        T_EQ_INT(at_maestro_key_code(at_str(rows[i].name), &usual),
                 rows[i].code);
    }
    T_EQ_INT(at_maestro_key_code(AT_STR("remote dpad UP"), &usual), 19);
    T_EQ_TEXT(usual, "Remote Dpad Up");
}

T_TEST(rounds_of_repeat)
{
    static const struct {
        const char *text; // NULL: absent
        int64_t times;
    } rows[] = {
        {NULL, -1},        {"3", 3}, {"3.9", 3},   {"0", 0},  {"-2", 0},
        {"undefined", -1}, {"", -1}, {"1e2", 100}, {"x", -1},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str text = {rows[i].text,
                              rows[i].text ? strlen(rows[i].text) : 0};
        t_row(rows[i].text ? rows[i].text : "absent");
        T_EQ_INT(at_maestro_times(text), rows[i].times);
    }
}

T_TEST(speed_is_a_duration)
{
    T_EQ_INT(at_maestro_stroke_ms(40), 601);
    T_EQ_INT(at_maestro_stroke_ms(100), 1);
    T_EQ_INT(at_maestro_stroke_ms(0), 1001);
    T_EQ_INT(at_maestro_stroke_ms(101), 40); // negative: the default, as it is
}

T_TEST(percent_is_cut_to_whole_pixels)
{
    struct at_point at = at_maestro_percent(1080, 2337, 50, 90);
    T_EQ_INT(at.x_px, 540);
    T_EQ_INT(at.y_px, 2103);
}

T_TEST(distances_on_earth)
{
    struct at_maestro_place_on_earth paris = {48.8566, 2.3522};
    struct at_maestro_place_on_earth london = {51.5074, -0.1278};
    double km = at_maestro_distance_m(paris, london) / 1000;
    T_OK(km > 343 && km < 344.5);
    T_OK(at_maestro_distance_m(paris, paris) < 0.001);
}

T_TEST(orientations_ignore_case_and_underscores)
{
    int quarter = -1;
    T_OK(at_maestro_orientation(AT_STR("landscape_left"), &quarter));
    T_EQ_INT(quarter, 1);
    T_OK(at_maestro_orientation(AT_STR("UpsideDown"), &quarter));
    T_EQ_INT(quarter, 2);
    T_OK(at_maestro_orientation(AT_STR("LANDSCAPE_RIGHT"), &quarter));
    T_EQ_INT(quarter, 3);
    T_OK(at_maestro_orientation(AT_STR("Portrait"), &quarter));
    T_EQ_INT(quarter, 0);
    T_NOT(at_maestro_orientation(AT_STR("landscape"), &quarter));
}

T_MAIN()
