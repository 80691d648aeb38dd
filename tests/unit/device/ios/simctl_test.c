// simctl_test.c: what simctl prints, and which simulator a selector means
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "device/ios/select_sim.h"
#include "tests/t.h"

static const struct {
    const char *file;
    size_t count;
    size_t ios;
    size_t available;
    size_t booted;
    const char *iphone; // iphone-latest: name, and its runtime
    const char *os;
    const char *ipad;
} recorded[] = {
    {"simctl-devices-ios12-availability-string.json", 16, 7, 16, 0,
     "iPhone 6 Plus", "iOS 12.1", "iPad Pro (12.9-inch) (2nd generation)"},
    {"simctl-devices-with-unavailable.json", 32, 14, 16, 0, "iPhone 6 Plus",
     "iOS 12.1", "iPad Pro (12.9-inch) (2nd generation)"},
    {"simctl-devices-unavailable-latest.json", 66, 48, 33, 2, "iPhone XS Max",
     "iOS 12.1", "iPad Pro (12.9-inch) (3rd generation)"},
    {"simctl-devices-xcode11.json", 42, 35, 36, 0, "iPhone 11 Pro Max",
     "iOS 13.4", "iPad Pro (12.9-inch) (4th generation)"},
    {"simctl-devices-xcode15.json", 80, 48, 69, 0, "iPhone 15 Pro Max",
     "iOS 17.2", "iPad Pro (12.9-inch) (6th generation)"},
    {"simctl-list-full-ios11-creating-state.json", 147, 114, 48, 0, "iPhone X",
     "iOS 11.3", "iPad Pro (12.9-inch) (2nd generation)"},
};

static char *
read_recorded(const char *file, size_t *out_len)
{
    char *path = at_strfmt("%s/fixtures/ios/simctl/%s", t_shared(), file);
    char *text = t_read_file(path, out_len);
    free(path);
    return text;
}

static void
check_latest(const struct at_sim_list *list, const char *selector,
             const char *name, const char *os)
{
    struct at_err err = AT_ERR_INIT;
    size_t index = 0;
    T_EQ_INT(at_sim_select(list, at_str(selector), &index, &err), name != NULL);
    if (!name) {
        T_EQ_INT(err.code, AT_ENODEV);
        return;
    }
    T_EQ_TEXT(list->sims[index].name, name);
    T_EQ_TEXT(list->sims[index].os, os);
}

T_TEST(simctl_recorded_lists)
{
    for (size_t i = 0; i < T_LEN(recorded); i++) {
        struct at_sim_list list;
        struct at_err err = AT_ERR_INIT;
        size_t len;
        size_t counts[3] = {0};
        char *text = read_recorded(recorded[i].file, &len);
        T_ROW(recorded[i].file);
        T_OK(text != NULL);
        T_OK(at_simctl_parse_list(at_str_n(text, len), &list, &err));
        for (size_t k = 0; k < list.count; k++) {
            counts[0] += list.sims[k].is_ios;
            counts[1] += list.sims[k].available;
            counts[2] += at_sim_is_booted(&list.sims[k]);
        }
        T_EQ_SIZE(list.count, recorded[i].count);
        T_EQ_SIZE(counts[0], recorded[i].ios);
        T_EQ_SIZE(counts[1], recorded[i].available);
        T_EQ_SIZE(counts[2], recorded[i].booted);
        check_latest(&list, "iphone-latest", recorded[i].iphone,
                     recorded[i].os);
        check_latest(&list, "ipad-latest", recorded[i].ipad, recorded[i].os);
        at_sim_list_deinit(&list);
        free(text);
    }
}

#define RUNTIME "com.apple.CoreSimulator.SimRuntime."
#define LIST(rows) "{\"devices\" : {" rows "}}"
#define SIM(udid, name, state, more)                                           \
    "{\"udid\":\"" udid "\",\"name\":\"" name "\",\"state\":\"" state          \
    "\"" more "}"
#define THERE ",\"isAvailable\":true"
#define TYPE(type)                                                             \
    ",\"deviceTypeIdentifier\":"                                               \
    "\"com.apple.CoreSimulator.SimDeviceType." type "\""

