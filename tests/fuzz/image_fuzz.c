// image_fuzz.c: any chunks as a screenshot; the result holds its limits
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/limits.h"
#include "wire/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// Puts checksums right, which mutation cannot guess.
static void
sign_chunks(unsigned char *png, size_t len)
{
    for (size_t at = 8; len >= 12 && at <= len - 12;) {
        size_t size = (size_t)png[at] << 24 | (size_t)png[at + 1] << 16 |
                      (size_t)png[at + 2] << 8 | png[at + 3];
        if (size > len - 12 - at)
            return;
        uint32_t crc = (uint32_t)crc32_z(0, png + at + 4, size + 4);
        for (size_t i = 0; i < 4; i++)
            png[at + 8 + size + i] = (unsigned char)(crc >> (24 - 8 * i));
        at += size + 12;
    }
}

// A covered picture is a PNG of the same size.
static void
check_cover(struct at_str png, size_t width_px, size_t height_px)
{
    static const struct at_image_part parts[] = {{1, 1, 3, 2}, {-9, 0, 99, 1}};
    struct at_buf out = AT_BUF_INIT(8 * AT_MIB);
    size_t wide;
    size_t high;
    size_t end;
    if (at_png_cover(png, parts, AT_LEN(parts), &out, NULL)
            ? !at_png_check(at_buf_str(&out), &wide, &high, &end, NULL) ||
                  wide != width_px || high != height_px
            : out.len > 0)
        abort();
    at_buf_deinit(&out);
}

static void
check_jpeg(struct at_str jpeg)
{
    struct at_image image = AT_IMAGE_INIT;
    if (at_jpeg_read(jpeg, &image, NULL)
            ? image.width_px * image.height_px > AT_IMAGE_MAX_PIXELS
            : image.pixels != NULL)
        abort();
    at_image_deinit(&image);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_buf out = AT_BUF_INIT(64 * AT_KIB);
    struct at_image_info info;
    char *png = malloc(len + 1);
    size_t width_px;
    size_t height_px;
    size_t end;
    if (!png)
        abort();
    check_jpeg(at_str_n((const char *)data, len));
    memcpy(png, data, len);
    sign_chunks((unsigned char *)png, len);
    if (at_png_check(at_str_n(png, len), &width_px, &height_px, &end, NULL) &&
        width_px <= AT_MIB / height_px &&
        at_image_fit(at_str_n(png, len), 16, 700, &out, &info, NULL) &&
        (out.len > 700 || info.shown_width_px > 16 ||
         info.shown_height_px > 16 || info.device_width_px != width_px))
        abort();
    if (at_png_check(at_str_n(png, len), &width_px, &height_px, &end, NULL) &&
        width_px <= AT_MIB / height_px)
        check_cover(at_str_n(png, len), width_px, height_px);
    at_buf_deinit(&out);
    free(png);
    return 0;
}
