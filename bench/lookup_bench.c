// lookup_bench.c: the cost of a flow's look at a screen of 1,500 nodes
//
// Prints one JSON object: the kind of selector -> milliseconds for making the
// view of a tree and finding the element, the median of 40 runs each; "compile"
// is that of a selector, once per command, and "report" that of a report on an
// element that is not there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/lookup/report.h"
#include "screen/uiautomator.h"
#include "sys/clock.h"

enum { RUNS = 40, CARDS = 299 };

#define ANY .width_px = -1, .height_px = -1
#define SEL(...) (&(const struct at_maestro_selector){__VA_ARGS__, ANY})

static void
add_node(struct at_buf *dump, int i, const char *name, const char *text,
         const char *end)
{
    at_buf_add_fmt(dump,
                   "<node index=\"0\" text=\"%s\" resource-id=\"com.example:id/"
                   "%s_%d\" class=\"android.widget.TextView\" package=\"com."
                   "example\" content-desc=\"\" clickable=\"%s\" enabled=\""
                   "true\" bounds=\"[%d,%d][%d,%d]\"%s>",
                   text, name, i, i % 3 == 0 ? "true" : "false", i % 4 * 270,
                   i / 4 * 30, i % 4 * 270 + 270, i / 4 * 30 + 30, end);
}

static void
add_card(struct at_buf *dump, int i)
{
    char title[80];
    char price[80];
    snprintf(title, sizeof(title), "The product of number %d in the shop", i);
    snprintf(price, sizeof(price), "%d.99 € instead of %d.99 €", i, i + 9);
    add_node(dump, i, "card", "", "");
    add_node(dump, i, "title", title, "/");
    add_node(dump, i, "price", price, "/");
    add_node(dump, i, "buy", "Add to the basket", "/");
    add_node(dump, i, "picture", "", "/");
    at_buf_add_text(dump, "</node>");
}

static struct at_tree *
make_tree(void)
{
    struct at_buf dump = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct at_tree *tree = NULL;
    at_buf_add_text(&dump, "<hierarchy rotation=\"0\"><node class=\"A\" "
                           "package=\"com.example\" enabled=\"true\" "
                           "bounds=\"[0,0][1080,2400]\">");
    for (int i = 0; i < CARDS; i++)
        add_card(&dump, i);
    at_buf_add_text(&dump, "</node></hierarchy>");
    if (!at_uiautomator_parse(at_buf_str(&dump), &tree, NULL))
        exit(1);
    at_buf_deinit(&dump);
    return tree;
}

static int
by_size(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;
    return (*x > *y) - (*x < *y);
}

static void
print_median(const char *name, double *ms)
{
    static const char *comma = "{";
    qsort(ms, RUNS, sizeof(ms[0]), by_size);
    printf("%s\"%s\": %.3f", comma, name,
           (ms[RUNS / 2 - 1] + ms[RUNS / 2]) / 2);
    comma = ", ";
}

static double
look(const struct at_tree *tree, const struct at_maestro_finder *finder,
     bool with_report)
{
    struct at_maestro_view view;
    struct at_maestro_found found;
    struct at_maestro_report report;
    int64_t began_ns = at_now_ns();
    at_maestro_view_init(&view, tree, NULL);
    if (!at_maestro_find(finder, &view, &found, NULL))
        exit(1);
    if (with_report)
        at_maestro_report_make(finder, &view, &found, &report);
    double ms = (double)(at_now_ns() - began_ns) / 1e6;
    at_maestro_found_deinit(&found);
    at_maestro_view_deinit(&view);
    return ms;
}

static const struct {
    const char *name;
    const struct at_maestro_selector *selector;
    bool report;
} rows[] = {
    {"text", SEL(.text = AT_STR_ROW("The product of number 150 in the shop")),
     false},
    {"pattern", SEL(.text = AT_STR_ROW(".*number 15\\d in.*")), false},
    {"id", SEL(.id = AT_STR_ROW("title_150")), false},
    {"index",
     SEL(.text = AT_STR_ROW("Add to the basket"), .index = AT_STR_ROW("-1")),
     false},
    {"below",
     SEL(.text = AT_STR_ROW("Add to the basket"),
         .below = SEL(.id = AT_STR_ROW("title_150"))),
     false},
    {"childOf",
     SEL(.text = AT_STR_ROW("Add to the basket"),
         .child_of = SEL(.id = AT_STR_ROW("card_150"))),
     false},
    {"containsDescendants",
     SEL(.id = AT_STR_ROW("card_.*"),
         .contains_descendants = SEL(.text = AT_STR_ROW(".*number 150 .*")),
         .contains_descendants_count = 1),
     false},
    {"missing", SEL(.text = AT_STR_ROW("The product of number 1500")), false},
    {"report", SEL(.text = AT_STR_ROW("The product of number 1500")), true},
};

int
main(void)
{
    struct at_tree *tree = make_tree();
    double ms[RUNS];
    for (size_t r = 0; r < AT_LEN(rows); r++) {
        struct at_maestro_finder *finder = NULL;
        double compile_ms[RUNS];
        for (int i = 0; i < RUNS; i++) {
            int64_t began_ns = at_now_ns();
            at_maestro_finder_free(finder);
            if (!at_maestro_finder_new(rows[r].selector, &finder, NULL))
                return 1;
            compile_ms[i] = (double)(at_now_ns() - began_ns) / 1e6;
        }
        if (r == 0)
            print_median("compile", compile_ms);
        for (int i = 0; i < RUNS; i++)
            ms[i] = look(tree, finder, rows[r].report);
        print_median(rows[r].name, ms);
        at_maestro_finder_free(finder);
    }
    printf("}\n");
    at_tree_free(tree);
    return 0;
}
