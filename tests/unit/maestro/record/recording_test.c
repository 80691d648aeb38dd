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
