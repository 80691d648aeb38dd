#include "wire/image.h"

#include <zlib.h>

#include "base/limits.h"
#include "tests/t.h"

// A picture that compresses badly, from a fixed seed.
static void
make_noise(struct at_image *image, size_t width_px, size_t height_px)
{
    uint32_t state = 1;
    at_image_init(image, width_px, height_px);
    for (size_t i = 0; i < width_px * height_px * 4; i++) {
        state = state * 1103515245 + 12345;
        image->pixels[i] = i % 4 == 3 ? 255 : (unsigned char)(state >> 16);
    }
}

static void
make_plain(struct at_image *image, size_t width_px, size_t height_px)
{
    static const unsigned char colour[] = {0x10, 0x80, 0xfe, 0xff};
    at_image_init(image, width_px, height_px);
    for (size_t i = 0; i < width_px * height_px * 4; i++)
        image->pixels[i] = colour[i % 4];
}

static void
encode(struct at_image *image, struct at_buf *out)
{
    *out = (struct at_buf)AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    T_OK(at_png_write(image, out, NULL));
    at_image_deinit(image);
}

static const struct {
    const char *what;
    size_t width_px, height_px;
    unsigned char alpha;
} sizes[] = {
    {"one pixel", 1, 1, 255},     {"a row", 100, 1, 255},
    {"a column", 1, 100, 255},    {"opaque", 33, 17, 255},
    {"translucent", 33, 17, 100},
};

T_TEST(png_comes_back)
{
    for (size_t i = 0; i < T_LEN(sizes); i++) {
        struct at_image image;
        struct at_image back = AT_IMAGE_INIT;
        struct at_buf png = AT_BUF_INIT(AT_MIB);
        size_t size = sizes[i].width_px * sizes[i].height_px * 4;
        size_t width_px, height_px, len;
        struct at_err err = AT_ERR_INIT;

        T_ROW(sizes[i].what);
        make_noise(&image, sizes[i].width_px, sizes[i].height_px);
        image.pixels[3] = sizes[i].alpha;
        T_OK(at_png_write(&image, &png, &err));
        T_OK(at_png_check(at_buf_str(&png), &width_px, &height_px, &len, &err));
        T_EQ_SIZE(width_px, sizes[i].width_px);
        T_EQ_SIZE(height_px, sizes[i].height_px);
        T_EQ_SIZE(len, png.len);
        T_OK(at_png_read(at_buf_str(&png), &back, &err));
        T_EQ_SIZE(back.width_px, sizes[i].width_px);
        T_EQ_MEM(back.pixels, size, image.pixels, size);
        // Colour type: 2 is RGB, 6 with alpha.
        T_EQ_INT(png.data[25], sizes[i].alpha == 255 ? 2 : 6);
        at_image_deinit(&image);
        at_image_deinit(&back);
        at_image_deinit(&back);
        at_buf_deinit(&png);
    }
}

T_TEST(cut_or_changed_png_is_refused)
{
    struct at_image image;
    struct at_buf png;
    size_t w, h, len;
    make_noise(&image, 9, 5);
    encode(&image, &png);
    for (size_t i = 0; i < png.len; i++) {
        char *part = malloc(i ? i : 1); // ASan sees the end
        struct at_err err = AT_ERR_INIT;
        memcpy(part, png.data, i);
        T_NOT(at_png_check(at_str_n(part, i), &w, &h, &len, &err));
        T_EQ_INT(err.code, AT_EPROTO);
        // The decoder itself stops before the last chunk, IEND.
        T_EQ_INT(at_png_read(at_str_n(part, i), &image, &err),
                 i >= png.len - 12);
        at_image_deinit(&image);
        free(part);

        png.data[i] = (char)~png.data[i];
        T_NOT(at_png_check(at_buf_str(&png), &w, &h, &len, NULL));
        png.data[i] = (char)~png.data[i];
    }
    at_buf_deinit(&png);
}

// The header's sizes changed, with its checksum put right again.
static void
claim_size(struct at_buf *png, uint32_t width_px, uint32_t height_px)
{
    uint32_t fields[3] = {width_px, height_px, 0};
    for (size_t i = 0; i < 3; i++) {
        char *to = png->data + (i < 2 ? 16 + 4 * i : 29);
        if (i == 2)
            fields[2] = (uint32_t)crc32(0, (Bytef *)png->data + 12, 17);
        for (size_t b = 0; b < 4; b++)
            to[b] = (char)(fields[i] >> (24 - 8 * b));
    }
}