// The fields read of each simulator, one per row.
static const struct {
    const char *text;
    const char *os;
    const char *model;
    const char *reason;
    bool available;
    bool is_ios;
    enum at_sim_family family;
    int32_t version[3];
} fields[] = {
    {LIST("\"" RUNTIME
          "iOS-18-1\":[" SIM("U", "iPhone 16", "Booted", THERE) "]"),
     "iOS 18.1",
     "iPhone 16",
     "",
     true,
     true,
     AT_SIM_IPHONE,
     {18, 1, 0}},
    // Xcode 9
    {LIST("\"iOS 12.1\":[" SIM("U", "iPad Air", "Booted",
                               ",\"availability\":\"(available)\"") "]"),
     "iOS 12.1",
     "iPad Air",
     "",
     true,
     true,
     AT_SIM_IPAD,
     {12, 1, 0}},
    {LIST("\"iOS 9.3.5\":[" SIM("U", "iPhone 6", "Shutdown",
                                ",\"availability\":\" (unavailable, runtime "
                                "profile not found)\"") "]"),
     "iOS 9.3.5",
     "iPhone 6",
     "runtime profile not found",
     false,
     true,
     AT_SIM_IPHONE,
     {9, 3, 5}},
    // Xcode 10.1
    {LIST("\"" RUNTIME "iOS-12-1\":[" SIM("U", "iPhone X", "Shutdown",
                                          ",\"isAvailable\":\"YES\"") "]"),
     "iOS 12.1",
     "iPhone X",
     "",
     true,
     true,
     AT_SIM_IPHONE,
     {12, 1, 0}},
    {LIST("\"" RUNTIME
          "iOS-12-2\":[" SIM("U", "iPhone X", "Shutdown",
                             ",\"isAvailable\":\"NO\",\"availabilityError\":"
                             "\"no bundle\"") "]"),
     "iOS 12.2",
     "iPhone X",
     "no bundle",
     false,
     true,
     AT_SIM_IPHONE,
     {12, 2, 0}},
    // Named by its owner: what it is says the type.
    {LIST("\"" RUNTIME "iOS-18-0\":[" SIM("U", "Mine", "Booted",
                                          THERE TYPE("iPhone-16-Pro-Max")) "]"),
     "iOS 18.0",
     "iPhone 16 Pro Max",
     "",
     true,
     true,
     AT_SIM_IPHONE,
     {18, 0, 0}},
    // … and an unchanged name says more than the type.
    {LIST("\"" RUNTIME
          "iOS-18-0\":[" SIM("U", "iPad Pro 11-inch (M4)", "Booted",
                             THERE TYPE("iPad-Pro-11-inch-M4-8GB")) "]"),
     "iOS 18.0",
     "iPad Pro 11-inch (M4)",
     "",
     true,
     true,
     AT_SIM_IPAD,
     {18, 0, 0}},
    {LIST("\"" RUNTIME
          "watchOS-11-1\":[" SIM("U", "Apple Watch", "Booted", THERE) "]"),
     "watchOS 11.1",
     "Apple Watch",
     "",
     true,
     false,
     AT_SIM_OTHER,
     {11, 1, 0}},
    {"note: a notice before it\n" LIST("\"" RUNTIME "iOS-26-0\":[" SIM(
         "U", "iPhone 17", "Booted", THERE) "]"),
     "iOS 26.0",
     "iPhone 17",
     "",
     true,
     true,
     AT_SIM_IPHONE,
     {26, 0, 0}},
};

T_TEST(simctl_fields)
{
    for (size_t i = 0; i < T_LEN(fields); i++) {
        struct at_sim_list list;
        struct at_err err = AT_ERR_INIT;
        T_ROW(fields[i].text);
        T_OK(at_simctl_parse_list(at_str(fields[i].text), &list, &err));
        T_EQ_SIZE(list.count, 1);
        T_EQ_TEXT(list.sims[0].udid, "U");
        T_EQ_TEXT(list.sims[0].os, fields[i].os);
        T_EQ_TEXT(list.sims[0].model, fields[i].model);
        T_EQ_TEXT(list.sims[0].reason, fields[i].reason);
        T_EQ_INT(list.sims[0].available, fields[i].available);
        T_EQ_INT(list.sims[0].is_ios, fields[i].is_ios);
        T_EQ_INT(list.sims[0].family, fields[i].family);
        for (size_t k = 0; k < 3; k++)
            T_EQ_INT(list.sims[0].version[k], fields[i].version[k]);
        at_sim_list_deinit(&list);
    }
}

