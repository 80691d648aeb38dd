// screen_corpus.c: what the compact text says and costs, over captured screens
//
//     screen_corpus [--notes] [--show] [--check MEDIAN_TOKENS] FOLDER…
//
// Reads every uiautomator dump (.xml) and every AXe or idb tree (.json, .txt)
// below the folders and prints a row of figures each, and their totals.
// --notes: what was lost, too. --show: the texts themselves. --check: end with
// status 1 if a text is lost, an element that takes input has no ref, two refs
// have the same place, or the median of the tokens is above the limit; with
// status 77, which meson calls a skipped test, without any screen.
#define _XOPEN_SOURCE 700 // nftw

#include <ftw.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "bench/corpus_measure.h"
#include "screen/axe.h"
#include "screen/compact.h"
#include "screen/uiautomator.h"
#include "sys/file.h"
#include "tests/unit/screen/advice.h"

enum { STATUS_SKIPPED = 77, FILES_MAX = 10000 };

struct corpus {
    char **paths; // owned
    size_t count;
    size_t cap;
    size_t unreadable;
    size_t *tokens; // of each screen
    size_t screens;
    struct corpus_figures total;
    bool notes;
    bool show;
};

static struct corpus corpus;

static int
add_path(const char *path, const struct stat *info, int type, struct FTW *at)
{
    struct at_str name = at_str(path);
    (void)info;
    (void)at;
    if (type != FTW_F || corpus.count == FILES_MAX ||
        !(at_str_ends(name, AT_STR(".xml")) ||
          at_str_ends(name, AT_STR(".json")) ||
          at_str_has(name, AT_STR("axe/"))))
        return 0;
    if (corpus.count == corpus.cap) {
        corpus.cap = corpus.cap ? corpus.cap * 2 : 64;
        corpus.paths =
            at_realloc_array(corpus.paths, corpus.cap, sizeof(*corpus.paths));
    }
    corpus.paths[corpus.count++] = at_strdup(path);
    return 0;
}

static bool
is_screen(const json_t *value)
{
    const json_t *first = json_array_get(value, 0);
    return json_object_get(first, "type") &&
           (json_object_get(first, "frame") ||
            json_object_get(first, "AXFrame"));
}

// Other tools put an AXe tree into an answer of their own.
static const json_t *
find_screen(const json_t *value)
{
    const char *key;
    json_t *member;
    if (is_screen(value))
        return value;
    json_object_foreach((json_t *)value, key, member)
    {
        const json_t *found = find_screen(member);
        if (found)
            return found;
    }
    return NULL;
}

static struct at_tree *
read_json(struct at_str text, struct at_err *err)
{
    struct at_tree *tree = NULL;
    if (at_axe_parse(text, &tree, err))
        return tree;
    json_t *value = json_loadb(text.ptr, text.len, 0, NULL);
    const json_t *screen = find_screen(value);
    char *inner = screen ? json_dumps(screen, JSON_ENCODE_ANY) : NULL;
    if (inner && !at_axe_parse(at_str(inner), &tree, err))
        tree = NULL;
    free(inner);
    json_decref(value);
    return tree;
}

static struct at_tree *
read_screen(const char *path)
{
    struct at_buf text = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    struct at_tree *tree = NULL;
    if (!at_file_read(path, &text, &err))
        return NULL;
    if (!at_str_ends(at_str(path), AT_STR(".xml")))
        tree = read_json(at_buf_str(&text), &err);
    else if (!at_uiautomator_parse(at_buf_str(&text), &tree, &err))
        tree = NULL;
    at_buf_deinit(&text);
    return tree;
}

static void
print_row(const char *name, const struct corpus_figures *f)
{
    printf("%6zu %6zu %5zu %10zu %6zu %5zu %7zu %10zu  %s\n", f->tokens,
           f->bytes, f->refs, f->unlabelled, f->twins, f->lost, f->unreachable,
           f->same_place, name);
}

static void
add_figures(const struct corpus_figures *f)
{
    struct corpus_figures *total = &corpus.total;
    corpus.tokens[corpus.screens++] = f->tokens;
    total->tokens += f->tokens;
    total->bytes += f->bytes;
    total->refs += f->refs;
    total->unlabelled += f->unlabelled;
    total->twins += f->twins;
    total->lost += f->lost;
    total->unreachable += f->unreachable;
    total->same_place += f->same_place;
}

static void
show(const struct at_tree *tree)
{
    struct at_compact_opts all = {.max_lines = AT_TREE_MAX_NODES + 2};
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_result result;
    at_compact_write(tree, &all, &text, refs, &result);
    fputs(at_buf_text(&text), stdout);
    at_buf_deinit(&text);
    at_ref_table_free(refs);
}

static void
measure(const char *path)
{
    struct at_buf notes = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct corpus_figures figures;
    const char *slash = strrchr(path, '/');
    struct at_tree *tree = read_screen(path);
    if (!tree) {
        corpus.unreadable++;
        return;
    }
    corpus_measure(tree, &figures, &notes);
    add_figures(&figures);
    print_row(slash ? slash + 1 : path, &figures);
    if (corpus.notes)
        fputs(at_buf_text(&notes), stdout);
    if (corpus.show)
        show(tree);
    at_buf_deinit(&notes);
    at_tree_free(tree);
}

static int
by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int
by_size(const void *a, const void *b)
{
    const size_t *x = a;
    const size_t *y = b;
    return (*x > *y) - (*x < *y);
}

static size_t
median(void)
{
    qsort(corpus.tokens, corpus.screens, sizeof(*corpus.tokens), by_size);
    return corpus.tokens[corpus.screens / 2];
}

static int
check(size_t median_tokens, size_t limit)
{
    const struct corpus_figures *total = &corpus.total;
    if (total->lost + total->unreachable + total->same_place == 0 &&
        median_tokens <= limit)
        return EXIT_SUCCESS;
    printf("a limit is broken: nothing lost, no element without a ref, no two "
           "refs at one place, median at most %zu tokens\n",
           limit);
    return EXIT_FAILURE;
}

static int
measure_all(int64_t limit)
{
    if (corpus.count > 0)
        qsort(corpus.paths, corpus.count, sizeof(*corpus.paths), by_name);
    corpus.tokens =
        at_realloc_array(NULL, corpus.count + 1, sizeof(*corpus.tokens));
    puts("tokens  bytes  refs unlabelled  twins  lost  no ref same place");
    for (size_t i = 0; i < corpus.count; i++)
        measure(corpus.paths[i]);
    printf("%zu screens, %zu files are none\n", corpus.screens,
           corpus.unreadable);
    if (corpus.screens == 0)
        return STATUS_SKIPPED;
    size_t middle = median();
    print_row("in total", &corpus.total);
    printf("%6zu tokens in the median\n", middle);
    return limit < 0 ? EXIT_SUCCESS : check(middle, (size_t)limit);
}

int
main(int argc, char **argv)
{
    int64_t limit = -1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--notes") == 0)
            corpus.notes = true;
        else if (strcmp(argv[i], "--show") == 0)
            corpus.show = true;
        else if (strcmp(argv[i], "--check") == 0 && i + 1 < argc &&
                 at_str_to_i64(at_str(argv[i + 1]), 0, INT32_MAX, &limit))
            i++;
        else
            (void)nftw(argv[i], add_path, 8, FTW_PHYS);
    }
    int status = measure_all(limit);
    for (size_t i = 0; i < corpus.count; i++)
        free(corpus.paths[i]);
    free(corpus.paths);
    free(corpus.tokens);
    return status;
}
