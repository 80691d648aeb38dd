// files_test.c: whole files: config sections, subflows, circles, limits
#include "maestro/workspace.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "tests/t.h"
#include "tests/unit/maestro/from_memory.h"

static const struct {
    const char *text; // main.yaml
    const char *want;
} rows[] = {
    {"appId: com.app\n---\n- back\n", "flow app=\"com.app\"\nback\n"},
    {"---\nappId: com.app\n---\n- back\n", "flow app=\"com.app\"\nback\n"},
    {"# only\nappId: com.app # a\n---\n[]\n", "flow app=\"com.app\"\n"},
    {"appId: com.app\nurl: https://a.b\n---\n- launchApp\n",
     "flow app=\"https://a.b\" url=\"https://a.b\"\n"
     "launchApp app=\"https://a.b\" stopApp permission.all=t\"allow\"\n"},
    {"appId: 007\nname: No\ntags: [a, 01]\nproperties: {junitId: 1}\n"
     "env:\n  A: 007\n  B: \"${B || 'x'}\"\nandroidWebViewHierarchy: devtools\n"
     "jsEngine: graaljs\nonFlowStart:\n  - back\nonFlowComplete: [{tapOn: A}]\n"
     "---\n- back\n",
     "flow app=\"007\" name=\"No\" tag=\"a\" tag=\"01\" env.A=t\"007\" "
     "env.B=t\"${B || 'x'}\" property.junitId=t\"1\" devtools\n start\n  back\n"
     " complete\n  tapOn element{ text=\"A\" }\nback\n"},
    {"appId: com.app\nsecrets: [GUEST, ROOM]\n---\n- back\n",
     "flow app=\"com.app\" secret=\"GUEST\" secret=\"ROOM\"\nback\n"},
    {"appId: com.app\nonFlowFailure:\n  - tapOn: A\n---\n- back\n",
     "flow app=\"com.app\"\n failure\n  tapOn element{ text=\"A\" }\nback\n"},
    {"appId: com.app\n---\n- back\n---\n: : not read\n",
     "flow app=\"com.app\"\nback\n"},
    {"appId: com.app\n---\n- runFlow: sub.yaml\n- runFlow: sub.yaml\n",
     "flow app=\"com.app\"\nrunFlow file=\"sub.yaml\"\n  back\n"
     "runFlow file=\"sub.yaml\"\n  back\n"},
    {"appId: com.app\n---\n- runFlow: sub/deep.yaml\n",
     "flow app=\"com.app\"\nrunFlow file=\"sub/deep.yaml\"\n"
     "  launchApp app=\"com.deep\" stopApp permission.all=t\"allow\"\n"
     "  runFlow file=\"../sub.yaml\"\n    back\n"},
    // Missing sections.
    {"", "0:0 error: the file is empty | begin the file with appId: "
         "com.example.app and a line ---\n"},
    {"- back\n", "flow\nback\n1:1 error: the config section is missing | begin "
                 "the file with appId: com.example.app and a line ---\n"},
    {"appId: com.app\n",
     "flow app=\"com.app\"\n0:0 error: the list of commands "
     "is missing | add a line ---, and below it each "
     "command behind a dash\n"},
    {"appId: com.app\n---\n", "flow app=\"com.app\"\n3:1 error: the list of "
                              "commands is missing | add a line ---, and below "
                              "it each command behind a dash\n"},
    {"appId: com.app\n---\nback: a\n",
     "flow app=\"com.app\"\n3:1 error: the list of commands is missing | only "
     "commands come below the line ---, each behind a dash; keys such as name: "
     "come above it\n"},
    {"name: x\n---\n- back\n", "flow name=\"x\"\nback\n1:1 error: the config "
                               "section has neither appId nor url | add appId: "
                               "com.example.app\n"},
    {"appId:\n---\n- back\n", "flow\nback\n1:1 error: the config section has "
                              "neither appId nor url | add appId: "
                              "com.example.app\n"},
    {"appId: a\nenv:\n---\n- back\n",
     "flow app=\"a\"\nback\n2:1 error: 'env' is empty | remove the line, or "
     "give NAME: value below it\n"},
    {"appId: a\nenv: {A: }\n---\n- back\n",
     "flow app=\"a\"\nback\n2:10 error: 'A' in 'env' has no value | an empty "
     "text is written as A: \"\"\n"},
    {"appId: a\ntags: smoke\n---\n- back\n",
     "flow app=\"a\"\nback\n2:7 error: 'tags' needs a list | write it as "
     "[smoke]\n"},
    {"appId: a\njsEngine: rhino\n---\n- back\n",
     "flow app=\"a\"\nback\n2:11 error: the engine rhino was removed from "
     "Maestro | remove the line\n"},
    {"appId: a\nonFlowEnd: [back]\nonFlowStrat: []\nx: y\n---\n- back\n",
     "flow app=\"a\"\nback\n2:1 warning: 'onFlowEnd' has no meaning in a flow, "
     "and no effect | write onFlowComplete:\n3:1 warning: 'onFlowStrat' has no "
     "meaning in a flow, and no effect | did you mean 'onFlowStart'?\n"
     "4:1 warning: 'x' has no meaning in a flow, and no effect\n"},
    {"appId: a\nappId: b\n---\n- back\n",
     "flow app=\"b\"\nback\n1:1 warning: 'appId' is given again below, and "
     "that "
     "one counts | remove one of them\n"},
    // Syntax.
    {"appId: a\n---\n- tapOn: a: b\n",
     "3:11 error: mapping values are not allowed in this context | put the "
     "text in quotes if it contains ': '; else check the indentation\n"},
    {"appId: a\n---\n- tapOn:\n\ttext: b\n",
     "4:1 error: found character that cannot start any token | put the text in "
     "quotes; indent by blanks, not tabs\n"},
    {"appId: a\n---\n- tapOn: \"a\n",
     "4:1 error: found unexpected end of stream | a quote is not closed\n"},
    {"appId: \xff\n---\n- back\n",
     "1:8 error: invalid leading UTF-8 octet | save the file as UTF-8\n"},
    // All mistakes at once, in subflows too.
    {"appId: a\nonFlowStart: [one]\n---\n- zwei\n- runFlow: bad.yaml\n- "
     "three\n",
     "flow app=\"a\"\nrunFlow file=\"bad.yaml\"\n"
     "2:15 error: there is no command 'one'\n"
     "4:3 error: there is no command 'zwei'\n"
     "6:3 error: there is no command 'three'\n"
     "bad.yaml:3:3 error: there is no command 'four'\n"},
    // Circles.
    {"appId: a\n---\n- runFlow: main.yaml\n",
     "flow app=\"a\"\nrunFlow file=\"main.yaml\"\n3:12 error: the flow runs "
     "itself: main.yaml → main.yaml | use repeat: to run steps several "
     "times\n"},
    {"appId: a\n---\n- retry: {file: round/one.yaml}\n",
     "flow app=\"a\"\nretry retries=\"1\" file=\"round/one.yaml\"\n"
     "  runFlow file=\"two.yaml\"\n    runFlow file=\"../main.yaml\"\n"
     "round/two.yaml:3:29 error: the flow runs itself: main.yaml → "
     "round/one.yaml → round/two.yaml → main.yaml | use repeat: to run steps "
     "several times\n"},
    {"appId: a\n---\n- runFlow: tail/one.yaml\n",
     "flow app=\"a\"\nrunFlow file=\"tail/one.yaml\"\n"
     "  runFlow file=\"one.yaml\"\n"
     "tail/one.yaml:3:12 error: the flow runs itself: tail/one.yaml → "
     "tail/one.yaml | use repeat: to run steps several times\n"},
    {"appId: a\n---\n- runFlow: ../out.yaml\n",
     "flow app=\"a\"\nrunFlow file=\"../out.yaml\"\n  back\n3:12 warning: the "
     "flow file '../out.yaml' is outside of '.'\n"},
};

