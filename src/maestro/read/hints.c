// hints.c: the right form of what people and models write instead
#include "maestro/read/read_priv.h"

#include <string.h>

#include "base/ascii.h"

struct hint {
    const char *name;
    const char *text;
};

// Commands that don't exist, without case.
static const struct hint commands[] = {
    {"delay", "wait for what is to come: - extendedWaitUntil: {visible: "
              "Welcome, timeout: 5000}"},
    {"wait", "wait for what is to come: - extendedWaitUntil: {visible: "
             "Welcome, timeout: 5000}"},
    {"sleep", "wait for what is to come: - extendedWaitUntil: {visible: "
              "Welcome, timeout: 5000}"},
    {"pause", "wait for what is to come: - extendedWaitUntil: {visible: "
              "Welcome, timeout: 5000}"},
    {"waitFor", "use - extendedWaitUntil: {visible: Welcome, timeout: 5000}"},
    {"waitUntilVisible",
     "use - extendedWaitUntil: {visible: Welcome, timeout: 5000}"},
    {"waitForVisible",
     "use - extendedWaitUntil: {visible: Welcome, timeout: 5000}"},
    {"clearText", "use - eraseText, or - eraseText: 20"},
    {"clearInput", "use - eraseText, or - eraseText: 20"},
    {"deleteText", "use - eraseText, or - eraseText: 20"},
    {"swipeLeft", "use - swipe: {direction: LEFT}"},
    {"swipeRight", "use - swipe: {direction: RIGHT}"},
    {"swipeUp", "use - swipe: {direction: UP}"},
    {"swipeDown", "use - swipe: {direction: DOWN}"},
    {"scrollDown", "use - scroll, or - scrollUntilVisible: {element: Save}"},
    {"scrollUp", "use - swipe: {direction: DOWN}"},
    {"scrollTo", "use - scrollUntilVisible: {element: Save}"},
    {"print", "use - evalScript: ${console.log('…')}"},
    {"log", "use - evalScript: ${console.log('…')}"},
    {"echo", "use - evalScript: ${console.log('…')}"},
    {"longPress", "use - longPressOn: Save"},
    {"longTapOn", "use - longPressOn: Save"},
    {"tap", "use - tapOn: Save"},
    {"click", "use - tapOn: Save"},
    {"clickOn", "use - tapOn: Save"},
    {"press", "use - pressKey: Enter, or - tapOn: Save"},
    {"type", "use - inputText: hello"},
    {"typeText", "use - inputText: hello"},
    {"enterText", "use - inputText: hello"},
    {"input", "use - inputText: hello"},
    {"assert", "use - assertVisible: Welcome, or - assertTrue: ${…}"},
    {"assertText", "use - assertVisible: Welcome"},
    {"assertExists", "use - assertVisible: Welcome"},
    {"assertEquals", "use - assertTrue: ${a === b}"},
    {"screenshot", "use - takeScreenshot: name"},
    {"goBack", "use - back"},
    {"pressBack", "use - back"},
    {"closeApp", "use - stopApp"},
    {"restartApp", "use - launchApp, which stops the app first"},
    {"openApp", "use - launchApp"},
    {"startApp", "use - launchApp"},
    {"openUrl", "use - openLink: https://example.com"},
    {"openBrowser", "use - openLink: {link: https://example.com, browser: "
                    "true}"},
    {"if", "use - runFlow: {when: {visible: Save}, commands: […]}"},
    {"when", "use - runFlow: {when: {visible: Save}, commands: […]}"},
    {"loop", "use - repeat: {times: 3, commands: […]}"},
    {"while", "use - repeat: {while: {visible: Save}, commands: […]}"},
    {"anyOf", "a regular expression matches one of several texts: - "
              "assertVisible: \"Save|Done\""},
    {"grantPermissions", "use - setPermissions: {permissions: {camera: "
                         "allow}}"},
    {"rotate", "use - setOrientation: LANDSCAPE_LEFT"},
    {"hide keyboard", "use - hideKeyboard"},
    {"copyText", "use - copyTextFrom: {id: total}"},
    // Our own commands.
    {"setNetwork", "use - network: offline"},
    {"networkMode", "use - network: offline"},
    {"install", "use - installApp: app.apk"},
    {"assertCrash", "use - assertNoCrash"},
    {"assertNoCrashes", "use - assertNoCrash"},
    {"assertLogs", "use - assertLog: user 7 logged in"},
    {"assertNoLog", "use - assertLog: {contains: …, absent: true}"},
    {"assertDb", "use - assertDatabase: {database: notes.db, query: SELECT …}"},
    {"queryDb", "use - assertDatabase: {database: notes.db, query: SELECT …}"},
    {"assertPreferences",
     "use - assertPrefs: {file: settings, key: theme, equals: dark}"},
    {"assertSharedPrefs",
     "use - assertPrefs: {file: settings, key: theme, equals: dark}"},
    {"saveState", "use - snapshotState: logged-in"},
    {"snapshot", "use - snapshotState: logged-in, or - takeScreenshot: name"},
    {"loadState", "use - restoreState: logged-in"},
    {"assertNetworkRequest", "use - assertRequest: /cart"},
    {"waitForRequest", "use - assertRequest: /cart"},
    {"dragAndDrop", "use - drag: {from: A, to: B}"},
    {"dragTo", "use - drag: {from: A, to: B}"},
    {"waitUntilIdle", "use - waitForIdle"},
    {"waitForStable", "use - waitForIdle"},
};

