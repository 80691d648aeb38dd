#include "wire/xml.h"

#include "base/limits.h"
#include "base/quote.h"

// XML 1.0 has no U+FFFE and U+FFFF, not even escaped.
static void
write_char(uint32_t cp, struct at_buf *out)
{
    switch (cp) {
    case '<':
        at_buf_add_text(out, "&lt;");
        break;
    case '>':
        at_buf_add_text(out, "&gt;");
        break;
    case '&':
        at_buf_add_text(out, "&amp;");
        break;
    case '"':
        at_buf_add_text(out, "&quot;");
        break;
    case '\n':
    case '\t':
        at_buf_add_fmt(out, "&#%d;", (int)cp);
        break;
    default:
        at_buf_add_utf8(out, cp == 0xfffe || cp == 0xffff ? '?' : cp);
    }
}

void
at_xml_write(struct at_str text, struct at_buf *out)
{
    struct at_buf printable = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    at_printable_write(text, &printable);
    struct at_str rest = at_buf_str(&printable);
    uint32_t cp;
    for (size_t n; (n = at_utf8_next(rest, &cp)) > 0;
         rest = at_str_skip(rest, n))
        write_char(cp, out);
    at_buf_deinit(&printable);
}

void
at_xml_attribute(const char *name, struct at_str value, struct at_buf *out)
{
    at_buf_add_fmt(out, " %s=\"", name);
    at_xml_write(value, out);
    at_buf_add_char(out, '"');
}

void
at_xml_seconds(int64_t ms, struct at_buf *out)
{
    ms = ms > 0 ? ms : 0;
    at_buf_add_fmt(out, " time=\"%lld.%03d\"", (long long)(ms / 1000),
                   (int)(ms % 1000));
}

void
at_xml_property(const char *name, struct at_str value, struct at_buf *out)
{
    if (value.len == 0)
        return;
    at_buf_add_fmt(out, "    <property name=\"%s\"", name);
    at_xml_attribute("value", value, out);
    at_buf_add_text(out, "/>\n");
}
