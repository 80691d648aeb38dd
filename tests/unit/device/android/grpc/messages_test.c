#include "device/android/grpc/messages.h"

#include "base/limits.h"
#include "tests/t.h"

#define CORPUS "tests/fuzz/corpus/emulator_messages/"

static struct at_str
seed(const char *path, char **out_data)
{
    size_t len;
    *out_data = t_read_file(path, &len);
    T_OK(*out_data != NULL);
    return at_str_n(*out_data, len);
}

// Golden bytes, made by hand from the numbers of the emulator's own proto.
T_TEST(emulator_messages_are_written_so)
{
    struct at_buf out = AT_BUF_INIT(AT_KIB);
    struct at_touch_frame one = {
        .count = 1, .touches = {{.finger = 0, .at = {5, 300}, .down = true}}};
    struct at_touch_frame two = {
        .count = 2,
        .touches = {{.finger = 0, .at = {1, 2}}, {.finger = 1, .at = {3, 4}}}};
    struct at_emulator_shot_options ask = {AT_EMULATOR_RGB, 540, 0};
    T_OK(at_emulator_write_touch(&one, &out));
    T_EQ_MEM(out.data, out.len, "\x0a\x08\x08\x05\x10\xac\x02\x20\x80\x08", 10);
    at_buf_clear(&out);
    T_OK(at_emulator_write_touch(&two, &out));
    T_EQ_MEM(out.data, out.len,
             "\x0a\x04\x08\x01\x10\x02\x0a\x06\x08\x03\x10\x04\x18\x01", 14);
    at_buf_clear(&out);
    T_OK(at_emulator_write_key(158, &out));
    T_EQ_MEM(out.data, out.len, "\x08\x01\x10\x02\x18\x9e\x01", 7);
    at_buf_clear(&out);
    T_OK(at_emulator_write_shot(&ask, &out));
    T_EQ_MEM(out.data, out.len, "\x08\x02\x18\x9c\x04", 5);
    at_buf_clear(&out);
    T_OK(at_emulator_write_clip(AT_STR("hi"), &out));
    T_EQ_MEM(out.data, out.len, "\x0a\x02hi", 4);
    at_buf_deinit(&out);

    struct at_buf small = AT_BUF_INIT(3);
    T_NOT(at_emulator_write_clip(AT_STR("hi"), &small));
    T_EQ_SIZE(small.len, 0);
    at_buf_deinit(&small);
}

T_TEST(emulator_status_reads)
{
    struct at_emulator_status status;
    char *data;
    struct at_str whole = seed(CORPUS "status", &data);
    T_OK(at_emulator_read_status(whole, &status, NULL));
    T_EQ_TEXT(status.version, "36.0.0.0");
    T_EQ_SIZE(status.uptime_ms, 1234567);
    T_OK(status.booted);
    T_EQ_INT(status.width_px, 1080);
    T_EQ_INT(status.height_px, 2400);
    T_EQ_INT(status.density_dpi, 420);
    // A message does not mark its end: some prefixes are messages too.
    for (size_t cut = 0; cut < whole.len; cut++) {
        struct at_err err = AT_ERR_INIT;
        if (!at_emulator_read_status(at_str_head(whole, cut), &status, &err))
            T_EQ_INT(err.code, AT_EPROTO);
        T_EQ_INT(status.density_dpi == 0 || cut > 60, true);
    }
    free(data);
}

static const struct {
    const char *name;
    const char *file;
    enum at_code code;
    int32_t width_px;
    size_t len;
    int32_t rotation;
} shots[] = {
    {"RGB", CORPUS "rgb", AT_OK, 2, 12, 1},
    {"PNG", CORPUS "png", AT_OK, 2, 68, 0},
    {"the display is off", CORPUS "off", AT_EDEVICE, 0, 0, 0},
};

