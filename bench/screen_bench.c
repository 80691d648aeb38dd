// screen_bench.c: what reading a dump and writing compact text costs, and
// making a screenshot small
//
// Prints one JSON object: nodes, or "picture" -> milliseconds, the median of 20
// runs each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "screen/compact.h"
#include "screen/ref.h"
#include "screen/uiautomator.h"
#include "sys/clock.h"
#include "tests/unit/screen/advice.h"
#include "wire/image.h"

enum { RUNS = 20 };

static void
add_row(struct at_buf *dump, int i)
{
    at_buf_add_fmt(
        dump,
        "<node index=\"%d\" text=\"Row %d\" "
        "resource-id=\"com.example.notes:id/row\" "
        "class=\"android.widget.TextView\" package=\"com.example.notes\" "
        "content-desc=\"\" checkable=\"false\" checked=\"false\" "
        "clickable=\"%s\" enabled=\"true\" focusable=\"true\" "
        "focused=\"false\" scrollable=\"false\" long-clickable=\"false\" "
        "password=\"false\" selected=\"false\" bounds=\"[%d,%d][%d,%d]\" />",
        i, i, i % 3 == 0 ? "true" : "false", i % 40 * 27, i / 40 * 9,
        i % 40 * 27 + 27, i / 40 * 9 + 9);
}

static void
make_dump(struct at_buf *dump, int nodes)
{
    at_buf_add_text(dump, "<?xml version='1.0' encoding='UTF-8' "
                          "standalone='yes' ?><hierarchy rotation=\"0\">"
                          "<node index=\"0\" class=\"android.widget.FrameLayout"
                          "\" package=\"com.example.notes\" "
                          "enabled=\"true\" bounds=\"[0,0][1080,2400]\">");
    for (int i = 1; i < nodes; i++)
        add_row(dump, i);
    at_buf_add_text(dump, "</node></hierarchy>");
}

static double
read_and_write_ms(struct at_str dump, struct at_ref_table *refs)
{
    struct at_err err = AT_ERR_INIT;
    struct at_tree *tree;
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_opts opts = {0};
    struct at_compact_result result;
    int64_t began_ns = at_now_ns();
    if (!at_uiautomator_parse(dump, &tree, &err)) {
        fprintf(stderr, "%s\n", err.msg);
        exit(1);
    }
    at_compact_write(tree, &opts, &text, refs, &result);
    at_tree_free(tree);
    double ms = (double)(at_now_ns() - began_ns) / 1e6;
    at_buf_deinit(&text);
    return ms;
}

// A screen of 2.6 megapixels: lines of text, flat parts, an icon.
static void
make_picture(struct at_buf *png)
{
    struct at_image image;
    at_image_init(&image, 1080, 2400);
    for (size_t i = 0; i < image.width_px * image.height_px; i++) {
        size_t x = i % image.width_px;
        size_t y = i / image.width_px;
        bool is_text = y % 60 < 30 && x > 60 && x < 900;
        bool is_icon = x > 950 && y % 300 < 100;
        unsigned char v = is_text && (x * 7 ^ y * 13) % 11 < 3 ? 0x40 : 0xf8;
        unsigned char pixel[] = {v, is_icon ? (unsigned char)(x + y) : v, v,
                                 0xff};
        memcpy(image.pixels + i * 4, pixel, sizeof(pixel));
    }
    if (!at_png_write(&image, png, NULL))
        exit(1);
    at_image_deinit(&image);
}

static double
fit_ms(struct at_str png)
{
    struct at_buf out = AT_BUF_INIT(AT_IMAGE_MAX_BYTES);
    struct at_image_info info;
    struct at_err err = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    if (!at_image_fit(png, AT_IMAGE_MAX_SIDE_PX, AT_IMAGE_MAX_BYTES, &out,
                      &info, &err)) {
        fprintf(stderr, "%s\n", err.msg);
        exit(1);
    }
    double ms = (double)(at_now_ns() - began_ns) / 1e6;
    at_buf_deinit(&out);
    return ms;
}

static int
by_size(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;
    return (*x > *y) - (*x < *y);
}

static void
measure_picture(void)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    double ms[RUNS];
    make_picture(&png);
    for (int i = 0; i < RUNS; i++)
        ms[i] = fit_ms(at_buf_str(&png));
    qsort(ms, RUNS, sizeof(ms[0]), by_size);
    printf(", \"picture\": %.3f", (ms[RUNS / 2 - 1] + ms[RUNS / 2]) / 2);
    at_buf_deinit(&png);
}

int
main(void)
{
    static const int sizes[] = {500, 1000, 2000, 5000, 10000};
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    for (size_t s = 0; s < AT_LEN(sizes); s++) {
        struct at_buf dump = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
        double ms[RUNS];
        make_dump(&dump, sizes[s]);
        for (int i = 0; i < RUNS; i++)
            ms[i] = read_and_write_ms(at_buf_str(&dump), refs);
        qsort(ms, RUNS, sizeof(ms[0]), by_size);
        printf("%s\"%d\": %.3f", s ? ", " : "{", sizes[s],
               (ms[RUNS / 2 - 1] + ms[RUNS / 2]) / 2);
        at_buf_deinit(&dump);
    }
    measure_picture();
    printf("}\n");
    at_ref_table_free(refs);
    return 0;
}
