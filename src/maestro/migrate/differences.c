#include "maestro/migrate/differences.h"

#define SAME AT_MAESTRO_EFFECT_SAME
#define DIFFERS AT_MAESTRO_EFFECT_DIFFERS
#define FAILS AT_MAESTRO_EFFECT_FAILS

// clang-format off
const struct at_maestro_difference at_maestro_differences[] = {
    [AT_MAESTRO_DIFF_WEB] = {
        "web", FAILS, "`url:`, a flow of a web page",
        "drives Chrome on this machine", "the launch fails",
        "our backends are devices, not browsers", NULL},
    [AT_MAESTRO_DIFF_PATTERN] = {
        "pattern", FAILS, "a pattern of Java's that PCRE2 can't express",
        "matches", "an error that names the construct",
        "a silent \"not found\" would be a wrong verdict",
        "write it without the construct"},
    [AT_MAESTRO_DIFF_FAKER] = {
        "faker", FAILS, "names of DataFaker beyond the usual ones",
        "made-up data", "the script fails and lists the names there are",
        "a value that only looks right would hide it", "use a name of the list, or a text of your own"},
    [AT_MAESTRO_DIFF_LOCAL] = {
        "local", FAILS, "requests of scripts to this machine",
        "sent", "refused unless `--allow-local-http` is given",
        "scripts may come from others, and local services trust this machine",
        "run with --allow-local-http"},
    [AT_MAESTRO_DIFF_MODEL] = {
        "model", DIFFERS, "assertWithAI, assertNoDefectsWithAI, extractTextWithAI",
        "asks Maestro's service, if a key is set", "a warning, or a failure with `optional: false`",
        "no model is set up for flows",
        "assert a text, or compare the screen with assertScreenshot"},
    [AT_MAESTRO_DIFF_TIMER] = {
        "timer", DIFFERS, "setTimeout, setInterval in scripts",
        "not defined: the script throws", "really wait, at most 60 s",
        "users ask for them, and no flow that passes there changes", NULL},
    [AT_MAESTRO_DIFF_OURS] = {
        "ours", DIFFERS, "names that are marked \"not in Maestro\" below",
        "refuses the file, or passes over them", "have their meaning",
        "they are wanted, and change no flow that runs in Maestro", NULL},
    {NULL, FAILS, "on iOS: `clearState`, launch arguments, `setOrientation`, text beyond a US keyboard",
        "work, by a driver in the simulator", "fail, with the reason",
        "simctl and AXe can't do them", NULL},
    {NULL, DIFFERS, "`androidWebViewHierarchy: devtools`, a page that can't be read",
        "left out after 10 s", "the flow ends after 10 s more than the budget, with the reason",
        "what was not read is neither there nor gone", NULL},
    {NULL, DIFFERS, "a screen that can't be read for 10 s",
        "fails, as its driver does", "the same, under `optional` too",
        "assertNotVisible would pass on a screen that was not seen", NULL},
    {NULL, DIFFERS, "a pattern that takes for ever, as `(a+)+b`",
        "hangs", "an error that names it",
        "no pattern may hang a run", NULL},
    {NULL, DIFFERS, "a script that computes for 60 s, or takes 256 MB",
        "goes on", "is ended, and the flow with it",
        "no script may hang a run", NULL},
    {NULL, DIFFERS, "files of forms outside of the current folder and the flow's",
        "sent", "refused", "scripts must not read other files", NULL},
    {NULL, DIFFERS, "more than 64 bodies within each other, 40 files in a chain",
        "run", "refused", "memory has a limit", NULL},
    {NULL, SAME, "flows that include each other",
        "overflows its stack", "refused, with the chain of names", "the reason helps more", NULL},
    {NULL, SAME, "pauses of a fixed length (750 ms before a tap, 300 ms after a key, 3 s after a video)",
        "always", "the device's own events instead", "no verdict depends on them", NULL},
    {NULL, SAME, "an element that is covered, gone or moving at the touch",
        "taps its last place", "the same, with a note", "a miss is seen", NULL},
    {NULL, SAME, "openLink with `autoVerify`, if Android asks which app is meant",
        "taps the app's name, and \"Just once\"", "the flow's app gets the link without the question", "the name is in the APK alone", NULL},
    {NULL, SAME, "typed text, keyboards, strokes without effect",
        "not looked at", "looked at, with a note", "a miss is seen", NULL},
    {NULL, SAME, "order of properties of Math and other built-in objects; names of bound functions",
        "GraalJS's", "JavaScriptCore's", "another engine", NULL},
    {NULL, FAILS, "Intl, in a build with `-Dscript=quickjs`",
        "there", "not defined: the script throws", "QuickJS has none", NULL},
    {NULL, SAME, "screenshots, recordings, logs",
        "below `~/.maestro/tests`", "below the run's `artifacts/flows`", "each run keeps its own", NULL},
    {NULL, DIFFERS, "a device that is lost in a flow of several devices",
        "ends its shard", "the flow runs again on another device, with a warning", "the device's fault is not the app's", NULL},
    {NULL, DIFFERS, "YAML files of a folder that are not flows",
        "refused, and nothing runs", "skipped", "data and CI files lie beside flows", NULL},
    {NULL, SAME, "the order of a folder's flows",
        "that of the disk", "that of their names", "runs can be compared", NULL},
    {NULL, SAME, "ordered flows behind one that failed, with `continueOnFailure: false`",
        "missing in reports", "in reports as skipped", "a missing test looks like none", NULL},
    {NULL, SAME, "names of screenshots, and commands.json",
        "have typed texts", "have none", "they may be secret", NULL},
    {NULL, SAME, "the HTML report",
        "loads its style from a CDN, without screenshots", "one file with screenshots, the screen and the log", "it is read offline, and later", NULL},
    {NULL, SAME, "values of secret variables (PASSWORD, TOKEN, …)",
        "printed", "`***`", "logs are shared", NULL},
    {0},
};
// clang-format on

const char *const at_maestro_effect_names[] = {
    [AT_MAESTRO_EFFECT_SAME] = "same",
    [AT_MAESTRO_EFFECT_DIFFERS] = "differs",
    [AT_MAESTRO_EFFECT_FAILS] = "fails",
};

void
at_maestro_differences_write(struct at_buf *out)
{
    static const char *const verdicts[] = {
        [AT_MAESTRO_EFFECT_SAME] = "the same",
        [AT_MAESTRO_EFFECT_DIFFERS] = "may differ",
        [AT_MAESTRO_EFFECT_FAILS] = "can't run",
    };
    at_buf_add_text(out, "| what | in Maestro | here | verdict | why |\n"
                         "| --- | --- | --- | --- | --- |\n");
    for (const struct at_maestro_difference *row = at_maestro_differences;
         row->subject; row++)
        at_buf_add_fmt(out, "| %s | %s | %s | %s | %s |\n", row->subject,
                       row->maestro, row->here, verdicts[row->effect],
                       row->why);
}
