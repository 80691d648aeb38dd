#include "device/android/parse/info.h"

#include "tests/t.h"

static const char output[] = "[ro.product.model]: [Pixel 7]\n"
                             "[ro.product.manufacturer]: [Google]\n"
                             "[ro.build.version.release]: [14]\n"
                             "[ro.build.version.sdk]: [34]\n"
                             "[ro.product.cpu.abi]: [arm64-v8a]\n"
                             "[ro.boot.qemu]: [1]\n"
                             "[long.one]: [first\n"
                             "second]\n"
                             "Physical size: 1080x2400\n"
                             "Physical density: 420\n"
                             "Override density: 360\n";

T_TEST(all_fields_are_read)
{
    struct at_device_info info = {0};
    at_info_parse(AT_STR(output), &info);
    T_EQ_TEXT(info.model, "Pixel 7");
    T_EQ_TEXT(info.manufacturer, "Google");
    T_EQ_TEXT(info.release, "14");
    T_EQ_TEXT(info.abi, "arm64-v8a");
    T_EQ_INT(info.api_level, 34);
    T_EQ_INT(info.width_px, 1080);
    T_EQ_INT(info.height_px, 2400);
    T_EQ_INT(info.density_dpi, 360);
    T_OK(info.emulator);
    T_EQ_STR(at_getprop_value(AT_STR(output), "long.one"), "first");
    T_EQ_STR(at_getprop_value(AT_STR(output), "ro.product"), "");
}

T_TEST(the_locale_is_chosen_or_the_products)
{
    static const struct {
        const char *output;
        const char *locale;
    } rows[] = {
        {"[persist.sys.locale]: [de-DE]\n[ro.product.locale]: [en-US]\n",
         "de-DE"},
        {"[persist.sys.locale]: []\n[ro.product.locale]: [en-US]\n", "en-US"},
        {"[ro.product.locale]: [en-US]\n", "en-US"},
        {"[ro.product.model]: [x]\n", ""},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_device_info info = {0};
        T_ROW(rows[i].output);
        at_info_parse(at_str(rows[i].output), &info);
        T_EQ_TEXT(info.locale, rows[i].locale);
    }
}

T_TEST(cut_output_is_survived)
{
    for (size_t len = 0; len < sizeof(output); len++) {
        struct at_device_info info = {0};
        char *cut = malloc(len + 1);

        memcpy(cut, output, len);
        at_info_parse(at_str_n(cut, len), &info);
        T_OK(at_str_starts(AT_STR("Pixel 7"), at_str(info.model)));
        T_OK(info.density_dpi <= 420);
        free(cut);
    }
}

static const struct {
    const char *text;
    bool ok;
    int width;
    int height;
} sizes[] = {
    {"Physical size: 1080x2400\n", true, 1080, 2400},
    {"Physical size: 1080x2400\r\nOverride size: 720x1600\r\n", true, 720,
     1600},
    {"x\nPhysical size: 320x480", true, 320, 480},
    {"Physical size: 0x480", false, 0, 0},
    {"Physical size: 1080x", false, 0, 0},
    {"Physical size: 99999999x1", false, 0, 0},
    {"Error: no window manager", false, 0, 0},
    {"", false, 0, 0},
};

T_TEST(sizes_are_read)
{
    for (size_t i = 0; i < T_LEN(sizes); i++) {
        int32_t width = 0;
        int32_t height = 0;

        T_ROW(sizes[i].text);
        T_EQ_INT(at_wm_parse_size(at_str(sizes[i].text), &width, &height),
                 sizes[i].ok);
        T_EQ_INT(width, sizes[i].width);
        T_EQ_INT(height, sizes[i].height);
    }
}

T_TEST(recorded_properties_are_read)
{
    struct at_device_info info = {0};
    char path[512];
    size_t len;
    snprintf(path, sizeof(path), "%s/fixtures/android/adb/getprop-pixel-7.txt",
             t_shared());
    char *text = t_read_file(path, &len);
    T_OK(text != NULL);
    at_info_parse(at_str_n(text, len), &info);
    T_EQ_TEXT(info.model, "Pixel 7");
    T_EQ_TEXT(info.manufacturer, "Google");
    T_EQ_INT(info.api_level, 33);
    T_EQ_TEXT(info.release, "13");
    T_NOT(info.emulator);
    free(text);
}

T_TEST(keyboard_is_read)
{
    bool shown = false;
    T_OK(at_input_method_parse(AT_STR("  mInputShown=true\n"), &shown));
    T_OK(shown);
    T_OK(at_input_method_parse(
        AT_STR("    mShowRequested=true mInputShown=false\n"), &shown));
    T_NOT(shown);
    T_NOT(at_input_method_parse(AT_STR("mInputShown="), &shown));
    T_NOT(at_input_method_parse(AT_STR(""), &shown));
}

T_MAIN()

T_TEST(a_keyboard_of_keys_keeps_the_other_hidden)
{
    static const struct {
        const char *output;
        bool unasked;
    } rows[] = {
        {"  mShowRequested=false mInputShown=false\n0\n", true},
        {"  mShowRequested=false mInputShown=false\r\n0\r\n", true},
        {"  mShowRequested=true mInputShown=false\n0\n", false},
        {"  mShowRequested=false mInputShown=false\n1\n", false},
        {"  mShowRequested=false mInputShown=false\nnull\n", false},
        {"  mShowRequested=false mInputShown=false\n", false},
        {"0\n", false},
        {"", false},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].output);
        T_EQ_INT(at_input_method_is_unasked(at_str(rows[i].output)),
                 rows[i].unasked);
    }
}
