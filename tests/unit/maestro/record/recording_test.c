// recording_test.c: lines of programs become a flow without secrets
#include "maestro/record/recording.h"

#include "base/limits.h"
#include "maestro/read/commands.h"
#include "maestro/record/line.h"
#include "tests/t.h"

#define LINE(commands, more)                                                   \
    "{\"program\":\"agentest\",\"app_id\":\"com.app\",\"commands\":"           \
    "\"" commands "\"" more "}"
#define SECRET(name, value)                                                    \
    ",\"secret_name\":\"" name "\",\"secret\":\"" value "\""

static const struct {
    const char *name;
    const char *lines[5];
    const char *want; // the flow; NULL: the last line is refused
} rows[] = {
    {"steps in their order",
     {LINE("- tapOn: Save\\n", ""), LINE("- back\\n", "")},
     "appId: com.app\n---\n- launchApp\n- tapOn: Save\n- back\n"},
    {"the recorder has launched the app already",
     {LINE("- launchApp:\\n    stopApp: false\\n", ""), LINE("- back\\n", ""),
      LINE("- launchApp\\n", "")},
     "appId: com.app\n---\n- launchApp\n- back\n- launchApp\n"},
    {"a secret is a variable",
     {LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "1234"))},
     "# To run it, give its secrets: --env PIN=\xe2\x80\xa6\nappId: "
     "com.app\nsecrets:\n  - PIN\n"
     "---\n- launchApp\n- inputText: \"${PIN}\"\n"},
    {"two secrets of one name",
     {LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "1234")),
      LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "5678")),
      LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "1234"))},
     "# To run it, give its secrets: --env PIN=\xe2\x80\xa6 --env "
     "PIN_2=\xe2\x80\xa6\nappId: com.app\nsecrets:\n  - PIN\n  - PIN_2\n---\n- "
     "launchApp\n"
     "- inputText: \"${PIN}\"\n- inputText: \"${PIN_2}\"\n"
     "- inputText: \"${PIN}\"\n"},
    {"no secret is left in another command",
     {LINE("- assertVisible: Hello 12.34\\n- tapOn: a12.34b\\n- tapOn:\\n"
           "    id: x\\n    childOf: '12.34'\\n- inputText: my 12.34\\n",
           ""),
      LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "12.34"))},
     "# To run it, give its secrets: --env PIN=\xe2\x80\xa6\nappId: "
     "com.app\nsecrets:\n  - PIN\n"
     "---\n- launchApp\n- tapOn: \"a.*b\"\n- tapOn:\n    id: \"x\"\n"
     "    childOf: \".*\"\n- inputText: \"my ${PIN}\"\n"
     "- inputText: \"${PIN}\"\n"},
    {"a short secret may stand in a word by chance",
     {LINE("- tapOn: Save 12\\n- tapOn: '12'\\n", ""),
      LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "12"))},
     "# To run it, give its secrets: --env PIN=\xe2\x80\xa6\nappId: "
     "com.app\nsecrets:\n  - PIN\n"
     "---\n- launchApp\n- tapOn: Save 12\n- tapOn: \".*\"\n"
     "- inputText: \"${PIN}\"\n"},
    {"no secret is left in a relation, or at an end of a drag",
     {LINE("- tapOn:\\n    index: 1\\n    above: by 12.34\\n- tapOn:\\n"
           "    below:\\n      leftOf:\\n        id: a12.34\\n- tapOn:\\n"
           "    containsDescendants:\\n      - x12.34\\n      - y\\n- drag:\\n"
           "    from: '12.34 a'\\n    to: '12.34 b'\\n",
           ""),
      LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "12.34"))},
     "# To run it, give its secrets: --env PIN=\xe2\x80\xa6\nappId: "
     "com.app\nsecrets:\n  - PIN\n"
     "---\n- launchApp\n- tapOn:\n    index: 1\n    above: \"by .*\"\n"
     "- tapOn:\n    below:\n      leftOf:\n        id: \"a.*\"\n"
     "- tapOn:\n    containsDescendants:\n      - \"x.*\"\n      - \"y\"\n"
     "- drag:\n    from: \".* a\"\n    to: \".* b\"\n"
     "- inputText: \"${PIN}\"\n"},
    {"a secret with another one in it, and the name of a variable",
     {LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "CODE")),
      LINE("- inputText: \\\"${CODE}\\\"\\n", SECRET("CODE", "CODE-1")),
      LINE("- inputText: CODE-12\\n- tapOn: CODE-12\\n", "")},
     "# To run it, give its secrets: --env PIN=\xe2\x80\xa6 --env "
     "CODE=\xe2\x80\xa6\nappId: com.app\nsecrets:\n  - PIN\n  - CODE\n"
     "---\n- launchApp\n- inputText: \"${PIN}\"\n- inputText: "
     "\"${CODE}\"\n- inputText: \"${CODE}2\"\n- tapOn: \".*2\"\n"},
    {"a text that was cut within the secret",
     {LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "1234567890")),
      LINE("- tapOn: Your code is 123456.*\\n", "")},
     "# To run it, give its secrets: --env PIN=\xe2\x80\xa6\nappId: "
     "com.app\nsecrets:\n  - PIN\n---\n- launchApp\n- inputText: \"${PIN}\"\n"
     "- tapOn: \"Your code is .*\"\n"},
    {"key after key is one text",
     {LINE("- inputText: a\\n", ""), LINE("- inputText: \\\"n \\\"\\n", ""),
      LINE("- back\\n- inputText: x\\n", ""),
      LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "1234"))},
     "# To run it, give its secrets: --env PIN=\xe2\x80\xa6\nappId: "
     "com.app\nsecrets:\n  - PIN\n"
     "---\n- launchApp\n- inputText: \"an \"\n- back\n"
     "- inputText: \"x\"\n- inputText: \"${PIN}\"\n"},
    {"no JSON", {"tapOn"}, NULL},
    {"no commands", {LINE("- tapOm: x\\n", "")}, NULL},
};

