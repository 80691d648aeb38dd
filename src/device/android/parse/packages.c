// packages.c: find packages and processes in the output of pm, cmd, pidof and
// ps
#include "device/android/parse/packages.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/ascii.h"
#include "base/near.h"

enum { PACKAGE_MAX_LEN = 223 };

static bool
is_package_char(char c)
{
    return at_ascii_is_alnum(c) || c == '_' || c == '.';
}

bool
at_package_check(const char *package, struct at_err *err)
{
    struct at_str name = at_str(package);
    bool ok = name.len > 0 && name.len <= PACKAGE_MAX_LEN &&
              at_ascii_is_letter(name.ptr[0]);
    for (size_t i = 0; ok && i < name.len; i++)
        ok = is_package_char(name.ptr[i]);
    if (ok)
        return true;
    return at_fail(err, AT_EUSAGE,
                   "'%.*s' is not a package name: letters, digits, '_' and '.' "
                   "like com.example.app",
                   AT_STR_ARG(at_utf8_head(name, PACKAGE_MAX_LEN)));
}

bool
at_packages_find(struct at_str output, struct at_str package, char *near,
                 size_t near_cap)
{
    struct at_str key = AT_STR("package:");
    struct at_near nearest = {.wanted = package};
    struct at_str line;
    bool found = false;
    while (at_str_next_line(&output, &line)) {
        if (!at_str_starts(line, key))
            continue;
        struct at_str name = at_str_trim(at_str_skip(line, key.len));
        found = found || at_str_eq(name, package);
        at_near_offer(&nearest, name);
    }
    at_near_write(&nearest, near, near_cap);
    return found;
}

static bool
is_package(struct at_str name)
{
    char text[PACKAGE_MAX_LEN + 2];
    at_str_cut(text, sizeof(text), name);
    return at_package_check(text, NULL);
}

void
at_packages_write(struct at_str output, size_t max, struct at_buf *out)
{
    struct at_str key = AT_STR("package:");
    struct at_str line;
    size_t count = 0;
    while (at_str_next_line(&output, &line)) {
        struct at_str name = at_str_trim(at_str_skip(line, key.len));
        if (!at_str_starts(line, key) || !is_package(name))
            continue;
        if (count++ < max)
            at_buf_add_fmt(out, "%s%.*s", count > 1 ? ", " : "",
                           AT_STR_ARG(name));
    }
    if (count > max)
        at_buf_add_fmt(out, " and %zu more", count - max);
}

static bool
is_component(struct at_str line)
{
    ptrdiff_t slash = at_str_find(line, AT_STR("/"));
    return slash > 0 && (size_t)slash + 1 < line.len &&
           !at_str_has(line, AT_STR(" ")) && !at_str_has(line, AT_STR("="));
}

static bool
is_of(struct at_str component, struct at_str package)
{
    return at_str_starts(component, package) &&
           component.ptr[package.len] == '/';
}

struct at_str
at_query_activities(struct at_str output, struct at_str package,
                    size_t *out_count)
{
    struct at_str first = at_str_n(NULL, 0);
    struct at_str line;
    *out_count = 0;
    while (at_str_next_line(&output, &line)) {
        line = at_str_trim(line);
        if (!is_component(line) || !is_of(line, package))
            continue;
        if ((*out_count)++ == 0)
            first = line;
    }
    return first;
}

// Vendors use their own choosers, so a component of any other package is one.
enum at_resolved
at_resolve_activity(struct at_str output, struct at_str package,
                    struct at_str *out_component)
{
    bool none = at_str_has(output, AT_STR("No activity found"));
    bool other = false;
    struct at_str line;
    size_t count;
    *out_component = at_query_activities(output, package, &count);
    if (count > 0)
        return AT_RESOLVED_ONE;
    while (at_str_next_line(&output, &line))
        other = other || is_component(at_str_trim(line));
    if (other)
        return AT_RESOLVED_CHOOSER;
    return none ? AT_RESOLVED_NONE : AT_RESOLVED_UNKNOWN;
}

static struct at_str
next_word(struct at_str *rest)
{
    size_t len = 0;
    *rest = at_str_trim(*rest);
    while (len < rest->len && rest->ptr[len] != ' ' && rest->ptr[len] != '\n')
        len++;
    struct at_str word = at_str_trim(at_str_head(*rest, len));
    *rest = at_str_skip(*rest, len);
    return word;
}

int64_t
at_pidof_parse(struct at_str output)
{
    int64_t pid;
    return at_str_to_i64(next_word(&output), 1, INT32_MAX, &pid) ? pid : 0;
}

// Read "PID NAME", or the old "USER PID PPID … NAME": the id is the first
// number, the name the last word.
static int64_t
ps_line(struct at_str line, struct at_str *out_name)
{
    int64_t pid = 0;
    for (struct at_str word = next_word(&line); word.len > 0;
         word = next_word(&line)) {
        if (pid == 0 && !at_str_to_i64(word, 1, INT32_MAX, &pid))
            pid = 0;
        *out_name = word;
    }
    return pid;
}

bool
at_ps_next(struct at_str *rest, int64_t *out_pid, struct at_str *out_name)
{
    struct at_str line;
    while (at_str_next_line(rest, &line)) {
        *out_name = (struct at_str){0};
        *out_pid = ps_line(line, out_name);
        if (*out_pid > 0)
            return true;
    }
    return false;
}

int64_t
at_ps_find(struct at_str output, struct at_str name)
{
    struct at_str last;
    int64_t pid;
    while (at_ps_next(&output, &pid, &last))
        if (at_str_eq(last, name))
            return pid;
    return 0;
}

