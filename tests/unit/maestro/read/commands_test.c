// commands_test.c: every command, key and short form: what it means
#include "maestro/workspace.h"

#include "base/limits.h"
#include "tests/t.h"
#include "tests/unit/maestro/from_memory.h"

struct row {
    const char *command; // behind the dash
    const char *want;    // the command, then its problems
};

static const struct row rows[] = {
    {"launchApp",
     "launchApp app=\"com.app\" stopApp permission.all=t\"allow\"\n"},
    {"launchApp: com.other",
     "launchApp app=\"com.other\" stopApp permission.all=t\"allow\"\n"},
    {"launchApp: {appId: com.other, clearState: true, clearKeychain: true, "
     "stopApp: false, label: L, optional: true}",
     "launchApp app=\"com.other\" clearState clearKeychain "
     "permission.all=t\"allow\" label=\"L\" optional\n"},
    {"launchApp: {url: \"https://x.org\"}",
     "launchApp app=\"https://x.org\" stopApp permission.all=t\"allow\"\n"},
    {"launchApp: {permissions: {all: deny, camera: allow}, arguments: {n: 5, "
     "b: yes, d: 1.50, s: x, q: \"5\", o: 010}}",
     "launchApp app=\"com.app\" stopApp permission.all=t\"deny\" "
     "permission.camera=t\"allow\" argument.n=n\"5\" argument.b=b\"true\" "
     "argument.d=r\"1.5\" argument.s=t\"x\" argument.q=t\"5\" "
     "argument.o=n\"8\"\n"},
    {"launchApp: {permissions: {}}", "launchApp app=\"com.app\" stopApp\n"},
    {"tapOn: Save", "tapOn element{ text=\"Save\" }\n"},
    {"tapOn: \"No\"", "tapOn element{ text=\"No\" }\n"},
    {"tapOn: No",
     "tapOn element{ text=\"false\" }\n3:10 warning: No without quotes means "
     "\"false\" to Maestro | put it in quotes: \"No\"\n"},
    {"tapOn: 00501",
     "tapOn element{ text=\"321\" }\n3:10 warning: 00501 without quotes means "
     "\"321\" to Maestro | put it in quotes: \"00501\"\n"},
    {"tapOn: {text: Save, id: .*save, index: -1, enabled: true, selected: "
     "false, checked: yes, focused: \"true\", css: a, traits: long-text "
     "square}",
     "tapOn element{ text=\"Save\" id=\".*save\" index=\"-1\" css=\"a\" "
     "traits=\"long-text square\" enabled=true selected=false checked=true "
     "focused=true }\n3:114 oddity: 'css' finds nothing in an app\n"},
    {"tapOn: {index: 0, text: A}", "tapOn element{ text=\"A\" index=\"0\" }\n"},
    {"tapOn: {width: 10, height: 20, tolerance: 3}",
     "tapOn element{ width=10 height=20 tolerance=3 }\n"},
    {"tapOn: {below: A, above: {id: b}, leftOf: C, rightOf: D, childOf: {id: "
     "e, childOf: f}, containsChild: G, containsDescendants: [h, {id: i}]}",
     "tapOn element{ below{ text=\"A\" } above{ id=\"b\" } leftOf{ text=\"C\" "
     "} rightOf{ text=\"D\" } childOf{ id=\"e\" childOf{ text=\"f\" } } "
     "containsChild{ text=\"G\" } descendant{ text=\"h\" } descendant{ "
     "id=\"i\" } }\n3:11 oddity: 'below' does not mean the nearest element, "
     "but the first one in the tree | add id: or index: if several elements "
     "fit\n3:21 oddity: 'above' does not mean the nearest element, but the "
     "first one in the tree | add id: or index: if several elements fit\n3:37 "
     "oddity: 'leftOf' does not mean the nearest element, but the first one in "
     "the tree | add id: or index: if several elements fit\n3:48 oddity: "
     "'rightOf' does not mean the nearest element, but the first one in the "
     "tree | add id: or index: if several elements fit\n"},
    {"tapOn: {point: \"50%, 50%\"}", "tapOn point=\"50%, 50%\"\n"},
    {"tapOn: {point: \"120,300\"}", "tapOn point=\"120,300\"\n"},
    {"tapOn: {text: A, point: \"10%,90%\", retryTapIfNoChange: true, "
     "waitUntilVisible: true, repeat: 3, delay: 250, waitToSettleTimeoutMs: "
     "500}",
     "tapOn element{ text=\"A\" } point=\"10%,90%\" retries waits taps=3 "
     "delay=250 settle=500\n"},
    {"tapOn: {text: A, repeat: 0, delay: -1, waitToSettleTimeoutMs: 99999}",
     "tapOn element{ text=\"A\" } settle=30000\n"},
    {"tapOn: {text: A, label: \"Tap it\", optional: true}",
     "tapOn element{ text=\"A\" } label=\"Tap it\" optional\n"},
    {"tapOn: {text: 1.10, label: 007}",
     "tapOn element{ text=\"1.1\" } label=\"7\"\n3:17 warning: 1.10 without "
     "quotes means \"1.1\" to Maestro | put it in quotes: \"1.10\"\n3:30 "
     "warning: 007 without quotes means \"7\" to Maestro | put it in quotes: "
     "\"007\"\n"},
    {"doubleTapOn: Save", "doubleTapOn element{ text=\"Save\" } taps=2\n"},
    {"doubleTapOn: {id: a, delay: 50}",
     "doubleTapOn element{ id=\"a\" } taps=2 delay=50\n"},
    {"longPressOn: Save", "longPressOn element{ text=\"Save\" }\n"},
    {"longPressOn: {point: \"1%,2%\"}", "longPressOn point=\"1%,2%\"\n"},
    {"assertVisible: Welcome", "assertCondition visible{ text=\"Welcome\" }\n"},
    {"assertVisible: {id: a, enabled: true, label: L, optional: true}",
     "assertCondition visible{ id=\"a\" enabled=true } label=\"L\" optional\n"},
    {"assertNotVisible: Error",
     "assertCondition notVisible{ text=\"Error\" }\n"},
    {"assertNotVisible: {text: Error}",
     "assertCondition notVisible{ text=\"Error\" }\n"},
    {"extendedWaitUntil: {visible: Welcome}",
     "assertCondition delay=0 visible{ text=\"Welcome\" } timeout=\"17000\"\n"},
    {"extendedWaitUntil: {visible: {id: a}, notVisible: B, timeout: 5_000, "
     "label: L, optional: true}",
     "assertCondition delay=0 visible{ id=\"a\" } notVisible{ text=\"B\" } "
     "timeout=\"5_000\" label=\"L\" optional\n"},
    {"extendedWaitUntil: {notVisible: B, timeout: \"${T}\"}",
     "assertCondition delay=0 notVisible{ text=\"B\" } timeout=\"${T}\"\n"},
    {"assertTrue: ${a == 1}", "assertCondition delay=0 true=\"${a == 1}\"\n"},
    {"assertTrue: true", "assertCondition delay=0 true=\"true\"\n"},
    {"assertTrue: {condition: \"${a}\", label: L}",
     "assertCondition delay=0 true=\"${a}\" label=\"L\"\n"},
    {"inputText: hello", "inputText text=\"hello\"\n"},
    {"inputText: 00501",
     "inputText text=\"321\"\n3:14 warning: 00501 without quotes means \"321\" "
     "to Maestro | put it in quotes: \"00501\"\n"},
    {"inputText: \"00501\"", "inputText text=\"00501\"\n"},
    {"inputText: {text: hello, label: L}",
     "inputText text=\"hello\" label=\"L\"\n"},
    {"inputText: \"\"", "inputText text=\"\"\n"},
    {"eraseText", "eraseText count=50\n"},
    {"eraseText: 20", "eraseText count=20\n"},
    {"eraseText: {charactersToErase: 3, label: L, optional: true}",
     "eraseText count=3 label=\"L\" optional\n"},
    {"pressKey: Enter", "pressKey text=\"Enter\"\n"},
    {"pressKey: volume up", "pressKey text=\"volume up\"\n"},
    {"pressKey: {key: Remote Dpad Center, optional: true}",
     "pressKey text=\"Remote Dpad Center\" optional\n"},
    {"takeScreenshot: shot", "takeScreenshot path=\"shot\"\n"},
    {"takeScreenshot: {path: a/b, cropOn: {id: card}, label: L}",
     "takeScreenshot element{ id=\"card\" } path=\"a/b\" label=\"L\"\n"},
    {"waitForAnimationToEnd", "waitForAnimationToEnd timeout=\"15000\"\n"},
    {"waitForAnimationToEnd: {timeout: 3000}",
     "waitForAnimationToEnd timeout=\"3000\"\n"},
    {"scrollUntilVisible: {element: Save}",
     "scrollUntilVisible element{ text=\"Save\" } direction=2 speed=\"40\" "
     "visibility=\"100\" timeout=\"20000\"\n"},
    {"scrollUntilVisible: {element: {id: a, index: 1}, direction: Up, timeout: "
     "9000, speed: 80, visibilityPercentage: 150, centerElement: true, "
     "waitToSettleTimeoutMs: 10, optional: true}",
     "scrollUntilVisible element{ id=\"a\" index=\"1\" } settle=10 direction=1 "
     "speed=\"80\" visibility=\"100\" centers timeout=\"9000\" optional\n"},
    {"runFlow: sub.yaml", "runFlow file=\"sub.yaml\"\n  back\n"},
    {"runFlow: {file: sub.yaml, env: {A: 007, B: \"${B || 'x'}\"}, when: "
     "{visible: {id: a}, notVisible: B, platform: android, true: \"${C}\"}, "
     "label: L, optional: true}",
     "runFlow platform=\"android\" true=\"${C}\" visible{ id=\"a\" } "
     "notVisible{ text=\"B\" } file=\"sub.yaml\" env.A=t\"007\" env.B=t\"${B "
     "|| 'x'}\" label=\"L\" optional\n  back\n"},
    {"runFlow: {when: {true: true}, commands: [back, {tapOn: A}], env: {N: "
     "no}}",
     "runFlow true=\"true\" env.N=t\"no\"\n  back\n  tapOn element{ text=\"A\" "
     "}\n"},
    {"repeat: {times: 3, commands: [back]}", "repeat times=\"3\"\n  back\n"},
    {"repeat: {while: {notVisible: End}, times: \"${N}\", commands: [scroll, "
     "{repeat: {times: 2, commands: [back]}}], label: L, optional: true}",
     "repeat notVisible{ text=\"End\" } times=\"${N}\" label=\"L\" optional\n  "
     "scroll\n  repeat times=\"2\"\n    back\n"},
    {"retry: {commands: [back]}", "retry retries=\"1\"\n  back\n"},
    {"retry: {maxRetries: 2, file: sub.yaml, env: {A: b}, label: L, optional: "
     "true}",
     "retry retries=\"2\" file=\"sub.yaml\" env.A=t\"b\" label=\"L\" "
     "optional\n  back\n"},
    {"runScript: seed.js",
     "runScript text=\"output.x = 1\n\" path=\"seed.js\" file=\"seed.js\"\n"},
    {"runScript: {file: seed.js, env: {A: 1}, when: {platform: iOS}, label: L, "
     "optional: true}",
     "runScript platform=\"iOS\" text=\"output.x = 1\n\" path=\"seed.js\" "
     "file=\"seed.js\" env.A=t\"1\" label=\"L\" optional\n"},
    {"evalScript: ${output.a = 1}", "evalScript text=\"${output.a = 1}\"\n"},
    {"evalScript: {script: \"${1}\", label: L}",
     "evalScript text=\"${1}\" label=\"L\"\n"},
};

static void
read_one(const char *command, struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    at_buf_add_fmt(&text, "appId: com.app\n---\n- %s\n", command);
    const struct memory_file all[] = {
        {"main.yaml", at_buf_text(&text)},
        {"sub.yaml", "appId: com.sub\n---\n- back\n"},
        {"seed.js", "output.x = 1\n"},
        {"a.png", "x"},
        {"sub", NULL},
        {0},
    };
    struct at_maestro_files files = files_in_memory(all);
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    const struct at_maestro_flow *flow;
    at_maestro_workspace_init(&ws, &files, NULL);
    bool ok = at_maestro_read(&ws, "main.yaml", &flow, &problems);
    T_EQ_INT(ok, problems.counts[AT_MAESTRO_ERROR] == 0);
    at_maestro_problems_sort(&problems);
    if (flow)
        write_commands(&flow->commands, 0, out);
    write_problems(&problems, out);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
    at_buf_deinit(&text);
}

T_TEST(each_form_has_its_meaning)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
        T_ROW(rows[i].command);
        read_one(rows[i].command, &got);
        T_EQ_TEXT(at_buf_text(&got), rows[i].want);
        at_buf_deinit(&got);
    }
}

T_MAIN()
