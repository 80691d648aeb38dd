// instrument.c: collect the lines of `am instrument -r` and judge them
#include "device/android/parse/instrument.h"

#include "base/limits.h"

void
at_instrument_init(struct at_instrument *instrument)
{
    *instrument = (struct at_instrument){
        .lines = AT_LINES_INIT(AT_HELPER_OUTPUT_MAX_BYTES),
        .report = {.exit_status = -1},
    };
}

void
at_instrument_deinit(struct at_instrument *instrument)
{
    at_lines_deinit(&instrument->lines);
}

static bool
take_prefix(struct at_str *line, const char *prefix)
{
    if (!at_str_starts(*line, at_str(prefix)))
        return false;
    *line = at_str_trim(at_str_skip(*line, at_str(prefix).len));
    return true;
}

static void
take_status(struct at_instrument_report *in, struct at_str pair)
{
    if (take_prefix(&pair, "stage="))
        at_str_cut(in->stage, sizeof(in->stage), pair);
    else if (take_prefix(&pair, "port="))
        (void)!at_str_to_i64(pair, 1, 65535, &in->port);
    else if (take_prefix(&pair,
                         "Error=")) // the system's, if it could not start
        at_str_cut(in->error, sizeof(in->error), pair);
}

static void
take_result(struct at_instrument_report *in, struct at_str pair)
{
    if (take_prefix(&pair, "stage=")) {
        at_str_cut(in->stage, sizeof(in->stage), pair);
    } else if (take_prefix(&pair, "error=") || take_prefix(&pair, "longMsg=")) {
        at_str_cut(in->error, sizeof(in->error), pair);
    } else if (take_prefix(&pair, "shortMsg=")) {
        if (!in->error[0])
            at_str_cut(in->error, sizeof(in->error), pair);
    } else if (take_prefix(&pair, "reason=")) {
        at_str_cut(in->reason, sizeof(in->reason), pair);
    }
}

static bool
is_error(struct at_str line)
{
    return at_str_has(line, AT_STR("Error")) ||
           at_str_has(line, AT_STR("Exception"));
}

// Keep am's own first line about an error, else its first line.
static void
take_words(struct at_instrument_report *in, struct at_str line)
{
    bool better = is_error(line) && !is_error(at_str(in->words));
    if (line.len > 0 && (!in->words[0] || better))
        at_str_cut(in->words, sizeof(in->words), line);
}

static void
take_line(struct at_instrument_report *in, struct at_str line)
{
    if (take_prefix(&line, "INSTRUMENTATION_STATUS:")) {
        take_status(in, line);
    } else if (take_prefix(&line, "INSTRUMENTATION_STATUS_CODE:")) {
        in->serving = at_str_is(at_str(in->stage), "serving");
    } else if (take_prefix(&line, "INSTRUMENTATION_RESULT:")) {
        take_result(in, line);
    } else if (take_prefix(&line, "INSTRUMENTATION_CODE:") ||
               take_prefix(&line, "INSTRUMENTATION_FAILED:") ||
               take_prefix(&line, "INSTRUMENTATION_ABORTED:")) {
        in->over = true;
    } else {
        take_words(in, at_str_trim(line));
    }
}

void
at_instrument_take(struct at_instrument *instrument, struct at_str piece)
{
    struct at_line line;
    while (at_lines_next(&instrument->lines, &piece, &line)) {
        if (!line.too_long)
            take_line(&instrument->report, line.text);
    }
}

// The stages that the helper reports before it serves, and ours.
static const struct {
    const char *name;
    enum at_helper_stage stage;
} stages[] = {
    {"uiautomation", AT_HELPER_STAGE_UIAUTOMATION},
    {"events", AT_HELPER_STAGE_UIAUTOMATION},
    {"listen", AT_HELPER_STAGE_LISTEN},
    {"serving", AT_HELPER_STAGE_READY},
};

static enum at_helper_stage
stage_of(const struct at_instrument_report *report)
{
    for (size_t i = 0; i < AT_LEN(stages); i++) {
        if (at_str_is(at_str(report->stage), stages[i].name))
            return stages[i].stage;
    }
    return AT_HELPER_STAGE_LAUNCH;
}

// The exit statuses of a shell: its command was not found, may not be run, or
// was ended by SIGKILL.
enum { EXIT_FORBIDDEN = 126, EXIT_NOT_FOUND = 127, EXIT_KILLED = 137 };

