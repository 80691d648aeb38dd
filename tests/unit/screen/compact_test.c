// compact_test.c: golden compact trees
#include "screen/selector.h"
#include "tests/unit/screen/compact_written.h"

static const struct {
    const char *name;
    const char *xml;
    const char *body;
} goldens[] = {
    {"a switch whose text is its position",
     ROOT(N("android.widget.Switch",
            T("On") DESC("Wi-Fi") CHECK("true") TAP AT("[0,0][500,99]"), )
              N("android.widget.Switch",
                T("Sync") DESC("All accounts") CHECK("false")
                    TAP AT("[0,100][500,199]"), )),
     "@c1 switch \"Wi-Fi\" checked\n"
     "@c2 switch \"Sync\" desc=\"All accounts\" unchecked\n"},
    {"the empty node of a button's role",
     ROOT(N(BOX, AT("[0,0][1080,600]"),
            N(VIEW, TAP AT("[800,0][1000,132]"),
              N(TXT, T("Book") AT("[850,40][950,90]"), )
                  N(BTN, TAP AT("[800,11][1000,121]"), ))
                N(VIEW, TAP AT("[0,200][1080,332]"),
                  N(TXT, T("Row") AT("[0,200][200,332]"), )
                      N(BTN, TAP AT("[900,200][1080,332]"), )))),
     "@b1 btn \"Book\"\n"
     "@b2 btn \"Row\"\n"
     "  @b3 btn at right\n"},
    {"a row whose first text only counts",
     ROOT(N(BOX, TAP AT("[0,0][1080,199]"),
            N(TXT, T("1 min read") AT("[0,0][500,60]"), )
                N(TXT, T("Learn to type") AT("[0,70][500,190]"), ))
              N(BOX, TAP AT("[0,200][1080,399]"),
                N(TXT, T("2 Fast 2 Furious") AT("[0,200][500,260]"), )
                    N(TXT, T("Action") AT("[0,270][500,390]"), ))),
     "@b1 btn \"Learn to type\"\n"
     "  \"1 min read\"\n"
     "@b2 btn \"2 Fast 2 Furious\"\n"
     "  \"Action\"\n"},
    {"a box of choices that says that it scrolls",
     ROOT(N("Avalonia.ComboBox", T("Blue") SCROLLS TAP AT("[0,0][500,99]"), )),
     "@g1 spinner \"Blue\"\n"},
    {"texts in the same place",
     ROOT(N(VIEW, DESC("Offers") AT("[0,0][1080,199]"), )
              N(TXT, T("Offers") AT("[20,20][500,180]"), )
                  N(TXT, T("Offers") AT("[20,20][500,180]"), )
                      N(TXT, T("Offers") AT("[0,200][500,280]"), )),
     "\"Offers\"\n"
     "\"Offers\"\n"},
    {"an empty page",
     ROOT(N("android.webkit.WebView", TAP AT("[0,0][1080,1920]"), )),
     "@g1 tap in the middle\n"
     "... nothing readable: see the screen\n"},
    {"a game",
     ROOT(N("android.view.SurfaceView",
            DESC("Game view") TAP AT("[0,0][1080,1920]"), )),
     "@b1 btn \"Game view\"\n"
     "... nothing readable: see the screen\n"},
    {"the contract's login screen",
     ROOT(N(
         BOX, AT("[0,0][1080,1920]"),
         N(TXT, T("Login") AT("[0,0][1080,99]"), ) N(
             EDIT, HINT("Email") T("Email") FOCUS TAP AT("[0,100][1080,199]"), )
             N(EDIT, SECRET TAP AT("[0,200][1080,299]"), )
                 N("android.widget.CheckBox",
                   T("Remember me") CHECK("true") TAP AT("[0,300][1080,399]"), )
                     N(BTN, T("Sign in") TAP AT("[0,400][1080,499]"), ) N(
                         TXT,
                         T("Forgot Password?") TAP AT("[0,500][1080,599]"), ))),
     "\"Login\"\n"
     "@f1 input hint=\"Email\" focused\n"
     "@f2 input password\n"
     "@c1 check \"Remember me\" checked\n"
     "@b1 btn \"Sign in\"\n"
     "@l1 link \"Forgot Password?\"\n"},
    {"values, hints and passwords",
     ROOT(N(EDIT, T("a@b") HINT("Email") AT("[0,0][9,9]"), )
              N(EDIT, T("&#8226;&#8226;&#8226;") SECRET AT("[0,0][9,9]"), )
                  N(EDIT, DESC("Name") T("Jo ") AT("[0,0][9,9]"), )
                      N(EDIT, ID("nick") AT("[0,0][9,9]"), )),
     "@f1 input value=\"a@b\" hint=\"Email\"\n"
     "@f2 input value=3 chars password\n"
     "@f3 input \"Name\" value=\"Jo \"\n"
     "@f4 input id=\"nick\"\n"},
    {"states",
     ROOT(N("android.widget.Switch",
            T("Wi-Fi") CHECK("false") TAP AT("[0,0][9,9]"), )
              N(BTN, T("Save") TAP OFF("[0,0][9,9]"), )
                  N(VIEW, DESC("Home") TAP SELECTED AT("[0,0][9,9]"), )
                      N("android.widget.RadioButton",
                        T("A") CHECK("true") OFF("[0,0][9,9]"), )),
     "@c1 switch \"Wi-Fi\" unchecked\n"
     "@b1 btn \"Save\" disabled\n"
     "@b2 btn \"Home\" selected\n"
     "@c2 radio \"A\" checked disabled\n"},
    {"states in words, where they say more than the flag",
     ROOT(N("android.widget.Switch",
            T("Wi-Fi") CHECK("false") STATE("Off") TAP AT("[0,0][9,9]"), )
              N("android.widget.CheckBox",
                T("All") CHECK("false") STATE("partly") AT("[0,0][9,9]"), )
                  N(BTN, T("Mic") STATE("On") TAP AT("[0,0][9,9]"), )),
     "@c1 switch \"Wi-Fi\" unchecked\n"
     "@c2 check \"All\" state=\"partly\" unchecked\n"
     "@b1 btn \"Mic\" state=\"On\"\n"},
    {"hoisted once, the rest below",
     ROOT(N(LIST, SCROLLS AT("[0,0][1080,900]"),
            N(BOX, TAP AT("[0,0][1080,99]"),
              N(TXT, T("Milk") AT("[0,0][99,99]"), )
                  N(TXT, T("3 left") AT("[0,0][99,99]"), )
                      N(BTN, DESC("Delete") TAP AT("[0,0][99,99]"), )))),
     "@s1 scroll\n"
     "  @b1 btn \"Milk\"\n"
     "    \"3 left\"\n"
     "    @b2 btn \"Delete\"\n"},
    {"a label is not said twice",
     ROOT(N(VIEW, DESC("Sign in") TAP AT("[0,0][9,9]"),
            N(TXT, T("Sign in") AT("[0,0][9,9]"), ))),
     "@b1 btn \"Sign in\"\n"},
    {"images, spinners, sliders",
     ROOT(N(IMG, DESC("Logo") AT("[0,0][9,9]"), ) N(IMG, AT("[0,0][9,9]"), )
              N("android.widget.ProgressBar", AT("[0,0][9,9]"), ) N(
                  "android.widget.ProgressBar", T("Sending") AT("[0,0][9,9]"), )
                  N("android.widget.SeekBar",
                    T("Volume") DESC("38%") AT("[0,0][9,9]"), )),
     "image \"Logo\"\nprogress\nprogress \"Sending\"\n"
     "@g1 slider \"Volume\" 38%\n"},
    {"exact text",
     ROOT(N(TXT, T(" a&#10;b&#9;c&#13; \\ &quot;q&quot; ") AT("[0,0][9,9]"), )
              N(TXT, T("&#133;&#8232;&#8238;x") AT("[0,0][9,9]"), )
                  N(TXT, T("&#1603;&#128512;") AT("[0,0][9,9]"), )),
     "\" a\\nb\\tc\\r \\\\ \\\"q\\\" \"\n"
     "\"\\u0085\\u2028\\u202ex\"\n"
     "\"\xd9\x83\xf0\x9f\x98\x80\"\n"},
    {"unlabelled elements show their id",
     ROOT(N(IMG, ID("menu") TAP AT("[0,0][9,9]"), )
              N(BTN, TAP AT("[0,10][9,19]"), )),
     "@g1 tap id=\"menu\"\n@b1 btn at top left\n"},
    {"what is not drawn is left out, what it holds is not",
     ROOT(N(BOX, AT("[0,0][0,0]"), N(TXT, T("a") AT("[0,0][9,9]"), )) N(
         TXT, T("b") AT("[9,9][9,9]"), ) N(TXT, T("c") AT("[0,2000][9,2009]"), )
              N(TXT, T("  ") AT("[0,0][9,9]"), )),
     "\"a\"\n"},
    {"an aggregate is told by its parts, or itself",
     ROOT(N(VIEW,
            DESC("a description that is much longer than what fits into "
                 "eighty characters, one two three") AT("[0,0][9,9]"),
            N(TXT, T("part") AT("[0,0][9,9]"), ))
              N(VIEW,
                DESC("b description that is much longer than what fits into "
                     "eighty characters, one two three") AT("[0,0][9,9]"), )),
     "\"part\"\n\"b description that is much longer than what fits into eighty "
     "characters, one two three\"\n"},
    {"a description that says more than the text",
     ROOT(N(BTN, T("Follow") DESC("Follow CHAPAL") TAP AT("[0,0][9,9]"), ) N(
         BTN, T("Bluetooth, On") DESC("Bluetooth.") TAP AT("[0,9][9,19]"), )
              N(TXT, T("10&#10;48") DESC("10:48") AT("[0,20][9,29]"), )),
     "@b1 btn \"Follow\" desc=\"Follow CHAPAL\"\n"
     "@b2 btn \"Bluetooth, On\"\n"
     "\"10\\n48\" desc=\"10:48\"\n"},
    {"pieces of a joined label are not said twice",
     ROOT(N(VIEW, DESC("Alarm, No alarm set") TAP AT("[0,0][9,9]"),
            N(TXT, T("Alarm") AT("[0,0][9,9]"), )
                N(TXT, T("No alarm set") AT("[0,0][9,9]"), )
                    N(TXT, T("alarm") AT("[0,0][9,9]"), ))),
     "@b1 btn \"Alarm, No alarm set\"\n  \"alarm\"\n"},
    {"a text that is selected to scroll by is no choice",
     ROOT(N(BOX, TAP AT("[0,0][9,9]"),
            N(TXT, T("Title") SELECTED AT("[0,0][9,9]"), ))),
     "@b1 btn \"Title\"\n"},
    {"a box that cannot be clicked is its row's state",
     ROOT(N(BOX, TAP AT("[0,0][1080,99]"),
            N("android.widget.RadioButton", CHECK("true") AT("[0,0][99,99]"), )
                N(TXT, T("5G") CHECK("true") AT("[99,0][999,99]"), ))),
     "@c1 radio \"5G\" checked\n"},
    {"places: a corner, beside a text, in a labelled row, in a run",
     ROOT(N(BTN, TAP AT("[0,0][99,99]"), )
              N(TXT, T("Dark mode") AT("[0,600][400,650]"), )
                  N(TXT, T("Less light") AT("[0,650][600,690]"), )
                      N(BTN, TAP AT("[900,610][999,680]"), )
                          N(BOX, DESC("Row") TAP AT("[0,800][1080,899]"),
                            N(BTN, TAP AT("[980,800][1080,899]"), ))
                              N(IMG, TAP AT("[0,1000][99,1099]"), )
                                  N(IMG, TAP AT("[100,1000][199,1099]"), )
                                      N(IMG, TAP AT("[0,1100][99,1199]"), )),
     "@b1 btn at top left\n\"Dark mode\"\n\"Less light\"\n"
     "@b2 btn right of \"Dark mode\"\n"
     "@b3 btn \"Row\"\n  @b4 btn at right\n"
     "@g1 tap row 1 column 1\n@g2 tap row 1 column 2\n"
     "@g3 tap row 2 column 1\n"},
    {"an id that others share is no name, nor that of a scrollable with "
     "content",
     ROOT(N(LIST, SCROLLS ID("list") AT("[0,0][1080,999]"),
            N(IMG, ID("day") TAP AT("[0,0][99,99]"), )
                N(IMG, ID("day") TAP AT("[100,0][199,99]"), )
                    N(IMG, ID("day") TAP AT("[200,0][299,99]"), ))),
     "@s1 scroll\n  @g1 tap 1 of 3\n  @g2 tap 2 of 3\n"
     "  @g3 tap 3 of 3\n"},
    {"twins are told apart by their ids, where these differ",
     ROOT(N(BTN, T("Same") ID("one") TAP AT("[0,0][9,9]"), )
              N(BTN, T("Same") ID("two") TAP AT("[0,9][9,19]"), )
                  N(BTN, T("Row") ID("row") TAP AT("[0,20][9,29]"), )
                      N(BTN, T("Row") ID("row") TAP AT("[0,30][9,39]"), )),
     "@b1 btn \"Same\" id=\"one\"\n@b2 btn \"Same\" id=\"two\"\n"
     "@b3 btn \"Row\"\n@b4 btn \"Row\"\n"},
    {"nested scrollables at one place are one",
     ROOT(N("android.widget.ScrollView", SCROLLS AT("[0,0][1080,1900]"),
            N(LIST, SCROLLS AT("[0,0][1080,1900]"),
              N(TXT, T("a") AT("[0,0][9,9]"), )))),
     "@s1 scroll\n  \"a\"\n"},
    {"a wrapper of the screen's size takes no label",
     ROOT(N(VIEW, TAP AT("[0,0][1080,1900]"),
            N(TXT, T("Title") AT("[0,0][9,9]"), )
                N(BTN, T("Go") TAP AT("[0,10][9,19]"), ))),
     "@g1 tap around all\n  \"Title\"\n  @b1 btn \"Go\"\n"},
    {"a long press alone, and a scrollable that can be tapped",
     ROOT(N(VIEW,
            DESC("At a glance") " long-clickable=\"true\"" AT("[0,0][9,9]"), )
              N(VIEW, DESC(".idea") SCROLLS TAP AT("[0,10][9,19]"), )),
     "@b1 btn \"At a glance\" long-press-only\n"
     "@s1 scroll \".idea\" clickable\n"},
    {"of twins on top of each other the last drawn one",
     ROOT(N(VIEW, ID("a") TAP AT("[0,0][9,9]"), )
              N(VIEW, DESC("b") TAP AT("[0,0][9,9]"), )),
     "@b1 btn \"b\"\n"},
    {"dump --windows: the windows of this display, the topmost last",
     "<?xml version='1.0'?><displays><display id=\"0\">"
     "<window index=\"0\"><hierarchy rotation=\"0\">" N(
         BTN,
         T("OK") TAP AT(
             "[0,0][9,9]"), ) "</hierarchy></window>"
                              "<window index=\"1\"><hierarchy "
                              "rotation=\"0\">" N(
                                  BOX, AT("[0,0][1080,1920]"),
                                  N(TXT,
                                    T("below") AT(
                                        "[0,20][9,29]"), )) "</hierarchy></"
                                                            "window>"
                                                            "</"
                                                            "display><display "
                                                            "id=\"2\"><window><"
                                                            "hierarchy>" N(
                                                                TXT,
                                                                T("car") AT(
                                                                    "[0,0][9,"
                                                                    "9]"), ) "<"
                                                                             "/"
                                                                             "h"
                                                                             "i"
                                                                             "e"
                                                                             "r"
                                                                             "a"
                                                                             "r"
                                                                             "c"
                                                                             "h"
                                                                             "y"
                                                                             ">"
                                                                             "<"
                                                                             "/"
                                                                             "w"
                                                                             "i"
                                                                             "n"
                                                                             "d"
                                                                             "o"
                                                                             "w"
                                                                             ">"
                                                                             "<"
                                                                             "/"
                                                                             "d"
                                                                             "i"
                                                                             "s"
                                                                             "p"
                                                                             "l"
                                                                             "a"
                                                                             "y"
                                                                             ">"
                                                                             "<"
                                                                             "/"
                                                                             "d"
                                                                             "i"
                                                                             "s"
                                                                             "p"
                                                                             "l"
                                                                             "a"
                                                                             "y"
                                                                             "s"
                                                                             ">",
     "\"below\"\n@b1 btn \"OK\"\n"},
    {"nothing", ROOT(), "... nothing readable: see the screen\n"},
    {"a dump without hints: what may be one",
     ROOT(N(EDIT, T("Email") AT("[0,0][9,9]"), )
              N(EDIT, T("&#8226;&#8226;") SECRET AT("[0,0][9,9]"), )
                  N(EDIT, T("PIN") SECRET AT("[0,0][9,9]"), )
                      N(EDIT, AT("[0,0][9,9]"), )
                          N(BTN, T("Go") TAP AT("[0,0][9,9]"), )),
     "@f1 input at top left value=\"Email\" maybe-hint\n"
     "@f2 input at top left value=2 chars password\n"
     "@f3 input at top left value=3 chars password maybe-hint\n"
     "@f4 input at top left\n"
     "@b1 btn \"Go\"\n"},
    {"a dump that tells hints, of any node",
     ROOT(N(EDIT, T("Email") AT("[0,0][9,9]"), )
              N(BTN, T("Go") HINT("") TAP AT("[0,0][9,9]"), )),
     "@f1 input value=\"Email\"\n@b1 btn \"Go\"\n"},
    {"the helper, which always tells",
     HELPER("",
            HN(EDIT, 4129, "'text':'a',") "," HN(EDIT, 6177, "'text':'Name',")),
     "@f1 input value=\"a\"\n@f2 input hint=\"Name\"\n"},
    {"what is wrong with a field's content",
     HELPER(
         "",
         HN(EDIT, 4129, "'hint':'E-mail','error':'No such address',") "," HN(EDIT, 135427, "'text':'\u2022\u2022','error':'Password is too short',") "," HN(
             EDIT, 135201,
             "'text':'x',") "," HN(TXT, 1,
                                   "'text':'Name','error':'"
                                   "missing',") "," HN(BOX, 1,
                                                       "'error':'"
                                                       "choose "
                                                       "one',") "," HN(TXT, 1,
                                                                       "'text':"
                                                                       "'City',"
                                                                       "'error'"
                                                                       ":'"
                                                                       "Invalid"
                                                                       " input'"
                                                                       ",")),
     "@f1 input hint=\"E-mail\" invalid=\"No such address\"\n"
     "@f2 input at top left value=2 chars focused password invalid=\"Password "
     "is "
     "too "
     "short\"\n"
     "@f3 input at top left value=\"x\" invalid\n"
     "\"Name\" invalid=\"missing\"\n"
     "\"\" invalid=\"choose one\"\n"
     "\"City\" invalid=\"Invalid input\"\n"},
    {"an error that a text on the screen shows",
     HELPER("",
            HN(EDIT, 131105, "'hint':'Mail','error':'Not an address',") "," HN(
                TXT, 1, "'text':'Error: not an address',")),
     "@f1 input hint=\"Mail\" error=\"Not an address\"\n"
     "\"Error: not an address\"\n"},
    {"an error that the content description of another element shows",
     HELPER("", HN(EDIT, 131105, "'hint':'Mail','error':'Too short',") "," HN(
                    VIEW, 1, "'desc':'Too short',")),
     "@f1 input hint=\"Mail\" error=\"Too short\"\n"
     "\"Too short\"\n"},
    {"what is typed shows no error",
     HELPER("", HN(EDIT, 135201, "'text':'Falsch','error':'Falsch',")),
     "@f1 input value=\"Falsch\" invalid=\"Falsch\"\n"},
    {"where a slider or a bar stands",
     HELPER(
         "",
         HN("android.widget.SeekBar", 33, "'desc':'Volume','range':['0.0','100.0','40.0'],") "," HN("android.widget.SeekBar", 33, "'state':'40%','range':['0.0','100.0','40.0'],") "," HN(
             "android.widget.ProgressBar", 1,
             "'range':['0.0','1.0','0.25'],") "," HN("android.widget."
                                                     "ProgressBar",
                                                     1,
                                                     "'state':'a "
                                                     "quarter','range':['"
                                                     "0.0','1.0','0.25']"
                                                     ",") "," HN("android"
                                                                 ".widget"
                                                                 ".Progre"
                                                                 "ssBar",
                                                                 1,
                                                                 "") "," HN(VIEW,
                                                                            33,
                                                                            "'t"
                                                                            "ex"
                                                                            "t'"
                                                                            ":'"
                                                                            "Zo"
                                                                            "om"
                                                                            "',"
                                                                            "'r"
                                                                            "an"
                                                                            "ge"
                                                                            "':"
                                                                            "['"
                                                                            "-1"
                                                                            ".0"
                                                                            "',"
                                                                            "'1"
                                                                            ".0"
                                                                            "E1"
                                                                            "0'"
                                                                            ",'"
                                                                            "0."
                                                                            "0'"
                                                                            "]"
                                                                            ",") "," HN(TXT,
                                                                                        1,
                                                                                        "'text':'Steps','range':['0.0','9.0','5.0'],")),
     "@g1 slider \"Volume\" value=\"40 of 0..100\"\n"
     "@g2 slider 40%\n"
     "progress value=\"0.25 of 0..1\"\n"
     "progress value=\"a quarter\"\n"
     "progress\n"
     "@b1 btn \"Zoom\" value=\"0 of -1..1.0E10\"\n"
     "\"Steps\" value=\"5 of 0..9\"\n"},
    {"what the app calls it, where the class does not say",
     HELPER(
         "",
         HN(VIEW, 37, "'text':'Home','role':'Tab',") "," HN(
             TXT, 33,
             "'text':'Help','role':'Link',") "," HN(BTN, 33,
                                                    "'text':'Mute','role':'"
                                                    "toggle',") "," HN(TXT,
                                                                       8193,
                                                                       "'text':"
                                                                       "'News',"
                                                                       "'role':"
                                                                       "'headin"
                                                                       "g "
                                                                       "1',")),
     "@b1 btn \"Home\" selected role=\"Tab\"\n"
     "@l1 link \"Help\" role=\"Link\"\n"
     "@b2 btn \"Mute\"\n"
     "\"News\"\n"},
    {"what opens, closes and goes away",
     HELPER("",
            HN("android.widget.Spinner", 32801, "'text':'Country',") "," HN(
                BTN, 65569,
                "'text':'Less',") "," HN(VIEW, 114721,
                                         "'text':'Sheet',") "," HN(BTN, 32800,
                                                                   "'text':'"
                                                                   "More',")),
     "@g1 spinner \"Country\" collapsed\n"
     "@b1 btn \"Less\" expanded\n"
     "@b2 btn \"Sheet\" half-expanded dismissable\n"
     "@b3 btn \"More\" disabled collapsed\n"},
    {"a text that the device has cut",
     HELPER("", HN(TXT, 1, "'text':'abc','cut':true,")), "\"abc\" text-cut\n"},
    {"a screen that the device has not read whole",
     HELPER("'truncated':'nodes',", HN(TXT, 1, "'text':'a',")),
     "\"a\"\n"
     "... not the whole screen: the device stopped reading the screen after 2 "
     "nodes (it has more than the device reads): what comes after them is not "
     "known\n"},
    {"nodes and windows that it has lost",
     HELPER("'missing':3,'rootless':1,", HN(TXT, 1, "'text':'a',")),
     "\"a\"\n"
     "... not the whole screen: 3 of its nodes could not be read; 1 of its "
     "windows gave no content\n"},
    {"a screen of which nothing is missing",
     HELPER("'missing':0,'rootless':0,", HN(TXT, 1, "'text':'a',")), "\"a\"\n"},
};