static const struct {
    uint32_t width_px, height_px;
    enum at_code code;
} claims[] = {
    {7681, 4320, AT_ELIMIT},    {65536, 65536, AT_ELIMIT},
    {0x7fffffff, 2, AT_ELIMIT}, {0xffffffff, 0xffffffff, AT_ELIMIT},
    {0, 5, AT_EPROTO},          {5, 0, AT_EPROTO},
};

T_TEST(huge_png_is_refused_by_its_header)
{
    for (size_t i = 0; i < T_LEN(claims); i++) {
        struct at_image image;
        struct at_buf png;
        struct at_err err = AT_ERR_INIT;
        size_t w, h, len;
        make_plain(&image, 2, 2);
        encode(&image, &png);
        claim_size(&png, claims[i].width_px, claims[i].height_px);
        T_NOT(at_png_check(at_buf_str(&png), &w, &h, &len, &err));
        T_EQ_INT(err.code, claims[i].code);
        T_NOT(at_png_read(at_buf_str(&png), &image, &err));
        T_NULL(image.pixels);
        at_buf_deinit(&png);
    }
}

T_TEST(shrink_keeps_plain_colour)
{
    static const size_t to[][2] = {{1, 1}, {3, 7}, {100, 99}, {101, 103}};
    struct at_image image;
    make_plain(&image, 101, 103);
    for (size_t i = 0; i < T_LEN(to); i++) {
        struct at_image small;
        at_image_shrink(&image, to[i][0], to[i][1], &small);
        for (size_t p = 0; p < to[i][0] * to[i][1]; p++)
            T_EQ_MEM(small.pixels + p * 4, 4, image.pixels, 4);
        at_image_deinit(&small);
    }
    at_image_deinit(&image);
}

// Return the part of the pixel [i, i + 1) within [start, end).
static double
overlap(double i, double start, double end)
{
    double from = i > start ? i : start;
    double to = i + 1 < end ? i + 1 : end;
    return to > from ? to - from : 0;
}

static double
mean(const struct at_image *image, const struct at_image *small, size_t x,
     size_t y, size_t channel)
{
    double fx = (double)image->width_px / (double)small->width_px;
    double fy = (double)image->height_px / (double)small->height_px;
    double sum = 0;
    for (size_t sy = 0; sy < image->height_px; sy++) {
        double wy = overlap((double)sy, (double)y * fy, (double)(y + 1) * fy);
        for (size_t sx = 0; wy > 0 && sx < image->width_px; sx++) {
            size_t at = (sy * image->width_px + sx) * 4 + channel;
            double wx =
                overlap((double)sx, (double)x * fx, (double)(x + 1) * fx);
            sum += wx * wy * image->pixels[at];
        }
    }
    return sum / fx / fy;
}

T_TEST(shrink_averages_areas)
{
    static const size_t to[][2] = {{1, 1},   {2, 3},   {7, 5},
                                   {13, 11}, {19, 22}, {20, 23}};
    struct at_image image;
    make_noise(&image, 20, 23);
    for (size_t i = 0; i < T_LEN(to); i++) {
        struct at_image small;
        at_image_shrink(&image, to[i][0], to[i][1], &small);
        for (size_t p = 0; p < to[i][0] * to[i][1] * 4; p++) {
            double want =
                mean(&image, &small, p / 4 % to[i][0], p / 4 / to[i][0], p % 4);
            double off = small.pixels[p] - want;
            T_OK(off < 0.51 && off > -0.51);
        }
        at_image_deinit(&small);
    }
    at_image_deinit(&image);
}

static const struct {
    const char *what;
    uint32_t rgb;      // a colour of the picture
    size_t at_x, at_y; // one other pixel
    uint32_t other;    // its colour
    bool plain;
} plains[] = {
    {"black", 0x000000, 0, 0, 0x000000, true},
    {"nearly black", 0x050505, 0, 0, 0x050505, true},
    {"black, with a bar above", 0x000000, 50, 5, 0xffffff, true},
    {"black, with a bar below", 0x000000, 50, 195, 0xffffff, true},
    {"black, with a bar at the side", 0x000000, 97, 100, 0xffffff, true},
    {"black, with a point", 0x000000, 50, 100, 0x000001, false},
    {"white", 0xffffff, 0, 0, 0xffffff, true},
    {"white, with a bar", 0xffffff, 50, 5, 0x000000, false},
    {"white, with a bar below", 0xffffff, 50, 199, 0xfffffe, false},
    {"white, with a bar at the side", 0xffffff, 0, 100, 0xfeffff, false},
    {"white, with a point", 0xffffff, 50, 100, 0xffff00, false},
    {"white, first pixel", 0xffffff, 0, 0, 0x000000, false},
};

