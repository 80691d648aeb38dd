// wrong_test.c: what people and models get wrong, with the right form
#include "base/limits.h"
#include "tests/t.h"
#include "tests/unit/maestro/from_memory.h"

struct row {
    const char *command; // behind the dash
    const char *want;    // the command, then its problems
};

static const struct row rows[] = {
    {"tapOn: Save\n  optional: true",
     "tapOn element{ text=\"Save\" }\n4:3 error: 'optional' stands beside the "
     "command 'tapOn' | indent it below tapOn:, as in text: Save and optional: "
     "…\n"},
    {"tapOn: Save\n  back: {}",
     "tapOn element{ text=\"Save\" }\n4:3 error: 'back' stands beside the "
     "command 'tapOn' | each command needs a dash of its own\n"},
    {"tapOn:", "3:3 error: 'tapOn:' has nothing after it | write - tapOn: "
               "Save, for example\n"},
    {"launchApp:", "3:3 error: 'launchApp:' has nothing after it | write - "
                   "launchApp without a colon\n"},
    {"waitForAnimationToEnd:",
     "3:3 error: 'waitForAnimationToEnd:' has nothing after it | write - "
     "waitForAnimationToEnd without a colon\n"},
    {"tapOn",
     "3:3 error: 'tapOn' needs more than its name | write - tapOn: …\n"},
    {"clearText", "3:3 error: there is no command 'clearText' | use - "
                  "eraseText, or - eraseText: 20\n"},
    {"clearText: {}", "3:3 error: there is no command 'clearText' | use - "
                      "eraseText, or - eraseText: 20\n"},
    {"setNetwork: offline", "3:3 error: there is no command 'setNetwork' | use "
                            "- network: offline\n"},
    {"saveState: a", "3:3 error: there is no command 'saveState' | use - "
                     "snapshotState: logged-in\n"},
    {"assertDb: a",
     "3:3 error: there is no command 'assertDb' | use - assertDatabase: "
     "{database: notes.db, query: SELECT …}\n"},
    {"assertPrefs: dark",
     "assertPrefs timeout=\"5000\" app=\"com.app\"\n3:16 error: 'assertPrefs' "
     "does not take a single value | write - "
     "assertPrefs: {file: settings, key: theme, equals: dark}\n"},
    {"delay: 500",
     "3:3 error: there is no command 'delay' | wait for what is to come: - "
     "extendedWaitUntil: {visible: Welcome, timeout: 5000}\n"},
    {"swipeLeft", "3:3 error: there is no command 'swipeLeft' | use - swipe: "
                  "{direction: LEFT}\n"},
    {"print: hello", "3:3 error: there is no command 'print' | use - "
                     "evalScript: ${console.log('…')}\n"},
    {"wait: 5",
     "3:3 error: there is no command 'wait' | wait for what is to come: - "
     "extendedWaitUntil: {visible: Welcome, timeout: 5000}\n"},
    {"tapOnn: Save",
     "3:3 error: there is no command 'tapOnn' | did you mean 'tapOn'?\n"},
    {"assertVisibel: Save",
     "3:3 error: there is no command 'assertVisibel' | did you mean "
     "'assertVisible', 'assertNotVisible'?\n"},
    {"frobnicate: 1", "3:3 error: there is no command 'frobnicate'\n"},
    {"openBrowser: https://example.com",
     "3:3 error: there is no command 'openBrowser' | use - openLink: {link: "
     "https://example.com, browser: true}\n"},
    {"action: fly", "back\n3:11 error: there is no such action | use back, "
                    "hideKeyboard, scroll, clearKeychain or pasteText\n"},
    {"hide keyboard: {}",
     "3:3 error: there is no command 'hide keyboard' | use - hideKeyboard\n"},
    {"5", "3:3 error: there is no command '5'\n"},
    {"true",
     "3:3 error: there is no command 'true' | did you mean 'assertTrue'?\n"},
    {"\"back\"", "back\n"},
    {"[back]", "3:3 error: there is no command here | write - tapOn: Save, for "
               "example\n"},
    {"{}", "3:3 error: there is no command here\n"},
    {"tapOn: {text: A, timeout: 5000}",
     "tapOn element{ text=\"A\" }\n3:20 error: an element has no key 'timeout' "
     "| an element has no time limit: use - extendedWaitUntil: {visible: …, "
     "timeout: 5000}\n"},
    {"tapOn: {text: A, regex: true}",
     "tapOn element{ text=\"A\" }\n3:20 error: an element has no key 'regex' | "
     "text: and id: are regular expressions already: write text: \"…\"\n"},
    {"tapOn: {anyOf: [A, B]}",
     "tapOn element{ }\n3:11 error: an element has no key 'anyOf' | a regular "
     "expression matches one of several texts: text: \"Save|Done\"\n"},
    {"tapOn: {text: A, longPress: true}",
     "tapOn element{ text=\"A\" }\n3:20 error: an element has no key "
     "'longPress' | use - longPressOn: with this element\n"},
    {"tapOn: {txt: A}", "tapOn element{ }\n3:11 error: an element has no key "
                        "'txt' | did you mean 'text'?\n"},
    {"tapOn: {text: A, below: {text: B, optional: true, delay: 5}}",
     "tapOn element{ text=\"A\" below{ text=\"B\" } }\n3:20 oddity: 'below' "
     "does not mean the nearest element, but the first one in the tree | add "
     "id: or index: if several elements fit\n3:37 warning: 'optional' has no "
     "effect here | write it one level up, beside this element\n3:53 warning: "
     "'delay' has no effect here\n"},
    {"tapOn: [A, B]",
     "tapOn\n3:10 error: an element is a text or a mapping, not a list\n"},
    {"tapOn: {text: [A]}",
     "tapOn element{ }\n3:17 error: 'text' needs a text, not a list\n"},
    {"tapOn: {text: {a: b}}",
     "tapOn element{ }\n3:17 error: 'text' needs a text, not a mapping\n"},
    {"tapOn: {}", "tapOn element{ }\n3:10 warning: 'tapOn' does not say which "
                  "element | give its text: or id:\n"},
    {"tapOn: {id: null}", "tapOn element{ }\n3:10 warning: 'tapOn' does not "
                          "say which element | give its text: or id:\n"},
    {"tapOn: {text: A, enabled: maybe}",
     "tapOn element{ text=\"A\" }\n3:29 error: 'enabled' needs true or false, "
     "not 'maybe'\n"},
    {"tapOn: {text: A, enabled: \"yes\"}",
     "tapOn element{ text=\"A\" }\n3:29 error: 'enabled' needs true or false, "
     "not 'yes'\n"},
    {"tapOn: {text: A, enabled: \"${E}\"}",
     "tapOn element{ text=\"A\" }\n3:29 error: 'enabled' needs true or false, "
     "not '${E}' | variables are not expanded here: write the value\n"},
    {"tapOn: {text: A, repeat: x}", "tapOn element{ text=\"A\" }\n3:28 error: "
                                    "'repeat' needs a whole number, not 'x'\n"},
    {"tapOn: {text: A, repeat: 2.5}",
     "tapOn element{ text=\"A\" } taps=2\n3:28 warning: 'repeat' is cut to "
     "2\n"},
    {"tapOn: {text: A, width: 99999999999}",
     "tapOn element{ text=\"A\" }\n3:27 error: 'width' needs a whole number, "
     "not '99999999999'\n"},
    {"tapOn: {text: .inf}",
     "tapOn element{ }\n3:17 error: Maestro takes .inf for a number, and fails "
     "| put it in quotes: \".inf\"\n"},
    {"tapOn: {text: A, point: \"middle\"}",
     "tapOn element{ text=\"A\" } point=\"middle\"\n3:27 warning: 'middle' is "
     "not a point, so the step fails | write \"50%, 50%\", or whole pixels: "
     "\"120, 300\"\n"},
    {"tapOn: {text: A, point: \"${P}\"}",
     "tapOn element{ text=\"A\" } point=\"${P}\"\n3:27 warning: a point inside "
     "an element is not expanded, so the step fails | write the numbers\n"},
    {"tapOn: {point: \"${P}\"}", "tapOn point=\"${P}\"\n"},
    {"tapOn: {point: \"101%,5%\"}",
     "tapOn point=\"101%,5%\"\n3:18 warning: '101%,5%' is not a point, so the "
     "step fails | write \"50%, 50%\", or whole pixels: \"120, 300\"\n"},
    {"tapOn: {point: \"5,5,5\"}",
     "tapOn point=\"5,5,5\"\n3:18 warning: '5,5,5' is not a point, so the step "
     "fails | write \"50%, 50%\", or whole pixels: \"120, 300\"\n"},
    {"tapOn: {containsDescendants: A}",
     "tapOn element{ }\n3:32 error: 'containsDescendants' needs a list of "
     "elements | write each element behind a dash\n"},
    {"tapOn: {text: A, text: B}",
     "tapOn element{ text=\"B\" }\n3:11 warning: 'text' is given again below, "
     "and that one counts | remove one of them\n"},
    {"tapOn: *Save",
     "tapOn element{ text=\"Save\" }\n3:10 warning: '*Save' means the text "
     "'Save' here | write the value out: Maestro knows no anchors\n"},
    {"tapOn: !!str 12", "tapOn element{ text=\"12\" }\n"},
    {"tapOn: Total (3)",
     "tapOn element{ text=\"Total (3)\" }\n3:10 oddity: 'Total (3)' is a "
     "regular expression, so it is found by exactly these letters only, in "
     "this case | write 'Total \\(3\\)'\n"},
    {"tapOn: \"What's up?\"",
     "tapOn element{ text=\"What's up?\" }\n3:10 oddity: 'What's up?' is a "
     "regular expression, so it is found by exactly these letters only, in "
     "this case | write 'What's up\\?'\n"},
    {"tapOn: {id: \"item[0]\"}",
     "tapOn element{ id=\"item[0]\" }\n3:15 warning: the id 'item[0]' is a "
     "regular expression, so an element with exactly this id may not be found "
     "| write 'item\\[0\\]'\n"},
    {"tapOn: \".*(a|b)+\"", "tapOn element{ text=\".*(a|b)+\" }\n"},
    {"inputText: {text: 123}",
     "inputText text=\"\"\n3:21 error: 'text' must be a text here, and 123 is "
     "not one | put it in quotes: text: \"123\"\n"},
    {"inputText: {id: field, text: abc}",
     "inputText text=\"abc\"\n3:15 warning: 'inputText' has no key 'id', so it "
     "has no effect | tap the field first: - tapOn: {id: …}, then - inputText: "
     "…\n"},
    {"inputText: {text: abc, optional: true}",
     "inputText text=\"abc\"\n3:26 warning: 'inputText' has no key 'optional', "
     "so it has no effect | it is lost in Maestro: put the step into - "
     "runFlow: {when: …, commands: […]}\n"},
    {"inputText: [a]",
     "inputText text=\"\"\n3:14 error: 'inputText' does not take a list\n"},
    {"inputText: |\n    a\n    b",
     "inputText text=\"a\nb\n\"\n3:14 warning: line breaks and tabs are not "
     "typed | use - pressKey: Enter between two texts\n"},
    {"inputText: 12345678901234567890",
     "inputText text=\"\"\n3:14 error: 'inputText' needs a text, and "
     "12345678901234567890 is not one | put it in quotes: - inputText: "
     "\"12345678901234567890\"\n"},
    {"evalScript: output.a = 1",
     "evalScript text=\"output.a = 1\"\n3:15 warning: a script without ${} "
     "does nothing | write ${…} around it\n"},
    {"runScript: {script: \"a = 1\"}",
     "runScript\n3:15 error: 'runScript' has no key 'script' | a script in "
     "place is - evalScript: ${…}; runScript takes file:\n"},
    {"runScript: {file: seed.js, timeout: 5}",
     "runScript text=\"output.x = 1\n\" path=\"seed.js\" "
     "file=\"seed.js\"\n3:30 error: 'runScript' has no key 'timeout' | a "
     "script has no time limit of its own: remove it\n"},
    {"runScript: missing.js",
     "runScript file=\"missing.js\"\n3:14 error: there is no script "
     "'missing.js' | paths are relative to the file that names them\n"},
    {"runScript: sub", "runScript file=\"sub\"\n3:14 error: the script 'sub' "
                       "is a folder | name a file in it\n"},
    {"runFlow: missing.yaml",
     "runFlow file=\"missing.yaml\"\n3:12 error: there is no flow file "
     "'missing.yaml' | paths are relative to the file that names them\n"},
    {"runFlow: \"${NAME}.yaml\"",
     "runFlow file=\"${NAME}.yaml\"\n3:12 error: there is no flow file "
     "'${NAME}.yaml' | files are read before anything runs, so variables are "
     "not expanded in their names; choose by when: instead\n"},
    {"runFlow: main.yaml",
     "runFlow file=\"main.yaml\"\n3:12 error: the flow runs itself: main.yaml "
     "→ main.yaml | use repeat: to run steps several times\n"},
    {"runFlow: ./main.yaml",
     "runFlow file=\"./main.yaml\"\n3:12 error: the flow runs itself: "
     "main.yaml → main.yaml | use repeat: to run steps several times\n"},
    {"runFlow: sub", "runFlow file=\"sub\"\n3:12 error: the flow file 'sub' is "
                     "a folder | name a file in it\n"},
    {"runFlow: {env: {A: b}}",
     "runFlow env.A=t\"b\"\n3:12 error: 'runFlow' does not say what to run | "
     "add file: or commands:\n"},
    {"runFlow: {file: sub.yaml, commands: [back]}",
     "runFlow file=\"sub.yaml\"\n  back\n3:12 error: 'runFlow' has a file and "
     "commands | keep one of them\n"},
    {"drag: {from: A}",
     "drag from{ text=\"A\" } hold=700 duration=800\n3:9 error: 'drag' needs "
     "'to' | add to: (where to drop it: an element, also with point:, or a "
     "point alone)\n"},
    {"drag: {from: {index: 1}, to: {label: x}}",
     "drag from{ index=\"1\" } hold=700 duration=800\n3:32 error: 'to' does "
     "not say where | give its text:, id: or point:\n"},
    {"drag: {from: A, to: {point: \"1;2\"}, hold: 70000}",
     "drag from{ text=\"A\" } toPoint=\"1;2\" hold=70000 duration=800\n3:23 "
     "error: '1;2' is not a point | write \"50%, 50%\", or whole pixels: "
     "\"120, "
     "300\"\n3:45 error: 'hold' is a time from 0 to 60000 ms\n"},
    {"scroll: {from: {point: \"1,2\"}}",
     "scroll from{ }\n3:18 error: 'from' does not say which element | give "
     "its text: or id:\n3:19 warning: 'point' has no effect here\n"},
    {"scrollUntilVisible: {element: A, from: {}}",
     "scrollUntilVisible element{ text=\"A\" } from{ } direction=2 "
     "speed=\"40\" visibility=\"100\" timeout=\"20000\"\n3:42 error: 'from' "
     "does not say which element | give its text: or id:\n"},
    {"drag: A",
     "drag hold=700 duration=800\n3:9 error: 'drag' does not take a single "
     "value | write - drag: {from: A, to: B}\n"},
    {"repeat: {times: 2, commands: [back], else: [], onError: []}",
     "repeat times=\"2\"\n  back\n3:40 error: 'repeat' has no key 'else' | "
     "only runFlow has else:\n3:50 error: 'repeat' has no key 'onError' | only "
     "runFlow and retry have onError:\n"},
    {"runFlow: {file: sub.yaml, when: {visible: A}, else: sub.yaml}",
     "runFlow visible{ text=\"A\" } file=\"sub.yaml\"\n  back\n3:55 error: a "
     "list of commands is needed | write each command behind a dash\n"},
    {"runFlow: {file: sub.yaml, catch: []}",
     "runFlow file=\"sub.yaml\"\n  back\n3:29 error: 'runFlow' has no key "
     "'catch' | write onError:\n"},
    {"runFlow: {file: sub.yaml, when: {visibel: A}}",
     "runFlow file=\"sub.yaml\"\n  back\n3:36 error: a condition has no key "
     "'visibel'; it has platform, true, visible and notVisible | did you mean "
     "'visible'?\n"},
    {"runFlow: {file: sub.yaml, when: {platform: Windows}}",
     "runFlow platform=\"Windows\" file=\"sub.yaml\"\n  back\n3:46 error: "
     "'platform' needs Android, iOS or Web, not 'Windows'\n"},
    {"runFlow: {file: sub.yaml, when: {visible: {text: A, optional: true}}}",
     "runFlow visible{ text=\"A\" } file=\"sub.yaml\"\n  back\n3:55 warning: "
     "'optional' has no effect here | write it one level up, beside this "
     "element\n"},
    {"runFlow: {file: sub.yaml, when: \"${A}\"}",
     "runFlow file=\"sub.yaml\"\n  back\n3:35 error: a condition is a mapping "
     "| write true: ${…}, visible:, notVisible: or platform: inside it\n"},
    {"runFlow: {file: sub.yaml, env: [A]}",
     "runFlow file=\"sub.yaml\"\n  back\n3:34 error: 'env' needs names with "
     "values | write env: {NAME: value}\n"},
    {"runFlow: {file: sub.yaml, env: {A: , B: b}}",
     "runFlow file=\"sub.yaml\" env.B=t\"b\"\n  back\n3:38 error: 'A' in 'env' "
     "has no value | an empty text is written as A: \"\"\n"},
    {"runFlow: {commands: {tapOn: A}}",
     "runFlow\n3:23 error: a list of commands is needed | write each command "
     "behind a dash\n"},
    {"runFlow: {commands: [{tapOn: A, optional: true}]}",
     "runFlow\n  tapOn element{ text=\"A\" }\n3:35 error: 'optional' stands "
     "beside the command 'tapOn' | indent it below tapOn:, as in text: A and "
     "optional: …\n"},
    {"runFlow: 5", "runFlow\n3:12 error: 'runFlow' needs a text, and 5 is not "
                   "one | put it in quotes: - runFlow: \"5\"\n"},
    {"repeat: {times: 3}", "repeat times=\"3\"\n3:11 error: 'repeat' needs "
                           "'commands' | add commands: (the commands)\n"},
    {"repeat: {commands: [back]}", "repeat\n  back\n3:11 warning: this repeats "
                                   "forever | add times: or while:\n"},
    {"repeat: {times: many, commands: [back]}",
     "repeat times=\"many\"\n  back\n3:19 warning: 'many' is not a number, so "
     "this repeats forever | write a number\n"},
    {"repeat: {times: \"${N}\", commands: [back]}",
     "repeat times=\"${N}\"\n  back\n3:19 oddity: this repeats forever if "
     "'${N}' is not a number | give the variable a default: ${N || 3}\n"},
    {"repeat: [back]", "repeat\n3:11 error: 'repeat' does not take a list | "
                       "write its keys below it, such as commands:\n"},
    {"retry: {}", "retry retries=\"1\"\n3:10 error: 'retry' does not say what "
                  "to run | add file: or commands:\n"},
    {"retry: {maxRetries: 5, commands: [back]}",
     "retry retries=\"5\"\n  back\n3:23 oddity: more than 3 retries mean 3 | "
     "write 3\n"},
    {"extendedWaitUntil: {timeout: 5000}",
     "assertCondition timeout=\"5000\"\n3:22 error: 'extendedWaitUntil' does "
     "not say for what | add visible: or notVisible: with an element\n"},
    {"extendedWaitUntil: {visible: A, timeout: 5s}",
     "assertCondition visible{ text=\"A\" } timeout=\"5s\"\n3:44 warning: "
     "'timeout' is not a number, so the flow ends here when it runs: '5s' | "
     "write milliseconds as a number without a unit: 5000\n"},
    {"extendedWaitUntil: {anyOf: [A], visible: B}",
     "assertCondition visible{ text=\"B\" } timeout=\"17000\"\n3:23 error: "
     "'extendedWaitUntil' has no key 'anyOf' | a regular expression matches "
     "one of several texts: visible: \"Save|Done\"\n"},
    {"extendedWaitUntil: Welcome",
     "assertCondition timeout=\"17000\"\n3:22 error: 'extendedWaitUntil' does "
     "not take a single value | write - extendedWaitUntil: {visible: Welcome, "
     "timeout: 5000}\n"},
    {"waitForAnimationToEnd: 5000",
     "waitForAnimationToEnd timeout=\"15000\"\n3:26 error: "
     "'waitForAnimationToEnd' does not take a single value | write - "
     "waitForAnimationToEnd: {timeout: 5000}\n"},
    {"scroll: {direction: UP}",
     "scroll\n3:12 error: 'scroll' has no key 'direction' | it always scrolls "
     "down: use - swipe: {direction: UP}, or - scrollUntilVisible: with "
     "direction:\n"},
    {"scroll: down", "scroll\n3:11 error: 'scroll' does not take a single "
                     "value | it always scrolls down: write - scroll without a "
                     "colon, or - swipe: {direction: DOWN}\n"},
    {"scrollUntilVisible: Save",
     "scrollUntilVisible direction=2 speed=\"40\" visibility=\"100\" "
     "timeout=\"20000\"\n3:23 error: 'scrollUntilVisible' does not take a "
     "single value | write - scrollUntilVisible: {element: Save}\n"},
    {"scrollUntilVisible: {direction: DOWN}",
     "scrollUntilVisible direction=2 speed=\"40\" visibility=\"100\" "
     "timeout=\"20000\"\n3:23 error: 'scrollUntilVisible' needs 'element' | "
     "add element: (the element to find)\n"},
    {"scrollUntilVisible: {element: A, direction: SIDEWAYS}",
     "scrollUntilVisible element{ text=\"A\" } direction=2 speed=\"40\" "
     "visibility=\"100\" timeout=\"20000\"\n3:47 error: 'direction' needs UP, "
     "DOWN, LEFT or RIGHT, not 'SIDEWAYS'\n"},
    {"scrollUntilVisible: {element: A, visibilityPercentage: 50}",
     "scrollUntilVisible element{ text=\"A\" } direction=2 speed=\"40\" "
     "visibility=\"50\" timeout=\"20000\"\n3:58 oddity: below 100 percent any "
     "visible part is enough | use centerElement: true to have all of it\n"},
    {"scrollUntilVisible: {element: A, timeout: \"1e3\"}",
     "scrollUntilVisible element{ text=\"A\" } direction=2 speed=\"40\" "
     "visibility=\"100\" timeout=\"1e3\"\n3:45 warning: 'timeout' is not a "
     "number, so the flow ends here when it runs: '1e3' | write milliseconds "
     "as a number without a unit: 5000\n"},
    {"swipe: LEFT", "swipe duration=400\n3:10 error: 'swipe' does not take a "
                    "single value | write - swipe: {direction: LEFT}\n"},
    {"swipe: {direction: Left}",
     "swipe duration=400\n3:22 error: 'direction' needs UP, DOWN, LEFT or "
     "RIGHT, all upper or all lower case, not 'Left'\n"},
    {"swipe: {direction: LEFT, start: \"1%,1%\", end: \"2%,2%\"}",
     "swipe direction=3 start=\"1%,1%\" end=\"2%,2%\" duration=400\n3:10 "
     "error: 'swipe' has a direction and points | keep either direction: or "
     "start: and end:\n"},
    {"swipe: {start: \"1%,1%\"}",
     "swipe start=\"1%,1%\" duration=400\n3:10 error: 'swipe' has one of its "
     "two points only | give both start: and end:\n"},
    {"swipe: {start: \"1%,1%\", end: \"2,2\"}",
     "swipe start=\"1%,1%\" end=\"2,2\" duration=400\n3:10 error: 'swipe' "
     "mixes percent and pixels | write both in percent, or both in pixels\n"},
    {"swipe: {start: \"${S}\", end: \"2%,2%\"}",
     "swipe start=\"${S}\" end=\"2%,2%\" duration=400\n3:18 error: 'start' is "
     "not a point: '${S}' | variables are not expanded here: write the "
     "value\n"},
    {"swipe: {duration: 5}",
     "swipe duration=5\n3:10 error: 'swipe' does not say where to | add "
     "direction: LEFT, or start: and end:\n"},
    {"swipe: {direction: LEFT, speed: 5}",
     "swipe direction=3 duration=400\n3:28 warning: 'swipe' has no key "
     "'speed', so it has no effect\n"},
    {"swipe: {direction: LEFT, from: A, speed: 5}",
     "swipe element{ text=\"A\" } direction=3 duration=400\n3:37 error: "
     "'swipe' has no key 'speed'\n"},
    {"pressKey: Entr", "pressKey text=\"Entr\"\n3:13 error: there is no key "
                       "'Entr' | did you mean 'Enter'?\n"},
    {"pressKey: \"${K}\"",
     "pressKey text=\"${K}\"\n3:13 error: there is no key '${K}' | variables "
     "are not expanded here: write the key\n"},
    {"pressKey: 5", "pressKey\n3:13 error: 'pressKey' needs a text, and 5 is "
                    "not one | put it in quotes: - pressKey: \"5\"\n"},
    {"pressKey: Tab",
     "pressKey text=\"Tab\"\n3:13 oddity: on Android Tab types a blank\n"},
    {"eraseText: abc",
     "eraseText count=50\n3:14 error: 'eraseText' needs a whole number, and "
     "abc "
     "is not one | write a whole number, or all; variables are not expanded "
     "here\n"},
    {"eraseText: \"5\"", "eraseText count=5\n"},
    {"eraseText: ${N}",
     "eraseText count=50\n3:14 error: 'eraseText' needs a whole number, and "
     "${N} "
     "is not one | write a whole number, or all; variables are not expanded "
     "here\n"},
    {"takeScreenshot: 01",
     "takeScreenshot\n3:19 error: 'takeScreenshot' needs a text, and 01 is not "
     "one | put it in quotes: - takeScreenshot: \"01\"\n"},
    {"setClipboard: No",
     "setClipboard\n3:17 error: 'setClipboard' needs a text, and No is not one "
     "| put it in quotes: - setClipboard: \"No\"\n"},
    {"setOrientation: sideways",
     "setOrientation text=\"sideways\"\n3:19 error: there is no orientation "
     "'sideways' | use PORTRAIT, LANDSCAPE_LEFT, LANDSCAPE_RIGHT or "
     "UPSIDE_DOWN\n"},
    {"setDarkMode: on",
     "setDarkMode\n3:16 error: 'value' needs enabled or disabled, not 'on'\n"},
    {"addMedia: [missing.png]",
     "addMedia media=\"missing.png\"\n3:13 error: there is no media file "
     "'missing.png' | paths are relative to the file that names them\n"},
    {"addMedia: a.png", "addMedia\n3:13 error: 'addMedia' does not take a "
                        "single value | write - addMedia: [photo.png]\n"},
    {"travel: {points: [\"here\"]}",
     "travel speed=\"4\" travel=\"here\"\n3:11 error: 'here' is not a latitude "
     "and a longitude | write \"52.3731, 4.8922\"\n"},
    {"travel: {points: []}", "travel speed=\"4\"\n"},
    {"travel: {points: [\"1,2\"], speed: fast}",
     "travel speed=\"4\" travel=\"1,2\"\n3:36 error: 'speed' needs a number, "
     "not 'fast'\n"},
    {"setLocation: {latitude: 1}",
     "setLocation latitude=\"1\"\n3:16 error: 'setLocation' needs 'longitude' "
     "| add longitude: (degrees east)\n"},
    {"launchApp: {clearData: true}",
     "launchApp app=\"com.app\" stopApp permission.all=t\"allow\"\n3:15 error: "
     "'launchApp' has no key 'clearData' | write clearState: true\n"},
    {"launchApp: {arguments: [a]}",
     "launchApp app=\"com.app\" stopApp permission.all=t\"allow\"\n3:26 error: "
     "'arguments' needs names with values | write arguments: {NAME: value}\n"},
    {"launchApp: {stopApp: \"${S}\"}",
     "launchApp app=\"com.app\" stopApp permission.all=t\"allow\"\n3:24 error: "
     "'stopApp' needs true or false, not '${S}' | variables are not expanded "
     "here: write the value\n"},
    {"setPermissions: {appId: a}",
     "setPermissions app=\"a\"\n3:19 error: 'setPermissions' needs "
     "'permissions' | add permissions: (allow, deny or unset by name)\n"},
    {"assertTrue: {condition: true}",
     "assertCondition true=\"\"\n3:27 error: 'condition' must be a text here, "
     "and true is not one | put it in quotes: condition: \"true\"\n"},
    {"tapOn: {below: A, css: b}",
     "tapOn element{ css=\"b\" below{ text=\"A\" } }\n3:11 oddity: 'below' "
     "does not mean the nearest element, but the first one in the tree | add "
     "id: or index: if several elements fit\n3:26 oddity: 'css' finds nothing "
     "in an app\n"},
    {"takeScreenshot: {path: }",
     "takeScreenshot\n3:19 error: 'takeScreenshot' needs 'path' | add path: "
     "(the file, without .png)\n"},
    {"tapOn: {text: A, point: 120,300}",
     "tapOn element{ text=\"A\" } point=\"120\"\n3:27 warning: '120' is not a "
     "point, so the step fails | write \"50%, 50%\", or whole pixels: \"120, "
     "300\"\n3:31 error: an element has no key '300' | a comma ends a value in "
     "{}: put it in quotes, as \"120,300\"\n"},
    {"runFlow: ../x/sub.yaml",
     "runFlow file=\"../x/sub.yaml\"\n3:12 error: there is no flow file "
     "'../x/sub.yaml' | paths are relative to the file that names them\n"},
    {"runScript: |\n    cd x\n    ls",
     "runScript file=\"cd x\nls\n\"\n3:14 error: a script is named here, not "
     "written | a script in place is - evalScript: ${…}; shell commands can't "
     "be run\n"},
    {"runFlow: |\n    - back\n    - scroll",
     "runFlow file=\"- back\n- scroll\n\"\n3:12 error: a flow file is named "
     "here, not written | write commands in place below commands:\n"},
    {"takeScreenshot: {name: a}",
     "takeScreenshot\n3:20 error: 'takeScreenshot' has no key 'name' | write "
     "path:\n"},
    {"extendedWaitUntil: {text: A}",
     "assertCondition timeout=\"17000\"\n3:23 error: 'extendedWaitUntil' has "
     "no key 'text' | write visible: {text: …}\n"},
    {"waitForAnimationToEnd: {visible: A}",
     "waitForAnimationToEnd timeout=\"15000\"\n3:27 error: "
     "'waitForAnimationToEnd' has no key 'visible' | use - "
     "extendedWaitUntil:\n"},
    {"launchApp: {arguments: {a: [1, {b: 01}]}}",
     "launchApp app=\"com.app\" stopApp permission.all=t\"allow\" "
     "argument.a=t\"[1, {b=1}]\"\n3:30 warning: 'a' is passed as the text [1, "
     "{b=1}] | give a text, a number or a boolean\n"},
    {"launchApp: {permissions: {camera: }}",
     "launchApp app=\"com.app\" stopApp\n3:37 warning: 'camera' in "
     "'permissions' has no value | an empty text is written as camera: \"\"\n"},
    {"runFlow: {file: sub.yaml, path: sub.yaml}",
     "runFlow file=\"sub.yaml\"\n  back\n3:29 error: 'runFlow' has no key "
     "'path' | write file:\n"},
    {"tapOn: {id: A, when: {visible: B}}",
     "tapOn element{ id=\"A\" }\n3:18 error: an element has no key 'when' | "
     "use - runFlow: {when: …, commands: [tapOn: …]}\n"},
    {"retry: {times: 3, commands: [back]}",
     "retry retries=\"1\"\n  back\n3:11 error: 'retry' has no key 'times' | "
     "write maxRetries:\n"},
    {"repeat: {count: 3, steps: [back]}",
     "repeat\n3:12 error: 'repeat' has no key 'count' | write times:\n3:22 "
     "error: 'repeat' has no key 'steps' | write commands:\n"},
    {"setLocation: {lat: 1, lng: 2}",
     "setLocation\n3:17 error: 'setLocation' has no key 'lat' | write "
     "latitude:\n3:25 error: 'setLocation' has no key 'lng' | write "
     "longitude:\n"},
    {"openLink: {url: \"https://a.b\"}",
     "openLink\n3:14 error: 'openLink' has no key 'url' | write link:\n"},
    {"assertVisible: {text: A, timeout: 5000}",
     "assertCondition visible{ text=\"A\" }\n3:28 error: an element has no key "
     "'timeout' | an element has no time limit: use - extendedWaitUntil: "
     "{visible: …, timeout: 5000}\n"},
    {"assertVisible: {contains: A}",
     "assertCondition visible{ }\n3:19 error: an element has no key 'contains' "
     "| a regular expression matches a part: text: \".*Save.*\"\n"},
    {"longPress: A",
     "3:3 error: there is no command 'longPress' | use - longPressOn: Save\n"},
    {"swipeUp: {}", "3:3 error: there is no command 'swipeUp' | use - swipe: "
                    "{direction: UP}\n"},
    {"tapOn: {text: A, traits: round}",
     "tapOn element{ text=\"A\" traits=\"round\" }\n3:28 error: there are no "
     "traits 'round' | use text, long-text or square\n"},
    {"tapOn: {text: A, start: [B]}",
     "tapOn element{ text=\"A\" }\n3:20 warning: 'start' has no effect "
     "here\n3:27 error: 'start' needs a text, not a list\n"},
    {"tapOn: {text: A, below: {text: B, delay: x}}",
     "tapOn element{ text=\"A\" below{ text=\"B\" } }\n3:20 oddity: 'below' "
     "does not mean the nearest element, but the first one in the tree | add "
     "id: or index: if several elements fit\n3:37 warning: 'delay' has no "
     "effect here\n3:44 error: 'delay' needs a whole number, not 'x'\n"},
    {"setOrientation: {orientation: PORTRAIT, label: [a], optional: 5}",
     "setOrientation text=\"PORTRAIT\"\n3:50 warning: this 'label' has no "
     "effect | write a text\n3:65 warning: this 'optional' has no effect | "
     "write true or false\n"},
    {"setDarkMode: {label: L}",
     "setDarkMode label=\"L\"\n3:16 error: 'setDarkMode' needs 'value' | add "
     "value: (enabled or disabled)\n"},
    {"swipe: {start: \"1%,1%\", end: \"2%,2%\", from: A, "
     "waitToSettleTimeoutMs: soon}",
     "swipe start=\"1%,1%\" end=\"2%,2%\" duration=400\n3:41 warning: this "
     "'from' has no effect | use it with direction:, without start: and "
     "end:\n3:73 warning: this 'waitToSettleTimeoutMs' has no effect | write a "
     "number\n"},
    {"swipe: {direction: UP, from: }",
     "swipe direction=1 duration=400\n3:26 error: 'from' has nothing after it "
     "| remove the line\n"},
    {"swipe: {direction: UP, from: A, optional: \"x\"}",
     "swipe element{ text=\"A\" } direction=1 duration=400\n3:45 error: "
     "'optional' needs true or false, not 'x'\n"},
    {"pressKey: {key: {}, key: Enter}",
     "pressKey text=\"Enter\"\n3:14 warning: 'key' is given again below, and "
     "that one counts | remove one of them\n3:19 error: 'key' needs a text, "
     "not a mapping\n"},
    {"assertTrue: {condition: \"${A}\", optional: \"true\"}",
     "assertCondition true=\"${A}\"\n3:45 error: 'optional' needs true or "
     "false | without quotes\n"},
    {"runFlow: {file: sub.yaml, env: }",
     "runFlow file=\"sub.yaml\"\n  back\n3:29 error: 'env' has nothing after "
     "it | remove the line\n"},
    {"runFlow: {file: sub.yaml, when: , commands: }",
     "runFlow file=\"sub.yaml\"\n  back\n"},
    {"scrollUntilVisible: {element: A, timeout: }",
     "scrollUntilVisible element{ text=\"A\" } direction=2 speed=\"40\" "
     "visibility=\"100\" timeout=\"20000\"\n3:36 error: 'timeout' has nothing "
     "after it | remove the line\n"},
    {"extendedWaitUntil: {visible: }",
     "assertCondition timeout=\"17000\"\n3:22 error: 'extendedWaitUntil' does "
     "not say for what | add visible: or notVisible: with an element\n"},
    {"assertTrue: {label: L}",
     "assertCondition true=\"\" label=\"L\"\n3:15 warning: 'assertTrue' "
     "without a condition always fails | add condition:\n"},
    {"assertTrue: \"\"",
     "assertCondition true=\"\"\n3:15 warning: 'assertTrue' without a "
     "condition always fails | add condition:\n"},
    {"assertTrue: {when: A}",
     "assertCondition true=\"\"\n3:15 warning: 'assertTrue' without a "
     "condition always fails | add condition:\n3:16 warning: 'assertTrue' has "
     "no key 'when', so it has no effect | only runFlow and runScript have "
     "when:; put the step into - runFlow: {when: …, commands: […]}\n"},
};

T_TEST(each_row_is_read)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
        T_ROW(rows[i].command);
        read_command(rows[i].command, &got);
        T_EQ_TEXT(at_buf_text(&got), rows[i].want);
        at_buf_deinit(&got);
    }
}

T_MAIN()
