// crash.c: find "FATAL EXCEPTION", "ANR in" and tombstones in lines of logcat
#include "device/android/parse/crash.h"

#include <string.h>

#include "device/android/parse/log.h"

enum kind { NONE, JAVA, NATIVE, ANR };

// The distance of a frame from the app's own code; the lowest rank wins.
enum rank {
    OWN_PACKAGE,
    OWN_VENDOR, // the package's first two names: com.nextcloud.…
    LIBRARY,
    FRAMEWORK,
    RANK_COUNT,
};

enum { FRAMES = 5 };

struct block {
    enum kind kind;
    int64_t pid;
    struct at_str tag;
    struct at_str package; // empty: any
    struct at_crash crash;
    bool frames_began;
    struct at_str cause; // text of the last "Caused by", the root exception
    struct at_str frames[RANK_COUNT][FRAMES];
    size_t frame_counts[RANK_COUNT];
};

static const struct at_str framework[] = {
    AT_STR_ROW("android."),
    AT_STR_ROW("androidx."),
    AT_STR_ROW("com.android."),
    AT_STR_ROW("com.facebook.react."),
    AT_STR_ROW("com.google.android."),
    AT_STR_ROW("dalvik."),
    AT_STR_ROW("io.flutter."),
    AT_STR_ROW("java."),
    AT_STR_ROW("javax."),
    AT_STR_ROW("jdk."),
    AT_STR_ROW("kotlin."),
    AT_STR_ROW("kotlinx."),
    AT_STR_ROW("libcore."),
    AT_STR_ROW("sun."),
};

// Libraries of the system in a tombstone's frames.
static const struct at_str system_folders[] = {
    AT_STR_ROW("/apex/"),
    AT_STR_ROW("/system"),
    AT_STR_ROW("/vendor/"),
};

static bool
starts_with_any(struct at_str s, const struct at_str *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (at_str_starts(s, rows[i]))
            return true;
    return false;
}

static bool
has_any(struct at_str s, const struct at_str *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (at_str_has(s, rows[i]))
            return true;
    return false;
}

static bool
starts_with_name(struct at_str s, struct at_str name)
{
    return name.len > 0 && s.len > name.len && at_str_starts(s, name) &&
           s.ptr[name.len] == '.';
}

// Return "com.nextcloud" for "com.nextcloud.client"; empty for "settings".
static struct at_str
vendor_of(struct at_str package)
{
    ptrdiff_t first = at_str_find(package, AT_STR("."));
    ptrdiff_t second;
    if (first < 0)
        return at_str_n(NULL, 0);
    second = at_str_find(at_str_skip(package, (size_t)first + 1), AT_STR("."));
    return second < 0 ? package
                      : at_str_head(package, (size_t)(first + 1 + second));
}

static enum rank
rank_java(struct at_str frame, struct at_str package)
{
    if (starts_with_name(frame, package))
        return OWN_PACKAGE;
    if (starts_with_any(frame, framework, AT_LEN(framework)))
        return FRAMEWORK;
    return starts_with_name(frame, vendor_of(package)) ? OWN_VENDOR : LIBRARY;
}

static enum rank
rank_native(struct at_str frame, struct at_str package)
{
    if (package.len > 0 && at_str_has(frame, package))
        return OWN_PACKAGE;
    return has_any(frame, system_folders, AT_LEN(system_folders)) ? FRAMEWORK
                                                                  : LIBRARY;
}

// Return the process's app: the part before ':' in "com.x:remote".
static struct at_str
app_of(const struct block *block)
{
    struct at_str rest = at_str(block->crash.process);
    struct at_str app = {0};
    return at_str_next(&rest, ':', &app) ? app : rest;
}

static void
add_frame(struct block *block, struct at_str frame)
{
    struct at_str app = app_of(block);
    enum rank rank =
        block->kind == JAVA ? rank_java(frame, app) : rank_native(frame, app);
    block->frames_began = true;
    if (block->frame_counts[rank] < FRAMES)
        block->frames[rank][block->frame_counts[rank]++] = frame;
}

static void
add_message(struct block *block, struct at_str text)
{
    char *message = block->crash.message;
    size_t len = strlen(message);
    size_t cap = sizeof(block->crash.message);
    if (len > 0 && len + 1 < cap)
        message[len++] = '\n';
    at_str_cut(message + len, cap - len, text);
}

