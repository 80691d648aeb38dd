// scrcpy_test.c: versions of scrcpy's server, and the arguments of each
#include "device/android/parse/scrcpy.h"

#include "tests/t.h"

#define HEAD "The server version ("
#define TAIL ") does not match the client ("

static const struct {
    const char *dex;
    const char *version; // NULL: none is found
} texts[] = {
    {"", NULL},
    {"x5" HEAD "1.24" TAIL, "1.24"}, // copied from the dex of 1.24
    {HEAD "3.3.4" TAIL " and more", "3.3.4"},
    {HEAD "4.0-rc1" TAIL, "4.0-rc1"},
    {HEAD TAIL, NULL},
    {HEAD "4.1", NULL},
    {HEAD "4.1)", NULL},
    {HEAD "4.1; reboot" TAIL, NULL}, // it becomes a word of a shell
    {HEAD "1234567890123456789012.4" TAIL, NULL},
    {HEAD "?" TAIL HEAD "2.0" TAIL, "2.0"},
};

T_TEST(the_version_is_in_the_file)
{
    for (size_t i = 0; i < T_LEN(texts); i++) {
        char version[AT_SCRCPY_VERSION_MAX] = "";
        bool found = at_scrcpy_version_find(at_str(texts[i].dex), version);
        T_ROW(texts[i].dex);
        T_EQ_INT(found, texts[i].version != NULL);
        T_EQ_TEXT(version, texts[i].version ? texts[i].version : "");
    }
}

#define COMMON                                                                 \
    " log_level=info tunnel_forward=true control=false cleanup=false "         \
    "send_device_meta=false send_dummy_byte=false send_frame_meta=true"
#define START                                                                  \
    "CLASSPATH=/tmp/s.jar exec app_process / com.genymobile.scrcpy.Server "

static const struct {
    const char *version;
    const char *command; // NULL: the version is not known
    const char *service;
} versions[] = {
    {"1.22", NULL, NULL},
    {"1.23", START "1.23" COMMON " bit_rate=9 max_size=720 max_fps=30",
     "localabstract:scrcpy"},
    {"1.25", START "1.25" COMMON " bit_rate=9 max_size=720 max_fps=30",
     "localabstract:scrcpy"},
    {"1.26", NULL, NULL},
    {"2.0",
     START "2.0" COMMON " audio=false send_codec_meta=false video_bit_rate=9 "
           "max_size=720 max_fps=30 scid=0000abcd",
     "localabstract:scrcpy_0000abcd"},
    {"2.6.1",
     START "2.6.1" COMMON " audio=false send_codec_meta=false video_bit_rate=9 "
           "max_size=720 max_fps=30 scid=0000abcd",
     "localabstract:scrcpy_0000abcd"},
    {"2.8", NULL, NULL},
    {"3.3.4",
     START "3.3.4" COMMON " audio=false send_codec_meta=false video_bit_rate=9 "
           "max_size=720 max_fps=30 scid=0000abcd",
     "localabstract:scrcpy_0000abcd"},
    {"3.4", NULL, NULL},
    {"4.1",
     START "4.1" COMMON " audio=false send_stream_meta=false video_bit_rate=9 "
           "max_size=720 max_fps=30 scid=0000abcd",
     "localabstract:scrcpy_0000abcd"},
    {"4.2", NULL, NULL},
    {"5.0", NULL, NULL},
    {"4", NULL, NULL},
    {"four", NULL, NULL},
    {"", NULL, NULL},
};

T_TEST(arguments_of_each_version)
{
    for (size_t i = 0; i < T_LEN(versions); i++) {
        const struct at_scrcpy_start start = {
            versions[i].version, "/tmp/s.jar", 0xabcd, 720, 30, 9};
        const struct at_scrcpy_dialect *dialect;
        struct at_err err = AT_ERR_INIT;
        struct at_buf command = AT_BUF_INIT(4096);
        struct at_buf service = AT_BUF_INIT(4096);
        T_ROW(versions[i].version);
        bool known = at_scrcpy_dialect_of(versions[i].version, &dialect, &err);
        T_EQ_INT(known, versions[i].command != NULL);
        if (known) {
            at_scrcpy_command(dialect, &start, &command);
            at_scrcpy_service(dialect, start.scid, &service);
            T_EQ_TEXT(at_buf_text(&command), versions[i].command);
            T_EQ_TEXT(at_buf_text(&service), versions[i].service);
            T_EQ_INT(dialect->flags == AT_SCRCPY_FLAGS_4,
                     versions[i].version[0] == '4');
        } else {
            T_EQ_INT(err.code, AT_EUNSUPPORTED);
            T_HAS(err.msg, "1.23 to 1.25, 2.0 to 2.7, 3.0 to 3.3, 4.0 and 4.1");
        }
        at_buf_deinit(&command);
        at_buf_deinit(&service);
    }
}

static const struct {
    const char *printed;
    const char *complaint;
} outputs[] = {
    {"", ""},
    {"[server] INFO: Device: [x] y\n", "[server] INFO: Device: [x] y"},
    {"[server] INFO: Device\n[server] ERROR: Could not create default video "
     "encoder for h264\nList of video encoders:\n",
     "Could not create default video encoder for h264"},
    {"Aborted", "Aborted"},
    {"\n\nsh: app_process: not found\n", "sh: app_process: not found"},
};

T_TEST(complaints_of_the_server)
{
    for (size_t i = 0; i < T_LEN(outputs); i++) {
        T_ROW(outputs[i].printed);
        T_EQ_STR(at_scrcpy_complaint(at_str(outputs[i].printed)),
                 outputs[i].complaint);
    }
}

T_MAIN()
