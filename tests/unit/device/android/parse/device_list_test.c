#include "device/android/parse/device_list.h"

#include "tests/t.h"

static const char mixed[] =
    "HA0XYY05             device  usb:1-3 product:panther model:Pixel_7 "
    "device:panther transport_id:1\n"
    "172.16.10.20:5555    offline transport_id:2\n"
    "emulator-5554        unauthorized transport_id:3\n"
    "0123456789           no permissions (user in plugdev group; are your "
    "udev rules wrong?); see [http://developer.android.com/tools/device.html] "
    "usb:1-1 transport_id:4\n"
    "ABC                  odd transport_id:5\n";

T_TEST(entries_have_state_and_remedy)
{
    struct at_android_list list;
    at_android_list_read(AT_STR(mixed), &list);
    T_OK(list.count >= 4);
    T_EQ_TEXT(list.entries[0].serial, "HA0XYY05");
    T_EQ_TEXT(list.entries[0].state, "device");
    T_EQ_TEXT(list.entries[0].model, "Pixel 7");
    T_EQ_TEXT(list.entries[0].remedy, "");
    T_EQ_TEXT(list.entries[1].state, "offline");
    T_HAS(list.entries[1].remedy, "adb reconnect");
    T_EQ_TEXT(list.entries[2].state, "unauthorized");
    T_HAS(list.entries[2].remedy, "Allow USB debugging");
    T_EQ_TEXT(list.entries[3].state, "no permissions");
    T_HAS(list.entries[3].remedy, "udev rules");
    at_android_list_deinit(&list);
    at_android_list_deinit(&list);
}

static const struct {
    const char *list;
    const char *serial;
    const char *chosen; // NULL: none
    const char *message[3];
} rows[] = {
    {mixed, "", "HA0XYY05", {NULL}},
    {mixed, "HA0XYY05", "HA0XYY05", {NULL}},
    {"a offline\nb device\nc device\n", "", "b", {NULL}},
    {"a offline\nb device\nc device\n", "c", "c", {NULL}},
    {mixed,
     "emulator-5554",
     NULL,
     {"'emulator-5554' is unauthorized", "Allow USB debugging"}},
    {mixed,
     "nowhere",
     NULL,
     {"no device 'nowhere'; available: HA0XYY05 (ready)",
      "172.16.10.20:5555 (offline: "}},
    {mixed, "10.0.0.1:5555", NULL, {"adb connect", "HA0XYY05 (ready)"}},
    {"a offline\n", "", NULL, {"no usable device: a (offline: "}},
    {"", "", NULL, {"no device is connected", "USB debugging"}},
    {"", "a", NULL, {"no device 'a': nothing is connected"}},
};

T_TEST(a_usable_device_is_chosen)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_android_list list;
        size_t index = 99;

        T_ROW(rows[i].serial);
        at_android_list_read(at_str(rows[i].list), &list);
        bool ok =
            at_android_select(&list, at_str(rows[i].serial), &index, &err);
        T_EQ_INT(ok, rows[i].chosen != NULL);
        if (ok)
            T_EQ_TEXT(list.entries[index].serial, rows[i].chosen);
        else
            T_EQ_INT(err.code, AT_ENODEV);
        for (size_t j = 0; j < 3 && rows[i].message[j]; j++)
            T_HAS(err.msg, rows[i].message[j]);
        at_android_list_deinit(&list);
    }
}

T_TEST(several_usable_devices_need_a_choice)
{
    static const struct {
        const char *list;
        const char *chosen;
        enum at_code code;
        const char *message;
    } ones[] = {
        {"a device\n", "a", AT_OK, ""},
        {"a offline\nb device\n", "b", AT_OK, ""},
        {"a device\nb offline\nc device model:Pixel_7\n", NULL, AT_EMANYDEV,
         "2 devices are connected and none of them is named: a, c (Pixel 7)"},
        {"a offline\n", NULL, AT_ENODEV, "no usable device"},
        {"", NULL, AT_ENODEV, "no device is connected"},
    };
    for (size_t i = 0; i < T_LEN(ones); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_android_list list;
        size_t index = 99;

        T_ROW(ones[i].list);
        at_android_list_read(at_str(ones[i].list), &list);
        T_EQ_INT(at_android_select_only(&list, &index, &err),
                 ones[i].chosen != NULL);
        T_EQ_INT(err.code, ones[i].code);
        T_HAS(err.msg, ones[i].message);
        if (ones[i].chosen)
            T_EQ_TEXT(list.entries[index].serial, ones[i].chosen);
        at_android_list_deinit(&list);
    }
}

T_TEST(a_cut_list_never_breaks)
{
    for (size_t len = 0; len < sizeof(mixed); len++) {
        struct at_android_list list;

        at_android_list_read(at_str_n(mixed, len), &list);
        for (size_t i = 0; i < list.count; i++)
            T_OK(list.entries[i].serial[0] && list.entries[i].state[0]);
        at_android_list_deinit(&list);
    }
}

T_TEST(a_long_list_is_bounded)
{
    struct at_android_list list;
    char text[20000];
    size_t len = 0;
    while (len + 32 < sizeof(text))
        len += (size_t)snprintf(text + len, sizeof(text) - len,
                                "serial%zu device\n", len);
    at_android_list_read(at_str_n(text, len), &list);
    T_EQ_SIZE(list.count, 256);
    at_android_list_deinit(&list);
}