// Read "java.lang.Foo: message", or only the class.
static void
take_exception(struct block *block, struct at_str text)
{
    ptrdiff_t colon = at_str_find(text, AT_STR(": "));
    struct at_str name = colon < 0 ? text : at_str_head(text, (size_t)colon);
    if (at_str_has(name, AT_STR(" "))) {
        add_message(block, text);
        return;
    }
    if (at_str_ends(name, AT_STR(":")))
        name = at_str_head(name, name.len - 1);
    at_str_cut(block->crash.exception, sizeof(block->crash.exception), name);
    if (colon >= 0)
        add_message(block, at_str_skip(text, (size_t)colon + 2));
}

static void
take_process(struct block *block, struct at_str name)
{
    at_str_cut(block->crash.process, sizeof(block->crash.process),
               at_str_trim(name));
}

static void
java_line(struct block *block, struct at_str message)
{
    struct at_str process = AT_STR("Process: ");
    struct at_str at = AT_STR("at ");
    struct at_str text = at_str_trim(message);
    struct at_str name;
    if (at_str_starts(text, AT_STR("Caused by: ")))
        block->cause = text;
    if (at_str_starts(text, at)) {
        add_frame(block, at_str_skip(text, at.len));
    } else if (block->frames_began || text.len == 0) {
        return;
    } else if (at_str_starts(text, AT_STR("Caused by: "))) {
        block->frames_began = true;
    } else if (!block->crash.exception[0]) {
        struct at_str rest = at_str_skip(text, process.len);

        if (at_str_starts(text, AT_STR("PID: ")))
            return;
        if (!at_str_starts(text, process))
            take_exception(block, text);
        else if (at_str_next(&rest, ',', &name))
            take_process(block, name);
    } else {
        add_message(block, text);
    }
}

// "pid: 12, tid: 12, name: x  >>> com.x <<<"
static void
native_process(struct block *block, struct at_str text)
{
    ptrdiff_t open = at_str_find(text, AT_STR(">>> "));
    ptrdiff_t close = at_str_find(text, AT_STR(" <<<"));
    if (open >= 0 && close > open + 4)
        take_process(block,
                     at_str_n(text.ptr + open + 4, (size_t)(close - open - 4)));
}

// "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0"
static void
native_signal(struct block *block, struct at_str text)
{
    struct at_str signal;
    if (at_str_next(&text, ',', &signal))
        at_str_cut(block->crash.exception, sizeof(block->crash.exception),
                   signal);
    add_message(block, at_str_trim(text));
}

static void
native_line(struct block *block, struct at_str message)
{
    struct at_str text = at_str_trim(message);
    struct at_str abort = AT_STR("Abort message: ");
    if (at_str_starts(text, AT_STR("pid: "))) {
        native_process(block, text);
    } else if (at_str_starts(text, AT_STR("signal "))) {
        native_signal(block, text);
    } else if (at_str_starts(text, abort)) {
        block->crash.message[0] = '\0';
        add_message(block, at_str_skip(text, abort.len));
    } else if (at_str_starts(text, AT_STR("#")) &&
               at_str_has(text, AT_STR(" pc "))) {
        add_frame(block, text);
    }
}

static void
anr_line(struct block *block, struct at_str message)
{
    struct at_str reason = AT_STR("Reason: ");
    if (at_str_starts(message, reason))
        at_str_cut(block->crash.exception, sizeof(block->crash.exception),
                   at_str_trim(at_str_skip(message, reason.len)));
}

// "ANR in com.x (com.x/.Main)"
static void
anr_begins(struct block *block, struct at_str message)
{
    struct at_str rest = at_str_skip(message, sizeof("ANR in ") - 1);
    struct at_str name;
    block->crash.anr = true;
    if (at_str_next(&rest, ' ', &name))
        take_process(block, name);
}

static enum kind
kind_of(const struct at_log_line *line)
{
    if (at_str_is(line->tag, "AndroidRuntime") &&
        at_str_has(line->message, AT_STR("FATAL EXCEPTION")))
        return JAVA;
    if (at_str_is(line->tag, "DEBUG") &&
        at_str_starts(line->message, AT_STR("*** *** *** *** ")))
        return NATIVE;
    if (at_str_is(line->tag, "ActivityManager") &&
        at_str_starts(line->message, AT_STR("ANR in ")))
        return ANR;
    return NONE;
}