static void
read_main(const char *text, struct at_buf *out)
{
    const struct memory_file all[] = {
        {"main.yaml", text},
        {"sub.yaml", "appId: com.sub\n---\n- back\n"},
        {"sub/deep.yaml",
         "appId: com.deep\n---\n- launchApp\n- runFlow: ../sub.yaml\n"},
        {"bad.yaml", "appId: a\n---\n- four\n"},
        {"round/one.yaml", "appId: a\n---\n- runFlow: two.yaml\n"},
        {"round/two.yaml",
         "appId: a\n---\n- runFlow: {when: {}, file: ../main.yaml}\n"},
        {"tail/one.yaml", "appId: a\n---\n- runFlow: one.yaml\n"},
        {"../out.yaml", "appId: a\n---\n- back\n"},
        {0},
    };
    read_flow(all, "main.yaml", false, out);
}

T_TEST(files_are_read)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
        T_ROW(rows[i].text);
        read_main(rows[i].text, &got);
        T_EQ_TEXT(at_buf_text(&got), rows[i].want);
        at_buf_deinit(&got);
    }
}

T_TEST(cut_at_every_byte)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
        T_ROW(rows[i].text);
        at_buf_add_text(&text, rows[i].text);
        while (text.len > 0) {
            struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
            at_buf_cut(&text, text.len - 1);
            read_main(at_buf_text(&text), &got);
            at_buf_deinit(&got);
        }
        at_buf_deinit(&text);
    }
}