// A single value behind a command that takes keys.
static const struct hint singles[] = {
    {"waitForAnimationToEnd", "write - waitForAnimationToEnd: {timeout: 5000}"},
    {"extendedWaitUntil",
     "write - extendedWaitUntil: {visible: Welcome, timeout: 5000}"},
    {"scrollUntilVisible", "write - scrollUntilVisible: {element: Save}"},
    {"swipe", "write - swipe: {direction: LEFT}"},
    {"scroll", "it always scrolls down: write - scroll without a colon, or - "
               "swipe: {direction: DOWN}"},
    {"drag", "write - drag: {from: A, to: B}"},
    {"waitForIdle", "write - waitForIdle: {timeout: 5000}"},
    {"addMedia", "write - addMedia: [photo.png]"},
    {"repeat", "write - repeat: {times: 3, commands: […]}"},
    {"retry", "write - retry: {maxRetries: 3, commands: […]}"},
    {"inputRandomText", "write - inputRandomText: {length: 8}"},
    {"inputRandomNumber", "write - inputRandomNumber: {length: 8}"},
    {"setPermissions",
     "write - setPermissions: {permissions: {camera: allow}}"},
    {"setLocation",
     "write - setLocation: {latitude: 52.3731, longitude: 4.8922}"},
    {"travel", "write - travel: {points: [\"52.3731,4.8922\"]}"},
    {"assertDatabase", "write - assertDatabase: {database: notes.db, query: "
                       "SELECT title FROM notes, equals: Shopping}"},
    {"assertPrefs",
     "write - assertPrefs: {file: settings, key: theme, equals: dark}"},
};

struct key_hint {
    const char *command; // NULL: of any
    const char *key;
    const char *text;
};

