// flow_text_test.c: what is written is read back to the same values: every
// text key of every command with texts that YAML or Maestro would change
#include "maestro/write/flow_text.h"

#include "base/limits.h"
#include "maestro/read/commands.h"
#include "maestro/write/scalar_text.h"
#include "tests/t.h"
#include "tests/unit/maestro/from_memory.h"

static const char *const hostile[] = {
    "",
    " ",
    "x",
    "No",
    "y",
    "yes",
    "~",
    "null",
    "True",
    ".inf",
    "00501",
    "+15551234567",
    "1_000",
    "0x1F",
    "1e5",
    "-1",
    "12:30",
    "2024-01-02",
    "${x}",
    "\\${x}",
    "${A} and {b}",
    "{x: 1}",
    "[x",
    "]",
    "a: b",
    "a:",
    ": ",
    "a #b",
    "#b",
    "- a",
    "-",
    "--- a",
    "---",
    "...",
    "? a",
    "? ",
    "! a",
    "!!str a",
    "&a",
    "*a",
    "<<",
    "@a",
    "`a",
    "%a",
    "|",
    ">",
    "'",
    "\"",
    "it's \"quoted\"",
    "\\",
    "a\\nb",
    " leading",
    "trailing ",
    "two  blanks",
    "a\nb",
    "\n",
    "a\n\n b\n",
    "a\r\nb",
    "a\tb",
    "\x01\x1b[31m\x7f",
    "caf\xc3\xa9",
    "\xc2\x85\xc2\xa0\xc2\xad",
    "\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xae",
    "\xef\xbb\xbfz",
    "\xef\xbf\xbe\xef\xbf\xbf",
    "\xf0\x9f\x98\x80",
    "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb",
    "\xf0\x9f\xbf\xbf",
    "https://example.org/a?b=c&d=#e",
    "C:\\temp",
    "a, b",
    "100%",
    "50%, 50%",
    "com.app:id/save",
    "Enter",
};

// In a way that the writer doesn't use.
static void
quote(const char *text, struct at_buf *out)
{
    at_buf_add_char(out, '"');
    for (struct at_str rest = at_str(text); rest.len > 0;) {
        uint32_t cp;
        size_t len = at_utf8_next(rest, &cp);
        at_buf_add_fmt(out, "\\U%08X", (unsigned)cp);
        rest = at_str_skip(rest, len);
    }
    at_buf_add_char(out, '"');
}

static bool
is_text(const struct at_maestro_key *key)
{
    return key->type == AT_MAESTRO_TYPE_TEXT ||
           key->type == AT_MAESTRO_TYPE_AMOUNT ||
           key->type == AT_MAESTRO_TYPE_SELECTOR ||
           key->type == AT_MAESTRO_TYPE_TEXTS ||
           key->type == AT_MAESTRO_TYPE_PAIRS ||
           key->type == AT_MAESTRO_TYPE_ARGUMENTS;
}

static void
add_value(const struct at_maestro_key *key, const char *text,
          struct at_buf *out)
{
    bool is_list = key->type == AT_MAESTRO_TYPE_TEXTS;
    bool is_map = key->type == AT_MAESTRO_TYPE_PAIRS ||
                  key->type == AT_MAESTRO_TYPE_ARGUMENTS;
    at_buf_add_fmt(out, "\"%s\": %s", key->name,
                   is_list  ? "["
                   : is_map ? "{"
                            : "");
    if (is_map) {
        quote(text, out);
        at_buf_add_text(out, ": ");
    }
    quote(text, out);
    at_buf_add_text(out, is_list ? "]" : is_map ? "}" : "");
}

// A command with one key more than it needs.
static void
add_command(const struct at_maestro_row *row, const struct at_maestro_key *key,
            const char *text, struct at_buf *out)
{
    at_buf_add_fmt(out, "appId: com.app\n---\n- %s: {", row->name);
    for (const struct at_maestro_key *at = row->keys; at->name; at++) {
        if (!at->is_required || at == key)
            continue;
        if (at->type == AT_MAESTRO_TYPE_COMMANDS)
            at_buf_add_fmt(out, "\"%s\": [back], ", at->name);
        else if (at->type == AT_MAESTRO_TYPE_SWITCH)
            at_buf_add_fmt(out, "\"%s\": enabled, ", at->name);
        else {
            add_value(at, "x", out);
            at_buf_add_text(out, ", ");
        }
    }
    add_value(key, text, out);
    at_buf_add_text(out, "}\n");
}

