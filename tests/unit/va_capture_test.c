// Captured dumps as screens: what goes in comes out; broken ones are refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "va_rig.h"
#include "virtual-android/model.h"
#include "virtual-android/png.h"

static const char whole[] =
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
    "<hierarchy rotation=\"1\">"
    "<node index=\"0\" text=\"\" resource-id=\"\" class=\"a.Frame\" "
    "package=\"p\" content-desc=\"\" checkable=\"false\" checked=\"false\" "
    "clickable=\"false\" enabled=\"true\" focusable=\"false\" "
    "focused=\"false\" scrollable=\"false\" long-clickable=\"false\" "
    "password=\"false\" selected=\"false\" bounds=\"[-5,0][1080,2400]\" "
    "drawing-order=\"0\" hint=\"\">"
    "<node index=\"0\" text='say \"it&apos;s\"&#10;&#128512;' "
    "resource-id=\"p:id/t\" class=\"a.Text\" package=\"p\" "
    "content-desc=\"d\" checkable=\"true\" checked=\"true\" "
    "clickable=\"true\" enabled=\"false\" focusable=\"true\" "
    "focused=\"true\" scrollable=\"true\" long-clickable=\"true\" "
    "password=\"true\" selected=\"true\" bounds=\"[1,2][3,4]\" "
    "drawing-order=\"0\" hint=\"h\" /></node></hierarchy>";

static void
write_file(const char *path, const char *text, size_t len)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, len, file), len);
    fclose(file);
}

static void
test_round_trip(void **state)
{
    (void)state;
    char path[] = "/tmp/va-capture-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    write_file(path, whole, sizeof(whole) - 1);
    char *app = at_strfmt("{\"package\": \"com.example.t\", \"screens\": "
                          "{\"main\": {\"dump\": \"%s\", \"on\": [{\"tap\": "
                          "\"nothing\", \"do\": []}]}}}",
                          path);
    struct va_rig rig;
    va_rig_init(&rig, app);
    char *xml = va_rig_dump(&rig);
    assert_string_equal(xml, whole);
    free(xml);
    free(app);
    va_rig_deinit(&rig);
    unlink(path);
}

static bool
load(const char *path)
{
    struct va_window window = {.arena = AT_ARENA_INIT};
    window.root = va_node_bare(&window, NULL, "");
    bool ok = va_capture_load(&window, path, NULL);
    va_nodes_release(window.root);
    at_arena_deinit(&window.arena);
    return ok;
}

static void
test_every_cut(void **state)
{
    (void)state;
    char path[] = "/tmp/va-capture-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    for (size_t len = 0; len < sizeof(whole) - 1; len++) {
        write_file(path, whole, len);
        assert_false(load(path));
    }
    write_file(path, whole, sizeof(whole) - 1);
    assert_true(load(path));
    static const char *const bad[] = {
        "",
        "ERROR: could not get idle state.",
        "</hierarchy><hierarchy rotation=\"0\">",
        "<hierarchy><node></hierarchy>",
        "<hierarchy><node a=\"1\" a=\"2\"/></hierarchy>",
        "<hierarchy><node text=\"\xff\"/></hierarchy>",
    };
    for (size_t i = 0; i < AT_LEN(bad); i++) {
        write_file(path, bad[i], strlen(bad[i]));
        assert_false(load(path));
    }
    unlink(path);
    assert_false(load(path));
}

static void
test_png(void **state)
{
    (void)state;
    unsigned char pixels[2 * 3 * 4];
    struct at_buf png = AT_BUF_INIT(4096);
    struct at_buf tiny = AT_BUF_INIT(10);
    memset(pixels, 7, sizeof(pixels));
    assert_true(va_png_write(&png, pixels, 2, 3));
    assert_memory_equal(png.data, "\x89PNG\r\n\x1a\n", 8);
    assert_memory_equal(png.data + 16, "\0\0\0\2\0\0\0\3\x08\x06", 10);
    assert_memory_equal(png.data + png.len - 8, "IEND", 4);
    assert_false(va_png_write(&tiny, pixels, 2, 3));
    at_buf_deinit(&png);
    at_buf_deinit(&tiny);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_png),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