// Keys that don't exist there; the first row that fits counts.
static const struct key_hint keys[] = {
    {"element", "timeout",
     "an element has no time limit: use - "
     "extendedWaitUntil: {visible: …, timeout: 5000}"},
    {"element", "regex",
     "text: and id: are regular expressions already: write "
     "text: \"…\""},
    {"element", "textRegex",
     "write text: \"…\", which is a regular expression"},
    {"element", "idRegex", "write id: \"…\", which is a regular expression"},
    {"element", "anyOf",
     "a regular expression matches one of several texts: "
     "text: \"Save|Done\""},
    {"element", "oneOf",
     "a regular expression matches one of several texts: "
     "text: \"Save|Done\""},
    {"element", "longPress", "use - longPressOn: with this element"},
    {"element", "resourceId", "write id:"},
    {"element", "testID", "write id:"},
    {"element", "testId", "write id:"},
    {"element", "accessibilityId",
     "write id: for a resource id, text: for a "
     "content description"},
    {"element", "accessibilityLabel",
     "write text:, which matches descriptions "
     "too"},
    {"element", "contentDescription",
     "write text:, which matches descriptions "
     "too"},
    {"element", "contentDesc", "write text:, which matches descriptions too"},
    {"element", "description", "write text:, which matches descriptions too"},
    {"element", "hint", "write text:, which matches hints too"},
    {"element", "contains",
     "a regular expression matches a part: text: "
     "\".*Save.*\""},
    {"element", "containsText",
     "a regular expression matches a part: text: "
     "\".*Save.*\""},
    {"element", "textContains",
     "a regular expression matches a part: text: "
     "\".*Save.*\""},
    {"element", "xpath", "use childOf:, below: or index: instead"},
    {"element", "class", "elements are not chosen by class: use text: or id:"},
    {"element", "className",
     "elements are not chosen by class: use text: or id:"},
    {"element", "visible", "use - assertVisible: with this element"},
    {"element", "when", "use - runFlow: {when: …, commands: [tapOn: …]}"},
    {"element", "retry", "write retryTapIfNoChange: true"},
    {"element", "x", "write point: \"120, 300\""},
    {"element", "y", "write point: \"120, 300\""},
    {"scroll", "direction",
     "it always scrolls down: use - swipe: {direction: "
     "UP}, or - scrollUntilVisible: with direction:"},
    {"scroll", "element", "use - scrollUntilVisible: {element: …}"},
    {"runScript", "script",
     "a script in place is - evalScript: ${…}; "
     "runScript takes file:"},
    {"runScript", "timeout",
     "a script has no time limit of its own: remove "
     "it"},
    {"runScript", "path", "write file:"},
    {"evalScript", "file", "use - runScript: with a file"},
    {"inputText", "id",
     "tap the field first: - tapOn: {id: …}, then - "
     "inputText: …"},
    {"inputText", "optional",
     "it is lost in Maestro: put the step into - "
     "runFlow: {when: …, commands: […]}"},
    {"extendedWaitUntil", "anyOf",
     "a regular expression matches one of "
     "several texts: visible: \"Save|Done\""},
    {"extendedWaitUntil", "text", "write visible: {text: …}"},
    {"extendedWaitUntil", "id", "write visible: {id: …}"},
    {"extendedWaitUntil", "element", "write visible:"},
    {"waitForAnimationToEnd", "visible", "use - extendedWaitUntil:"},
    {"scrollUntilVisible", "text", "write element: {text: …}"},
    {"scrollUntilVisible", "id", "write element: {id: …}"},
    {"scrollUntilVisible", "visible", "write element:"},
    {"scrollUntilVisible", "maxScrolls", "write timeout: in milliseconds"},
    {"scrollUntilVisible", "container", "write from:"},
    {"scroll", "container", "write from:"},
    {"swipe", "to", "use - drag: {from: …, to: …}, or start: and end:"},
    {"launchApp", "clearData", "write clearState: true"},
    {"launchApp", "reset", "write clearState: true"},
    {"launchApp", "launchArguments", "write arguments:"},
    {"runFlow", "path", "write file:"},
    {"runFlow", "flow", "write file:"},
    {"runFlow", "otherwise", "write else:"},
    {"runFlow", "catch", "write onError:"},
    {"retry", "catch", "write onError:"},
    {NULL, "else", "only runFlow has else:"},
    {NULL, "onError", "only runFlow and retry have onError:"},
    {"runFlow", "steps", "write commands:"},
    {"repeat", "count", "write times:"},
    {"repeat", "steps", "write commands:"},
    {"repeat", "until", "write while: with the opposite condition"},
    {"retry", "times", "write maxRetries:"},
    {"retry", "steps", "write commands:"},
    {"when", "exists", "write visible:"},
    {"when", "script", "write true: ${…}"},
    {"when", "condition", "write true: ${…}"},
    {"when", "false", "write true: ${!(…)}"},
    {"when", "text", "write visible: {text: …}"},
    {"when", "id", "write visible: {id: …}"},
    {"takeScreenshot", "name", "write path:"},
    {"takeScreenshot", "filename", "write path:"},
    {"pressKey", "name", "write key:"},
    {"openLink", "url", "write link:"},
    {"eraseText", "count", "write charactersToErase:"},
    {"eraseText", "characters", "write charactersToErase:"},
    {"eraseText", "id",
     "tap the field first: - tapOn: {id: …}, then - "
     "eraseText"},
    {"setLocation", "lat", "write latitude:"},
    {"setLocation", "lng", "write longitude:"},
    {"setLocation", "lon", "write longitude:"},
    {NULL, "timeout",
     "only extendedWaitUntil, scrollUntilVisible, "
     "waitForAnimationToEnd and waitForIdle have a timeout:"},
    {NULL, "if", "write when:, which runFlow and runScript have"},
    {NULL, "when",
     "only runFlow and runScript have when:; put the step into - "
     "runFlow: {when: …, commands: […]}"},
    {NULL, "description", "write label:"},
    {"inputText", "mask", "write secret: true"},
    {"inputText", "sensitive", "write secret: true"},
    {NULL, "secret",
     "only inputText and setClipboard have secret:; name variables below "
     "secrets: in the config section"},
    {NULL, "errorMessage", "write message:"},
    {NULL, "failureMessage", "write message:"},
    {NULL, "name", "write label:"},
};