static void
put_pixel(struct at_image *image, size_t at, uint32_t rgb)
{
    const unsigned char pixel[] = {(unsigned char)(rgb >> 16),
                                   (unsigned char)(rgb >> 8),
                                   (unsigned char)rgb, 0xff};
    memcpy(image->pixels + at * 4, pixel, sizeof(pixel));
}

T_TEST(one_colour)
{
    for (size_t i = 0; i < T_LEN(plains); i++) {
        struct at_image image;
        struct at_buf png;
        uint32_t rgb = 0;
        T_ROW(plains[i].what);
        at_image_init(&image, 100, 200);
        for (size_t p = 0; p < image.width_px * image.height_px; p++)
            put_pixel(&image, p, plains[i].rgb);
        put_pixel(&image, plains[i].at_y * 100 + plains[i].at_x,
                  plains[i].other);
        encode(&image, &png);
        T_EQ_INT(at_image_is_plain(at_buf_str(&png), &rgb), plains[i].plain);
        if (plains[i].plain)
            T_EQ_INT(rgb, plains[i].rgb);
        for (size_t cut = 0; cut < png.len; cut++)
            T_NOT(at_image_is_plain(at_str_n(png.data, cut), &rgb));
        at_buf_deinit(&png);
    }
}

T_TEST(one_pixel_is_one_colour)
{
    struct at_image image;
    struct at_buf png;
    uint32_t rgb;
    make_plain(&image, 1, 1);
    encode(&image, &png);
    T_OK(at_image_is_plain(at_buf_str(&png), &rgb));
    T_EQ_INT(rgb, 0x1080fe);
    at_buf_deinit(&png);
}

static const struct {
    const char *what;
    bool noise;
    size_t width_px, height_px;
    size_t max_side_px, max_bytes;
    const char *mime;
    size_t shown_width_px, shown_height_px;
} fits[] = {
    {"fits", false, 100, 50, 100, 10000, "image/png", 100, 50},
    {"too wide", false, 101, 50, 100, 10000, "image/png", 100, 50},
    {"too high", false, 50, 400, 100, 10000, "image/png", 13, 100},
    {"a line stays one", false, 1000, 1, 100, 10000, "image/png", 100, 1},
    {"too many bytes", true, 100, 50, 100, 6000, "image/jpeg", 100, 50},
    {"too wide, too many bytes", true, 200, 100, 100, 6000, "image/jpeg", 100,
     50},
    {"busy, though a PNG would fit", true, 400, 200, 200, 90000, "image/jpeg",
     200, 100},
    {"a quarter of the side", true, 200, 100, 200, 1200, "image/jpeg", 50, 25},
    {"nothing fits", true, 200, 100, 200, 60, NULL, 0, 0},
};

T_TEST(fit_holds_both_limits)
{
    for (size_t i = 0; i < T_LEN(fits); i++) {
        struct at_image image;
        struct at_buf png;
        struct at_buf out = AT_BUF_INIT(AT_MIB);
        struct at_image_info info;
        struct at_err err = AT_ERR_INIT;

        T_ROW(fits[i].what);
        (fits[i].noise ? make_noise : make_plain)(&image, fits[i].width_px,
                                                  fits[i].height_px);
        encode(&image, &png);
        bool ok = at_image_fit(at_buf_str(&png), fits[i].max_side_px,
                               fits[i].max_bytes, &out, &info, &err);
        T_EQ_INT(ok, fits[i].mime != NULL);
        if (ok) {
            T_EQ_TEXT(info.mime, fits[i].mime);
            T_EQ_SIZE(info.device_width_px, fits[i].width_px);
            T_EQ_SIZE(info.device_height_px, fits[i].height_px);
            T_EQ_SIZE(info.shown_width_px, fits[i].shown_width_px);
            T_EQ_SIZE(info.shown_height_px, fits[i].shown_height_px);
            T_OK(out.len <= fits[i].max_bytes);
            T_OK(memcmp(out.data,
                        strstr(info.mime, "png") ? "\x89PNG" : "\xff\xd8\xff",
                        3) == 0);
        } else {
            T_EQ_INT(err.code, AT_ELIMIT);
            T_EQ_SIZE(out.len, 0);
        }
        at_buf_deinit(&out);
        at_buf_deinit(&png);
    }
}