static void
choose_frames(struct block *block)
{
    size_t rank = 0;
    while (rank + 1 < RANK_COUNT && block->frame_counts[rank] == 0)
        rank++;
    for (size_t i = 0; i < block->frame_counts[rank]; i++)
        at_str_cut(block->crash.frames[i], sizeof(block->crash.frames[i]),
                   block->frames[rank][i]);
}

// Keep the block as the newest one if it is about package.
static bool
end_block(struct block *block, struct at_crash *out)
{
    enum kind kind = block->kind;
    block->kind = NONE;
    if (kind == NONE ||
        (block->package.len > 0 && !at_str_eq(app_of(block), block->package)))
        return false;
    choose_frames(block);
    if (block->cause.len > 0)
        add_message(block, block->cause);
    *out = block->crash;
    return true;
}

static void
begin_block(struct block *block, enum kind kind, const struct at_log_line *line)
{
    *block = (struct block){
        .kind = kind,
        .pid = line->pid,
        .tag = line->tag,
        .package = block->package,
    };
    if (kind == ANR)
        anr_begins(block, line->message);
}

static void
add_line(struct block *block, struct at_str message)
{
    static void (*const adders[])(struct block *, struct at_str) = {
        [JAVA] = java_line,
        [NATIVE] = native_line,
        [ANR] = anr_line,
    };

    if (block->kind != NONE)
        adders[block->kind](block, message);
}

bool
at_crash_parse(struct at_str log, struct at_str package, struct at_str mark,
               struct at_crash *out)
{
    struct block block = {.package = package};
    struct at_log_line line;
    struct at_str text;
    bool found = false;
    bool ours = false; // does the previous line belong to the block?
    while (at_str_next_line(&log, &text)) {
        if (!at_log_parse_line(text, &line)) {
            // Android Studio prints the head of a message only once.
            if (ours)
                add_line(&block, text);
            continue;
        }
        enum kind kind = kind_of(&line);
        ours = line.pid == block.pid && at_str_eq(line.tag, block.tag);
        if (kind != NONE && at_log_is_after(line.time, mark)) {
            found = end_block(&block, out) || found;
            begin_block(&block, kind, &line);
            ours = true;
        } else if (ours) {
            add_line(&block, line.message);
        }
    }
    return end_block(&block, out) || found;
}

// Conservative: other lines may have these tags too.
static bool
may_be_crash(const struct at_log_line *line)
{
    return (line->level == 'E' || line->level == 'F') &&
           (at_str_is(line->tag, "AndroidRuntime") ||
            at_str_is(line->tag, "DEBUG") ||
            at_str_is(line->tag, "ActivityManager"));
}

// Go back one millisecond, but not over the start of a second.
static void
step_back(char *mark)
{
    size_t len = strlen(mark);
    char *last = mark + len - 1;
    for (int i = 0; len >= 3 && i < 3; i++, last--) {
        if (*last == '0')
            continue;
        --*last;
        memset(last + 1, '9', (size_t)i);
        return;
    }
}

void
at_crash_mark_line(struct at_str mark, char out[64])
{
    at_str_cut(out, 64, mark);
    size_t len = strlen(out);
    char *last = out + len - 1;
    // .999 was not a step back, which stays within a second
    if (len < 3 || strcmp(out + len - 3, "999") == 0)
        return;
    for (; *last == '9'; last--)
        *last = '0';
    if (*last >= '0' && *last < '9')
        ++*last;
}

bool
at_crash_mark(struct at_str log, char out_mark[64])
{
    struct at_str mark = {0};
    struct at_log_line line;
    struct at_str text;
    bool crash = false;
    while (at_str_next_line(&log, &text)) {
        if (!at_log_parse_line(text, &line))
            continue;
        crash = may_be_crash(&line) || (crash && at_str_eq(mark, line.time));
        mark = line.time;
    }
    at_str_cut(out_mark, 64, mark);
    if (!crash)
        step_back(out_mark);
    return mark.len > 0;
}
