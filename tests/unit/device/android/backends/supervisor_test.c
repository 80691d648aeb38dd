// supervisor_test.c: what becomes of a backend that is lost
#include "tests/unit/device/android/backends/fake_backends.h"

// The call that loses it goes another way, the next brings it up again; after
// the second loss it is off.
T_TEST(a_loss_is_repaired_once)
{
    begin(PHONE);
    struct script *script = &scripts[AT_BACKEND_HELPER];
    script->after = AT_BACKEND_UNUSABLE;
    script->runs[1] = AT_ENODEV;
    script->runs[3] = AT_ENODEV;
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "helper+ helper");
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "helper helper- adb+ adb");
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "helper+ helper");
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "helper helper- adb");
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "adb");
    T_EQ_SIZE(android.base.fallbacks.count, 2);
    at_router_deinit(&router);
    T_EQ_SIZE(script->closed, 2);
}

// A backend that is off is tried again after ten minutes, with no memory of its
// failures.
T_TEST(a_backend_that_is_off_comes_back)
{
    const int64_t minute_ns = 60000 * AT_NS_PER_MS;
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].opens[0] = AT_EDEVICE;
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "helper+ adb+ adb");
    router.backends[AT_BACKEND_HELPER].off_ns -= 9 * minute_ns;
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "adb");
    router.backends[AT_BACKEND_HELPER].off_ns -= minute_ns;
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "helper+ helper");
    at_router_deinit(&router);
}

T_TEST(a_failed_repair_is_reported)
{
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].after = AT_BACKEND_UNUSABLE;
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].opens[1] = AT_EDEVICE;
    T_OK(go(AT_REQUEST_INPUT));
    T_OK(go(AT_REQUEST_INPUT));
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ helper helper- adb+ adb helper+ adb adb");
    T_EQ_SIZE(android.base.fallbacks.count, 2);
    T_HAS(android.base.fallbacks.text[0], "adb instead of helper");
    T_HAS(android.base.fallbacks.text[1], "could not be brought up again");
    at_router_deinit(&router);
}

// If nothing of the request ran, the restart is part of it; a backend that is
// lost again within the minute is passed over.
T_TEST(a_lost_backend_is_restarted_once_a_minute)
{
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].after = AT_BACKEND_LOST;
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].runs[2] = AT_ENODEV;
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ helper helper- helper+ helper");
    T_EQ_SIZE(android.base.fallbacks.count, 0);
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper helper- adb+ adb");
    T_EQ_SIZE(android.base.fallbacks.count, 1);
    T_HAS(android.base.fallbacks.text[0], "helper: lost: helper says no");
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ helper");
    at_router_deinit(&router);
}

T_TEST(a_restart_that_fails_is_a_loss)
{
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].after = AT_BACKEND_LOST;
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].opens[1] = AT_ETIMEOUT;
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ helper helper- helper+ adb+ adb");
    T_EQ_SIZE(at_router_describe(&router, states), 3);
    T_EQ_TEXT(states[1].reason, "helper says no; the one that ran was lost");
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ helper");
    at_router_deinit(&router);
}

T_TEST(a_stuck_backend_is_restarted_each_time)
{
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].after = AT_BACKEND_STUCK;
    for (size_t i = 0; i < 6; i += 2)
        scripts[AT_BACKEND_HELPER].runs[i] = AT_EBUSY;
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ helper helper- helper+ helper");
    for (size_t i = 0; i < 2; i++) {
        T_OK(go(AT_REQUEST_INPUT));
        T_EQ_TEXT(called(), "helper helper- helper+ helper");
    }
    T_EQ_SIZE(android.base.fallbacks.count, 0);
    at_router_deinit(&router);
}

// A request that may have run is not repeated: the next one restarts.
T_TEST(a_backend_lost_during_a_request_restarts_later)
{
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].after = AT_BACKEND_LOST;
    scripts[AT_BACKEND_HELPER].touches = true;
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].runs[1] = AT_ENODEV;
    T_NOT(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ helper adb+ adb^");
    scripts[AT_BACKEND_HELPER].touches = false;
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper helper- helper+ helper");
    at_router_deinit(&router);
}

// A start begun while the app was launched is awaited by the first request.
T_TEST(a_begun_start_is_used)
{
    begin_with(PHONE, kinds_with_resident);
    at_router_begin(&router);
    at_router_begin(&router);
    T_EQ_TEXT(called(), "resident<");
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "resident+ resident");
    at_router_begin(&router);
    T_EQ_TEXT(called(), "");
    at_router_deinit(&router);
}

T_TEST(a_begun_start_that_fails_is_a_failure_to_open)
{
    begin_with(PHONE, kinds_with_resident);
    scripts[AT_BACKEND_RESIDENT].opens[0] = AT_EDEVICE;
    at_router_begin(&router);
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "resident< resident+ helper+ helper");
    at_router_begin(&router);
    T_EQ_TEXT(called(), "");
    at_router_deinit(&router);
}

T_TEST(an_unwanted_start_is_dropped)
{
    begin_with(PHONE, kinds_with_resident);
    at_router_begin(&router);
    T_OK(at_router_use(&op, &router, AT_STR("adb"), &err));
    T_EQ_TEXT(called(), "resident< resident> adb+");
    at_router_begin(&router);
    T_EQ_TEXT(called(), "");
    T_OK(at_router_use(&op, &router, AT_STR("auto"), &err));
    at_router_begin(&router);
    T_EQ_TEXT(called(), "resident<");
    at_router_deinit(&router);
    T_EQ_TEXT(called(), "adb- resident>");
}

// A command that asks little starts no helper.
T_TEST(for_few_requests_nothing_is_begun)
{
    begin_with(PHONE, kinds_with_resident);
    android.base.brief = true;
    at_router_begin(&router);
    T_EQ_TEXT(called(), "");
    at_router_deinit(&router);
}

T_MAIN()
