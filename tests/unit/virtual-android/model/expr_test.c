// ${...} in an app's texts, and the conditions of its rules.
#include "tests/t.h"

#include "base/alloc.h"
#include "tests/unit/virtual-android/vd_rig.h"

// n is 0 and s is "x"; field f holds "in f"; box c is checked.
static const char nodes[] =
    "{\"kind\": \"field\", \"id\": \"f\", \"text\": \"in f\"}, "
    "{\"kind\": \"check\", \"id\": \"c\", \"checked\": true}, ";

static const struct {
    const char *condition;
    bool holds;
} conditions[] = {
    {"{\"equal\": [\"${s}\", \"x\"]}", true},
    {"{\"equal\": [\"${s}\", \"y\"]}", false},
    {"{\"equal\": [\"${n}\", 0]}", true},
    {"{\"equal\": [\"${#f}\", \"in f\"]}", true},
    {"{\"equal\": [\"${none}\", \"\"]}", false},
    {"{\"equal\": [\"${@file/key}\", \"\"]}", true},
    {"{\"equal\": [\"${?p.X}\", \"denied\"]}", true},
    {"{\"has\": [\"${#f}\", \"n f\"]}", true},
    {"{\"has\": [\"${#f}\", \"nf\"]}", false},
    {"{\"less\": [\"${n}\", 1]}", true},
    {"{\"less\": [0, \"${n}\"]}", false},
    {"{\"less\": [\"${s}\", 1]}", false},
    {"{\"empty\": \"\"}", true},
    {"{\"empty\": \"${s}\"}", false},
    {"{\"checked\": \"c\"}", true},
    {"{\"checked\": \"none\"}", false},
    {"{\"granted\": \"p.X\"}", false},
    {"{\"not\": {\"granted\": \"p.X\"}}", true},
    {"{\"all\": []}", true},
    {"{\"all\": [{\"empty\": \"\"}, {\"empty\": \"x\"}]}", false},
    {"{\"any\": []}", false},
    {"{\"any\": [{\"empty\": \"x\"}, {\"empty\": \"\"}]}", true},
    {"{\"nonsense\": 1}", false},
};

T_TEST(conditions_are_decided)
{
    for (size_t i = 0; i < T_LEN(conditions); i++) {
        struct vd_rig rig;
        char *all = at_strfmt("%s{\"kind\": \"text\", \"id\": \"t\", "
                              "\"visible\": %s}",
                              nodes, conditions[i].condition);
        char *app = vd_rig_app(all, "");
        vd_rig_init(&rig, app);
        const char *want = conditions[i].holds ? "2" : "";
        if (*vd_rig_attr(&rig, "t", "index") != *want)
            print_error("%s\n", conditions[i].condition);
        assert_string_equal(vd_rig_attr(&rig, "t", "index"), want);
        free(app);
        free(all);
        vd_rig_deinit(&rig);
    }
}

static const struct {
    const char *text;
    const char *shown;
} texts[] = {
    {"${s}", "x"},
    {"a ${s}${n} b", "a x0 b"},
    {"$s {s} $", "$s {s} $"},
    {"${s", "${s"},
    {"${}", "${}"},
    {"$${s}", "$x"},
    {"${${s}}", "${x}"},
    {"${#f}!", "in f!"},
    {"${#none}", "${#none}"},
    {"[${@file/key}]", "[]"},
};

T_TEST(texts_are_filled_in)
{
    for (size_t i = 0; i < T_LEN(texts); i++) {
        struct vd_rig rig;
        char *all =
            at_strfmt("%s{\"kind\": \"text\", \"id\": \"t\", \"text\": \"%s\"}",
                      nodes, texts[i].text);
        char *app = vd_rig_app(all, "");
        vd_rig_init(&rig, app);
        assert_string_equal(vd_rig_attr(&rig, "t", "text"), texts[i].shown);
        free(app);
        free(all);
        vd_rig_deinit(&rig);
    }
}

T_MAIN()