#define BOOT_A "0f5e1a2b-0000-4000-8000-000000000001"
#define BOOT_B "0f5e1a2b-0000-4000-8000-000000000002"

static const struct {
    const char *output;
    const char *identity;
} identities[] = {
    {"R58\nR58\n" BOOT_A "\n", "R58 " BOOT_A},
    {"\nEMULATOR34\n" BOOT_A "\n", "EMULATOR34 " BOOT_A},
    {"R58\r\n\r\n" BOOT_B "\r\n", "R58 " BOOT_B},
    {"R58\nR58\ninit=\n" BOOT_A "\n", "R58 " BOOT_A},
    {"\nR58\ninit=71\n" BOOT_A "\n", "R58 " BOOT_A " 71"},
    // neither half identifies a device alone
    {"\n\n" BOOT_A "\n", ""},
    {"\n\ninit=71\n" BOOT_A "\n", ""},
    {"R58\nR58\ncat: /proc/sys/kernel/random/boot_id: Permission denied\n", ""},
    {"R58\nR58\n", ""},
    {"", ""},
};

T_TEST(a_device_says_which_it_is)
{
    for (size_t i = 0; i < T_LEN(identities); i++) {
        char identity[AT_IDENTITY_MAX];
        T_ROW(identities[i].output);
        at_identity_parse(at_str(identities[i].output), identity);
        T_EQ_TEXT(identity, identities[i].identity);
    }
}

T_TEST(a_device_under_two_serials_counts_once)
{
    static const char ids[][AT_IDENTITY_MAX] = {"A", "A", "B", "", "B", ""};
    struct at_android_list list;
    struct at_err err = AT_ERR_INIT;
    size_t index;
    at_android_list_read(AT_STR("localhost:5555 device transport_id:1\n"
                                "emulator-5554 device transport_id:2\n"
                                "R58 device transport_id:3\n"
                                "10.0.0.7:5555 device transport_id:4\n"
                                "adb-R58-x._adb-tls-connect._tcp device "
                                "transport_id:5\n"
                                "10.0.0.8:5555 offline transport_id:6\n"),
                         &list);
    T_EQ_SIZE(list.count, T_LEN(ids));
    T_OK(at_android_may_repeat(&list));
    at_android_merge(&list, ids);
    T_EQ_TEXT(list.entries[0].same_as, "emulator-5554");
    T_EQ_TEXT(list.entries[1].same_as, "");
    T_EQ_TEXT(list.entries[4].same_as, "R58");
    T_EQ_SIZE(at_android_count_usable(&list), 3);
    T_NOT(at_android_select_only(&list, &index, &err));
    T_HAS(err.msg, "3 devices");
    T_OK(at_android_select(&list, AT_STR(""), &index, NULL));
    T_EQ_SIZE(index, 1);
    T_OK(at_android_select(&list, AT_STR("localhost:5555"), &index, NULL));
    T_EQ_SIZE(index, 0);
    at_android_list_deinit(&list);
}

T_TEST(nothing_is_asked_without_a_network_serial)
{
    static const struct {
        const char *text;
        bool may;
    } repeats[] = {
        {"emulator-5554 device\nR58 device\n", false},
        {"localhost:5555 device\n", false},
        {"localhost:5555 device\nR58 offline\n", false},
        {"localhost:5555 device\nR58 device\n", true},
        {"R58 device transport_id:1\nR58 device transport_id:2\n", false},
    };
    for (size_t i = 0; i < T_LEN(repeats); i++) {
        struct at_android_list list;
        T_ROW(repeats[i].text);
        at_android_list_read(at_str(repeats[i].text), &list);
        T_EQ_INT(at_android_may_repeat(&list), repeats[i].may);
        at_android_list_deinit(&list);
    }
}

T_TEST(two_devices_of_one_serial_have_names_of_their_transports)
{
    struct at_android_list list;
    struct at_err err = AT_ERR_INIT;
    size_t index;
    at_android_list_read(AT_STR("0123 device model:One transport_id:4\n"
                                "0123 device model:Two transport_id:7\n"
                                "R58 device transport_id:9\n"),
                         &list);
    T_EQ_TEXT(list.entries[0].serial, "transport_id:4");
    T_EQ_TEXT(list.entries[1].serial, "transport_id:7");
    T_EQ_TEXT(list.entries[2].serial, "R58");
    T_OK(at_android_select(&list, AT_STR("transport_id:7"), &index, NULL));
    T_EQ_SIZE(index, 1);
    T_NOT(at_android_select(&list, AT_STR("0123"), &index, &err));
    T_EQ_INT(err.code, AT_EMANYDEV);
    T_HAS(err.msg, "name one of them by transport_id:4, transport_id:7");
    at_android_list_deinit(&list);
    // an old server without transports
    at_android_list_read(AT_STR("0123\tdevice\n0123\tdevice\n"), &list);
    T_EQ_TEXT(list.entries[0].serial, "0123");
    at_android_list_deinit(&list);
}

T_MAIN()