// Names of exceptions and phrases of Android's runtime. The first row whose
// word is in the helper's last words applies.
static const struct {
    const char *word;
    enum at_helper_fault fault;
} signs[] = {
    {"already registered", AT_HELPER_FAULT_HELD},
    {"LinkageError", AT_HELPER_FAULT_LINKAGE},
    {"NoSuchMethod", AT_HELPER_FAULT_LINKAGE},
    {"NoSuchField", AT_HELPER_FAULT_LINKAGE},
    {"AbstractMethodError", AT_HELPER_FAULT_LINKAGE},
    {"NoClassDefFound", AT_HELPER_FAULT_LINKAGE},
    {"IncompatibleClassChange", AT_HELPER_FAULT_LINKAGE},
    {"UnsatisfiedLink", AT_HELPER_FAULT_LINKAGE},
    {"this Android has no ", AT_HELPER_FAULT_LINKAGE},
    {"No direct method ", AT_HELPER_FAULT_LINKAGE},
    {"No virtual method ", AT_HELPER_FAULT_LINKAGE},
    {"No static method ", AT_HELPER_FAULT_LINKAGE},
    {"No interface method ", AT_HELPER_FAULT_LINKAGE},
    {"No instance field ", AT_HELPER_FAULT_LINKAGE},
    {"No static field ", AT_HELPER_FAULT_LINKAGE},
    {"SecurityException", AT_HELPER_FAULT_FORBIDDEN},
    {"Permission Denial", AT_HELPER_FAULT_FORBIDDEN},
    {"android.permission.", AT_HELPER_FAULT_FORBIDDEN},
    {"ould not find class", AT_HELPER_FAULT_DIED},
    {"ClassNotFoundException", AT_HELPER_FAULT_DIED},
};

static bool
is_silent(const struct at_instrument_report *report)
{
    return !report->error[0] && !report->words[0] && !report->reason[0];
}

// The runtime prints some of its last words itself.
static enum at_helper_fault
judge_words(const struct at_instrument_report *report)
{
    for (size_t i = 0; i < AT_LEN(signs); i++) {
        struct at_str word = at_str(signs[i].word);
        bool printed = signs[i].fault == AT_HELPER_FAULT_DIED &&
                       at_str_has(at_str(report->words), word);
        if (printed || at_str_has(at_str(report->error), word))
            return signs[i].fault;
    }
    return !report->over && !report->serving && is_silent(report)
               ? AT_HELPER_FAULT_DIED
               : AT_HELPER_FAULT_NONE;
}

static bool
is_forbidden_program(const struct at_instrument_report *report)
{
    struct at_str words = at_str(report->words);
    return report->exit_status == EXIT_NOT_FOUND ||
           report->exit_status == EXIT_FORBIDDEN ||
           at_str_has(words, AT_STR("app_process: not found")) ||
           at_str_has(words, AT_STR("app_process: inaccessible")) ||
           at_str_has(words, AT_STR("app_process: can't execute"));
}

enum at_helper_fault
at_instrument_fault(const struct at_instrument_report *report)
{
    enum at_helper_fault said = judge_words(report);
    bool begun = report->over || report->stage[0];
    bool killed =
        report->exit_status == EXIT_KILLED ||
        (!begun && at_str_starts(at_str(report->words), AT_STR("Killed")));
    if (said != AT_HELPER_FAULT_NONE && said != AT_HELPER_FAULT_DIED)
        return said;
    if (!begun && is_forbidden_program(report))
        return AT_HELPER_FAULT_NO_PROGRAM;
    return killed ? AT_HELPER_FAULT_KILLED : said;
}

// Return the most precise of the messages.
static const char *
words_of(const struct at_instrument_report *report)
{
    if (report->error[0])
        return report->error;
    return report->words[0] ? report->words : report->reason;
}

static bool
fail_held(const char *holder, struct at_err *err)
{
    return at_fail(err, AT_EBUSY, "the device's one UiAutomation is held by %s",
                   holder ? holder
                          : "another program: end other UI test tools on this "
                            "device, or restart it");
}

bool
at_instrument_fail(const struct at_instrument_report *report,
                   const char *holder, enum at_helper_stage *out_stage,
                   struct at_err *err)
{
    const char *words = words_of(report);
    *out_stage = stage_of(report);
    switch (at_instrument_fault(report)) {
    case AT_HELPER_FAULT_HELD:
        return fail_held(holder, err);
    case AT_HELPER_FAULT_KILLED:
        if (holder)
            return fail_held(holder, err);
        return at_fail(err, AT_EDEVICE,
                       "the device killed it at its start, and no other UI "
                       "test tool is seen there: some vendors forbid such "
                       "programs (OPPO: switch 'Permission monitoring' off in "
                       "the developer options)");
    case AT_HELPER_FAULT_NO_PROGRAM:
        return at_fail(err, AT_EDEVICE,
                       "the device does not let the shell start it: %s",
                       words[0] ? words : "no such program");
    case AT_HELPER_FAULT_LINKAGE:
        return at_fail(err, AT_EDEVICE,
                       "this build of Android is not what the helper knows: %s",
                       words);
    case AT_HELPER_FAULT_FORBIDDEN:
        return at_fail(err, AT_EDEVICE, "the device forbids it: %s", words);
    case AT_HELPER_FAULT_NONE:
    case AT_HELPER_FAULT_SLOW:
    case AT_HELPER_FAULT_DIED:
        break;
    }
    if (*out_stage == AT_HELPER_STAGE_LISTEN)
        return at_fail(err, AT_EDEVICE,
                       "the helper cannot listen on the device: %s", words);
    return at_fail(err, AT_EDEVICE, "the helper ended%s%s",
                   words[0] ? ": " : " without a word", words);
}
