#include "virtual-android/coreutils/util.h"

#include <string.h>

#include "base/limits.h"

int
va_run_true(struct va_call *call)
{
    (void)call;
    return 0;
}

int
va_run_false(struct va_call *call)
{
    (void)call;
    return 1;
}

static int
octal(const char **at, int digits)
{
    int value = 0;
    for (; digits > 0 && **at >= '0' && **at <= '7'; digits--)
        value = value * 8 + (*(*at)++ - '0');
    return value & 0xff;
}

static int
hex(const char **at)
{
    int value = 0;
    for (int i = 0; i < 2; i++) {
        char c = **at;
        if (c >= '0' && c <= '9')
            value = value * 16 + (c - '0');
        else if ((c | 32) >= 'a' && (c | 32) <= 'f')
            value = value * 16 + ((c | 32) - 'a') + 10;
        else
            break;
        (*at)++;
    }
    return value;
}

// *at is behind a backslash.
static void
add_escape(struct at_buf *out, const char **at)
{
    static const char names[] = "abefnrtv\\";
    static const char values[] = "\a\b\033\f\n\r\t\v\\";
    const char *name = **at ? strchr(names, **at) : NULL;
    if (name) {
        at_buf_add_char(out, values[name - names]);
        (*at)++;
    } else if (**at == 'x') {
        (*at)++;
        at_buf_add_char(out, (char)hex(at));
    } else if (**at >= '0' && **at <= '7') {
        at_buf_add_char(out, (char)octal(at, **at == '0' ? 4 : 3));
    } else {
        at_buf_add_char(out, '\\');
    }
}

static void
add_escaped(struct at_buf *out, const char *text)
{
    while (*text) {
        if (*text++ == '\\')
            add_escape(out, &text);
        else
            at_buf_add_char(out, text[-1]);
    }
}

static bool
is_echo_option(const char *word)
{
    return word[0] == '-' && word[1] &&
           strspn(word + 1, "neE") == strlen(word + 1);
}

int
va_run_echo(struct va_call *call)
{
    struct at_buf out = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    bool newline = true;
    bool escapes = false;
    int i = 1;
    for (; i < call->argc && is_echo_option(call->argv[i]); i++) {
        newline = newline && !strchr(call->argv[i], 'n');
        escapes = escapes || strchr(call->argv[i], 'e');
    }
    for (int first = i; i < call->argc; i++) {
        if (i > first)
            at_buf_add_char(&out, ' ');
        if (escapes)
            add_escaped(&out, call->argv[i]);
        else
            at_buf_add_text(&out, call->argv[i]);
    }
    if (newline)
        at_buf_add_char(&out, '\n');
    va_out(call, at_buf_str(&out));
    at_buf_deinit(&out);
    return 0;
}

// printf: one pass over the format, which takes operands from *next on.

struct format {
    struct va_call *call;
    struct at_buf out;
    int next;
    int status;
};

static void
pad(struct at_buf *out, struct at_str text, int64_t width, char fill)
{
    bool left = width < 0;
    int64_t want = left ? -width : width;
    int64_t spaces = want > (int64_t)text.len ? want - (int64_t)text.len : 0;
    if (left)
        at_buf_add_str(out, text);
    for (int64_t i = 0; i < spaces; i++)
        at_buf_add_char(out, left ? ' ' : fill);
    if (!left)
        at_buf_add_str(out, text);
}

static void
add_number(struct format *f, char kind, const char *word, int64_t width,
           char fill)
{
    struct at_buf text = AT_BUF_INIT(64);
    int64_t number = 0;
    if (word[0] &&
        !at_str_to_i64(at_str(word), INT64_MIN, INT64_MAX, &number)) {
        va_errf(f->call, "printf: %s: bad number\n", word);
        f->status = 1;
    }
    if (kind == 'x')
        at_buf_add_fmt(&text, "%llx", (unsigned long long)number);
    else if (kind == 'X')
        at_buf_add_fmt(&text, "%llX", (unsigned long long)number);
    else if (kind == 'o')
        at_buf_add_fmt(&text, "%llo", (unsigned long long)number);
    else
        at_buf_add_fmt(&text, "%lld", (long long)number);
    pad(&f->out, at_buf_str(&text), width, fill);
    at_buf_deinit(&text);
}

// "%-5s" and its like; at is behind the '%'. Gives what follows.
static const char *
add_directive(struct format *f, const char *at)
{
    struct at_buf text = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    bool left = *at == '-';
    int64_t width = 0;
    char fill = ' ';
    if (*at == '%') {
        at_buf_add_char(&f->out, '%');
        return at + 1;
    }
    at += left;
    if (*at == '0')
        fill = *at++;
    for (; *at >= '0' && *at <= '9' && width < 1000; at++)
        width = width * 10 + (*at - '0');
    const char *word = f->next < f->call->argc ? f->call->argv[f->next++] : "";
    if (*at && strchr("diuxXo", *at)) {
        add_number(f, *at, word, left ? -width : width, fill);
    } else if (*at == 'b') {
        add_escaped(&text, word);
        pad(&f->out, at_buf_str(&text), left ? -width : width, ' ');
    } else if (*at == 'c') {
        pad(&f->out, at_str_head(at_str(word), 1), left ? -width : width, ' ');
    } else if (*at == 's') {
        pad(&f->out, at_str(word), left ? -width : width, ' ');
    } else {
        va_errf(f->call, "printf: bad format '%%%s'\n", at);
        f->status = 1;
    }
    at_buf_deinit(&text);
    return *at ? at + 1 : at;
}

int
va_run_printf(struct va_call *call)
{
    struct format f = {
        .call = call,
        .out = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES),
        .next = 2,
    };
    int before;
    if (call->argc < 2) {
        va_errf(call, "printf: Needs 1 argument\n");
        return 1;
    }
    do { // again for as long as a pass takes operands
        before = f.next;
        for (const char *at = call->argv[1]; *at && f.status == 0;) {
            char c = *at++;
            if (c == '\\')
                add_escape(&f.out, &at);
            else if (c == '%')
                at = add_directive(&f, at);
            else
                at_buf_add_char(&f.out, c);
        }
    } while (f.next < call->argc && f.next > before && f.status == 0);
    va_out(call, at_buf_str(&f.out));
    at_buf_deinit(&f.out);
    return f.status;
}
