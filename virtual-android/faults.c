#include "virtual-android/faults.h"

#include <string.h>

#include "base/buf.h"
#include "base/limits.h"

const struct vd_fault vd_faults[VD_FAULT_COUNT] = {
    {"drop-dump", "the connection drops in the middle of a dump's output"},
    {"launch-lost", "the launcher covers what `am start` has started"},
    {"start-hangs", "`am start -W` never returns, although the app is up"},
    {"leanback-only",
     "the launcher activities are in the category LEANBACK_LAUNCHER only"},
    {"resolves-chooser", "`resolve-activity` names the system's chooser"},
    {"illegal-character", "`uiautomator dump` fails on a character of a text"},
    {"stop-ignored", "`am force-stop` says nothing and ends nothing"},
    {"offline", "connected but silent: the server says offline, until cleared"},
    {"vanish", "no connection is kept or accepted, until cleared"},
    {"garbage-dump", "a dump is random bytes instead of XML"},
    {"truncate-dump", "a dump's XML ends in the middle"},
    {"stall", "a shell command's output stalls until the stream is closed"},
    {"stall-dump", "`uiautomator dump` stalls until the stream is closed"},
    {"dump-lingers",
     "`uiautomator dump` stalls, and holds the UiAutomation for "
     "2 s after its stream was closed, or until it is killed"},
    {"null-root", "`uiautomator dump` finds a null root node; the helper finds "
                  "none until it renews its connection"},
    {"compose-silent", "apps send no event for what they draw, until cleared"},
    {"stale-cache", "nodes come from a cache until the helper clears it"},
    {"late-tree", "a tree of the helper has an empty web view for an app"},
    {"slow-keyboard",
     "the keyboard opens 0.6, 1 or 1.5 s after its field was touched, in turn"},
    {"no-set-text", "a field refuses to be set, and reads keys only"},
    {"clipboard-denied", "the clipboard is not for the helper"},
    {"idle-error", "`uiautomator dump` could not get idle state"},
    {"killed-dump", "`uiautomator dump` is killed"},
    {"late-windows",
     "`uiautomator dump --windows` finds no window yet, and makes no file"},
    {"partial-windows", "`uiautomator dump --windows` finds the bars only"},
    {"drop-shell", "a shell stream closes without its exit packet"},
    {"slow-bytes", "a shell command's output trickles, first byte by byte"},
    {"inject-denied", "an input is refused for lack of INJECT_EVENTS"},
    {"logcat-fails", "`logcat` cannot read the log"},
    {"screencap-truncate", "`screencap` ends in the middle of the image"},
    {"screenrecord-codec", "`screenrecord` finds no encoder"},
    {"screenrecord-late",
     "`screenrecord` makes its file 2 s late, unless it is killed before"},
    {"install-refused", "an APK is refused, as by the phone's user"},
    {"uiautomation-held", "another process is registered as UiAutomation"},
    {"helper-crash",
     "the helper carries a request out and dies before it answers"},
    {"helper-crash-input",
     "the helper dies before it answers a request with an input"},
    {"helper-hang", "the helper never answers a request"},
    {"helper-hang-input",
     "the helper never does or answers a request with an input"},
    {"helper-port-taken", "the helper's port is in use"},
    {"helper-lost", "the system ends the helper's UiAutomation"},
    {"helper-lost-touch", "the same while a finger of the helper's is down"},
    {"helper-broken", "a request to the helper ends in an exception"},
    {"helper-undelivered", "an input of the helper does not reach the app"},
    {"acts-before-touch",
     "the apps' rules for `before_touch` run before an input of the helper"},
    {"restless-target", "the target of a helper's input never stops moving"},
    {"idling-late", "an app's idling bridge does not answer the helper"},
    {"idling-unsupported", "the helper cannot ask an idling bridge"},
    {"linker-warns", "`pidof` and `content` have a warning on their stderr"},
    {"helper-lingers", "a helper that has ended is registered for 3 s more"},
    {"no-app-process", "`app_process` is not found"},
    {"resident-killed", "`app_process` is killed as it takes the UiAutomation"},
    {"resident-linkage",
     "the helper in app_process misses a method of Android's"},
    {"resident-silent",
     "`app_process` starts, and never says or serves anything"},
    {"resident-stall", "the helper in app_process does a step and then hangs"},
    {"resident-deaf", "the helper in app_process does not see its input's end"},
    {"adbd-restart", "adbd restarts now: all that it has started is gone"},
    {"jar-half-pushed", "a push ends in the middle of the file"},
    {"scrcpy-silent", "scrcpy's server starts, and never listens"},
    {"scrcpy-no-encoder", "scrcpy's server finds no encoder"},
    {"scrcpy-dies", "scrcpy's server closes its stream after a few frames"},
    {"scrcpy-stall", "scrcpy's server stops in the middle of a packet"},
    {"scrcpy-huge", "scrcpy's server announces a packet of 4 GiB"},
};

static void
list_names(struct at_buf *out)
{
    for (size_t i = 0; i < VD_FAULT_COUNT; i++)
        at_buf_add_fmt(out, "%s%s", i ? ", " : "", vd_faults[i].name);
}

bool
vd_fault_find(const char *name, size_t *out_index, struct at_err *err)
{
    for (size_t i = 0; i < VD_FAULT_COUNT; i++) {
        if (strcmp(vd_faults[i].name, name) == 0) {
            *out_index = i;
            return true;
        }
    }
    struct at_buf names = AT_BUF_INIT(4 * AT_KIB);
    list_names(&names);
    at_fail(err, AT_EUSAGE, "unknown fault '%s'; there are %s", name,
            at_buf_text(&names));
    at_buf_deinit(&names);
    return false;
}