// A subflow that is wrong makes each flow wrong that includes it, and its
// mistakes are reported once.
T_TEST(a_wrong_subflow_counts_for_each_flow)
{
    static const struct memory_file all[] = {
        {"a.yaml", "appId: a\n---\n- runFlow: bad.yaml\n"},
        {"b.yaml", "appId: a\n---\n- runFlow: bad.yaml\n"},
        {"bad.yaml", "appId: a\n---\n- fly\n"},
        {0},
    };
    struct at_maestro_files files = files_in_memory(all);
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    const struct at_maestro_flow *flow;
    at_maestro_workspace_init(&ws, &files, NULL);
    T_NOT(at_maestro_read(&ws, "a.yaml", &flow, &problems));
    T_NOT(at_maestro_read(&ws, "b.yaml", &flow, &problems));
    T_NOT(at_maestro_read(&ws, "./bad.yaml", &flow, &problems));
    T_EQ_SIZE(problems.count, 1);
    T_EQ_SIZE(problems.counts[AT_MAESTRO_ERROR], 1);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
}

static const struct {
    const char *script; // a/main.js
    const char *want;   // its parts, or its problems
} modules[] = {
    {"x", ""},
    {"import './lib.js'", "a/main.js:1+19 a/lib.js:3+42 "},
    {"\n\nimport {x} from '../b/two.js'; import './lib.js'",
     "a/main.js:1+19 b/two.js:5+42 a/lib.js:8+42 "},
    {"import './nest.js'",
     "a/main.js:1+19 a/nest.js:3+42 a/deep/er.js:5+42 a/lib.js:7+42 "},
    {"import './lib.js'; import '../a/./lib.js'",
     "a/main.js:1+19 a/lib.js:3+42 "},
    {"x\n  import './no.js'",
     "a/main.js:2:10 error: there is no module 'a/no.js' | paths are relative "
     "to the file that names them, with their extension\n"},
    {"import 'lodash'",
     "a/main.js:1:8 error: 'lodash' is not a path, and packages can't be "
     "imported | write \"./lib.js\": a file beside this one\n"},
    {"import '/etc/passwd'",
     "a/main.js:1:8 error: '/etc/passwd' is not a path, and packages can't be "
     "imported | write \"./lib.js\": a file beside this one\n"},
    {"import '../../out.js'",
     "a/main.js:1:8 error: the module '../out.js' is outside of the workspace "
     "| copy it into the folder of the flows\n"},
    {"import './deep'",
     "a/main.js:1:8 error: there is no module 'a/deep' | paths are relative to "
     "the file that names them, with their extension\n"},
    {"import './round.js'",
     "a/again.js:1:8 error: the module 'a/round.js' imports itself, perhaps "
     "through others | move what both need to a third module\n"},
    {"import './bad.js'", "a/main.js:1:8 error: the module 'a/bad.js' is not "
                          "UTF-8\n"},
};