T_TEST(lines_become_a_flow)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_maestro_recording *recording =
            at_maestro_recording_new("com.app");
        struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
        struct at_err err = AT_ERR_INIT;
        bool ok = true;
        T_ROW(rows[i].name);
        at_maestro_recording_launch(recording, false);
        for (size_t k = 0; rows[i].lines[k]; k++) {
            struct at_maestro_heard heard;
            ok = at_maestro_recording_hear(recording, at_str(rows[i].lines[k]),
                                           &heard, &err);
        }
        T_EQ_INT(ok, rows[i].want != NULL);
        T_OK(at_maestro_recording_write(recording, &got, &err));
        if (rows[i].want)
            T_EQ_TEXT(at_buf_text(&got), rows[i].want);
        else
            T_EQ_INT(err.code, AT_EPROTO);
        at_buf_deinit(&got);
        at_maestro_recording_free(recording);
    }
}

// The first word about a step that comes after the secret is without it.
T_TEST(what_is_told_has_no_secret_either)
{
    static const struct {
        const char *line;
        const char *told;
        const char *missing;
    } steps[] = {
        {LINE("- inputText: \\\"${PIN}\\\"\\n", SECRET("PIN", "12.34")),
         "- inputText: \"${PIN}\"\n", ""},
        {LINE("- inputText: my 12.34\\n", ""), "- inputText: \"my ${PIN}\"\n",
         ""},
        {LINE("- tapOn: a12.34\\n- assertVisible: is 12.34\\n",
              ",\"proposes\":true"),
         "- tapOn: \"a.*\"\n", ""},
        {LINE("- assertVisible: is 12.34\\n", ""), "",
         "an assertion about a secret"},
        {LINE("- tapOn:\\n    id: x\\n    childOf: '12.34'\\n", ""),
         "- tapOn:\n    id: \"x\"\n    childOf: \".*\"\n", ""},
    };
    struct at_maestro_recording *recording =
        at_maestro_recording_new("com.app");
    struct at_err err = AT_ERR_INIT;
    at_maestro_recording_launch(recording, false);
    for (size_t i = 0; i < T_LEN(steps); i++) {
        struct at_maestro_heard heard;
        T_ROW(steps[i].line);
        T_OK(at_maestro_recording_hear(recording, at_str(steps[i].line), &heard,
                                       &err));
        T_EQ_STR(heard.commands, steps[i].told);
        T_EQ_STR(heard.missing, steps[i].missing);
        T_EQ_SIZE(recording->steps, i + 1);
    }
    T_NOT(recording->is_proposed[recording->count - 1]);
    at_maestro_recording_free(recording);
}