T_TEST(golden_rows)
{
    for (size_t i = 0; i < T_LEN(goldens); i++) {
        T_ROW(goldens[i].name);
        check_body(goldens[i].xml, goldens[i].body);
    }
}

T_TEST(the_selected_tab_is_shown_whichever_node_has_the_flag)
{
    check_body(ROOT(N(BOX, AT("[0,0][99,9]"),
                      N(BOX, TAP AT("[0,0][9,9]"),
                        N(TXT, T("Home") SELECTED AT("[0,0][9,9]"), ))
                          N(BOX, TAP AT("[9,0][19,9]"),
                            N(TXT, T("Find") AT("[9,0][19,9]"), ))
                              N(BOX, AT("[20,0][29,9]"),
                                N(TXT, T("Me") AT("[20,0][29,9]"), )))
                        N(BOX, AT("[0,10][99,19]"),
                          N(VIEW, SELECTED AT("[0,10][9,19]"),
                            N(TXT, T("Day") AT("[0,10][9,19]"), ))
                              N(VIEW, AT("[9,10][19,19]"),
                                N(TXT, T("Week") AT("[9,10][19,19]"), )))),
               "@b1 btn \"Home\" selected\n@b2 btn \"Find\"\n\"Me\"\n"
               "\"Day\" selected\n\"Week\"\n");
}

