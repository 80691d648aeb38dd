#include "cli/repl_edit.h"

#include <histedit.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/folder.h"

enum { LISTED_MAX = 60 };

struct at_repl_edit {
    struct at_repl_edit_opts opts;
    EditLine *line;
    History *history;
};

static volatile sig_atomic_t interrupted;

static void
on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static char *
prompt(EditLine *line)
{
    struct at_repl_edit *edit;
    el_get(line, EL_CLIENTDATA, &edit);
    return (char *)edit->opts.prompt(edit->opts.user);
}

// Print without control characters: names of elements come from a device.
static void
list(const struct at_candidates *candidates)
{
    struct at_buf text = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    at_buf_add_char(&text, '\n');
    for (size_t i = 0; i < candidates->count && i < LISTED_MAX; i++)
        at_buf_add_fmt(&text, "  %-24s %s\n", candidates->rows[i].text,
                       candidates->rows[i].note);
    if (candidates->count > LISTED_MAX)
        at_buf_add_fmt(&text, "  and %zu more\n",
                       candidates->count - LISTED_MAX);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.data[i];
        putchar((c < 0x20 && c != '\n') || c == 0x7f ? '?' : c);
    }
    fflush(stdout);
    at_buf_deinit(&text);
}

static unsigned char
insert(EditLine *line, struct at_str written, struct at_str text, bool whole)
{
    struct at_buf word = AT_BUF_INIT(AT_REPL_LINE_MAX_BYTES);
    at_buf_add_str(&word, text);
    if (whole)
        at_buf_add_char(&word, ' ');
    if (written.len > 0)
        el_deletestr(line, (int)at_utf8_count(written));
    int failed = el_insertstr(line, at_buf_text(&word));
    at_buf_deinit(&word);
    return failed ? CC_ERROR : CC_REFRESH;
}

static unsigned char
complete(EditLine *line, int key)
{
    struct at_repl_edit *edit;
    struct at_candidates candidates;
    const LineInfo *info = el_line(line);
    struct at_str text =
        at_str_n(info->buffer, (size_t)(info->cursor - info->buffer));
    unsigned char answer = CC_ERROR;
    (void)key;
    el_get(line, EL_CLIENTDATA, &edit);
    edit->opts.complete(edit->opts.user, text, &candidates);
    struct at_str written = at_str_skip(text, candidates.begin);
    struct at_str common = at_candidates_common(&candidates);
    if (candidates.count == 1 || common.len > written.len) {
        answer = insert(line, written, common, candidates.count == 1);
    } else if (candidates.count > 1) {
        list(&candidates);
        answer = CC_REDISPLAY;
    }
    at_candidates_deinit(&candidates);
    return answer;
}

static void
bind_keys(struct at_repl_edit *edit)
{
    EditLine *line = edit->line;
    el_set(line, EL_CLIENTDATA, edit);
    el_set(line, EL_PROMPT, prompt);
    el_set(line, EL_EDITOR, "emacs");
    el_set(line, EL_SIGNAL, 1); // restores the terminal on signals
    el_set(line, EL_HIST, history, edit->history);
    // el_set() would copy the texts and never free them.
    el_wset(line, EL_ADDFN, L"at-complete", L"complete a word", complete);
    el_set(line, EL_BIND, "^I", "at-complete", NULL);
    el_set(line, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(line, NULL); // the user's own ~/.editrc
}

bool
at_repl_edit_new(const struct at_repl_edit_opts *opts,
                 struct at_repl_edit **out_edit, struct at_err *err)
{
    HistEvent event;
    struct at_repl_edit *edit = at_alloc(sizeof(*edit));
    *out_edit = NULL;
    setlocale(LC_CTYPE, ""); // characters have widths
    edit->opts = *opts;
    edit->history = history_init();
    edit->line = el_init("mobile-dev-agent", stdin, stdout, stderr);
    if (!edit->history || !edit->line) {
        at_repl_edit_free(edit);
        return at_fail(err, AT_EIO, "the line editor cannot start");
    }
    history(edit->history, &event, H_SETSIZE, (int)AT_REPL_HISTORY_MAX);
    history(edit->history, &event, H_SETUNIQUE, 1);
    bind_keys(edit);
    *out_edit = edit;
    return true;
}

void
at_repl_edit_free(struct at_repl_edit *edit)
{
    if (!edit)
        return;
    if (edit->line)
        el_end(edit->line);
    if (edit->history)
        history_end(edit->history);
    free(edit);
}

static void
take_interrupts(struct sigaction *old)
{
    struct sigaction action = {.sa_handler = on_interrupt}; // no SA_RESTART
    sigemptyset(&action.sa_mask);
    interrupted = 0;
    sigaction(SIGINT, &action, old);
}

enum at_repl_key
at_repl_edit_read(struct at_repl_edit *edit, struct at_buf *out_line)
{
    struct sigaction old;
    int count = 0;
    at_buf_clear(out_line);
    take_interrupts(&old);
    const char *text = el_gets(edit->line, &count);
    sigaction(SIGINT, &old, NULL);
    if (text && count > 0) {
        struct at_str line = at_str_n(text, (size_t)count);
        if (at_str_ends(line, AT_STR("\n")))
            line.len--;
        at_buf_add_str(out_line, line);
        return AT_REPL_LINE;
    }
    putchar('\n');
    fflush(stdout);
    if (!interrupted)
        return AT_REPL_END;
    el_reset(edit->line);
    return AT_REPL_INTERRUPTED;
}

void
at_repl_edit_remember(struct at_repl_edit *edit, struct at_str line)
{
    HistEvent event;
    char *text = at_strndup(line.ptr, line.len);
    history(edit->history, &event, H_ENTER, text);
    free(text);
}
