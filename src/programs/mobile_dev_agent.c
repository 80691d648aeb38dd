// mobile_dev_agent.c: the command line for Android and the iOS simulator
#include "cli/main.h"
#include "device/android/android.h"
#include "device/ios/ios.h"
#include "maestro/record/watcher.h"
#include "sys/core.h"
#include "sys/installed.h"

static const struct at_platform *const platforms[] = {
    &at_android_platform,
    &at_ios_platform,
    NULL,
};

int
main(int argc, char **argv)
{
    at_core_forbid();
    at_installed_set_program(argv[0]);
    at_ios_set_program(argv[0]);
    at_maestro_watch("mobile-dev-agent");
    return at_cli_main(argc, argv, platforms);
}