T_TEST(a_list_takes_no_label_and_its_rows_have_the_refs)
{
    check_body(ROOT(N("android.widget.ListView",
                      " long-clickable=\"true\"" AT("[0,0][1080,300]"),
                      N(BOX, AT("[0,0][1080,99]"),
                        N(TXT, T("Maps") AT("[0,0][99,99]"), ))
                          N(BOX, AT("[0,100][1080,199]"),
                            N(TXT, T("Mail") AT("[0,100][99,199]"), )))),
               "@b1 btn \"Maps\"\n@b2 btn \"Mail\"\n");
}

#define SCROLL(at, kids)                                                       \
    N("android.widget.ScrollView", SCROLLS AT(at),                             \
      N(TXT, T("in") AT("[0,200][900,300]"), ) kids)

T_TEST(a_scrollable_shows_that_it_has_more)
{
    check_body(ROOT(SCROLL("[0,100][1080,500]",
                           N(TXT, T("cut") AT("[0,450][900,590]"), ))),
               "@s1 scroll more below\n  \"in\"\n  \"cut\"\n");
    check_body(ROOT(SCROLL("[0,100][1080,500]",
                           N(TXT, T("gone") AT("[0,90][900,90]"), )
                               N(BTN, T("far") TAP AT("[0,800][99,900]"), ))),
               "@s1 scroll more above and below\n  \"in\"\n");
    check_body(ROOT(SCROLL("[0,100][1080,500]",
                           N(TXT, T("next") AT("[1090,200][1900,300]"), ))),
               "@s1 scroll more right\n  \"in\"\n");
}

