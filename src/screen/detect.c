#include "screen/detect.h"

#include "screen/label.h"
#include "screen/package.h"

static bool
drawn(const struct at_tree *tree, const struct at_node *node)
{
    return !at_node_has(node, AT_NODE_CHROME) && at_node_visible(tree, node);
}

static bool
has_word(struct at_str text, const char *word)
{
    return at_str_find_nocase(text, at_str(word)) >= 0;
}

static bool
has_digit(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] >= '0' && text.ptr[i] <= '9')
            return true;
    }
    return false;
}

// uiautomator does not tell a spinner from a bar that stands at 40 percent. A
// spinner is about square; a bar that shows a number, or that is flat and not
// called a loading bar, measures something. The helper tells where a bar
// stands.
static bool
is_spinning(const struct at_node *node)
{
    int32_t width = node->bounds.right - node->bounds.left;
    int32_t height = node->bounds.bottom - node->bounds.top;

    if (node->role != AT_ROLE_PROGRESS_BAR || node->range.len > 0)
        return false;
    if (has_digit(node->text) || has_digit(node->state) ||
        has_digit(node->description))
        return false;
    return width < height * 4 || has_word(at_node_id_name(node), "loading") ||
           has_word(at_node_id_name(node), "indeterminate");
}

static const struct at_str loading_texts[] = {
    AT_STR_ROW("loading"),       AT_STR_ROW("please wait"),
    AT_STR_ROW("just a moment"), AT_STR_ROW("loading, please wait"),
    AT_STR_ROW("loading data"),  AT_STR_ROW("cargando"),
    AT_STR_ROW("carregando"),    AT_STR_ROW("caricamento"),
    AT_STR_ROW("chargement"),    AT_STR_ROW("wird geladen"),
    AT_STR_ROW("laden"),         AT_STR_ROW("загрузка"),
    AT_STR_ROW("加载中"),        AT_STR_ROW("正在加载"),
    AT_STR_ROW("載入中"),        AT_STR_ROW("読み込み中"),
    AT_STR_ROW("로딩 중"),       AT_STR_ROW("불러오는 중"),
};

static struct at_str
without_dots(struct at_str text, bool *out_dots)
{
    static const struct at_str dots[] = {
        AT_STR_ROW("."),
        AT_STR_ROW("…"),
        AT_STR_ROW("。"),
    };
    size_t before;

    text = at_str_trim(text);
    *out_dots = false;
    do {
        before = text.len;
        for (size_t i = 0; i < AT_LEN(dots); i++) {
            if (at_str_ends(text, dots[i])) {
                text.len -= dots[i].len;
                *out_dots = true;
            }
        }
    } while (text.len < before);
    return text;
}

static bool
is_loading_text(struct at_str text)
{
    enum { LONGEST_BYTES = 40 };
    bool dots;

    if (text.len == 0 || text.len > LONGEST_BYTES)
        return false;
    struct at_str bare = without_dots(text, &dots);
    for (size_t i = 0; i < AT_LEN(loading_texts); i++) {
        if (at_str_eq_nocase(bare, loading_texts[i]))
            return true;
    }
    return false;
}

// A button or a tab may be called "Loading" for good; with dots it is busy.
static bool
says_loading(const struct at_node *node)
{
    bool dots = false;
    struct at_str text = node->text.len > 0 ? node->text : node->description;

    if (node->role == AT_ROLE_TEXT_FIELD || !is_loading_text(text))
        return false;
    without_dots(text, &dots);
    return dots || !at_node_has(node, AT_NODE_INTERACTIVE);
}

static bool
holds_label(const struct at_node *top)
{
    for (const struct at_node *it = top; it; it = at_node_next(it, top)) {
        if (at_node_own_label(it).len > 0)
            return true;
    }
    return false;
}

// ShimmerFrameLayout and the like stay around the content once it is there.
static bool
is_skeleton(const struct at_node *node)
{
    static const char *const words[] = {"shimmer", "skeleton"};
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (has_word(node->class_name, words[i]) ||
            has_word(at_node_id_name(node), words[i]))
            return !holds_label(node);
    }
    return false;
}

const struct at_node *
at_tree_loading(const struct at_tree *tree)
{
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (node == tree->root || !drawn(tree, node))
            continue;
        if (is_spinning(node) || says_loading(node) || is_skeleton(node))
            return node;
    }
    return NULL;
}

enum match {
    MATCH_PACKAGE_IS,   // the window's package
    MATCH_PACKAGE_ENDS, // makers prefix com.android, com.google.android …
};

