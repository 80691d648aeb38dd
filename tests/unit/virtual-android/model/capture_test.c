// Captured dumps as screens: a dump gives the same dump again; broken ones are
// refused.
#include <unistd.h>

#include "tests/t.h"

#include "base/alloc.h"
#include "tests/unit/virtual-android/vd_rig.h"
#include "virtual-android/render/png.h"
#include "virtual-android/model/capture.h"
#include "virtual-android/model/node.h"
#include "virtual-android/model/window.h"

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

T_TEST(round_trip)
{
    char path[] = "/tmp/va-capture-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    write_file(path, whole, sizeof(whole) - 1);
    char *app = at_strfmt("{\"package\": \"com.example.t\", \"screens\": "
                          "{\"main\": {\"dump\": \"%s\", \"on\": [{\"tap\": "
                          "\"nothing\", \"do\": []}]}}}",
                          path);
    struct vd_rig rig;
    vd_rig_init(&rig, app);
    char *xml = vd_rig_dump(&rig);
    assert_string_equal(xml, whole);
    free(xml);
    free(app);
    vd_rig_deinit(&rig);
    unlink(path);
}

static bool
load(const char *path)
{
    struct vd_window window = {.arena = AT_ARENA_INIT};
    window.root = vd_node_bare(&window, NULL, "");
    bool ok = vd_capture_load(&window, path, NULL);
    vd_nodes_release(window.root);
    at_arena_deinit(&window.arena);
    return ok;
}

T_TEST(every_cut)
{
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
    for (size_t i = 0; i < T_LEN(bad); i++) {
        write_file(path, bad[i], strlen(bad[i]));
        assert_false(load(path));
    }
    unlink(path);
    assert_false(load(path));
}

T_TEST(png_is_written)
{
    unsigned char pixels[2 * 3 * 4];
    struct at_buf png = AT_BUF_INIT(4096);
    struct at_buf tiny = AT_BUF_INIT(10);
    memset(pixels, 7, sizeof(pixels));
    assert_true(vd_png_write(&png, pixels, 2, 3));
    assert_memory_equal(png.data, "\x89PNG\r\n\x1a\n", 8);
    assert_memory_equal(png.data + 16, "\0\0\0\2\0\0\0\3\x08\x06", 10);
    assert_memory_equal(png.data + png.len - 8, "IEND", 4);
    assert_false(vd_png_write(&tiny, pixels, 2, 3));
    at_buf_deinit(&png);
    at_buf_deinit(&tiny);
}

T_MAIN()
