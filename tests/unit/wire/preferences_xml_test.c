#include "wire/preferences_xml.h"

#include "tests/t.h"

static const char file[] =
    "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n"
    "    <string name=\"user\">Ada &amp; &lt;Bob&gt;</string>\n"
    "    <string name=\"empty\"></string>\n"
    "    <string name=\"none\" />\n"
    "    <string name=\"lines\">a\nb&#10;c&#x41;</string>\n"
    "    <boolean name=\"dark\" value=\"true\" />\n"
    "    <int name=\"a&quot;b\" value=\"-3\" />\n"
    "    <set name=\"tags\">\n        <string>work</string>\n"
    "        <string>a &amp; b</string>\n    </set>\n"
    "    <set name=\"no tags\" />\n"
    "    <string name=\"fake\">x name=&quot;hidden&quot; value=&quot;1&quot;"
    "</string>\n"
    "    <string name=\"bad\">&nope;</string>\n"
    "</map>\n";

static const struct {
    const char *xml;
    const char *key;
    enum at_preference want;
    const char *value;
} rows[] = {
    {file, "user", AT_PREFERENCE_THERE, "Ada & <Bob>"},
    {file, "empty", AT_PREFERENCE_THERE, ""},
    {file, "none", AT_PREFERENCE_THERE, ""},
    {file, "lines", AT_PREFERENCE_THERE, "a\nb\ncA"},
    {file, "dark", AT_PREFERENCE_THERE, "true"},
    {file, "a\"b", AT_PREFERENCE_THERE, "-3"},
    {file, "tags", AT_PREFERENCE_THERE, "work\na & b"},
    {file, "no tags", AT_PREFERENCE_THERE, ""},
    {file, "hidden", AT_PREFERENCE_MALFORMED, ""}, // behind &nope;
    {file, "bad", AT_PREFERENCE_MALFORMED, ""},
    {"<map />", "a", AT_PREFERENCE_ABSENT, ""},
    {"<map>\n</map>\n", "a", AT_PREFERENCE_ABSENT, ""},
    {"<map><string name=\"b\">x name=&quot;a&quot;</string></map>", "a",
     AT_PREFERENCE_ABSENT, ""},
    {"<map>\n<string name=\"b\">x", "a", AT_PREFERENCE_MALFORMED, ""},
    {"<map>\n<string name=\"a\">x", "a", AT_PREFERENCE_MALFORMED, ""},
    {"<map>\n<int name=\"b\" value=\"1\" />\n", "a", AT_PREFERENCE_MALFORMED,
     ""},
    {"", "a", AT_PREFERENCE_MALFORMED, ""},
    {"<int name=\"a\" value=\"1\" />", "a", AT_PREFERENCE_MALFORMED, ""},
};

T_TEST(a_value_is_read_or_refused)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf got = AT_BUF_INIT(1000);
        T_ROW(rows[i].key);
        T_EQ_INT(at_preferences_value(at_str(rows[i].xml), at_str(rows[i].key),
                                      &got),
                 rows[i].want);
        if (rows[i].want == AT_PREFERENCE_THERE)
            T_EQ_TEXT(at_buf_text(&got), rows[i].value);
        at_buf_deinit(&got);
    }
}

T_MAIN()