// A text that was named is a variable in whichever field, by that name, and
// only if it was typed.
T_TEST(a_given_secret_has_its_name)
{
    static const char *const lines[] = {
        LINE("- inputText: me@x.org\\n", ""),
        LINE("- inputText: \\\"${PASSWORD}\\\"\\n",
             SECRET("PASSWORD", "12.34")),
        LINE("- tapOn: a12.34\\n", ""),
    };
    struct at_maestro_recording *recording =
        at_maestro_recording_new("com.app");
    struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
    struct at_err err = AT_ERR_INIT;
    T_OK(at_maestro_recording_give(recording, "USER=me@x.org", &err));
    T_OK(at_maestro_recording_give(recording, "PIN=12.34", &err));
    T_OK(at_maestro_recording_give(recording, "UNUSED=12345", &err));
    for (size_t i = 0; i < T_LEN(lines); i++) {
        struct at_maestro_heard heard;
        T_OK(at_maestro_recording_hear(recording, at_str(lines[i]), &heard,
                                       &err));
    }
    T_OK(at_maestro_recording_write(recording, &got, &err));
    T_EQ_TEXT(at_buf_text(&got),
              "# To run it, give its secrets: --env USER=\xe2\x80\xa6 --env "
              "PIN=\xe2\x80\xa6\nappId: com.app\nsecrets:\n  - USER\n  - "
              "PIN\n---\n- inputText: \"${USER}\"\n- inputText: \"${PIN}\"\n"
              "- tapOn: \"a.*\"\n");
    T_NOT(at_maestro_recording_give(recording, "a-b=1", &err));
    T_NOT(at_maestro_recording_give(recording, "=1", &err));
    T_NOT(at_maestro_recording_give(recording, "PIN", &err));
    at_buf_deinit(&got);
    at_maestro_recording_free(recording);
}

// A take survives its way through the pipe.
T_TEST(a_line_is_read_back)
{
    struct at_maestro_take take;
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    struct at_arena arena = AT_ARENA_INIT;
    struct at_maestro_line line;
    struct at_err err = AT_ERR_INIT;
    at_maestro_take_begin(&take);
    at_maestro_take_add(&take, "inputText")->text = AT_STR("${PIN}");
    take.missing = "a key";
    take.is_secret = true;
    take.secret.name = AT_STR("PIN");
    take.secret.value = AT_STR("12\n\"34");
    T_OK(at_maestro_line_write("agentest", "com.app", &take, &text, &err));
    T_EQ_INT(at_buf_text(&text)[text.len - 1], '\n');
    T_OK(at_maestro_line_read(
        &arena, at_str_head(at_buf_str(&text), text.len - 1), &line, &err));
    T_EQ_STR(line.program, "agentest");
    T_EQ_STR(line.app_id, "com.app");
    T_EQ_STR(line.commands, "- inputText: \"${PIN}\"\n");
    T_EQ_STR(line.missing, "a key");
    T_EQ_STR(line.secret_name, "PIN");
    T_EQ_STR(line.secret, "12\n\"34");
    at_arena_deinit(&arena);
    at_buf_deinit(&text);
    at_maestro_take_end(&take);
}

T_MAIN()