// Cut anywhere it is an error that says so, and never half a list.
T_TEST(simctl_list_cut)
{
    const char *text = fields[5].text;
    for (size_t len = 0; len < strlen(text); len++) {
        struct at_sim_list list;
        struct at_err err = AT_ERR_INIT;
        char *cut = at_strndup(text, len); // ASan sees the end
        T_NOT(at_simctl_parse_list(at_str_n(cut, len), &list, &err));
        T_EQ_INT(err.code, AT_EPROTO);
        T_HAS(err.msg, "simctl list devices -j");
        T_EQ_SIZE(list.count, 0);
        free(cut);
    }
}

T_TEST(simctl_list_is_bounded)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    struct at_sim_list list;
    struct at_err err = AT_ERR_INIT;
    at_buf_add_text(&text, "{\"devices\":{\"iOS 1.0\":[{\"udid\":\"0\"}");
    for (size_t i = 0; i < AT_SIMULATORS_MAX; i++)
        at_buf_add_fmt(&text, ",{\"udid\":\"%zu\"}", i + 1);
    at_buf_add_text(&text, "]}}");
    T_NOT(text.overflow);
    T_NOT(at_simctl_parse_list(at_buf_str(&text), &list, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_buf_deinit(&text);
}

#define A "AAAAAAAA-0000-4000-8000-000000000001"
#define B "BBBBBBBB-0000-4000-8000-000000000002"
#define C "CCCCCCCC-0000-4000-8000-000000000003"
#define D "DDDDDDDD-0000-4000-8000-000000000004"
#define E "EEEEEEEE-0000-4000-8000-000000000005"
#define GONE ",\"isAvailable\":false"

// states of A and B differ by row below
#define FLEET(a, b)                                                            \
    LIST("\"" RUNTIME "iOS-17-2\":[" SIM(                                      \
        A, "iPhone 15", a,                                                     \
        THERE) "],"                                                            \
               "\"" RUNTIME                                                    \
               "iOS-18-1\":[" SIM(B, "iPhone 15", b, THERE) "," SIM(           \
                   C, "iPhone 15 Pro", "Shutdown",                             \
                   THERE) "],"                                                 \
                          "\"" RUNTIME "iOS-26-0\":[" SIM(                     \
                              D, "iPhone 17 Pro", "Shutdown",                  \
                              GONE) "],\"" RUNTIME                             \
                                    "watchOS-11-0\":[" SIM(                    \
                                        E, "Watch", "Booted", THERE) "]")

static const struct {
    const char *list;
    const char *selector;
    const char *udid; // NULL: an error with these words
    const char *words;
} selections[] = {
    {FLEET("Booted", "Shutdown"), "booted", A, NULL},
    {FLEET("Shutdown", "Shutdown"), "booted", NULL, "no simulator is booted"},
    {FLEET("Booted", "Booted"), "booted", NULL,
     "2 simulators are booted, so 'booted' does not say which: choose one by "
     "UDID or name; available: iPhone 15 (iOS 17.2, " A "), iPhone 15 (iOS "
     "18.1, " B ")"},
    // With the same name, a running one wins, else the newest.
    {FLEET("Booted", "Shutdown"), "iPhone 15", A, NULL},
    {FLEET("Shutdown", "Shutdown"), "iPhone 15", B, NULL},
    {FLEET("Booted", "Booted"), "iPhone 15", B, NULL},
    {FLEET("Shutdown", "Shutdown"), "iphone 15 pro", C, NULL},
    {FLEET("Shutdown", "Shutdown"), A, A, NULL},
    {FLEET("Shutdown", "Shutdown"), "aaaaaaaa-0000-4000-8000-000000000001", A,
     NULL},
    // A device that cannot run is listed, but not chosen as the latest.
    {FLEET("Shutdown", "Shutdown"), D, D, NULL},
    {FLEET("Booted", "Booted"), "iphone-latest", C, NULL},
    {FLEET("Booted", "Booted"), "ipad-latest", NULL,
     "no iPad simulator is available"},
    {FLEET("Booted", "Booted"), "iPhone 16", NULL,
     "no simulator 'iPhone 16': did you mean 'iPhone 15'"},
    {LIST(""), "iPhone", NULL, "valid is a name or UDID"},
    {LIST(""), "iphone-latest", NULL, "xcodebuild -downloadPlatform iOS"},
};

T_TEST(simctl_selectors)
{
    for (size_t i = 0; i < T_LEN(selections); i++) {
        struct at_sim_list list;
        struct at_err err = AT_ERR_INIT;
        size_t index = 0;
        T_ROW(selections[i].selector);
        T_OK(at_simctl_parse_list(at_str(selections[i].list), &list, &err));
        bool ok =
            at_sim_select(&list, at_str(selections[i].selector), &index, &err);
        T_EQ_INT(ok, selections[i].udid != NULL);
        if (ok) {
            T_EQ_TEXT(list.sims[index].udid, selections[i].udid);
        } else {
            T_EQ_INT(err.code, at_str_has(at_str(err.msg), AT_STR("are booted"))
                                   ? AT_EMANYDEV
                                   : AT_ENODEV);
            T_HAS(err.msg, selections[i].words);
        }
        at_sim_list_deinit(&list);
    }
}

// Each is higher than the one after it.
static const char *const iphones[] = {
    "iPhone 17 Pro Max",
    "iPhone 17 Pro",
    "iPhone 17",
    "iPhone 16 Plus",
    "iPhone 16",
    "iPhone 16e",
    "iPhone 13 mini",
    "iPhone 11 Pro Max",
    "iPhone XS Max",
    "iPhone XS",
    "iPhone XR",
    "iPhone X",
    "iPhone 8 Plus",
    "iPhone 8",
    "iPhone 6s Plus",
    "iPhone 6s",
    "iPhone 6 Plus",
    "iPhone Air",
    "iPhone SE (3rd generation)",
};
static const char *const ipads[] = {
    "iPad Pro 13-inch (M4)",
    "iPad Pro 11-inch (M4)",
    "iPad Pro (12.9-inch) (6th generation)",
    "iPad Pro (12.9-inch) (2nd generation)",
    "iPad Pro (9.7-inch)",
    "iPad Air 13-inch (M2)",
    "iPad Air 11-inch (M2)",
    "iPad Air (5th generation)",
    "iPad (A16)",
    "iPad (10th generation)",
    "iPad mini (A17 Pro)",
    "iPad mini (6th generation)",
};

static void
check_order(const char *const *models, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count; k++) {
            int cmp = at_sim_model_cmp(at_str(models[i]), at_str(models[k]));
            T_ROW(models[i]);
            T_OK(i == k ? cmp == 0 : i < k ? cmp > 0 : cmp < 0);
        }
    }
}

