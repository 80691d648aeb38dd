#include <string.h>

#include "base/limits.h"
#include "virtual-android/coreutils/coreutils.h"

int
vd_run_true(struct vd_call *call)
{
    (void)call;
    return 0;
}

int
vd_run_false(struct vd_call *call)
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

// *at is after a backslash.
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
vd_run_echo(struct vd_call *call)
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
    vd_out(call, at_buf_str(&out));
    at_buf_deinit(&out);
    return 0;
}

// printf: one pass over the format, which takes operands from *next on.

struct format {
    struct vd_call *call;
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
        vd_errf(f->call, "printf: %s: bad number\n", word);
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

struct directive {
    int64_t width; // below 0: padded at the right
    char fill;
    const char *kind; // its letter, and what follows
};

// Read a directive such as "-5s".
static struct directive
parse_directive(const char *at)
{
    struct directive d = {.fill = ' '};
    bool left = *at == '-';
    at += left;
    if (*at == '0')
        d.fill = *at++;
    for (; *at >= '0' && *at <= '9' && d.width < 1000; at++)
        d.width = d.width * 10 + (*at - '0');
    if (left)
        d.width = -d.width;
    d.kind = at;
    return d;
}

// at is after the '%'. Returns the end of the directive.
static const char *
add_directive(struct format *f, const char *at)
{
    struct at_buf text = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    struct directive d = parse_directive(at);
    char kind = *d.kind;
    if (*at == '%') {
        at_buf_add_char(&f->out, '%');
        return at + 1;
    }
    const char *word = f->next < f->call->argc ? f->call->argv[f->next++] : "";
    if (kind && strchr("diuxXo", kind)) {
        add_number(f, kind, word, d.width, d.fill);
    } else if (kind && strchr("bcs", kind)) {
        if (kind == 'b')
            add_escaped(&text, word);
        else
            at_buf_add_str(
                &text, at_str_head(at_str(word), kind == 'c' ? 1 : SIZE_MAX));
        pad(&f->out, at_buf_str(&text), d.width, ' ');
    } else {
        vd_errf(f->call, "printf: bad format '%%%s'\n", d.kind);
        f->status = 1;
    }
    at_buf_deinit(&text);
    return d.kind + (kind != '\0');
}

int
vd_run_printf(struct vd_call *call)
{
    struct format f = {
        .call = call,
        .out = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES),
        .next = 2,
    };
    int before;
    if (call->argc < 2) {
        vd_errf(call, "printf: Needs 1 argument\n");
        return 1;
    }
    do { // repeat while a pass takes operands
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
    vd_out(call, at_buf_str(&f.out));
    at_buf_deinit(&f.out);
    return f.status;
}