T_TEST(a_target_larger_than_its_scrollable_is_not_more_of_it)
{
    check_body(ROOT(SCROLL("[0,100][1080,500]",
                           N(BTN, T("Red") TAP AT("[0,80][99,520]"), ))),
               "@s1 scroll\n  \"in\"\n  @b1 btn \"Red\"\n");
}

#define SWITCH(at) N("android.widget.Switch", CHECK("true") TAP AT(at), )

T_TEST(a_text_beside_a_switch_is_its_label)
{
    const char *xml = ROOT(N(TXT, T("Dark mode") AT("[0,600][400,650]"), )
                               N(TXT, T("Less light") AT("[0,650][600,690]"), )
                                   SWITCH("[900,610][999,680]"));
    struct at_tree *tree = screen(xml);
    struct at_selector dark = AT_SELECTOR_INIT;
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    check_body(xml, "\"Less light\"\n@c1 switch \"Dark mode\" checked\n");
    dark.text = AT_STR("Dark mode");
    dark.touch = true;
    const struct at_node *found = at_selector_find(&dark, tree, refs, NULL);
    T_OK(found && found->role == AT_ROLE_SWITCH);
    at_ref_table_free(refs);
    at_tree_free(tree);
}

T_TEST(a_text_that_two_switches_or_a_tap_claim_names_none)
{
    check_body(ROOT(N(TXT, T("Sound") AT("[0,0][400,50]"), )
                        SWITCH("[500,0][599,50]") SWITCH("[600,0][699,50]")
                            N(TXT, T("Terms") TAP AT("[0,100][400,150]"), )
                                SWITCH("[500,100][599,150]")),
               "\"Sound\"\n@c1 switch right of \"Sound\" checked\n"
               "@c2 switch right of \"Sound\" checked\n"
               "@l1 link \"Terms\"\n@c3 switch right of \"Terms\" checked\n");
}

T_MAIN()