T_TEST(simctl_models_have_one_order)
{
    check_order(iphones, T_LEN(iphones));
    check_order(ipads, T_LEN(ipads));
}

#define FRAME(domain, code)                                                    \
    "An error was encountered processing the command (domain=" domain          \
    ", code=" code "):\n"

static const struct {
    const char *text;
    const char *domain;
    int64_t code;
    const char *words;
    const char *state; // NULL: none
    bool no_app;
} errors[] = {
    {FRAME("com.apple.CoreSimulator.SimError",
           "405") "Unable to boot device in current state: Booted\n",
     "com.apple.CoreSimulator.SimError", 405,
     "Unable to boot device in current state: Booted", "Booted", false},
    {FRAME("com.apple.CoreSimulator.SimError",
           "405") "Unable to lookup in current state: Shutting Down.",
     "com.apple.CoreSimulator.SimError", 405,
     "Unable to lookup in current state: Shutting Down.", "Shutting Down",
     false},
    {FRAME("FBSOpenApplicationServiceErrorDomain",
           "4") "Simulator device failed to launch com.a.\nThe request was "
                "denied.\n"
                "Underlying error (domain=FBSOpenApplicationErrorDomain, "
                "code=4):\n"
                "\tApplication \"com.a\" is unknown to FrontBoard.\n",
     "FBSOpenApplicationServiceErrorDomain", 4,
     "Simulator device failed to launch com.a. The request was denied.", NULL,
     true},
    // The service denied it for another reason.
    {FRAME("FBSOpenApplicationServiceErrorDomain",
           "1") "The request was denied.",
     "FBSOpenApplicationServiceErrorDomain", 1, "The request was denied.", NULL,
     false},
    {FRAME("NSOSStatusErrorDomain", "-10814") "It failed.",
     "NSOSStatusErrorDomain", -10814, "It failed.", NULL, true},
    {FRAME("NSPOSIXErrorDomain",
           "3") "Application termination failed.\nfound nothing to terminate",
     "NSPOSIXErrorDomain", 3,
     "Application termination failed. found nothing to terminate", NULL, false},
    {"Invalid device: nope\n", "", 0, "Invalid device: nope", NULL, false},
    {"(domain=X, code=99999999999999999999):", "X", 0, "", NULL, false},
    {"(domain=X", "", 0, "(domain=X", NULL, false},
    {"current state: ", "", 0, "current state:", NULL, false},
    {"", "", 0, "", NULL, false},
};