T_TEST(every_text_of_every_command_survives)
{
    size_t survived = 0;
    for (const struct at_maestro_row *row = at_maestro_rows; row->name; row++) {
        for (const struct at_maestro_key *key = row->keys; key->name; key++) {
            for (size_t i = 0; is_text(key) && i < T_LEN(hostile); i++) {
                struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
                T_ROW(key->name);
                add_command(row, key, hostile[i], &text);
                survived += survives_writing(at_buf_text(&text));
                at_buf_deinit(&text);
            }
        }
    }
    T_OK(survived > 100 * T_LEN(hostile));
}

// Lists of elements, of a command and of an element.
T_TEST(lists_of_elements_survive)
{
    T_OK(survives_writing(
        "appId: com.app\n---\n- assertScreenshot: {path: a, ignore: [Clock, "
        "{id: "
        "b, below: C}, {containsDescendants: [D, {id: e}]}], ignoreRegions: "
        "[\"0,0,1,1\"], perDevice: true}\n"));
    T_OK(survives_writing("appId: com.app\n---\n- tapOn: {containsDescendants: "
                          "[D, {id: e}]}\n"));
}

T_TEST(every_text_survives_as_the_short_form)
{
    size_t survived = 0;
    for (const struct at_maestro_row *row = at_maestro_rows; row->name; row++) {
        for (size_t i = 0; row->short_key && i < T_LEN(hostile); i++) {
            struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
            T_ROW(row->name);
            at_buf_add_fmt(&text, "appId: com.app\n---\n- %s: ", row->name);
            quote(hostile[i], &text);
            at_buf_add_char(&text, '\n');
            survived += survives_writing(at_buf_text(&text));
            at_buf_deinit(&text);
        }
    }
    T_OK(survived > 15 * T_LEN(hostile));
}

T_TEST(every_text_survives_in_the_config_section)
{
    static const char *const forms[] = {
        "appId: com.app\nname: %s\n---\n- back\n",
        "appId: %s\n---\n- launchApp\n- stopApp: other\n",
        "url: %s\n---\n- back\n",
        "appId: com.app\ntags: [a, %s]\n---\n- back\n",
        "appId: com.app\nenv: {A: %s}\nproperties: {B: x}\n---\n- back\n",
        "appId: com.app\nproperties: {%s: x}\n---\n- back\n",
        "appId: com.app\nsecrets: [A, %s]\n---\n- back\n",
        "appId: com.app\nonFlowFailure: [tapOn: %s]\n---\n- back\n",
        "appId: com.app\nonFlowStart: [tapOn: %s]\n---\n- back\n",
        "appId: com.app\nonFlowComplete: [tapOn: {id: %s}]\n---\n- back\n",
    };
    for (size_t form = 0; form < T_LEN(forms); form++) {
        for (size_t i = 0; i < T_LEN(hostile); i++) {
            struct at_buf quoted = AT_BUF_INIT(AT_KIB);
            struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
            quote(hostile[i], &quoted);
            struct at_str rest = at_str(forms[form]);
            size_t at = (size_t)at_str_find(rest, AT_STR("%s"));
            at_buf_add_str(&text, at_str_head(rest, at));
            at_buf_add_str(&text, at_buf_str(&quoted));
            at_buf_add_str(&text, at_str_skip(rest, at + 2));
            T_ROW(at_buf_text(&text));
            T_OK(survives_writing(at_buf_text(&text)));
            at_buf_deinit(&text);
            at_buf_deinit(&quoted);
        }
    }
}