T_TEST(a_script_is_read_with_its_modules)
{
    for (size_t i = 0; i < T_LEN(modules); i++) {
        const struct memory_file all[] = {
            {"main.yaml", "appId: a\n---\n- runScript: a/main.js\n"},
            {"a/main.js", modules[i].script},
            {"a/lib.js", "1"},
            {"b/two.js", "export const x = 1"},
            {"a/nest.js", "import './deep/er.js'"},
            {"a/deep/er.js", "import '../lib.js'"},
            {"a/deep", NULL},
            {"a/round.js", "import './again.js'"},
            {"a/again.js", "import './round.js'"},
            {"a/bad.js", "\xff"},
            {"../out.js", "1"},
            {0},
        };
        struct at_maestro_files files = files_in_memory(all);
        struct at_maestro_workspace ws;
        struct at_maestro_problems problems = {0};
        struct at_buf got = AT_BUF_INIT(AT_KIB);
        const struct at_maestro_flow *flow;
        T_ROW(modules[i].script);
        at_maestro_workspace_init(&ws, &files, NULL);
        bool ok = at_maestro_read(&ws, "main.yaml", &flow, &problems);
        T_EQ_INT(ok, problems.count == 0);
        const struct at_maestro_command *command = &flow->commands.rows[0];
        for (size_t p = 0; ok && p < command->part_count; p++)
            at_buf_add_fmt(&got, "%.*s:%u+%u ",
                           AT_STR_ARG(command->parts[p].path),
                           (unsigned)command->parts[p].line,
                           (unsigned)command->parts[p].indent);
        write_problems(&problems, "main.yaml", &got);
        T_EQ_TEXT(at_buf_text(&got), modules[i].want);
        at_buf_deinit(&got);
        at_maestro_problems_deinit(&problems);
        at_maestro_workspace_deinit(&ws);
    }
}

enum { CHAIN = AT_MAESTRO_INCLUDES_MAX + 1 };

static bool
read_link(void *user, const char *path, struct at_buf *out, struct at_err *err)
{
    int64_t number;
    const size_t *length = user;
    (void)err;
    at_assert(at_str_to_i64(at_str(path), 0, CHAIN, &number));
    return at_buf_add_text(out, "appId: a\n---\n") &&
           ((size_t)number + 1 < *length
                ? at_buf_add_fmt(out, "- runFlow: \"%d\"\n", (int)number + 1)
                : at_buf_add_text(out, "- back\n"));
}

static enum at_maestro_file_kind
kind_of_link(void *user, const char *path)
{
    (void)user;
    (void)path;
    return AT_MAESTRO_IS_FILE;
}

T_TEST(a_chain_of_includes_has_an_end)
{
    for (size_t length = CHAIN - 1; length <= CHAIN; length++) {
        struct at_maestro_files files = {
            .read = read_link, .kind = kind_of_link, .user = &length};
        struct at_maestro_workspace ws;
        struct at_maestro_problems problems = {0};
        const struct at_maestro_flow *flow;
        at_maestro_workspace_init(&ws, &files, NULL);
        T_EQ_INT(at_maestro_read(&ws, "0", &flow, &problems), length < CHAIN);
        at_maestro_problems_deinit(&problems);
        at_maestro_workspace_deinit(&ws);
    }
}

T_TEST(a_file_of_mistakes_is_given_up)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    struct memory_file all[] = {{"a.yaml", NULL}, {0}};
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    const struct at_maestro_flow *flow;
    at_buf_add_text(&text, "appId: a\n---\n");
    for (size_t i = 0; i < 30000; i++)
        at_buf_add_text(&text, "- tapOm: {tekst: A}\n");
    all[0].text = at_buf_text(&text);
    struct at_maestro_files files = files_in_memory(all);
    at_maestro_workspace_init(&ws, &files, NULL);
    T_NOT(at_maestro_read(&ws, "a.yaml", &flow, &problems));
    T_EQ_SIZE(problems.count, AT_MAESTRO_PROBLEMS_MAX + 1);
    T_EQ_STR(problems.rows[AT_MAESTRO_PROBLEMS_MAX].text,
             "so much is wrong that the rest was not read");
    at_buf_deinit(&text);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
}

// Steps from standard input may lack the config section.
T_TEST(a_text_may_be_commands_only)
{
    static const struct memory_file none[] = {{0}};
    struct at_maestro_files files = files_in_memory(none);
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    const struct at_maestro_flow *flow;
    struct at_buf got = AT_BUF_INIT(AT_KIB);
    at_maestro_workspace_init(&ws, &files, NULL);
    T_OK(at_maestro_read_text(&ws, "-", AT_STR("- launchApp\n"), "com.app",
                              &flow, &problems));
    write_flow(flow, &got);
    T_EQ_TEXT(at_buf_text(&got),
              "flow app=\"com.app\"\nlaunchApp app=\"com.app\" stopApp "
              "permission.all=t\"allow\"\n");
    T_NOT(at_maestro_read_text(&ws, "-", AT_STR("- launchApp\n"), NULL, &flow,
                               &problems));
    at_buf_deinit(&got);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
}

T_MAIN()