// An image that fits is copied byte for byte, without trailing data.
T_TEST(fit_leaves_alone)
{
    struct at_image image;
    struct at_buf png;
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_image_info info;
    make_noise(&image, 30, 20);
    encode(&image, &png);
    size_t len = png.len;
    at_buf_add_text(&png, "trailing");
    T_OK(at_image_fit(at_buf_str(&png), 30, len, &out, &info, NULL));
    T_EQ_MEM(out.data, out.len, png.data, len);
    at_buf_deinit(&out);
    at_buf_deinit(&png);
}

T_TEST(fit_refuses_garbage)
{
    static const char *const rows[] = {"", "not a png", "\x89PNG\r\n\x1a\n",
                                       "\xff\xd8\xff"};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(AT_MIB);
        struct at_image_info info;
        struct at_err err = AT_ERR_INIT;
        T_NOT(at_image_fit(at_str(rows[i]), 100, 100, &out, &info, &err));
        T_EQ_INT(err.code, AT_EPROTO);
        T_HAS(err.msg, "not a PNG image");
    }
}

static const struct {
    const char *what;
    size_t width_px, height_px; // size of the picture
    size_t wanted_px;
    size_t max_bytes;
    bool ok;
} narrow[] = {
    {"smaller", 400, 800, 100, 20000, true},
    {"as wide", 100, 50, 100, 20000, true},
    {"narrower already", 50, 100, 100, 20000, true},
    {"a high one", 30, 3000, 10, 20000, true},
    {"it does not fit", 400, 800, 400, 900, false},
};

T_TEST(a_picture_is_made_narrow)
{
    for (size_t i = 0; i < T_LEN(narrow); i++) {
        struct at_image image;
        struct at_buf png;
        struct at_buf jpeg = AT_BUF_INIT(AT_MIB);
        struct at_err err = AT_ERR_INIT;
        T_ROW(narrow[i].what);
        make_noise(&image, narrow[i].width_px, narrow[i].height_px);
        encode(&image, &png);
        bool ok = at_image_narrow(at_buf_str(&png), narrow[i].wanted_px,
                                  narrow[i].max_bytes, &jpeg, &err);
        T_EQ_INT(ok, narrow[i].ok);
        T_OK(jpeg.len <= narrow[i].max_bytes);
        T_EQ_INT(err.code, ok ? AT_OK : AT_ELIMIT);
        T_EQ_INT(jpeg.len > 1 && memcmp(jpeg.data, "\xff\xd8", 2) == 0, ok);
        at_buf_deinit(&jpeg);
        at_buf_deinit(&png);
    }
}

T_TEST(a_jpeg_is_made_narrow_too)
{
    struct at_image image = AT_IMAGE_INIT;
    struct at_buf jpeg = AT_BUF_INIT(AT_MIB);
    struct at_buf small = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    at_image_init(&image, 90, 200);
    memset(image.pixels, 0x80, (size_t)90 * 200 * 4);
    T_OK(at_jpeg_write(&image, 80, &jpeg, &err));
    at_image_deinit(&image);
    T_EQ_TEXT(at_image_type(at_buf_str(&jpeg)), "image/jpeg");
    T_OK(at_image_narrow(at_buf_str(&jpeg), 45, 20000, &small, &err));
    T_OK(at_jpeg_read(at_buf_str(&small), &image, &err));
    T_EQ_SIZE(image.width_px, 45);
    T_EQ_SIZE(image.height_px, 100);
    for (size_t i = 0; i < (size_t)45 * 100 * 4; i++)
        T_OK(i % 4 == 3 ? image.pixels[i] == 0xff
                        : image.pixels[i] > 0x7c && image.pixels[i] < 0x84);
    at_image_deinit(&image);
    for (size_t len = 0; len < jpeg.len - 2; len++) { // not the end's mark
        T_NOT(at_jpeg_read(at_str_n(jpeg.data, len), &image, &err));
        T_NULL(image.pixels);
        T_EQ_INT(err.code, AT_EPROTO);
    }
    at_buf_deinit(&small);
    at_buf_deinit(&jpeg);
}

T_TEST(other_bytes_are_not_made_narrow)
{
    struct at_buf jpeg = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_image_narrow(AT_STR("no picture"), 100, 20000, &jpeg, &err));
    T_EQ_INT(err.code, AT_EPROTO);
    T_EQ_SIZE(jpeg.len, 0);
    at_buf_deinit(&jpeg);
}

T_MAIN()
