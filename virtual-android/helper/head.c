#include "virtual-android/helper/head.h"

struct parsing {
    struct vd_head *head;
    struct vd_refusal *refusal;
    bool length_seen;
    bool authorization_seen;
};

size_t
vd_head_end(struct at_str bytes)
{
    ptrdiff_t at = at_str_find(bytes, AT_STR("\r\n\r\n"));
    return at < 0 ? 0 : (size_t)at + 4;
}

static bool
bad(struct parsing *p, const char *message)
{
    return vd_refuse(p->refusal, VD_BAD_REQUEST, "%s", message);
}

static bool
first_line(struct parsing *p, struct at_str line)
{
    struct at_str words[3] = {{0}};
    size_t count = 0;
    bool more = true;
    while (more && count < AT_LEN(words)) {
        ptrdiff_t blank = at_str_find(line, AT_STR(" "));
        more = blank >= 0;
        words[count++] = more ? at_str_head(line, (size_t)blank) : line;
        line = at_str_skip(line, more ? (size_t)blank + 1 : line.len);
    }
    bool newest = at_str_is(words[2], "HTTP/1.1");
    if (more || count != AT_LEN(words) || words[0].len == 0 ||
        !at_str_starts(words[1], AT_STR("/")) ||
        !(newest || at_str_is(words[2], "HTTP/1.0")))
        return bad(p, "the first line is not 'METHOD /path HTTP/1.1'");
    p->head->method = words[0];
    p->head->path = words[1];
    p->head->keep_alive = newest;
    return true;
}

static bool
length(struct parsing *p, struct at_str value)
{
    int64_t number = 0;
    bool digits = value.len > 0 && value.len <= 18;
    for (size_t i = 0; i < value.len; i++)
        digits = digits && value.ptr[i] >= '0' && value.ptr[i] <= '9';
    if (p->length_seen || !digits ||
        !at_str_to_i64(value, 0, INT64_MAX, &number))
        return bad(p, "Content-Length must stand once and be a number");
    p->length_seen = true;
    if (number > VD_BODY_MAX_BYTES)
        return vd_refuse(p->refusal, VD_BODY_TOO_LARGE,
                         "a body has at most %d bytes", VD_BODY_MAX_BYTES);
    p->head->body_len = (size_t)number;
    return true;
}

static bool
transfer(struct parsing *p, struct at_str value)
{
    (void)value;
    return bad(p, "Transfer-Encoding is not spoken here, send Content-Length");
}

static bool
connection(struct parsing *p, struct at_str value)
{
    if (at_str_eq_nocase(value, AT_STR("close")))
        p->head->keep_alive = false;
    else if (at_str_eq_nocase(value, AT_STR("keep-alive")))
        p->head->keep_alive = true;
    return true;
}

static bool
authorization(struct parsing *p, struct at_str value)
{
    if (p->authorization_seen)
        return bad(p, "Authorization stands twice");
    p->authorization_seen = true;
    p->head->authorization = value;
    return true;
}

static const struct {
    const char *name;
    bool (*take)(struct parsing *p, struct at_str value);
} names[] = {
    {"content-length", length},
    {"transfer-encoding", transfer},
    {"connection", connection},
    {"authorization", authorization},
};

static bool
field(struct parsing *p, struct at_str line)
{
    ptrdiff_t colon = at_str_find(line, AT_STR(":"));
    if (colon < 1 || (unsigned char)line.ptr[colon - 1] <= ' ' ||
        (unsigned char)line.ptr[0] <= ' ' || at_str_has(line, AT_STR("\r")) ||
        at_str_has(line, AT_STR("\n")))
        return bad(p, "a header line is not 'Name: value'");
    struct at_str name = at_str_head(line, (size_t)colon);
    struct at_str value = at_str_trim(at_str_skip(line, (size_t)colon + 1));
    for (size_t i = 0; i < AT_LEN(names); i++) {
        if (at_str_eq_nocase(name, at_str(names[i].name)))
            return names[i].take(p, value);
    }
    return true;
}

bool
vd_head_parse(struct at_str text, struct vd_head *out,
              struct vd_refusal *refusal)
{
    struct parsing p = {.head = out, .refusal = refusal};
    bool first = true;
    *out = (struct vd_head){0};
    for (;;) {
        ptrdiff_t end = at_str_find(text, AT_STR("\r\n"));
        struct at_str line = end < 0 ? text : at_str_head(text, (size_t)end);
        if (!(first ? first_line(&p, line) : field(&p, line)))
            return false;
        if (end < 0)
            return true;
        first = false;
        text = at_str_skip(text, (size_t)end + 2);
    }
}
