#include "base/alloc.h"
#include "device/ios/parse_oslog.h"
#include "device/ios/parse_xcodebuild.h"
#include "device/ios/select_sim.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_list(const struct at_sim_list *list)
{
    static const char *const latest[] = {AT_SIM_IPHONE_LATEST,
                                         AT_SIM_IPAD_LATEST, AT_SIM_BOOTED};
    size_t index;
    char remedy[256];
    for (size_t i = 0; i < AT_LEN(latest); i++) {
        if (!at_sim_select(list, at_str(latest[i]), &index, NULL))
            continue;
        at_assert(index < list->count && list->sims[index].is_ios);
        at_sim_remedy(&list->sims[index], remedy);
    }
    // Whatever is listed can be found by its id.
    for (size_t i = 0; i < list->count && i < 16; i++) {
        struct at_str udid = at_str(list->sims[i].udid);
        bool found = at_sim_select(list, udid, &index, NULL);
        at_assert(found || at_str_is(udid, AT_SIM_IPHONE_LATEST) ||
                  at_str_is(udid, AT_SIM_IPAD_LATEST) ||
                  at_str_is(udid, AT_SIM_BOOTED));
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    const struct at_log_query query = {.level = 'W', .max_lines = 3};
    struct at_sim_list list;
    struct at_simctl_error error;
    struct at_str state;
    struct at_log_result log;
    struct at_build_result build;
    if (at_simctl_parse_list(text, &list, NULL))
        check_list(&list);
    at_sim_list_deinit(&list);
    at_simctl_parse_error(text, &error);
    at_assert(!at_simctl_error_state(&error, &state) || state.len > 0);
    at_assert(at_launchctl_find_app(text, AT_STR("a")) >= 0);
    at_oslog_filter(text, &query, &log);
    at_assert(log.lines <= query.max_lines);
    at_buf_deinit(&log.text);
    if (at_xcodebuild_parse_settings(text, &build, NULL))
        at_assert(build.app_path && build.app_id);
    free(build.app_path);
    free(build.app_id);
    return 0;
}
