#include "maestro/expand.h"

#include <string.h>

// Names of the language in its edition of 2024, and of Maestro.
static const struct at_str globals[] = {
    AT_STR_ROW("AggregateError"),
    AT_STR_ROW("Array"),
    AT_STR_ROW("ArrayBuffer"),
    AT_STR_ROW("Atomics"),
    AT_STR_ROW("BigInt"),
    AT_STR_ROW("BigInt64Array"),
    AT_STR_ROW("BigUint64Array"),
    AT_STR_ROW("Boolean"),
    AT_STR_ROW("DataView"),
    AT_STR_ROW("Date"),
    AT_STR_ROW("Error"),
    AT_STR_ROW("EvalError"),
    AT_STR_ROW("FinalizationRegistry"),
    AT_STR_ROW("Float32Array"),
    AT_STR_ROW("Float64Array"),
    AT_STR_ROW("Function"),
    AT_STR_ROW("Infinity"),
    AT_STR_ROW("Int16Array"),
    AT_STR_ROW("Int32Array"),
    AT_STR_ROW("Int8Array"),
    AT_STR_ROW("Intl"),
    AT_STR_ROW("Iterator"),
    AT_STR_ROW("JSON"),
    AT_STR_ROW("Map"),
    AT_STR_ROW("Math"),
    AT_STR_ROW("NaN"),
    AT_STR_ROW("Number"),
    AT_STR_ROW("Object"),
    AT_STR_ROW("Promise"),
    AT_STR_ROW("Proxy"),
    AT_STR_ROW("RangeError"),
    AT_STR_ROW("ReferenceError"),
    AT_STR_ROW("Reflect"),
    AT_STR_ROW("RegExp"),
    AT_STR_ROW("Set"),
    AT_STR_ROW("SharedArrayBuffer"),
    AT_STR_ROW("String"),
    AT_STR_ROW("Symbol"),
    AT_STR_ROW("SyntaxError"),
    AT_STR_ROW("TypeError"),
    AT_STR_ROW("URIError"),
    AT_STR_ROW("Uint16Array"),
    AT_STR_ROW("Uint32Array"),
    AT_STR_ROW("Uint8Array"),
    AT_STR_ROW("Uint8ClampedArray"),
    AT_STR_ROW("WeakMap"),
    AT_STR_ROW("WeakRef"),
    AT_STR_ROW("WeakSet"),
    AT_STR_ROW("console"),
    AT_STR_ROW("decodeURI"),
    AT_STR_ROW("decodeURIComponent"),
    AT_STR_ROW("encodeURI"),
    AT_STR_ROW("encodeURIComponent"),
    AT_STR_ROW("escape"),
    AT_STR_ROW("eval"),
    AT_STR_ROW("faker"),
    AT_STR_ROW("globalThis"),
    AT_STR_ROW("http"),
    AT_STR_ROW("isFinite"),
    AT_STR_ROW("isNaN"),
    AT_STR_ROW("json"),
    AT_STR_ROW("maestro"),
    AT_STR_ROW("output"),
    AT_STR_ROW("parseFloat"),
    AT_STR_ROW("parseInt"),
    AT_STR_ROW("print"),
    AT_STR_ROW("relativePoint"),
    AT_STR_ROW("undefined"),
    AT_STR_ROW("unescape"),
};

