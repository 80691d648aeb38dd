// Names whose frame's place is not known: it is where most of them fit.
#include "screen/label.h"
#include "screen/overlay.h"
#include "tests/unit/screen/fixture.h"

#define ROW(top, bottom) N(VIEW, TAP AT("[0," top "][1000," bottom "]"), )

struct item {
    struct at_rect bounds;
    const char *component;
    const char *id;
};

struct row {
    const char *name;
    const char *xml;
    struct item items[6]; // up to an empty place
    const char *labels;   // labels of the elements in order, each with a comma
    int left;
    int top;
};

static const struct row rows[] = {
    {"below a status bar",
     ROOT(ROW("63", "163") ROW("163", "363") ROW("500", "550")),
     {{{0, 0, 1000, 100}, "A", ""},
      {{0, 100, 1000, 300}, "B", ""},
      {{0, 437, 1000, 487}, "C", ""}},
     "A,B,C,",
     0,
     63},
    {"at the display's edge",
     ROOT(ROW("0", "100") ROW("100", "300")),
     {{{0, 0, 1000, 100}, "A", ""}, {{0, 100, 1000, 300}, "B", ""}},
     "A,B,",
     0,
     0},
    {"right of a cutout",
     ROOT(N(VIEW, TAP AT("[80,0][180,100]"), )
              N(VIEW, TAP AT("[300,0][340,40]"), )),
     {{{0, 0, 100, 100}, "A", ""}, {{220, 0, 260, 40}, "B", ""}},
     "A,B,",
     80,
     0},
    {"rows that fit one row further too, of a list with more",
     ROOT(ROW("63", "163") ROW("163", "263") ROW("263", "363")),
     {{{0, 0, 1000, 100}, "A", ""},
      {{0, 100, 1000, 200}, "B", ""},
      {{0, 200, 1000, 300}, "C", ""},
      {{0, 300, 1000, 400}, "D", ""},
      {{0, 400, 1000, 500}, "E", ""}},
     "A,B,C,",
     0,
     63},
    {"what has the same id says where",
     ROOT(N(VIEW, ID("buy") TAP AT("[0,400][1000,500]"), ) ROW("600", "700")),
     {{{0, 350, 1000, 450}, "A", ""},
      {{0, 550, 1000, 650}, "B", ""},
      {{0, 100, 1000, 200}, "Buy", "buy"},
      {{0, 300, 1000, 400}, "D", ""}},
     "buy,D,",
     0,
     300},
    {"a dp is a pixel more or less",
     ROOT(ROW("63", "164") ROW("163", "362") ROW("501", "551")),
     {{{0, 0, 1000, 100}, "A", ""},
      {{0, 101, 1000, 300}, "B", ""},
      {{0, 437, 1000, 488}, "C", ""}},
     "A,B,C,",
     0,
     63},
    {"one of many may be of one size by chance",
     ROOT(ROW("63", "163") ROW("163", "363") ROW("500", "550")),
     {{{0, 0, 1000, 200}, "A", ""}, {{0, 900, 1000, 999}, "B", ""}},
     ",,,",
     0,
     -1},
    {"nothing of one size",
     ROOT(ROW("63", "163") ROW("163", "263")),
     {{{0, 0, 1000, 50}, "A", ""}, {{0, 100, 1000, 120}, "B", ""}},
     ",,",
     0,
     0},
};

static struct at_overlay *
overlay_of(const struct row *row)
{
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_NAMES, "hermes");
    overlay->floats = true;
    for (size_t i = 0; row->items[i].component; i++) {
        struct at_overlay_item *item = at_overlay_add(overlay);
        item->bounds = row->items[i].bounds;
        item->component = at_str(row->items[i].component);
        item->id = at_str(row->items[i].id);
    }
    return overlay;
}

T_TEST(frames)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_tree *tree = screen(rows[i].xml);
        struct at_overlay *overlay = overlay_of(&rows[i]);
        struct at_overlay_merged merged;
        struct at_buf labels = AT_BUF_INIT(1024);
        T_ROW(rows[i].name);
        at_overlay_merge(tree, overlay, &merged);
        const struct at_node *root = tree->root->first_child;
        for (const struct at_node *it = root->first_child; it; it = it->next)
            at_buf_add_fmt(&labels, "%.*s,",
                           AT_STR_ARG(at_node_label(it, NULL)));
        T_EQ_TEXT(at_buf_text(&labels), rows[i].labels);
        if (rows[i].top >= 0) {
            T_OK(abs(merged.left_px - rows[i].left) <= 1);
            T_OK(abs(merged.top_px - rows[i].top) <= 1);
        }
        at_buf_deinit(&labels);
        at_overlay_free(overlay);
        at_tree_free(tree);
    }
}

// Hostile places: nothing overflows.
T_TEST(extreme_places)
{
    struct at_tree *tree = screen(ROOT(
        N(VIEW, TAP AT("[-2147483648,-2147483648][2147483647,2147483647]"), )));
    const struct row row = {
        .items = {{{INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX}, "A", ""},
                  {{INT32_MAX - 1, 0, INT32_MAX, 5}, "B", ""}}};
    struct at_overlay *overlay = overlay_of(&row);
    struct at_overlay_merged merged;
    at_overlay_merge(tree, overlay, &merged);
    T_OK(merged.labelled <= 1);
    at_overlay_free(overlay);
    at_tree_free(tree);
}

T_MAIN()