enum { HOLDER_PAUSE_MS = 250, HOLDERS_MAX_MS = 15000 };
#define NS_PER_MS INT64_C(1000000)

struct holder_row {
    struct at_str args; // part of the process's command line
    enum at_holder holder;
    const char *who;
    const char *remedy;
};

// The most precise names first: each of these programs also runs `am
// instrument`.
static const struct holder_row holders[] = {
    {AT_STR_ROW("io.appium.uiautomator2.server"), AT_HOLDER_OTHER,
     "Appium's UiAutomator2 server",
     "end the Appium session or run `adb shell am force-stop "
     "io.appium.uiautomator2.server`"},
    {AT_STR_ROW("com.wetest.uia2"), AT_HOLDER_OTHER, "openatx uiautomator2",
     "stop that tool (python: `d.stop_uiautomator()`)"},
    {AT_STR_ROW("com.github.uiautomator"), AT_HOLDER_OTHER,
     "openatx uiautomator2", "stop that tool (python: `d.stop_uiautomator()`)"},
    {AT_STR_ROW("dev.mobile.maestro"), AT_HOLDER_OTHER, "Maestro's driver",
     "end Maestro or run `adb shell am force-stop dev.mobile.maestro`"},
    {AT_STR_ROW("com.agentest.helper"), AT_HOLDER_HELPER,
     "the com.agentest.helper of another of our sessions",
     "end that session or run `adb shell am force-stop com.agentest.helper`"},
    {AT_STR_ROW("com.android.commands.uiautomator.Launcher"), AT_HOLDER_DUMP,
     "another `uiautomator` command", "let it end, then try again"},
    {AT_STR_ROW("uiautomator"), AT_HOLDER_OTHER, "a uiautomator test",
     "let it end or stop it, then try again"},
    {AT_STR_ROW("commands.am.Am instrument"), AT_HOLDER_OTHER,
     "an instrumentation test",
     "let it end or force-stop its package, then try again"},
    {AT_STR_ROW("am instrument"), AT_HOLDER_OTHER, "an instrumentation test",
     "let it end or force-stop its package, then try again"},
    {AT_STR_ROW("cmd activity instrument"), AT_HOLDER_OTHER,
     "an instrumentation test",
     "let it end or force-stop its package, then try again"},
};

enum at_holder
at_ps_find_automation(struct at_str output, char *buf, size_t cap)
{
    for (size_t i = 0; i < AT_LEN(holders); i++) {
        struct at_str rest = output;
        struct at_str line;
        struct at_str last = {0};

        while (at_str_next_line(&rest, &line)) {
            if (!at_str_has(line, holders[i].args))
                continue;
            snprintf(buf, cap, "%s (process %" PRId64 "); %s", holders[i].who,
                     ps_line(line, &last), holders[i].remedy);
            return holders[i].holder;
        }
    }
    if (cap > 0)
        buf[0] = '\0';
    return AT_HOLDER_NONE;
}

// Return the time that an ending program may take. A dump whose stream was
// closed continues for the 10 s in which it waits for quiet.
static int64_t
patience_ms(enum at_holder holder)
{
    static const int64_t ms[] = {
        [AT_HOLDER_NONE] = 2000,
        [AT_HOLDER_HELPER] = 5000,
        [AT_HOLDER_DUMP] = 12000,
        [AT_HOLDER_OTHER] = 0,
    };
    return ms[holder];
}

int64_t
at_holder_wait_next(struct at_holder_wait *wait, enum at_holder holder,
                    int64_t now_ns)
{
    bool first = wait->first_ns == 0;
    int64_t next_ns = now_ns + HOLDER_PAUSE_MS * NS_PER_MS;
    if (first)
        wait->first_ns = now_ns;
    if (first || holder != wait->holder)
        wait->since_ns = now_ns; // the earlier holder has ended
    wait->holder = holder;
    if (next_ns > wait->since_ns + patience_ms(holder) * NS_PER_MS ||
        next_ns > wait->first_ns + HOLDERS_MAX_MS * NS_PER_MS)
        return 0;
    return next_ns;
}

static size_t
indent_of(struct at_str line)
{
    size_t n = 0;
    while (n < line.len && line.ptr[n] == ' ')
        n++;
    return n;
}

// Return true if text is "Package [NAME] (1a2b3c):" of this package.
static bool
begins_package(struct at_str text, struct at_str package)
{
    static const struct at_str head = AT_STR_ROW("Package [");
    struct at_str name = at_str_skip(text, head.len);
    return at_str_starts(text, head) && at_str_starts(name, package) &&
           name.len > package.len && name.ptr[package.len] == ']';
}

// The list's lines are indented further than its title; words after a colon
// are remarks ("restricted=true").
void
at_requested_permissions(struct at_str output, struct at_str package,
                         struct at_argv *out)
{
    struct at_str line;
    size_t title = 0; // indentation of the list's title; 0: not in the list
    bool here = false;
    while (at_str_next_line(&output, &line)) {
        struct at_str text = at_str_trim(line);
        ptrdiff_t colon = at_str_find(text, AT_STR(":"));
        if (title > 0 && indent_of(line) <= title)
            title = 0;
        if (at_str_starts(text, AT_STR("Package [")))
            here = begins_package(text, package);
        else if (here && at_str_is(text, "requested permissions:"))
            title = indent_of(line);
        else if (title > 0 && text.len > 0)
            at_argv_add_str(out, colon > 0 ? at_str_head(text, (size_t)colon)
                                           : text);
    }
}
