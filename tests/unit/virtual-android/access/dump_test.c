// The XML of `uiautomator dump` for a node, byte for byte.
#include "tests/t.h"

#include "tests/unit/virtual-android/vd_rig.h"

static const struct {
    const char *node;
    const char *fragment;
} rows[] = {
    {"{\"kind\": \"text\", \"text\": \"a & b < c > d\"}",
     " text=\"a &amp; b &lt; c &gt; d\" resource-id=\"\""},
    {"{\"kind\": \"text\", \"text\": \"it's\"}", " text=\"it's\" "},
    {"{\"kind\": \"text\", \"text\": \"say \\\"it's\\\"\"}",
     " text='say \"it&apos;s\"' "},
    {"{\"kind\": \"text\", \"text\": \"a\\nb\\tc\\r\"}",
     " text=\"a&#10;b&#9;c&#13;\" "},
    {"{\"kind\": \"text\", \"text\": \"\\u0001x\"}", " text=\".x\" "},
    {"{\"kind\": \"text\", \"text\": \"\xf0\x9f\x8e\x89\"}",
     " text=\"&#127881;\" "},
    {"{\"kind\": \"text\", \"text\": \"\xd7\xa9\"}", " text=\"\xd7\xa9\" "},
    {"{\"kind\": \"field\", \"hint\": \"Name\"}",
     " text=\"Name\" resource-id=\"\" class=\"android.widget.EditText\" "
     "package=\"com.example.t\" content-desc=\"\" checkable=\"false\" "
     "checked=\"false\" clickable=\"true\" enabled=\"true\" "
     "focusable=\"true\" focused=\"false\" scrollable=\"false\" "
     "long-clickable=\"true\" password=\"false\" selected=\"false\" "
     "bounds=\"[0,63][1080,195]\" drawing-order=\"1\" hint=\"Name\" />"},
    {"{\"kind\": \"field\", \"hint\": \"Name\", \"text\": \"Bo\"}",
     " text=\"Bo\" "},
    {"{\"kind\": \"field\", \"password\": true, \"text\": \"ab\"}",
     " text=\"\xe2\x80\xa2\xe2\x80\xa2\" "},
    {"{\"kind\": \"icon\", \"id\": \"go\"}",
     "<node NAF=\"true\" index=\"0\" text=\"\" "
     "resource-id=\"com.example.t:id/go\" "},
    {"{\"kind\": \"icon\", \"desc\": \"Go\"}",
     "<node index=\"0\" text=\"\" resource-id=\"\" "
     "class=\"android.widget.ImageButton\" package=\"com.example.t\" "
     "content-desc=\"Go\" "},
    {"{\"kind\": \"rn\", \"tap\": [], \"children\": [{\"kind\": \"text\", "
     "\"text\": \"in\"}]}",
     "<node index=\"0\" text=\"\" resource-id=\"\" "
     "class=\"com.facebook.react.views.view.ReactViewGroup\""},
    {"{\"kind\": \"text\", \"id\": \"android:id/title\", \"text\": \"t\"}",
     " resource-id=\"android:id/title\" "},
    {"{\"kind\": \"check\", \"checked\": true, \"enabled\": false}",
     " checkable=\"true\" checked=\"true\" clickable=\"true\" "
     "enabled=\"false\" "},
    {"{\"kind\": \"text\", \"text\": \"n is ${n}, ${none}\"}",
     " text=\"n is 0, ${none}\" "},
    {"{\"kind\": \"text\", \"text\": \"top\", \"bounds\": "
     "[-20, -10, 300, 4000]}",
     " bounds=\"[0,63][300,2337]\" "},
};

T_TEST(the_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct vd_rig rig;
        char *app = vd_rig_app(rows[i].node, "");
        vd_rig_init(&rig, app);
        char *xml = vd_rig_dump(&rig);
        if (!strstr(xml, rows[i].fragment))
            print_error("row %zu: no %s\nin %s\n", i, rows[i].fragment, xml);
        assert_non_null(strstr(xml, rows[i].fragment));
        free(xml);
        free(app);
        vd_rig_deinit(&rig);
    }
}

T_TEST(frame)
{
    static const char start[] =
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
        "<hierarchy rotation=\"0\"><node index=\"0\"";
    struct vd_rig rig;
    char *app = vd_rig_app("", "");
    vd_rig_init(&rig, app);
    char *xml = vd_rig_dump(&rig);
    assert_int_equal(strncmp(xml, start, strlen(start)), 0);
    assert_non_null(strstr(xml, "</hierarchy>"));
    free(xml);
    free(app);
    vd_rig_deinit(&rig);
}

T_TEST(hidden_is_left_out)
{
    struct vd_rig rig;
    char *app = vd_rig_app("{\"kind\": \"text\", \"id\": \"a\", \"hidden\": "
                           "true}, {\"kind\": \"text\", \"id\": \"b\", "
                           "\"visible\": {\"equal\": [\"${n}\", \"1\"]}}, "
                           "{\"kind\": \"text\", \"id\": \"c\"}",
                           "");
    vd_rig_init(&rig, app);
    assert_string_equal(vd_rig_attr(&rig, "a", "index"), "");
    assert_string_equal(vd_rig_attr(&rig, "b", "index"), "");
    assert_string_equal(vd_rig_attr(&rig, "c", "index"), "0");
    free(app);
    vd_rig_deinit(&rig);
}

T_MAIN()
