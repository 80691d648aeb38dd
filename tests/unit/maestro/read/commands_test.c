// commands_test.c: every command, key and short form: what it means
#include "maestro/read/commands.h"

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
     "assertCondition visible{ text=\"Welcome\" } timeout=\"17000\"\n"},
    {"extendedWaitUntil: {visible: {id: a}, notVisible: B, timeout: 5_000, "
     "label: L, optional: true}",
     "assertCondition visible{ id=\"a\" } notVisible{ text=\"B\" } "
     "timeout=\"5_000\" label=\"L\" optional\n"},
    {"extendedWaitUntil: {notVisible: B, timeout: \"${T}\"}",
     "assertCondition notVisible{ text=\"B\" } timeout=\"${T}\"\n"},
    {"assertTrue: ${a == 1}", "assertCondition true=\"${a == 1}\"\n"},
    {"assertTrue: true", "assertCondition true=\"true\"\n"},
    {"assertTrue: {condition: \"${a}\", label: L}",
     "assertCondition true=\"${a}\" label=\"L\"\n"},
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

    {"copyTextFrom: Total", "copyTextFrom element{ text=\"Total\" }\n"},
    {"copyTextFrom: {id: total, label: L, optional: true}",
     "copyTextFrom element{ id=\"total\" } label=\"L\" optional\n"},
    {"setClipboard: hello", "setClipboard text=\"hello\"\n"},
    {"setClipboard: {text: 007, label: L, optional: true}",
     "setClipboard text=\"007\" label=\"L\" optional\n"},
    {"pasteText", "pasteText\n"},
    {"pasteText: {label: L, optional: true}",
     "pasteText label=\"L\" optional\n"},
    {"inputRandomText", "inputRandom count=8\n"},
    {"inputRandomText: {length: 5, label: L, optional: true}",
     "inputRandom count=5 label=\"L\" optional\n"},
    {"inputRandomNumber", "inputRandom count=8 random=1\n"},
    {"inputRandomNumber: {length: 0x10}",
     "inputRandom count=16 random=1\n3:31 warning: 0x10 without quotes means "
     "\"16\" to Maestro | put it in quotes: \"0x10\"\n"},
    {"inputRandomEmail", "inputRandom random=2\n"},
    {"inputRandomPersonName: {label: L}", "inputRandom random=3 label=\"L\"\n"},
    {"inputRandomCityName", "inputRandom random=4\n"},
    {"inputRandomCountryName", "inputRandom random=5\n"},
    {"inputRandomColorName: {optional: true}",
     "inputRandom random=6 optional\n"},
    {"back", "back\n"},
    {"back: {label: L, optional: true}", "back label=\"L\" optional\n"},
    {"hideKeyboard",
     "hideKeyboard\n3:3 oddity: without a keyboard this leaves the screen: it "
     "always sends Back | leave it out where no keyboard shows\n"},
    {"hideKeyboard: {optional: true}",
     "hideKeyboard optional\n3:17 oddity: without a keyboard this leaves the "
     "screen: it always sends Back | leave it out where no keyboard shows\n"},
    {"hide keyboard",
     "hideKeyboard\n3:3 oddity: without a keyboard this leaves the screen: it "
     "always sends Back | leave it out where no keyboard shows\n"},
    {"scroll", "scroll\n"},
    {"scroll: {label: L}", "scroll label=\"L\"\n"},
    {"swipe: {direction: LEFT}", "swipe direction=3 duration=400\n"},
    {"swipe: {direction: up, duration: 900, label: L, optional: true, "
     "waitToSettleTimeoutMs: 50}",
     "swipe settle=50 direction=1 duration=900 label=\"L\" optional\n"},
    {"swipe: {start: \"90%, 50%\", end: \"10%,50%\"}",
     "swipe start=\"90%, 50%\" end=\"10%,50%\" duration=400\n"},
    {"swipe: {start: \"100,200\", end: \"300, 400\", duration: \"250\"}",
     "swipe start=\"100,200\" end=\"300, 400\" duration=250\n"},
    {"swipe: {from: {id: card, point: \"90%,50%\"}, direction: LEFT}",
     "swipe element{ id=\"card\" } point=\"90%,50%\" direction=3 "
     "duration=400\n"},
    {"swipe: {from: Card, direction: RIGHT, duration: 100}",
     "swipe element{ text=\"Card\" } direction=4 duration=100\n"},
    {"stopApp", "stopApp app=\"com.app\"\n"},
    {"stopApp: com.other", "stopApp app=\"com.other\"\n"},
    {"stopApp: {appId: com.other, label: L, optional: true}",
     "stopApp app=\"com.other\" label=\"L\" optional\n"},
    {"killApp", "killApp app=\"com.app\"\n"},
    {"killApp: {appId: com.other}", "killApp app=\"com.other\"\n"},
    {"clearState", "clearState app=\"com.app\"\n"},
    {"clearState: com.other", "clearState app=\"com.other\"\n"},
    {"clearState: {label: L}", "clearState app=\"com.app\" label=\"L\"\n"},
    {"clearKeychain", "clearKeychain\n"},
    {"clearKeychain: {optional: true}", "clearKeychain optional\n"},
    {"setPermissions: {permissions: {all: allow, camera: \"${C}\"}}",
     "setPermissions app=\"com.app\" permission.all=t\"allow\" "
     "permission.camera=t\"${C}\"\n"},
    {"setPermissions: {appId: com.other, permissions: {notifications: unset}, "
     "label: L, optional: true}",
     "setPermissions app=\"com.other\" permission.notifications=t\"unset\" "
     "label=\"L\" optional\n"},
    {"setLocation: {latitude: 52.3731, longitude: 4.8922}",
     "setLocation latitude=\"52.3731\" longitude=\"4.8922\"\n"},
    {"setLocation: {latitude: \"${LAT}\", longitude: -1, label: L, optional: "
     "true}",
     "setLocation latitude=\"${LAT}\" longitude=\"-1\" label=\"L\" optional\n"},
    {"travel: {points: [\"52.3731,4.8922\", \"52.4, 4.9\"], speed: 7.9}",
     "travel speed=\"7.9\" travel=\"52.3731,4.8922\" travel=\"52.4, 4.9\"\n"},
    {"travel: {points: [\"0,0\"], label: L, optional: true}",
     "travel speed=\"4\" travel=\"0,0\" label=\"L\" optional\n"},
    {"setOrientation: LANDSCAPE_LEFT",
     "setOrientation text=\"LANDSCAPE_LEFT\"\n"},
    {"setOrientation: landscapeRight",
     "setOrientation text=\"LANDSCAPE_RIGHT\"\n"},
    {"setOrientation: {orientation: upside_down, label: L, optional: true}",
     "setOrientation text=\"UPSIDE_DOWN\" label=\"L\" optional\n"},
    {"setOrientation: \"${O}\"", "setOrientation text=\"${O}\"\n"},
    {"openLink: https://example.com",
     "openLink text=\"https://example.com\"\n"},
    {"openLink: {link: \"app://x\", browser: true, autoVerify: true, label: L, "
     "optional: true}",
     "openLink text=\"app://x\" browser autoVerify label=\"L\" optional\n"},
    {"addMedia: [a.png, ./a.png]",
     "addMedia media=\"a.png\" media=\"a.png\"\n"},
    {"addMedia: {files: [a.png], label: L, optional: true}",
     "addMedia media=\"a.png\" label=\"L\" optional\n"},
    {"assertScreenshot: home",
     "assertScreenshot path=\"home\" threshold=\"95\"\n"},
    {"assertScreenshot: {path: home, thresholdPercentage: 99.5, cropOn: {id: "
     "card}, label: L, optional: true}",
     "assertScreenshot element{ id=\"card\" } path=\"home\" threshold=\"99.5\" "
     "label=\"L\" optional\n"},
    {"assertDarkMode", "assertDarkMode\n"},
    {"assertLightMode: {label: L}", "assertLightMode label=\"L\"\n"},
    {"setDarkMode: enabled", "setDarkMode enable\n"},
    {"setDarkMode: {value: disabled, label: L}", "setDarkMode label=\"L\"\n"},
    {"toggleDarkMode", "toggleDarkMode\n"},
    {"setAirplaneMode: disabled", "setAirplaneMode\n"},
    {"setAirplaneMode: {value: enabled}", "setAirplaneMode enable\n"},
    {"toggleAirplaneMode: {optional: true}", "toggleAirplaneMode optional\n"},
    {"startRecording: clip", "startRecording path=\"clip\"\n"},
    {"startRecording: {path: clip, label: L, optional: true}",
     "startRecording path=\"clip\" label=\"L\" optional\n"},
    {"stopRecording", "stopRecording\n"},
    {"assertWithAI: {assertion: \"A cat is shown\"}",
     "assertWithAI text=\"A cat is shown\" optional\n"},
    {"assertWithAI: A cat", "assertWithAI text=\"A cat\" optional\n"},
    {"assertNoDefectsWithAI", "assertNoDefectsWithAI optional\n"},
    {"assertNoDefectsWithAI: {optional: false, label: L}",
     "assertNoDefectsWithAI label=\"L\"\n"},
    {"extractTextWithAI: the code",
     "extractTextWithAI text=\"the code\" output=\"aiOutput\" optional\n"},
    {"extractTextWithAI: {query: the code, outputVariable: code, optional: "
     "false}",
     "extractTextWithAI text=\"the code\" output=\"code\"\n"},
    {"back: {label: L, message: \"No way ${x}\", optional: true}",
     "back label=\"L\" message=\"No way ${x}\" optional\n"},
    {"runFlow: {when: {visible: A}, file: sub.yaml, else: [{tapOn: B}], "
     "onError: [back, {runFlow: {when: {visible: C}, commands: [], else: "
     "[back]}}], message: M}",
     "runFlow visible{ text=\"A\" } file=\"sub.yaml\" message=\"M\"\n  "
     "back\n else\n  tapOn element{ text=\"B\" }\n onError\n  back\n  "
     "runFlow visible{ text=\"C\" }\n   else\n    back\n"},
    {"runFlow: {commands: [back], else: [back]}",
     "runFlow\n  back\n else\n  back\n3:31 warning: this 'else' never runs: "
     "there is no 'when' | add when:, or remove it\n"},
    {"retry: {commands: [back], onError: [scroll]}",
     "retry retries=\"1\"\n  back\n onError\n  scroll\n"},
    {"inputText: {text: \"${CODE}\", secret: true, message: M}",
     "inputText text=\"${CODE}\" message=\"M\" secret\n"},
    {"inputText: {text: A, secret: \"true\"}",
     "inputText text=\"A\"\n3:32 error: 'secret' needs true or false | without "
     "quotes\n"},
    {"inputText: {text: A, delay: 120}", "inputText delay=120 text=\"A\"\n"},
    {"eraseText: all", "eraseText count=-2\n"},
    {"eraseText: \"all\"", "eraseText count=-2\n"},
    {"eraseText: {charactersToErase: all}", "eraseText count=-2\n"},
    {"eraseText: most",
     "eraseText count=50\n3:14 error: 'eraseText' needs a whole number, and "
     "most is not one | write a whole number, or all; variables are not "
     "expanded "
     "here\n"},
    {"scroll: {from: {id: list}, optional: true}",
     "scroll from{ id=\"list\" } optional\n"},
    {"scrollUntilVisible: {element: A, from: List}",
     "scrollUntilVisible element{ text=\"A\" } from{ text=\"List\" } "
     "direction=2 speed=\"40\" visibility=\"100\" timeout=\"20000\"\n"},
    {"drag: {from: A, to: {id: b, index: 1}, hold: 900, duration: 300, label: "
     "L, optional: true}",
     "drag from{ text=\"A\" } to{ id=\"b\" index=\"1\" } hold=900 duration=300 "
     "label=\"L\" optional\n"},
    {"drag: {from: {id: a, point: \"10%, 50%\"}, to: {point: \"50%,90%\"}}",
     "drag from{ id=\"a\" } point=\"10%, 50%\" toPoint=\"50%,90%\" hold=700 "
     "duration=800\n"},
    {"waitForIdle", "waitForIdle timeout=\"15000\"\n"},
    {"waitForIdle: {timeout: 500, label: L, optional: true}",
     "waitForIdle timeout=\"500\" label=\"L\" optional\n"},
    {"setClipboard: {text: A, secret: yes}",
     "setClipboard text=\"A\" secret\n"},
    {"tapOn: {text: A, message: M}",
     "tapOn element{ text=\"A\" } message=\"M\"\n"},
    {"assertTrue: {condition: \"${a}\", message: M}",
     "assertCondition true=\"${a}\" message=\"M\"\n"},
    {"swipe: {direction: up, message: M}",
     "swipe direction=1 duration=400 message=\"M\"\n"},

    {"action: back", "back\n"},
    {"action: hideKeyboard",
     "hideKeyboard\n3:11 oddity: without a keyboard this leaves the screen: it "
     "always sends Back | leave it out where no keyboard shows\n"},
    {"action: pasteText", "pasteText\n"},

    // Beyond Maestro.
    {"assertNoCrash", "assertNoCrash app=\"com.app\"\n"},
    {"assertNoCrash: com.other", "assertNoCrash app=\"com.other\"\n"},
    {"assertNoCrash: {appId: com.other, label: L, optional: true}",
     "assertNoCrash app=\"com.other\" label=\"L\" optional\n"},
    {"assertLog: user 7 logged in",
     "assertLog timeout=\"5000\" app=\"com.app\" contains=\"user 7 logged "
     "in\"\n"},
    {"assertLog: {matches: \"took [0-9]+ ms\", level: W, absent: true, "
     "timeout: "
     "100, appId: com.other, label: L, optional: true}",
     "assertLog timeout=\"100\" app=\"com.other\" level=\"W\" matches=\"took "
     "[0-9]+ ms\" absent label=\"L\" optional\n"},
    {"assertLog: {contains: \"${WORD}\", matches: \"${RE}\", level: \"${L}\"}",
     "assertLog timeout=\"5000\" app=\"com.app\" level=\"${L}\" "
     "contains=\"${WORD}\" matches=\"${RE}\"\n"},
    {"assertLog: {contains: a, level: X}",
     "assertLog timeout=\"5000\" app=\"com.app\" level=\"X\" "
     "contains=\"a\"\n3:35 error: there is no level 'X' of logs | use V, D, I, "
     "W, E or F\n"},
    {"assertLog: {matches: \"[a\"}",
     "assertLog timeout=\"5000\" app=\"com.app\" matches=\"[a\"\n3:24 error: "
     "'[a' is not a valid regular expression | put a backslash before [ ( { * "
     "+ "
     "? . | ^ $ \\ that mean themselves\n"},
    {"assertLog: {timeout: 1}",
     "assertLog timeout=\"1\" app=\"com.app\"\n3:14 error: 'assertLog' does "
     "not say which line | add contains:, matches: or level:\n"},
    {"assertDatabase: {database: notes.db, query: SELECT 1}",
     "assertDatabase timeout=\"5000\" app=\"com.app\" database=\"notes.db\" "
     "query=\"SELECT 1\"\n"},
    {"assertDatabase: {database: a/b.db, query: \"with x as (values (1)) "
     "select "
     "* from x\", equals: 1, contains: 1, matches: \"[0-9]\", rows: 1, "
     "timeout: "
     "9, appId: com.other, label: L, optional: true}",
     "assertDatabase timeout=\"9\" app=\"com.other\" database=\"a/b.db\" "
     "query=\"with x as (values (1)) select * from x\" equals=\"1\" "
     "contains=\"1\" matches=\"[0-9]\" rows=\"1\" label=\"L\" optional\n"},
    {"assertDatabase: {database: a.db, query: DELETE FROM notes}",
     "assertDatabase timeout=\"5000\" app=\"com.app\" database=\"a.db\" "
     "query=\"DELETE FROM notes\"\n3:43 error: 'query' is not a statement that "
     "only reads | begin with SELECT, VALUES or WITH; an assertion must not "
     "change what it looks at\n"},
    {"assertPrefs: {file: settings, key: theme, equals: dark}",
     "assertPrefs timeout=\"5000\" app=\"com.app\" prefs=\"settings\" "
     "key=\"theme\" equals=\"dark\"\n"},
    {"assertPrefs: {file: settings, key: theme, contains: a, matches: \".*\", "
     "timeout: 9, appId: com.other, label: L, optional: true}",
     "assertPrefs timeout=\"9\" app=\"com.other\" prefs=\"settings\" "
     "key=\"theme\" contains=\"a\" matches=\".*\" label=\"L\" optional\n"},
    {"assertPrefs: {file: settings, key: theme, absent: true}",
     "assertPrefs timeout=\"5000\" app=\"com.app\" prefs=\"settings\" "
     "key=\"theme\" absent\n"},
    {"assertPrefs: {file: settings, key: theme, absent: true, equals: a}",
     "assertPrefs timeout=\"5000\" app=\"com.app\" prefs=\"settings\" "
     "key=\"theme\" equals=\"a\" absent\n3:53 error: 'assertPrefs' wants the "
     "key to be absent, and its value | keep one of them\n"},
    {"assertScreenshot: {path: home, ignore: [Clock, {id: ad}], ignoreRegions: "
     "[\"0%, 0%, 100%, 5%\", \"0,10,20,30\"], perDevice: true}",
     "assertScreenshot path=\"home\" threshold=\"95\" ignore{ text=\"Clock\" } "
     "ignore{ id=\"ad\" } region=\"0%, 0%, 100%, 5%\" region=\"0,10,20,30\" "
     "perDevice\n"},
    {"assertScreenshot: {path: home, ignoreRegions: [\"10,10,5,20\"]}",
     "assertScreenshot path=\"home\" threshold=\"95\" "
     "region=\"10,10,5,20\"\n3:49 "
     "error: '10,10,5,20' is not a region | write \"left, top, right, "
     "bottom\": "
     "\"0%, 0%, 100%, 5%\", or whole pixels\n"},
    {"assertScreenshot: {path: home, ignore: Clock}",
     "assertScreenshot path=\"home\" threshold=\"95\"\n3:42 error: 'ignore' "
     "needs a list of elements | write each element behind a dash\n"},
    {"runFlow: {device: \"${OTHER}\", commands: [back]}",
     "runFlow device=\"${OTHER}\"\n  back\n"},
    {"assertRequest: /cart",
     "assertRequest timeout=\"5000\" app=\"com.app\" url=\"/cart\"\n"},
    {"assertRequest: {url: \"/cart/[0-9]+$\", method: post, timeout: 9, appId: "
     "com.other, label: L, optional: true}",
     "assertRequest timeout=\"9\" app=\"com.other\" url=\"/cart/[0-9]+$\" "
     "method=\"post\" label=\"L\" optional\n"},
    {"installApp: a.png", "installApp path=\"a.png\" keepData\n"},
    {"installApp: sub", "installApp path=\"sub\" keepData\n"},
    {"installApp: {file: a.png, keepData: false, label: L, optional: true}",
     "installApp path=\"a.png\" label=\"L\" optional\n"},
    {"installApp: \"${APP}\"", "installApp path=\"${APP}\" keepData\n"},
    {"installApp: none.apk",
     "installApp path=\"none.apk\" keepData\n3:15 error: there is no app "
     "'none.apk' | paths are relative to the file that names them\n"},
    {"snapshotState: logged-in",
     "snapshotState text=\"logged-in\" app=\"com.app\"\n"},
    {"snapshotState: {name: \"${N}\", appId: com.other, label: L, optional: "
     "true}",
     "snapshotState text=\"${N}\" app=\"com.other\" label=\"L\" optional\n"},
    {"restoreState: logged-in",
     "restoreState text=\"logged-in\" app=\"com.app\"\n"},
    {"restoreState: {name: a, appId: com.other, label: L, optional: true}",
     "restoreState text=\"a\" app=\"com.other\" label=\"L\" optional\n"},
    {"network: offline", "network preset=\"offline\"\n"},
    {"network: {preset: slow, label: L, optional: true}",
     "network preset=\"slow\" label=\"L\" optional\n"},
    {"network: {speed: \"500:2000\", delay: \"100:300\", wifi: false}",
     "network speed=\"500:2000\" delay=\"100:300\" wifi=false\n"},
    {"network: \"${NET}\"", "network preset=\"${NET}\"\n"},
    {"network: off",
     "network preset=\"off\"\n3:12 error: there is no network 'off': use "
     "online, offline, slow, gsm, gprs, edge, umts, 3g, hsdpa, lte or full | "
     "write - network: online, or - network: offline\n"},
    {"network: {speed: fast}",
     "network speed=\"fast\"\n3:12 error: speed must be up:down in kbps, "
     "\"500:2000\"\n"},
    {"network: {preset: online, wifi: true}",
     "network preset=\"online\" wifi=true\n3:12 error: 'online' sets all of "
     "the network: leave out speed, delay and wifi\n"},
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

T_TEST(each_row_survives_being_written)
{
    size_t survived = 0;
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
        T_ROW(rows[i].command);
        at_buf_add_fmt(&text, "appId: com.app\n---\n- %s\n", rows[i].command);
        survived += survives_writing(at_buf_text(&text));
        at_buf_deinit(&text);
    }
    T_OK(survived > T_LEN(rows) / 2);
}

// A key that no row uses would be untested.
T_TEST(each_key_of_the_table_is_in_a_row)
{
    for (const struct at_maestro_row *row = at_maestro_rows; row->name; row++) {
        bool is_there = false;
        for (size_t i = 0; i < T_LEN(rows); i++)
            is_there = is_there || at_str_starts(at_str(rows[i].command),
                                                 at_str(row->name));
        T_ROW(row->name);
        T_OK(is_there);
        for (const struct at_maestro_key *key = row->keys; key->name; key++) {
            char name[64];
            bool is_used = key->type == AT_MAESTRO_TYPE_IGNORED;
            snprintf(name, sizeof(name), "%s:", key->name);
            T_ROW(name);
            for (size_t i = 0; i < T_LEN(rows); i++)
                is_used = is_used || strstr(rows[i].command, name);
            T_OK(is_used);
        }
    }
}

T_MAIN()
