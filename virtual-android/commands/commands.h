// commands.h: the android commands' functions, and what they share
//
// A row's function is named after its command. A command waits for what takes
// time on a device (va_spend()) before it acts, holding no lock.
#ifndef VIRTUAL_ANDROID_COMMANDS_H
#define VIRTUAL_ANDROID_COMMANDS_H

#include "virtual-android/command.h"
#include "virtual-android/device.h"

int va_cmd_am(struct va_call *call);
int va_cmd_app_process(struct va_call *call);
int va_cmd_appops(struct va_call *call);
int va_cmd_cmd(struct va_call *call);
int va_cmd_content(struct va_call *call);
int va_cmd_dumpsys(struct va_call *call);
int va_cmd_getprop(struct va_call *call);
int va_cmd_ime(struct va_call *call);
int va_cmd_input(struct va_call *call);
int va_cmd_log(struct va_call *call);
int va_cmd_logcat(struct va_call *call);
int va_cmd_monkey(struct va_call *call);
int va_cmd_nohup(struct va_call *call);
int va_cmd_pidof(struct va_call *call);
int va_cmd_pkill(struct va_call *call);
int va_cmd_pm(struct va_call *call);
int va_cmd_ps(struct va_call *call);
int va_cmd_run_as(struct va_call *call);
int va_cmd_screencap(struct va_call *call);
int va_cmd_screenrecord(struct va_call *call);
int va_cmd_service(struct va_call *call);
int va_cmd_setprop(struct va_call *call);
int va_cmd_settings(struct va_call *call);
int va_cmd_sqlite3(struct va_call *call);
int va_cmd_svc(struct va_call *call);
int va_cmd_uiautomator(struct va_call *call);
int va_cmd_uptime(struct va_call *call);
int va_cmd_wm(struct va_call *call);

// Wait as long as what ("tap", "dump") takes; false: the stream was closed.
bool va_spend(struct va_call *call, const char *what);

// The words after the first as a call of their own: "cmd package list" runs
// pm with "package list". Borrows from call.
struct va_call va_shifted(const struct va_call *call, int words);

// argv[i], or "" past the end.
const char *va_word(const struct va_call *call, int i);
// A number between min and max; false otherwise.
bool va_number(const char *text, int64_t min, int64_t max, int64_t *out);

// A subcommand's name and function, in tables up to a row without a name.
struct va_verb {
    const char *name;
    int (*run)(struct va_call *call); // argv[0] is the verb
};

// Runs argv[1]'s verb; -1 where the table has none.
int va_run_verb(struct va_call *call, const struct va_verb *verbs);
// A whole program of verbs, as Android's ShellCommand does it: takes its time,
// and an unknown verb or none gives usage on stderr and status 255.
int va_run_program(struct va_call *call, const struct va_verb *verbs,
                   const char *usage);
// What `cmd -l` and `dumpsys -l` print; 0.
int va_list_services(struct va_call *call, const struct va_verb *services);

// "com.example/.Main" split and completed; false where there is no slash.
bool va_split_component(const char *text, char *package, size_t package_cap,
                        char *activity, size_t activity_cap);

#endif
