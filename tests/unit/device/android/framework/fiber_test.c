#include "device/android/framework/hermes/fiber.h"

#include <string.h>

#include "base/buf.h"
#include "tests/t.h"

#define ITEMS(rows)                                                            \
    "{\"v\":1,\"walked\":187,\"kept\":2,\"scale\":2.5,\"items\":[" rows "]}"

static const struct {
    const char *name;
    const char *answer;
    int count; // -1: not an overlay
} rows[] = {
    {"nothing mounted", ITEMS(""), 0},
    {"one", ITEMS("[0,0,40,20,\"id\",\"label\",\"Row\"]"), 1},
    {"more members",
     ITEMS("[0,0,40,20,\"\",\"\",\"\"],[1,2,3,4,\"\",\"\","
           "\"ArrowLeft\"]"),
     2},
    {"nothing", "", -1},
    {"absent", "\"absent\"", -1},
    {"no list", "{\"v\":1}", -1},
    {"a list that is none", "{\"items\":{}}", -1},
    {"a row too short", ITEMS("[0,0,40,20,\"id\",\"label\"]"), -1},
    {"a row too long", ITEMS("[0,0,40,20,\"\",\"\",\"\",\"\"]"), -1},
    {"a row that is none", ITEMS("7"), -1},
    {"a number that is none", ITEMS("[null,0,40,20,\"\",\"\",\"\"]"), -1},
    {"a text that is none", ITEMS("[0,0,40,20,1,\"\",\"\"]"), -1},
};

T_TEST(answers)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_overlay *overlay;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        bool ok = at_fiber_read(at_str(rows[i].answer), 420, &overlay, &err);
        T_EQ_INT(ok, rows[i].count >= 0);
        T_EQ_INT(overlay != NULL, rows[i].count > 0);
        if (!ok)
            T_EQ_INT(err.code, AT_EPROTO);
        if (!overlay)
            continue;
        T_EQ_SIZE(overlay->count, (size_t)rows[i].count);
        T_EQ_INT(overlay->kind, AT_OVERLAY_NAMES);
        T_OK(overlay->floats);
        T_EQ_SIZE(overlay->walked, 187);
        at_overlay_free(overlay);
    }
}

static struct at_overlay *
read_one(const char *answer, int32_t dpi)
{
    struct at_overlay *overlay;
    T_OK(at_fiber_read(at_str(answer), dpi, &overlay, NULL));
    T_OK(overlay != NULL);
    return overlay;
}

static void
expect_bounds(const char *answer, int32_t dpi, struct at_rect want)
{
    struct at_overlay *overlay = read_one(answer, dpi);
    struct at_rect got = overlay->first->bounds;
    T_EQ_INT(got.left, want.left);
    T_EQ_INT(got.top, want.top);
    T_EQ_INT(got.right, want.right);
    T_EQ_INT(got.bottom, want.bottom);
    at_overlay_free(overlay);
}

// The app's own scale is the truth, the device's density is the second best.
T_TEST(dp_become_pixels)
{
    expect_bounds(ITEMS("[1,-2,40.3,20,\"\",\"\",\"A\"]"), 160,
                  (struct at_rect){3, -5, 103, 45});
    expect_bounds("{\"scale\":0,\"items\":[[1,2,40,20,\"\",\"\",\"A\"]]}", 420,
                  (struct at_rect){3, 5, 108, 58});
    expect_bounds("{\"scale\":0,\"items\":[[1,2,40,20,\"\",\"\",\"A\"]]}", 0,
                  (struct at_rect){0, 0, 0, 0});
    expect_bounds("{\"scale\":1e9,\"items\":[[1,2,40,20,\"\",\"\",\"A\"]]}",
                  160, (struct at_rect){1, 2, 41, 22});
    expect_bounds(ITEMS("[-1e300,0,1e308,1e9,\"\",\"\",\"A\"]"), 160,
                  (struct at_rect){-100000, 0, 100000, 100000});
}

// The runtime is the app's: its words are data.
T_TEST(words_are_cleaned)
{
    struct at_overlay *overlay =
        read_one(ITEMS("[0,0,4,4,\" a\\u001b[2J\\n\",\"b\\tc\",\"D\"]"), 160);
    T_EQ_STR(overlay->first->id, "a [2J");
    T_EQ_STR(overlay->first->label, "b c");
    T_EQ_STR(overlay->first->component, "D");
    at_overlay_free(overlay);
}

// A walk that was cut says so, also where it has found nothing.
T_TEST(cut_overlays)
{
    struct at_overlay *overlay =
        read_one(ITEMS("[0,0,4,4,\"\",\"\",\"A\"]"), 160);
    T_NOT(overlay->cut);
    at_overlay_free(overlay);
    overlay =
        read_one("{\"cut\":true,\"items\":[[0,0,4,4,\"\",\"\",\"A\"]]}", 160);
    T_OK(overlay->cut);
    at_overlay_free(overlay);
    overlay = read_one("{\"cut\":true,\"walked\":9,\"items\":[]}", 160);
    T_OK(overlay->cut);
    T_EQ_SIZE(overlay->count, 0);
    at_overlay_free(overlay);
}

T_TEST(the_list_is_bounded)
{
    struct at_buf text = AT_BUF_INIT(1 << 20);
    at_buf_add_text(&text, "{\"scale\":2,\"items\":[[0,0,4,4,\"\",\"\",\"A\"]");
    for (int i = 0; i < AT_OVERLAY_MAX_ITEMS + 5; i++)
        at_buf_add_text(&text, ",[0,0,4,4,\"\",\"\",\"A\"]");
    at_buf_add_text(&text, "]}");
    struct at_overlay *overlay = read_one(at_buf_text(&text), 160);
    T_EQ_SIZE(overlay->count, AT_OVERLAY_MAX_ITEMS);
    at_overlay_free(overlay);
    at_buf_deinit(&text);
}

T_TEST(the_source_is_there)
{
    T_HAS(at_fiber_source, "g.__agentestNames = {");
    T_NULL(strstr(at_fiber_source, "// fiber.js"));
    T_HAS(at_fiber_source, "'" AT_FIBER_NEWS "'");
}

T_MAIN()
