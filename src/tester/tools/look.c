// look.c: tools that only look: find, perceive, dump, size
#include "agent/perceive.h"
#include "base/limits.h"
#include "screen/words.h"
#include "tester/tools/tools.h"

enum { DUMP_MAX_CHARS = 2000 };

// Read the screen, or tell the model why it cannot be read; *out_tree is then
// NULL.
static bool
look(struct at_tool_runner_call *call, const struct at_tree **out_tree,
     struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    *out_tree = NULL;
    if (at_tool_runner_look(call, &why)) {
        *out_tree = at_app_tree(call->runner->app);
        return true;
    }
    if (at_tool_runner_is_fatal(&why))
        return at_err_pass(err, &why);
    at_agent_tool_say(call->out,
                      why.code == AT_ETIMEOUT ? AT_PREFIX_TIMEOUT
                                              : AT_PREFIX_ERROR,
                      "the screen cannot be read: %s", why.msg);
    return true;
}

static void
write_row(struct at_tool_runner_call *call, const struct at_words_row *row)
{
    struct at_buf value = AT_BUF_INIT(2 * AT_NODE_TEXT_MAX_BYTES);
    at_buf_add_str(&value, row->value);
    at_tool_runner_clean(call->runner, &value);
    at_perceive_write_row(at_utf8_head(at_buf_str(&value), 200),
                          at_rect_center(row->node->seen), &call->out->screen);
    at_buf_deinit(&value);
}

bool
at_tool_find_by_text(struct at_tool_runner_call *call, struct at_err *err)
{
    enum { LISTED_MAX = 40 };
    const struct at_tree *tree;
    struct at_words_list list;
    if (!look(call, &tree, err))
        return false;
    if (!tree)
        return true;
    at_tool_runner_aim(call, call->args.text);
    call->selector.touch = true;
    at_words_find(&call->selector, tree, &list);
    at_buf_add_char(&call->out->screen, '[');
    for (size_t i = 0; i < list.count && i < LISTED_MAX; i++) {
        if (i > 0)
            at_buf_add_char(&call->out->screen, ',');
        write_row(call, &list.rows[i]);
    }
    at_buf_add_char(&call->out->screen, ']');
    at_agent_tool_say(call->out, AT_PREFIX_OK, "%zu match%s for '%.*s'",
                      list.count, list.count == 1 ? "" : "es",
                      AT_STR_ARG(at_tool_runner_wanted(call)));
    at_words_list_deinit(&list);
    return true;
}

// The text of the whole screen. Elements that the model knows keep their refs.
static void
write_whole(struct at_tool_runner_call *call, struct at_buf *out)
{
    const struct at_compact_opts opts = {.keeps_refs = true};
    struct at_compact_result result;
    at_app_write_tree(call->runner->app, &opts, out, &result);
    at_str_cut(call->runner->shown, sizeof(call->runner->shown),
               at_str(result.fingerprint.text));
}

// Give all elements refs; the text itself is not shown.
static void
renew_refs(struct at_tool_runner_call *call)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    write_whole(call, &text);
    at_buf_deinit(&text);
}

bool
at_tool_perceive_screen(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_app *app = call->runner->app;
    const struct at_tree *tree;
    if (!look(call, &tree, err))
        return false;
    if (!tree)
        return true;
    renew_refs(call);
    size_t count = at_perceive_write(tree, at_app_refs(app),
                                     call->runner->opts.run.secrets,
                                     &call->out->screen, &call->out->whole);
    at_agent_tool_say(call->out, AT_PREFIX_OK, "%zu item%s%s", count,
                      count == 1 ? "" : "s",
                      call->out->whole ? "" : ", truncated");
    return true;
}

// The longest beginning of whole lines that has at most that many characters.
static struct at_str
head_lines(struct at_str text, size_t max_chars)
{
    size_t fits = 0;
    size_t chars = 0;
    struct at_str rest = text;
    struct at_str line;
    while (at_str_next_line(&rest, &line)) {
        chars += at_utf8_count(line) + 1;
        if (chars > max_chars)
            break;
        fits = text.len - rest.len;
    }
    return at_str_head(text, fits);
}

bool
at_tool_screen_dump(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_buf compact = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    const struct at_tree *tree;
    if (!look(call, &tree, err))
        return false;
    if (!tree)
        return true;
    write_whole(call, &compact);
    struct at_str all = at_buf_str(&compact);
    struct at_str shown = head_lines(all, DUMP_MAX_CHARS);
    at_buf_add_str(&call->out->screen, shown);
    call->out->whole = shown.len == all.len;
    at_agent_tool_say(call->out, AT_PREFIX_OK, "the screen%s",
                      shown.len < all.len
                          ? ", cut at 2000 characters: perceiveScreen has more"
                          : "");
    at_buf_deinit(&compact);
    return true;
}

bool
at_tool_screen_size(struct at_tool_runner_call *call, struct at_err *err)
{
    const struct at_tree *tree;
    if (!look(call, &tree, err))
        return false;
    if (tree)
        at_agent_tool_say(call->out, AT_PREFIX_OK, "%dx%d", (int)tree->width_px,
                          (int)tree->height_px);
    return true;
}