// Words that strict code cannot use as a variable's name; and `arguments`,
// which is the surrounding function's.
static const struct at_str reserved[] = {
    AT_STR_ROW("arguments"),  AT_STR_ROW("await"),     AT_STR_ROW("break"),
    AT_STR_ROW("case"),       AT_STR_ROW("catch"),     AT_STR_ROW("class"),
    AT_STR_ROW("const"),      AT_STR_ROW("continue"),  AT_STR_ROW("debugger"),
    AT_STR_ROW("default"),    AT_STR_ROW("delete"),    AT_STR_ROW("do"),
    AT_STR_ROW("else"),       AT_STR_ROW("enum"),      AT_STR_ROW("export"),
    AT_STR_ROW("extends"),    AT_STR_ROW("false"),     AT_STR_ROW("finally"),
    AT_STR_ROW("for"),        AT_STR_ROW("function"),  AT_STR_ROW("if"),
    AT_STR_ROW("implements"), AT_STR_ROW("import"),    AT_STR_ROW("in"),
    AT_STR_ROW("instanceof"), AT_STR_ROW("interface"), AT_STR_ROW("let"),
    AT_STR_ROW("new"),        AT_STR_ROW("null"),      AT_STR_ROW("package"),
    AT_STR_ROW("private"),    AT_STR_ROW("protected"), AT_STR_ROW("public"),
    AT_STR_ROW("return"),     AT_STR_ROW("static"),    AT_STR_ROW("super"),
    AT_STR_ROW("switch"),     AT_STR_ROW("this"),      AT_STR_ROW("throw"),
    AT_STR_ROW("true"),       AT_STR_ROW("try"),       AT_STR_ROW("typeof"),
    AT_STR_ROW("var"),        AT_STR_ROW("void"),      AT_STR_ROW("while"),
    AT_STR_ROW("with"),       AT_STR_ROW("yield"),
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

// Return the length of the script at text[at], with "${" and "}"; 0 if none
// begins there.
static size_t
script_len(struct at_str text, size_t at)
{
    size_t end = 0;
    if (at + 2 > text.len || text.ptr[at] != '$' || text.ptr[at + 1] != '{')
        return 0;
    for (size_t i = at + 2; i < text.len && text.ptr[i] != '$'; i++) {
        if (text.ptr[i] == '}')
            end = i + 1;
    }
    return end > 0 ? end - at : 0;
}

static size_t
unescaped_script_len(struct at_str text, size_t at)
{
    return at > 0 && text.ptr[at - 1] == '\\' ? 0 : script_len(text, at);
}

bool
at_maestro_expand_next(struct at_str text, size_t *at,
                       struct at_maestro_piece *out)
{
    size_t begin = *at;
    size_t len = 0;
    if (begin >= text.len)
        return false;
    len = unescaped_script_len(text, begin);
    out->is_script = len > 0;
    if (len > 0) {
        out->text = at_str_n(text.ptr + begin + 2, len - 3);
        *at = begin + len;
        return true;
    }
    do {
        (*at)++;
    } while (*at < text.len && unescaped_script_len(text, *at) == 0);
    out->text = at_str_n(text.ptr + begin, *at - begin);
    return true;
}

bool
at_maestro_has_script(struct at_str text)
{
    struct at_maestro_piece piece;
    size_t at = 0;
    while (at_maestro_expand_next(text, &at, &piece)) {
        if (piece.is_script)
            return true;
    }
    return false;
}

void
at_maestro_unescape(struct at_str text, struct at_buf *out)
{
    size_t at = 0;
    while (at < text.len) {
        size_t len = text.ptr[at] == '\\' ? script_len(text, at + 1) : 0;
        if (len > 0)
            at_buf_add(out, text.ptr + at + 1, len);
        else
            at_buf_add_char(out, text.ptr[at]);
        at += len + 1;
    }
}

static bool
is_name_char(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (!first && c >= '0' && c <= '9');
}

bool
at_maestro_plain_name(struct at_str script, struct at_str *out_name)
{
    struct at_str name = at_str_trim(script);
    for (size_t i = 0; i < name.len; i++) {
        if (!is_name_char(name.ptr[i], i == 0))
            return false;
    }
    if (name.len == 0 || at_str_in(name, reserved, COUNT(reserved)) ||
        at_maestro_is_global(name))
        return false;
    *out_name = name;
    return true;
}

bool
at_maestro_is_global(struct at_str name)
{
    return at_str_in(name, globals, COUNT(globals));
}
