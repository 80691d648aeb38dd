#include "cli/commands.h"

#include "cli/step_screen.h"

static const struct at_command *const commands[] = {
    &at_cli_doctor,
    &at_cli_setup,
    &at_cli_session_show,
    &at_cli_session_set,
    &at_cli_session_unset,
    &at_cli_session_reset,
    &at_cli_device_list,
    &at_cli_device_boot,
    &at_cli_device_shutdown,
    &at_cli_device_erase,
    &at_cli_device_screenshot,
    &at_cli_device_info,
    &at_cli_device_network,
    &at_cli_app_build_ios,
    &at_cli_app_install,
    &at_cli_app_uninstall,
    &at_cli_app_launch,
    &at_cli_app_terminate,
    &at_cli_app_id,
    &at_cli_app_db,
    &at_cli_app_prefs,
    &at_cli_app_logs,
    &at_cli_ui_snapshot,
    &at_cli_ui_tap,
    &at_cli_ui_long_press,
    &at_cli_ui_double_tap,
    &at_cli_ui_fill,
    &at_cli_ui_type,
    &at_cli_ui_clear,
    &at_cli_ui_press,
    &at_cli_ui_swipe,
    &at_cli_ui_drag,
    &at_cli_ui_pinch,
    &at_cli_ui_set,
    &at_cli_ui_scroll,
    &at_cli_ui_scroll_to,
    &at_cli_ui_wait,
    &at_cli_ui_assert_visible,
    &at_cli_ui_assert_not_visible,
    &at_cli_ui_find,
    &at_cli_flow_run,
    &at_cli_flow_check,
    &at_cli_flow_schema,
    &at_cli_record,
    &at_cli_test,
    &at_cli_gc,
    &at_cli_logs_tail,
    &at_cli_report,
    &at_cli_repl,
    &at_cli_live_start,
    &at_cli_live_status,
    &at_cli_live_stop,
    &at_cli_completion,
    &at_cli_help,
    NULL,
};

static const struct at_option global_options[] = {
    {.name = "--session",
     .value = "NAME",
     .help = "whose defaults and last snapshot are meant",
     .absent = "default"},
    {.name = "--json", .help = "one JSON object on stdout"},
    {.name = "--jsonl", .help = "events as they happen, then the result"},
    {.name = "--quiet", .help = "no progress, no next steps"},
    {.name = "--verbose", .help = "each event as a line on stderr"},
    {.name = "--help", .alias = "-h", .help = "a page about the command"},
    {.name = "--version", .help = "name and version"},
    {0},
};

static const char *const platform_names[] = {"ios", "android", NULL};

static const struct at_flag_option flag_options[] = {
    {AT_CLI_PLATFORM,
     {.name = "--platform",
      .value = "PLATFORM",
      .choices = platform_names,
      .help = "ios or android",
      .absent = "the session's, else what is on this machine"}},
    {AT_CLI_PLATFORM,
     {.name = "--device",
      .value = "SELECTOR",
      .help = "adb serial; or booted, iphone-latest, ipad-latest, a UDID or "
              "a simulator's name",
      .absent = "the session's, else the one that runs"}},
    {AT_CLI_APP,
     {.name = "--app-id",
      .value = "ID",
      .help = "package name or bundle id",
      .absent = "the session's"}},
    {AT_CLI_TIMEOUT,
     {.name = "--timeout-ms", .value = "MS", .help = "give up after that"}},
    {AT_CLI_LOOKS,
     {.name = "--timeout-ms",
      .value = "MS",
      .help = "how long to look for the element"}},
    {AT_CLI_WAITS,
     {.name = "--timeout-ms", .value = "MS", .help = "how long to wait"}},
    {AT_CLI_SHOWS,
     {.name = "--show",
      .value = "WHAT",
      .choices = at_show_names,
      .help = "of the screen afterwards: diff (what changed), tree (all of it) "
              "or none",
      .absent = "diff"}},
    {0},
};

static const struct at_help_row exits[] = {
    {"0", "success"},
    {"1", "the command ran and did not succeed"},
    {"2", "usage: a word of the command line is wrong"},
    {"127", "a program that is needed is missing"},
    {0},
};

static const struct at_help_row environment[] = {
    {"MOBILE_DEV_AGENT_STATE_DIR", "sessions and the live process's socket"},
    {"MOBILE_DEV_AGENT_CACHE_DIR", "run folders, and builds for iOS"},
    {"MOBILE_DEV_AGENT_GC_KEEP_LAST", "as gc --keep-last"},
    {"MOBILE_DEV_AGENT_GC_KEEP_FAILURE_DAYS", "as gc --keep-failure-days"},
    {"MOBILE_DEV_AGENT_GC_MAX_BYTES", "as gc --max-bytes"},
    {"MOBILE_DEV_AGENT_AXE_PATH", "the AXe program"},
    {"ANDROID_SERIAL", "the Android device if nothing else names one"},
    {"ADB_SERVER_SOCKET", "the adb server (tcp:127.0.0.1:5037)"},
    {"AGENTEST_HELPER", "resident (nothing is installed) or apk (installed)"},
    {"AGENTEST_DISABLE_HELPER", "1: only adb and the emulator's gRPC"},
    {"AGENTEST_DISABLE_KEEP_AWAKE", "1: the device may turn its screen off"},
    {"AGENTEST_DISABLE_FRAMEWORK_SYNC", "1: no app is asked what it does"},
    {"AGENTEST_DISABLE_FIBER_INFERENCE", "1: no names of React's components"},
    {"RCT_METRO_PORT", "where React Native's Metro is looked for first"},
    {"CURL_CA_BUNDLE SSL_CERT_FILE",
     "certificates that requests of scripts trust, a PEM file"},
    {"NO_COLOR", "no colours on a terminal"},
    {0},
};

// The commands of a first session; docs/cli.md has each line at its command.
static const struct at_example first_steps[] = {
    {"ui snapshot -i", "the screen, with refs"},
    {"ui tap @e3", "act on one of them"},
    {"ui assert-visible Welcome", "wait for the outcome"},
    {0},
};

const struct at_program at_mobile_dev_agent = {
    .name = "mobile-dev-agent",
    .summary = "inspect, act and verify on devices and simulators",
    .about = "Inspect, act and verify on Android devices and iOS simulators, "
             "from a shell.\n",
    .commands = commands,
    .options = global_options,
    .flag_options = flag_options,
    .examples = first_steps,
    .environment_title = "Environment",
    .environment = environment,
    .exits = exits,
    .words_max = AT_CLI_WORDS_MAX,
    .has_known_words = true,
    .takes_texts = true,
};

const char *
at_cli_session(const struct at_arguments *args)
{
    const char *name = at_arguments_option(args, "--session");
    return name ? name : "default";
}

enum at_output_mode
at_cli_mode(const struct at_arguments *args)
{
    if (at_arguments_have(args, "--jsonl"))
        return AT_OUTPUT_JSONL;
    return at_arguments_have(args, "--json") ? AT_OUTPUT_JSON : AT_OUTPUT_TEXT;
}