static const struct hint config[] = {
    {"onFlowEnd", "write onFlowComplete:"},
    {"onFlowError", "write onFlowFailure:"},
    {"onFailure", "write onFlowFailure:"},
    {"onComplete", "write onFlowComplete:"},
    {"onStart", "write onFlowStart:"},
    {"beforeEach", "write onFlowStart:"},
    {"afterEach", "write onFlowComplete:"},
    {"steps", "commands come below a line ---"},
    {"commands", "commands come below a line ---"},
    {"packageName", "write appId:"},
    {"bundleId", "write appId:"},
    {"app", "write appId:"},
    {"variables", "write env:"},
    {"vars", "write env:"},
    {"description", "write name:"},
};

// libyaml's messages, by a part of them.
static const struct hint syntax[] = {
    {"mapping values are not allowed",
     "put the text in quotes if it contains ': '; else check the indentation"},
    {"did not find expected key",
     "check the indentation, and quotes inside of quotes"},
    {"did not find expected '-' indicator",
     "indent all dashes of a list by the same blanks"},
    {"found character that cannot start any token",
     "put the text in quotes; indent by blanks, not tabs"},
    {"could not find expected ':'",
     "a name needs ': ' behind it; put texts of several lines in quotes"},
    {"block sequence entries are not allowed",
     "begin the list on a line of its own"},
    {"found unexpected end of stream", "a quote is not closed"},
    {"found unknown escape character",
     "in \"…\" a backslash is written twice: \"\\\\d\"; or use '…'"},
    {"invalid leading UTF-8 octet", "save the file as UTF-8"},
    {"invalid trailing UTF-8 octet", "save the file as UTF-8"},
};

static const char *
find(const struct hint *rows, size_t count, struct at_str name)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_eq_nocase(name, at_str(rows[i].name)))
            return rows[i].text;
    }
    return NULL;
}

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

const char *
at_maestro_hint_command(struct at_str name)
{
    return find(commands, COUNT(commands), name);
}

const char *
at_maestro_hint_single(const char *command)
{
    return find(singles, COUNT(singles), at_str(command));
}

const char *
at_maestro_hint_key(const char *command, struct at_str key)
{
    for (size_t i = 0; i < COUNT(keys); i++) {
        if ((!keys[i].command || strcmp(keys[i].command, command) == 0) &&
            at_str_is(key, keys[i].key))
            return keys[i].text;
    }
    if (key.len > 0 && at_ascii_is_digit(key.ptr[0]))
        return "a comma ends a value in {}: put it in quotes, as \"120,300\"";
    return NULL;
}

const char *
at_maestro_hint_config(struct at_str key)
{
    return find(config, COUNT(config), key);
}

const char *
at_maestro_hint_syntax(const char *problem)
{
    for (size_t i = 0; i < COUNT(syntax); i++) {
        if (strstr(problem, syntax[i].name))
            return syntax[i].text;
    }
    return NULL;
}
