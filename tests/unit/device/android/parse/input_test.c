#include "device/android/parse/text.h"

#include "device/android/parse/keys.h"
#include "tests/t.h"

static const struct {
    const char *key;
    int code; // 0: unknown
    const char *says;
} keys[] = {
    {"KEYCODE_BACK", 4, ""},
    {"BACK", 4, ""},
    {"back", 4, ""},
    {"keycode_enter", 66, ""},
    {"KEYCODE_DEL", 67, ""},
    {"KEYCODE_7", 14, ""},
    {"7", 7, ""},
    {"279", 279, ""},
    {"KEYCODE_PASTE", 279, ""},
    {"KEYCODE_ZOOM_OUT", 169, ""},
    {"KEYCODE_HOEM", 0, "'HOME'"},
    {"ENTR", 0, "'ENTER'"},
    {"KEYCODE_", 0, "KEYCODE_BACK"},
    {"", 0, "unknown key ''"},
    {"0", 7, ""}, // the digit's key: code 0 is not a key
    {"1000", 0, "numbers from 1 to 999"},
    {"-1", 0, "unknown key"},
    {"BACK; reboot", 0, "unknown key"},
};

T_TEST(keys_are_found)
{
    for (size_t i = 0; i < T_LEN(keys); i++) {
        struct at_err err = AT_ERR_INIT;
        int code = 0;

        T_ROW(keys[i].key);
        bool ok = at_keycode_find(at_str(keys[i].key), &code, &err);
        T_EQ_INT(ok, keys[i].code != 0);
        T_EQ_INT(code, keys[i].code);
        T_HAS(err.msg, keys[i].says);
        T_EQ_INT(err.code, ok ? AT_OK : AT_EUSAGE);
    }
}

static const struct {
    const char *text;
    const char *command;
} texts[] = {
    {"", ""},
    {"abc", "input text abc"},
    {"a b", "input text a%sb"},
    {"100%sure", "input text 100% && input text sure"},
    {"% s", "input text %%ss"},
    {"%%s%s", "input text %% && input text s% && input text s"},
    {"a\nb", "input text a && input keyevent 66 && input text b"},
    {"a\r\nb\t",
     "input text a && input keyevent 66 && input text b && input keyevent 61"},
    {"it's", "input text 'it'\\''s'"},
    {"; reboot", "input text ';%sreboot'"},
    {"$(reboot) `x` \"y\" \\", "input text '$(reboot)%s`x`%s\"y\"%s\\'"},
    {"\n", "input keyevent 66"},
};

T_TEST(texts_become_commands)
{
    for (size_t i = 0; i < T_LEN(texts); i++) {
        struct at_buf out = AT_BUF_INIT(4096);
        struct at_err err = AT_ERR_INIT;

        T_ROW(texts[i].text);
        T_OK(at_input_text_command(at_str(texts[i].text), &out, &err));
        T_EQ_TEXT(at_buf_text(&out), texts[i].command);
        at_buf_deinit(&out);
    }
}

// A command line as the device's sh and `input` read it: the inverse.
static void
type(struct at_str command, char *out)
{
    struct at_str text = AT_STR("input text ");
    struct at_str enter = AT_STR("input keyevent 66");
    bool quoted = false;
    while (command.len > 0) {
        if (!quoted && at_str_starts(command, AT_STR(" && "))) {
            command = at_str_skip(command, 4);
        } else if (!quoted && at_str_starts(command, text)) {
            command = at_str_skip(command, text.len);
        } else if (!quoted && at_str_starts(command, enter)) {
            *out++ = '\n';
            command = at_str_skip(command, enter.len);
        } else if (at_str_starts(command, AT_STR("'\\''")) && quoted) {
            *out++ = '\'';
            command = at_str_skip(command, 4);
        } else if (command.ptr[0] == '\'') {
            quoted = !quoted;
            command = at_str_skip(command, 1);
        } else if (at_str_starts(command, AT_STR("%s"))) {
            *out++ = ' ';
            command = at_str_skip(command, 2);
        } else {
            *out++ = command.ptr[0];
            command = at_str_skip(command, 1);
        }
    }
    *out = '\0';
}

// Every printable character, and each pair that matters, over piece borders.
T_TEST(the_typed_text_is_the_text)
{
    char text[1200];
    char typed[2400];
    size_t len = 0;
    for (int round = 0; round < 8; round++) {
        for (char c = ' '; c < 0x7f; c++)
            text[len++] = c;
        memcpy(text + len, "%s%%s% s'\n''", 13);
        len += 12 + (size_t)round % 2;
        if (text[len - 1] == '\0')
            text[len - 1] = 'x';
    }
    for (size_t from = 0; from < 230; from++) {
        struct at_buf out = AT_BUF_INIT(65536);
        struct at_str part = at_str_n(text + from, len - from);

        T_OK(at_input_text_command(part, &out, NULL));
        type(at_buf_str(&out), typed);
        T_EQ_MEM(typed, strlen(typed), part.ptr, part.len);
        at_buf_deinit(&out);
    }
}

T_TEST(a_text_that_does_not_fit_is_refused)
{
    struct at_buf out = AT_BUF_INIT(20);
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_input_text_command(AT_STR("a long text that is too long"), &out,
                                &err));
    T_OK(err.code == AT_ELIMIT);
    at_buf_deinit(&out);
}

static const struct {
    const char *text;
    bool found;
    size_t index;
    uint32_t cp;
} hindrances[] = {
    {"plain ASCII ~!\n\t", false, 0, 0},
    {"a\r\nb", false, 0, 0},
    {"caf\xc3\xa9", true, 3, 0xe9},
    {"\xf0\x9f\x98\x80", true, 0, 0x1f600},
    {"a\rb", true, 1, '\r'},
    {"a\x1b[2J", true, 1, 0x1b},
    {"a\x7f", true, 1, 0x7f},
    {"a\xff", true, 1, 0xfffd},
};

T_TEST(hindrances_are_named)
{
    for (size_t i = 0; i < T_LEN(hindrances); i++) {
        size_t index = 0;
        uint32_t cp = 0;

        T_ROW(hindrances[i].text);
        T_EQ_INT(
            at_input_text_hindrance(at_str(hindrances[i].text), &index, &cp),
            hindrances[i].found);
        T_EQ_SIZE(index, hindrances[i].index);
        T_EQ_INT(cp, hindrances[i].cp);
    }
}

T_MAIN()