T_TEST(simctl_errors)
{
    for (size_t i = 0; i < T_LEN(errors); i++) {
        struct at_simctl_error error;
        struct at_str state = {0};
        T_ROW(errors[i].text);
        at_simctl_parse_error(at_str(errors[i].text), &error);
        T_EQ_TEXT(error.domain, errors[i].domain);
        T_EQ_INT(error.code, errors[i].code);
        T_EQ_TEXT(error.text, errors[i].words);
        T_EQ_INT(at_simctl_error_state(&error, &state),
                 errors[i].state != NULL);
        if (errors[i].state)
            T_EQ_STR(state, errors[i].state);
        T_EQ_INT(at_simctl_error_no_app(&error), errors[i].no_app);
        for (size_t len = 0; len < strlen(errors[i].text); len++) {
            char *cut = at_strndup(errors[i].text, len);
            at_simctl_parse_error(at_str_n(cut, len), &error);
            free(cut);
        }
    }
}

static const struct {
    const char *text;
    int64_t launched; // 0: not found
    int64_t listed;
} pids[] = {
    {"com.a.b: 4711\n", 4711, 0},
    {"note: x\ncom.a.b: 4711", 4711, 0},
    {"com.a.bc: 4711\n", 0, 0},
    {"com.a.b: x\n", 0, 0},
    {"com.a.b: 0\n", 0, 0},
    {"PID\tStatus\tLabel\n4711\t0\tUIKitApplication:com.a.b[6c1f][rb-legacy]\n",
     0, 4711},
    {"4711\t0\tUIKitApplication:com.a.b\n", 0, 4711},
    {"-\t0\tUIKitApplication:com.a.b[6c1f]\n", 0, 0},
    {"4711\t0\tUIKitApplication:com.a.bc[6c1f]\n", 0, 0},
    {"4711\t0\tcom.a.b\n", 0, 0},
    {"4711\t0", 0, 0},
    {"", 0, 0},
};

T_TEST(simctl_process_ids)
{
    for (size_t i = 0; i < T_LEN(pids); i++) {
        struct at_str text = at_str(pids[i].text);
        int64_t pid = 0;
        T_ROW(pids[i].text);
        T_EQ_INT(at_simctl_parse_pid(text, AT_STR("com.a.b"), &pid),
                 pids[i].launched > 0);
        T_EQ_INT(pid, pids[i].launched);
        T_EQ_INT(at_launchctl_find_app(text, AT_STR("com.a.b")),
                 pids[i].listed);
    }
    T_EQ_INT(at_launchctl_find_app(at_str(pids[5].text), AT_STR("")), 0);
}

T_TEST(simctl_remedies)
{
    struct at_sim sim = {.state = "Booted", .available = true};
    char remedy[256];
    at_sim_remedy(&sim, remedy);
    T_EQ_TEXT(remedy, "");
    sim = (struct at_sim){.state = "Shutdown", .available = true, .udid = A};
    at_sim_remedy(&sim, remedy);
    T_HAS(remedy, "device boot --platform ios --device " A);
    sim.available = false;
    at_sim_remedy(&sim, remedy);
    T_HAS(remedy, "its runtime is not installed");
}

T_MAIN()
