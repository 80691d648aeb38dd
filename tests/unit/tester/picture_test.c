// picture_test.c: pictures show no password field and no secret
#include "tester/tools/image_mask.h"

#include "base/limits.h"
#include "tests/unit/screen/fixture.h"
#include "wire/image.h"

enum { WIDTH = 108, HEIGHT = 192 }; // a tenth of the screen below

static const char *
read_variable(void *user, const char *name)
{
    (void)user;
    (void)name;
    return "hunter2-Canary";
}

static struct at_secrets *
make_secrets(void)
{
    struct at_secrets *secrets = NULL;
    struct at_argv names = AT_ARGV_INIT;
    at_argv_add(&names, "password");
    T_OK(at_secrets_new(&names, read_variable, NULL, &secrets, NULL));
    at_argv_deinit(&names);
    return secrets;
}

static void
white_png(struct at_buf *png)
{
    struct at_image image;
    at_image_init(&image, WIDTH, HEIGHT);
    memset(image.pixels, 0xff, (size_t)WIDTH * HEIGHT * 4);
    T_OK(at_png_write(&image, png, NULL));
    at_image_deinit(&image);
}

static bool
is_white(const struct at_image *image, size_t x, size_t y)
{
    return image->pixels[(y * image->width_px + x) * 4] == 0xff;
}

// clang-format off
#define PLAIN N(TXT, T("Welcome") AT("[0,0][1080,100]"), )
#define FIELD N(EDIT, SECRET AT("[100,200][500,300]"), )
#define SHOWN N(EDIT, T("my hunter2-Canary!") AT("[100,200][500,300]"), )
#define SAID N(IMG, DESC("hunter2-Canary") AT("[100,200][500,300]"), )
#define OUTSIDE N(EDIT, SECRET AT("[-50,1800][200,2500]"), )

static const struct {
    const char *name;
    const char *screen; // NULL: not known
    bool touched;
    size_t hidden[2]; // a point that must be covered; 0,0: none
    size_t shown[2];  // a point that must not
} rows[] = {
    {"nothing to hide", ROOT(PLAIN), false, {0, 0}, {5, 5}},
    {"a password field", ROOT(PLAIN FIELD), true, {10, 20}, {9, 20}},
    {"its last pixel", ROOT(PLAIN FIELD), true, {49, 29}, {50, 29}},
    {"below it", ROOT(PLAIN FIELD), true, {20, 29}, {20, 30}},
    {"a value on the screen", ROOT(SHOWN), true, {30, 25}, {60, 25}},
    {"a value for readers", ROOT(SAID), true, {30, 25}, {60, 25}},
    {"partly outside", ROOT(OUTSIDE), true, {1, 191}, {30, 191}},
    {"a screen that is not known", NULL, true, {107, 191}, {0, 0}},
};
// clang-format on

T_TEST(elements_with_secrets_are_covered)
{
    struct at_secrets *secrets = make_secrets();
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_tree *tree = rows[i].screen ? screen(rows[i].screen) : NULL;
        struct at_buf png = AT_BUF_INIT(AT_MIB);
        struct at_buf before = AT_BUF_INIT(AT_MIB);
        struct at_image image = AT_IMAGE_INIT;
        T_ROW(rows[i].name);
        white_png(&png);
        at_buf_add_str(&before, at_buf_str(&png));
        T_OK(at_image_mask(&png, tree, secrets, NULL));
        T_EQ_INT(!at_str_eq(at_buf_str(&png), at_buf_str(&before)),
                 rows[i].touched);
        T_OK(at_png_read(at_buf_str(&png), &image, NULL));
        if (rows[i].hidden[0] > 0)
            T_NOT(is_white(&image, rows[i].hidden[0], rows[i].hidden[1]));
        if (rows[i].shown[0] > 0)
            T_OK(is_white(&image, rows[i].shown[0], rows[i].shown[1]));
        at_image_deinit(&image);
        at_buf_deinit(&png);
        at_buf_deinit(&before);
        at_tree_free(tree);
    }
    at_secrets_free(secrets);
}

T_TEST(without_secrets_password_fields_are_covered)
{
    struct at_tree *tree = screen(ROOT(FIELD));
    struct at_tree *plain = screen(ROOT(SHOWN));
    T_OK(at_image_must_mask(tree, NULL));
    T_NOT(at_image_must_mask(plain, NULL));
    at_tree_free(tree);
    at_tree_free(plain);
}

T_TEST(a_picture_that_cannot_be_read_is_not_passed_on)
{
    struct at_tree *tree = screen(ROOT(FIELD));
    struct at_buf png = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    white_png(&png);
    at_buf_cut(&png, png.len / 2);
    T_NOT(at_image_mask(&png, tree, NULL, &err));
    T_EQ_INT(err.code, AT_EPROTO);
    T_EQ_SIZE(png.len, 0);
    at_buf_deinit(&png);
    at_tree_free(tree);
}

T_MAIN()