// A node of such a package (of any, where none is given) with such an id makes
// a dialog of this kind. The first row that holds wins.
static const struct {
    enum at_dialog_kind kind;
    enum match match;
    struct at_str package;
    const char *id; // NULL: the package is enough
} dialog_rows[] = {
    {AT_DIALOG_ANR, MATCH_PACKAGE_IS, AT_STR_ROW("android"), ":id/aerr_wait"},
    {AT_DIALOG_ANR, MATCH_PACKAGE_IS, AT_STR_ROW("com.android.systemui"),
     "android:id/aerr_wait"},
    {AT_DIALOG_CRASH, MATCH_PACKAGE_IS, AT_STR_ROW("android"), ":id/aerr_"},
    {AT_DIALOG_CRASH, MATCH_PACKAGE_IS, AT_STR_ROW("com.android.systemui"),
     "android:id/aerr_"},
    {AT_DIALOG_PERMISSION, MATCH_PACKAGE_ENDS,
     AT_STR_ROW(".permissioncontroller"), ":id/permission_allow"},
    {AT_DIALOG_PERMISSION, MATCH_PACKAGE_ENDS,
     AT_STR_ROW(".permissioncontroller"), ":id/permission_deny"},
    {AT_DIALOG_PERMISSION, MATCH_PACKAGE_ENDS,
     AT_STR_ROW(".permissioncontroller"), ":id/grant_"},
    {AT_DIALOG_PERMISSION, MATCH_PACKAGE_ENDS, AT_STR_ROW(".packageinstaller"),
     ":id/permission_"},
    {AT_DIALOG_PERMISSION, MATCH_PACKAGE_IS,
     AT_STR_ROW("com.lbe.security.miui"), NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_ENDS, AT_STR_ROW(".packageinstaller"),
     NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_ENDS, AT_STR_ROW(".intentresolver"), NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_ENDS, AT_STR_ROW(".vpndialogs"), NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_ENDS, AT_STR_ROW(".credentialmanager"),
     NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_ENDS,
     AT_STR_ROW(".companiondevicemanager"), NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_IS, AT_STR_ROW("com.android.systemui"),
     "android:id/alertTitle"},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_IS, AT_STR_ROW("com.android.systemui"),
     "android:id/button1"},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_IS, AT_STR_ROW("android"), NULL},
};

static bool
row_holds(size_t row, const struct at_tree *tree, const struct at_node *node)
{
    const char *id = dialog_rows[row].id;
    bool package = dialog_rows[row].match == MATCH_PACKAGE_IS
                       ? at_str_eq(node->package, dialog_rows[row].package)
                       : at_str_ends(node->package, dialog_rows[row].package);
    return package && drawn(tree, node) &&
           (!id || at_str_has(node->resource_id, at_str(id)));
}

static struct at_str
first_text(const struct at_tree *tree, const struct at_node *top)
{
    for (const struct at_node *it = top; it; it = at_node_next(it, top)) {
        if (drawn(tree, it) && at_node_own_label(it).len > 0)
            return at_node_own_label(it);
    }
    return AT_STR("");
}

// Crash and ANR windows may lie below another one; every other dialog counts
// only in front.
static bool
is_in_front(const struct at_tree *tree, const struct at_node *node,
            enum at_dialog_kind kind)
{
    return at_dialog_is_death(kind) ||
           at_str_eq(node->package, tree->front_package);
}

static struct at_dialog
dialog_of_window(const struct at_tree *tree, const struct at_node *window)
{
    struct at_dialog none = {.kind = AT_DIALOG_NONE};

    for (size_t row = 0; row < AT_LEN(dialog_rows); row++) {
        for (const struct at_node *it = window; it;
             it = at_node_next(it, window)) {
            enum at_dialog_kind kind = dialog_rows[row].kind;
            if (!row_holds(row, tree, it) || !is_in_front(tree, it, kind))
                continue;
            return (struct at_dialog){kind, window, it->package,
                                      first_text(tree, window)};
        }
    }
    return none;
}

struct at_dialog
at_tree_dialog(const struct at_tree *tree)
{
    struct at_dialog found = {.kind = AT_DIALOG_NONE};

    for (const struct at_node *window = tree->root->first_child; window;
         window = window->next) {
        struct at_dialog dialog = dialog_of_window(tree, window);
        if (dialog.kind != AT_DIALOG_NONE)
            found = dialog; // the last one drawn is in front
    }
    return found;
}

static const char *const kind_names[] = {
    [AT_DIALOG_NONE] = "none",     [AT_DIALOG_PERMISSION] = "permission",
    [AT_DIALOG_CRASH] = "crash",   [AT_DIALOG_ANR] = "anr",
    [AT_DIALOG_SYSTEM] = "system",
};

const char *
at_dialog_kind_name(enum at_dialog_kind kind)
{
    return (size_t)kind < AT_LEN(kind_names) ? kind_names[kind] : "none";
}

bool
at_dialog_is_death(enum at_dialog_kind kind)
{
    return kind == AT_DIALOG_CRASH || kind == AT_DIALOG_ANR;
}