T_TEST(emulator_pictures_read)
{
    for (size_t i = 0; i < T_LEN(shots); i++) {
        struct at_emulator_shot shot;
        struct at_err err = AT_ERR_INIT;
        char *data;
        struct at_str whole = seed(shots[i].file, &data);
        T_ROW(shots[i].name);
        bool ok = at_emulator_read_shot(whole, &shot, &err);
        T_EQ_INT(err.code, shots[i].code);
        T_EQ_INT(ok, shots[i].code == AT_OK);
        if (ok) {
            T_EQ_INT(shot.width_px, shots[i].width_px);
            T_EQ_SIZE(shot.bytes.len, shots[i].len);
            T_EQ_INT(shot.rotation, shots[i].rotation);
        }
        at_buf_deinit(&shot.bytes);
        // The picture is the last field but the number: nothing of it may be
        // taken for all of it.
        for (size_t cut = 0; ok && cut + 2 < whole.len; cut++) {
            T_NOT(at_emulator_read_shot(at_str_head(whole, cut), &shot, &err));
            at_buf_deinit(&shot.bytes);
        }
        free(data);
    }
}

#define BYTES(text) AT_STR_ROW(text)
static const struct {
    const char *name;
    struct at_str in;
    enum at_code code;
} bad_shots[] = {
    {"no format", BYTES("\x22\x01x"), AT_EPROTO},
    {"a PNG that is none", BYTES("\x0a\x00\x22\x01x"), AT_EPROTO},
    {"RGB of another size", BYTES("\x0a\x06\x08\x02\x18\x01\x20\x01\x22\x02xx"),
     AT_EPROTO},
    {"RGB of no size", BYTES("\x0a\x02\x08\x02\x22\x03xxx"), AT_EPROTO},
    // 2^31 by 2: three times that is 12 in 32 bits
    {"RGB whose size wraps",
     BYTES("\x0a\x0a\x08\x02\x18\x82\x80\x80\x80\x08\x20\x02"
           "\x22\x0cxxxxxxxxxxxx"),
     AT_EPROTO},
    {"no message", BYTES("\xff"), AT_EPROTO},
};

T_TEST(emulator_pictures_that_are_none)
{
    for (size_t i = 0; i < T_LEN(bad_shots); i++) {
        struct at_emulator_shot shot;
        struct at_err err = AT_ERR_INIT;
        T_ROW(bad_shots[i].name);
        T_NOT(at_emulator_read_shot(bad_shots[i].in, &shot, &err));
        T_EQ_INT(err.code, bad_shots[i].code);
        at_buf_deinit(&shot.bytes);
    }
}

T_TEST(emulator_clipboard_reads)
{
    struct at_buf out = AT_BUF_INIT(8);
    struct at_err err = AT_ERR_INIT;
    T_OK(at_emulator_read_clip(AT_STR(""), &out, &err)); // proto3: absent
    T_EQ_SIZE(out.len, 0);
    T_OK(at_emulator_read_clip(AT_STR("\x0a\x03\xe4\xb8\x96"), &out, &err));
    T_EQ_STR(at_buf_str(&out), "世");
    T_NOT(at_emulator_read_clip(AT_STR("\x0a\x01\xe4"), &out, &err));
    T_EQ_INT(err.code, AT_EPROTO);
    T_NOT(at_emulator_read_clip(AT_STR("\x0a\x06"
                                       "123456"),
                                &out, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_buf_deinit(&out);
}

// Two bytes a field, forty in memory: what is taken is bounded all the same.
T_TEST(emulator_messages_take_bounded_memory)
{
    enum { COUNT = 400000 };
    struct at_buf in = AT_BUF_INIT(4 * AT_MIB);
    struct at_emulator_status status;
    struct at_err err = AT_ERR_INIT;
    for (int i = 0; i < COUNT; i++)
        at_buf_add(&in, "\x78\x01", 2); // field 15 is unknown
    T_NOT(at_emulator_read_status(at_buf_str(&in), &status, &err));
    T_EQ_INT(err.code, AT_EPROTO);
    at_buf_deinit(&in);
}

T_MAIN()
