// fingerprint_test.c: what counts as a change, and what is noise
#include "screen/fingerprint.h"
#include "tests/unit/screen/fixture.h"

#define LINE(text) N(TXT, T(text) AT("[0,100][500,200]"), )

enum { SAME, DIFFERS };

static const struct {
    const char *name;
    const char *a;
    const char *b;
    int idle;
    int screen;
} rows[] = {
    {"nothing", ROOT(LINE("a")), ROOT(LINE("a")), SAME, SAME},
    {"text", ROOT(LINE("a")), ROOT(LINE("b")), DIFFERS, DIFFERS},
    {"description", ROOT(N(IMG, DESC("a") AT("[0,0][9,9]"), )),
     ROOT(N(IMG, DESC("b") AT("[0,0][9,9]"), )), DIFFERS, DIFFERS},
    {"clock", ROOT(LINE("9:59")), ROOT(LINE("10:00")), SAME, SAME},
    {"clock with seconds", ROOT(LINE("09:59:58")), ROOT(LINE("09:59:59 AM")),
     SAME, SAME},
    {"clock with PM", ROOT(LINE("9:59 PM")), ROOT(LINE("9:59PM")), SAME, SAME},
    {"a clock is not any text", ROOT(LINE("9:59")), ROOT(LINE("late")), DIFFERS,
     DIFFERS},
    {"a score is no clock", ROOT(LINE("9:5")), ROOT(LINE("9:6")), DIFFERS,
     DIFFERS},
    {"nor are three digits", ROOT(LINE("100:00")), ROOT(LINE("100:01")),
     DIFFERS, DIFFERS},
    {"nor is a sentence", ROOT(LINE("9:59 left")), ROOT(LINE("9:58 left")),
     DIFFERS, DIFFERS},
    {"a field's value", ROOT(N(EDIT, T("a") AT("[0,0][9,9]"), )),
     ROOT(N(EDIT, T("b") AT("[0,0][9,9]"), )), DIFFERS, SAME},
    {"a field's hint disappears",
     ROOT(N(EDIT, T("Email") HINT("Email") AT("[0,0][9,9]"), )),
     ROOT(N(EDIT, T("b") HINT("Email") AT("[0,0][9,9]"), )), DIFFERS, SAME},
    {"a Compose placeholder disappears",
     ROOT(N(EDIT, AT("[0,0][9,9]"), N(TXT, T("Email") AT("[0,0][9,9]"), ))),
     ROOT(N(EDIT, T("b") AT("[0,0][9,9]"), )), DIFFERS, SAME},
    {"focus", ROOT(N(EDIT, AT("[0,0][9,9]"), )),
     ROOT(N(EDIT, FOCUS AT("[0,0][9,9]"), )), SAME, SAME},
    {"checked", ROOT(N(VIEW, CHECK("true") AT("[0,0][9,9]"), )),
     ROOT(N(VIEW, CHECK("false") AT("[0,0][9,9]"), )), DIFFERS, DIFFERS},
    {"selected", ROOT(N(VIEW, SELECTED AT("[0,0][9,9]"), )),
     ROOT(N(VIEW, AT("[0,0][9,9]"), )), DIFFERS, DIFFERS},
    {"enabled", ROOT(N(BTN, T("a") AT("[0,0][9,9]"), )),
     ROOT(N(BTN, T("a") OFF("[0,0][9,9]"), )), DIFFERS, DIFFERS},
    {"one pixel", ROOT(N(BTN, T("a") AT("[1,1][9,9]"), )),
     ROOT(N(BTN, T("a") AT("[2,2][10,10]"), )), SAME, SAME},
    {"ten pixels", ROOT(N(BTN, T("a") AT("[0,0][9,9]"), )),
     ROOT(N(BTN, T("a") AT("[0,10][9,19]"), )), DIFFERS, SAME},
    {"a node more", ROOT(LINE("a")), ROOT(LINE("a") LINE("b")), DIFFERS,
     DIFFERS},
    {"a node that is not drawn", ROOT(LINE("a")),
     ROOT(LINE("a") N(TXT, T("x") AT("[0,0][0,0]"), )), SAME, SAME},
    {"another package", ROOT(),
     "<hierarchy><node package='z' class='android."
     "widget.FrameLayout' enabled='true' "
     "bounds='[0,0][1080,1920]'/></hierarchy>",
     DIFFERS, DIFFERS},
    {"turned",
     "<hierarchy rotation='0'><node bounds='[0,0][9,9]'/></hierarchy>",
     "<hierarchy rotation='1'><node bounds='[0,0][9,9]'/></hierarchy>", DIFFERS,
     DIFFERS},
    {"what is wrong with a field", HELPER("", HN(EDIT, 1, "")),
     HELPER("", HN(EDIT, 1, "'error':'empty',")), DIFFERS, SAME},
    {"invalid", HELPER("", HN(EDIT, 1, "")), HELPER("", HN(EDIT, 131073, "")),
     DIFFERS, SAME},
    {"where a bar stands", HELPER("", HN(VIEW, 1, "'range':['0','9','1'],")),
     HELPER("", HN(VIEW, 1, "'range':['0','9','2'],")), DIFFERS, SAME},
    {"opened", HELPER("", HN(VIEW, 32769, "")), HELPER("", HN(VIEW, 65537, "")),
     DIFFERS, SAME},
    {"text moved from one node to the next", ROOT(LINE("ab") LINE("c")),
     ROOT(LINE("a") LINE("bc")), DIFFERS, DIFFERS},
    {"the status bar",
     "<hierarchy><node package='com.android.systemui' bounds='[0,0][99,6]' "
     "text='a'/><node package='z' bounds='[0,0][99,99]'/></hierarchy>",
     "<hierarchy><node package='com.android.systemui' bounds='[0,0][99,6]' "
     "text='b'/><node package='z' bounds='[0,0][99,99]'/></hierarchy>",
     SAME, SAME},
};

T_TEST(change_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_tree *a = screen(rows[i].a);
        struct at_tree *b = screen(rows[i].b);
        T_ROW(rows[i].name);
        T_EQ_INT(at_tree_idle_fingerprint(a) != at_tree_idle_fingerprint(b),
                 rows[i].idle);
        T_EQ_INT(strcmp(at_tree_screen_fingerprint(a).text,
                        at_tree_screen_fingerprint(b).text) != 0,
                 rows[i].screen);
        at_tree_free(a);
        at_tree_free(b);
    }
}

// A stored fingerprint must mean the same on every machine.
T_TEST(stable_value)
{
    struct at_tree *tree = screen(ROOT(LINE("a")));
    T_EQ_TEXT(at_tree_screen_fingerprint(tree).text, "6d3d14");
    at_tree_free(tree);
}

T_MAIN()