static const struct {
    const char *text;
    const char *want;
} scalars[] = {
    {"Save", "Save"},
    {"com.app:id/save", "\"com.app:id/save\""},
    {"com.app", "com.app"},
    {"Save all", "Save all"},
    {"Save ", "\"Save \""},
    {"No", "\"No\""},
    {"y", "\"y\""},
    {"00501", "\"00501\""},
    {"", "\"\""},
    {"a\nb", "\"a\\nb\""},
    {"\"\\", "\"\\\"\\\\\""},
    {"caf\xc3\xa9", "\"caf\xc3\xa9\""},
    {"\xe2\x80\xae", "\"\\u202E\""},
    {"\xf0\x9f\x98\x80", "\"\xf0\x9f\x98\x80\""},
};

T_TEST(scalar_rows)
{
    for (size_t i = 0; i < T_LEN(scalars); i++) {
        struct at_buf got = AT_BUF_INIT(AT_KIB);
        T_ROW(scalars[i].text);
        at_maestro_scalar_write(at_str(scalars[i].text), &got);
        T_EQ_TEXT(at_buf_text(&got), scalars[i].want);
        at_buf_deinit(&got);
    }
}

// Write a command that was made without a file.
static bool
write_one(const char *name, struct at_str text, struct at_buf *out,
          struct at_err *err)
{
    struct at_maestro_command command;
    at_maestro_command_init(name, &command);
    command.text = text;
    const struct at_maestro_commands all = {&command, 1};
    return at_maestro_commands_write(&all, AT_STR("com.app"), out, err);
}

T_TEST(commands_are_written_in_their_short_forms)
{
    struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
    struct at_err err = AT_ERR_INIT;
    T_OK(write_one("launchApp", (struct at_str){0}, &got, &err));
    T_OK(write_one("inputText", AT_STR("No"), &got, &err));
    T_OK(write_one("pressKey", AT_STR("Enter"), &got, &err));
    T_OK(write_one("eraseText", (struct at_str){0}, &got, &err));
    T_EQ_TEXT(at_buf_text(&got),
              "- launchApp\n- inputText: \"No\"\n- pressKey: Enter\n"
              "- eraseText\n");
    at_buf_deinit(&got);
}

T_TEST(elements_and_bodies_are_written_below_their_keys)
{
    static const char written[] = "appId: com.app\n"
                                  "name: \"12\"\n"
                                  "tags:\n"
                                  "  - smoke\n"
                                  "env:\n"
                                  "  NAME: \"No\"\n"
                                  "---\n"
                                  "- tapOn:\n"
                                  "    id: save\n"
                                  "    index: 1\n"
                                  "    childOf:\n"
                                  "      id: list\n"
                                  "      below: Title\n"
                                  "- assertVisible: \"Hello, Ann\"\n"
                                  "- swipe:\n"
                                  "    direction: LEFT\n"
                                  "    from:\n"
                                  "      id: row\n"
                                  "      point: \"10%,50%\"\n"
                                  "- extendedWaitUntil:\n"
                                  "    notVisible: Loading\n"
                                  "    timeout: 5000\n"
                                  "- repeat:\n"
                                  "    times: 3\n"
                                  "    while:\n"
                                  "      notVisible: End\n"
                                  "    commands:\n"
                                  "      - scroll\n"
                                  "      - tapOn:\n"
                                  "          point: \"50%,50%\"\n";
    struct at_buf values = AT_BUF_INIT(AT_MIB);
    struct at_buf got = AT_BUF_INIT(AT_MIB);
    T_OK(read_and_write(written, &values, &got));
    T_EQ_TEXT(at_buf_text(&got), written);
    at_buf_deinit(&got);
    at_buf_deinit(&values);
}

T_TEST(a_text_that_no_file_can_hold_is_refused)
{
    struct at_buf got = AT_BUF_INIT(AT_KIB);
    struct at_err err = AT_ERR_INIT;
    T_NOT(write_one("inputText", AT_STR("a\0b"), &got, &err));
    T_HAS(err.msg, "NUL");
    T_NOT(write_one("inputText", AT_STR("\xff"), &got, &err));
    at_buf_deinit(&got);
}

T_MAIN()
