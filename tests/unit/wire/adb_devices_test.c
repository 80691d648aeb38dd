#include "wire/adb_devices.h"

#include "base/alloc.h"
#include "tests/t.h"

// The entries of a text as "serial|state|path|product|model|device|id;" each.
static void
render(struct at_str rest, char *out, size_t cap)
{
    struct at_adb_entry e;
    size_t len = 0;
    out[0] = '\0';
    while (at_adb_devices_next(&rest, &e) && len < cap)
        len += (size_t)snprintf(
            out + len, cap - len, "%.*s|%.*s|%.*s|%.*s|%.*s|%.*s|%d;",
            AT_STR_ARG(e.serial), AT_STR_ARG(e.state), AT_STR_ARG(e.path),
            AT_STR_ARG(e.product), AT_STR_ARG(e.model), AT_STR_ARG(e.device),
            (int)e.transport_id);
}

static const struct {
    const char *in;
    const char *want;
} rows[] = {
    {"", ""},
    {"\n\n", ""},
    {"List of devices attached\n", ""},
    {"List of devices attached\nemulator-5554\tdevice\n",
     "emulator-5554|device|||||0;"},
    {"emulator-5554          device product:p model:m device:d transport_id:1",
     "emulator-5554|device||p|m|d|1;"},
    {"HA0X  device  usb:1-3 product:panther transport_id:12\r\n",
     "HA0X|device|usb:1-3|panther|||12;"},
    {"* daemon not running; starting now at tcp:5037\n"
     "* daemon started successfully\nab\tdevice\n",
     "ab|device|||||0;"},
    {"adb server version (41) doesn't match this client (39); killing...\n"
     "ab\tdevice\n",
     "ab|device|||||0;"},
    {"a\toffline\nb\tunauthorized\nc\tauthorizing\nd\tconnecting\n",
     "a|offline|||||0;b|unauthorized|||||0;c|authorizing|||||0;"
     "d|connecting|||||0;"},
    {"0123 no permissions (user in plugdev group; are your udev rules wrong?);"
     " see [http://developer.android.com/tools/device.html] usb:1-1 "
     "transport_id:3",
     "0123|no permissions (user in plugdev group; are your udev rules wrong?);"
     " see [http://developer.android.com/tools/device.html]|usb:1-1||||3;"},
    {"ab no permissions odd usb:1-1 words transport_id:3",
     "ab|no permissions odd|usb:1-1||||3;"},
    {"????????????\tno permissions\n", "????????????|no permissions|||||0;"},
    {"(no serial number)     device usb:1-2 transport_id:4",
     "(no serial number)|device|usb:1-2||||4;"},
    {"adb-0A1 (2)._adb-tls-connect._tcp device product:x transport_id:5",
     "adb-0A1 (2)._adb-tls-connect._tcp|device||x|||5;"},
    {"192.168.1.5:5555       device product:q transport_id:6",
     "192.168.1.5:5555|device||q|||6;"},
    {"[::1]:5555\tdevice", "[::1]:5555|device|||||0;"},
    // states that a newer server may have
    {"ab\tsleeping", "ab|sleeping|||||0;"},
    {"ab   sleeping transport_id:7", "ab|sleeping|||||7;"},
    {"ab sleeping", ""},
    // device: is an attribute, device a state
    {"device device device:device transport_id:1",
     "device|device||||device|1;"},
    {"\tdevice\n", ""},
    {"device", ""},
    {"error: device 'x' not found", ""},
    {"ab device transport_id:x", "ab|device|||||0;"},
    {"ab device transport_id:99999999999999999999", "ab|device|||||0;"},
    {"ab device bogus:1 model:", "ab|device|||||0;"},
    {"  ab  device  ", "ab|device|||||0;"},
};

T_TEST(adb_devices_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char got[1024];
        struct at_str in = at_str(rows[i].in);
        T_ROW(rows[i].in);
        render(in, got, sizeof(got));
        T_EQ_TEXT(got, rows[i].want);
        for (size_t cut = 0; cut < in.len; cut++) {
            char *exact = at_strndup(in.ptr, cut); // ASan sees its end
            render(at_str_n(exact, cut), got, sizeof(got));
            free(exact);
        }
    }
}

static const struct {
    const char *file;
    const char *want;
} recorded[] = {
    {"adb-devices-l-emulator.txt",
     "emulator-5554|device||sdk_gphone64_x86_64|sdk_gphone64_x86_64|emu64xa|1"
     ";"},
    {"adb-devices-l-mixed-states.txt",
     "HA0XYY05|device|usb:1-3|panther|Pixel_7|panther|1;"
     "172.16.10.20:5555|offline|||||2;emulator-5554|unauthorized|||||3;"},
};

T_TEST(adb_devices_of_recorded_lists)
{
    for (size_t i = 0; i < T_LEN(recorded); i++) {
        char got[1024];
        size_t len;
        char *path = at_strfmt("%s/fixtures/android/adb/%s", t_shared(),
                               recorded[i].file);
        char *text = t_read_file(path, &len);
        T_ROW(path);
        free(path);
        T_OK(text != NULL);
        render(at_str_n(text, len), got, sizeof(got));
        T_EQ_TEXT(got, recorded[i].want);
        free(text);
    }
}

T_MAIN()
