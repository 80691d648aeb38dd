// profile_custom.c: a row for each field, used for both forms
#include "agent/models/profile_custom.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "wire/json.h"

enum kind { TEXT, FORMAT, ADDRESS, SECRET, WHOLE, PRICE, QUIRKS, HEADERS };

enum {
    TOKENS_MIN = 1024,
    TOKENS_MAX = 100000000,
    HEADERS_MAX = 32,
};

static const double price_max = 100000; // dollars per million tokens

static const struct field {
    const char *member;
    const char *group; // its object in the JSON form, or NULL
    const char *part;  // its name in the group
    enum kind kind;
    const char *suffix;
    const char *others; // alternative suffixes
} fields[AT_PROFILE_FIELD_COUNT] = {
    [AT_PROFILE_FORMAT] = {"format", NULL, NULL, FORMAT, "FORMAT",
                           "WIRE_FORMAT API_FORMAT API_TYPE PROVIDER"},
    [AT_PROFILE_TITLE] = {"title", NULL, NULL, TEXT, "TITLE", "LABEL"},
    [AT_PROFILE_BASE_URL] = {"baseUrl", NULL, NULL, ADDRESS, "BASE_URL",
                             "URL API_BASE API_URL ADDRESS ENDPOINT HOST"},
    [AT_PROFILE_MODEL] = {"model", NULL, NULL, TEXT, "MODEL",
                          "MODEL_NAME MODEL_ID"},
    [AT_PROFILE_KEY] = {"key", NULL, NULL, SECRET, "API_KEY",
                        "KEY API_TOKEN TOKEN AUTH_TOKEN"},
    [AT_PROFILE_CONTEXT] = {"contextTokens", NULL, NULL, WHOLE,
                            "CONTEXT_TOKENS",
                            "CONTEXT CONTEXT_LENGTH CONTEXT_WINDOW "
                            "CONTEXT_SIZE MAX_CONTEXT NUM_CTX"},
    [AT_PROFILE_OUTPUT] = {"maxOutputTokens", NULL, NULL, WHOLE,
                           "MAX_OUTPUT_TOKENS",
                           "MAX_OUTPUT OUTPUT_TOKENS MAX_TOKENS MAX_OUT_TOKENS "
                           "MAX_COMPLETION_TOKENS"},
    [AT_PROFILE_PRICE_IN] = {"inputPrice", "prices", "input", PRICE,
                             "INPUT_PRICE", "PRICE_INPUT PRICE_IN IN_PRICE"},
    [AT_PROFILE_PRICE_OUT] = {"outputPrice", "prices", "output", PRICE,
                              "OUTPUT_PRICE",
                              "PRICE_OUTPUT PRICE_OUT OUT_PRICE"},
    [AT_PROFILE_PRICE_CACHED] = {"cachedInputPrice", "prices", "cachedInput",
                                 PRICE, "CACHED_INPUT_PRICE",
                                 "CACHED_PRICE CACHE_READ_PRICE PRICE_CACHED"},
    [AT_PROFILE_PRICE_WRITE] = {"cacheWritePrice", "prices", "cacheWrite",
                                PRICE, "CACHE_WRITE_PRICE",
                                "PRICE_CACHE_WRITE"},
    [AT_PROFILE_QUIRKS] = {"quirks", NULL, NULL, QUIRKS, "QUIRKS", "QUIRK"},
    [AT_PROFILE_CA_FILE] = {"caFile", NULL, NULL, TEXT, "CA_FILE",
                            "CA_BUNDLE CA_CERT CA"},
    [AT_PROFILE_HEADERS] = {"headers", NULL, NULL, HEADERS, "HEADERS",
                            "HEADER EXTRA_HEADERS"},
};

static const struct {
    const char *given;
    const char *meant;
} format_names[] = {
    {"openai", "openai"},           {"chat", "openai"},
    {"chatcompletions", "openai"},  {"openaichat", "openai"},
    {"openaicompatible", "openai"}, {"openrouter", "openai"},
    {"deepseek", "openai"},         {"vllm", "openai"},
    {"lmstudio", "openai"},         {"litellm", "openai"},
    {"llamacpp", "openai"},         {"anthropic", "anthropic"},
    {"claude", "anthropic"},        {"messages", "anthropic"},
    {"responses", "responses"},     {"openairesponses", "responses"},
    {"gemini", "gemini"},           {"google", "gemini"},
    {"ollama", "ollama"},
};

static const struct {
    unsigned quirk;
    const char *name;
} quirk_names[] = {
    {AT_QUIRK_NO_TEMPERATURE, "no-temperature"},
    {AT_QUIRK_NO_IMAGES, "no-images"},
    {AT_QUIRK_IMAGES_IN_USER, "images-in-user"},
    {AT_QUIRK_ECHO_REASONING, "echo-reasoning"},
    {AT_QUIRK_NO_TOOL_CHOICE, "no-tool-choice"},
    {AT_QUIRK_MAX_TOKENS_OLD, "max-tokens"},
    {AT_QUIRK_CACHE_MARKS, "cache-marks"},
    {AT_QUIRK_NO_THINKING, "no-thinking"},
    {AT_QUIRK_ADAPTIVE, "adaptive-thinking"},
    {AT_QUIRK_REASONING_FIELD, "reasoning-field"},
    {AT_QUIRK_FREE, "free"},
    {AT_QUIRK_STATES_COST, "states-cost"},
};

const char *
at_profile_member(enum at_profile_field field)
{
    return fields[field].member;
}

const char *
at_profile_suffix(enum at_profile_field field)
{
    return fields[field].suffix;
}

const char *
at_profile_quirk_name(unsigned quirk)
{
    for (size_t i = 0; i < AT_LEN(quirk_names); i++)
        if (quirk_names[i].quirk == quirk)
            return quirk_names[i].name;
    return NULL;
}

// Compare letters and digits, ignoring case and separators.
bool
at_profile_same_name(struct at_str a, struct at_str b)
{
    size_t i = 0;
    size_t k = 0;
    for (;;) {
        while (i < a.len && !at_ascii_is_alnum(a.ptr[i]))
            i++;
        while (k < b.len && !at_ascii_is_alnum(b.ptr[k]))
            k++;
        if (i == a.len || k == b.len)
            return i == a.len && k == b.len;
        if (at_ascii_lower(a.ptr[i++]) != at_ascii_lower(b.ptr[k++]))
            return false;
    }
}

bool
at_profile_check_name(struct at_str name, struct at_err *err)
{
    bool ok = name.len > 0 && name.len <= AT_PROFILE_NAME_MAX &&
              at_ascii_is_alnum(name.ptr[0]);
    for (size_t i = 0; i < name.len; i++)
        ok = ok && at_ascii_is_name(name.ptr[i]);
    return ok || at_fail(err, AT_EUSAGE,
                         "a profile's name has 1 to %d letters, digits, '.', "
                         "'-' or '_', and begins with a letter or a digit",
                         AT_PROFILE_NAME_MAX);
}

// Return the length of the suffix and the "_" before it, if the variable ends
// in it; the suffix's own "_" is optional: MY_BASEURL.
static size_t
ends_in(struct at_str variable, struct at_str suffix)
{
    size_t i = variable.len;
    for (size_t k = suffix.len; k > 0; k--) {
        char c = i > 0 ? variable.ptr[i - 1] : '\0';
        if (suffix.ptr[k - 1] == '_' && c != '_')
            continue;
        if (at_ascii_lower(c) != at_ascii_lower(suffix.ptr[k - 1]))
            return 0;
        i--;
    }
    return i > 1 && variable.ptr[i - 1] == '_' ? variable.len - i + 1 : 0;
}

bool
at_profile_split_variable(struct at_str variable, struct at_str *out_name,
                          enum at_profile_field *out_field, bool *out_prefixed)
{
    static const struct at_str prefix = AT_STR_ROW("PROFILE_");
    size_t longest = 0;
    *out_prefixed = at_str_starts(variable, prefix);
    if (*out_prefixed)
        variable = at_str_skip(variable, prefix.len);
    for (size_t i = 0; i < AT_PROFILE_FIELD_COUNT; i++) {
        struct at_str rest = at_str(fields[i].others);
        struct at_str suffix = at_str(fields[i].suffix);
        do {
            size_t len = ends_in(variable, suffix);
            if (len > longest) {
                longest = len;
                *out_field = (enum at_profile_field)i;
            }
        } while (at_str_next(&rest, ' ', &suffix));
    }
    *out_name = at_str_head(variable, variable.len - longest);
    return longest > 0 && out_name->len > 0;
}

static json_t *
read_format(struct at_str text, struct at_err *err)
{
    for (size_t i = 0; i < AT_LEN(format_names); i++)
        if (at_profile_same_name(text, at_str(format_names[i].given)))
            return json_string(format_names[i].meant);
    at_fail(err, AT_EUSAGE,
            "'%.*s' is not a format: use openai (chat completions), anthropic, "
            "responses, gemini or ollama",
            AT_STR_ARG(at_utf8_head(text, 40)));
    return NULL;
}

static json_t *
read_text(const struct field *field, struct at_str text, struct at_err *err)
{
    bool secret = field->kind == SECRET;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c < ' ' || c == 0x7f || (secret && (c == ' ' || c > '~'))) {
            at_fail(err, AT_EUSAGE, "%s has a character that it cannot have",
                    secret ? "the key" : "the text");
            return NULL;
        }
    }
    if (text.len <= AT_HTTP_TOKEN_MAX_BYTES && at_utf8_valid(text))
        return at_json_text(text);
    at_fail(err, AT_EUSAGE, "the text is too long, or not UTF-8");
    return NULL;
}

// Read a decimal number without a sign, such as "0.25". Return false for
// anything else.
static bool
read_decimal(struct at_str text, double *out)
{
    double value = 0;
    double unit = 0; // place value of the next decimal
    size_t digits = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if ((c == '.' || c == ',') && unit == 0) {
            unit = 0.1;
            continue;
        }
        if (!at_ascii_is_digit(c))
            return false;
        value = unit > 0 ? value + (c - '0') * unit : value * 10 + (c - '0');
        unit /= 10;
        digits++;
    }
    *out = value;
    return digits > 0 && digits < 16;
}

static json_t *
read_price(const json_t *value, struct at_err *err)
{
    double price = json_number_value(value);
    struct at_str text = at_str_trim(at_json_str(value));
    if (at_str_starts(text, AT_STR("$")))
        text = at_str_skip(text, 1);
    bool ok = json_is_number(value) ||
              (json_is_string(value) && read_decimal(text, &price));
    if (ok && isfinite(price) && price >= 0 && price <= price_max)
        return json_real(price);
    at_fail(err, AT_EUSAGE,
            "a price is a number of US dollars for a million tokens, such as "
            "0.25");
    return NULL;
}

// "32768", "32_768", "32k".
static json_t *
read_whole(const json_t *value, struct at_err *err)
{
    int64_t number = 0;
    struct at_str text = at_str_trim(at_json_str(value));
    char digits[16];
    size_t len = 0;
    int64_t unit = 1;
    if (text.len > 0 && at_ascii_lower(text.ptr[text.len - 1]) == 'k') {
        unit = 1024;
        text.len--;
    }
    for (size_t i = 0; i < text.len && len < sizeof(digits); i++)
        if (text.ptr[i] != '_')
            digits[len++] = text.ptr[i];
    bool ok = json_is_integer(value);
    if (ok)
        number = json_integer_value(value);
    else
        ok = len < sizeof(digits) &&
             at_str_to_i64(at_str_n(digits, len), 0, TOKENS_MAX, &number);
    if (ok && number <= TOKENS_MAX && number * unit >= 1 &&
        number * unit <= TOKENS_MAX)
        return json_integer(number * unit);
    at_fail(err, AT_EUSAGE, "a number of tokens from 1 to %d is needed",
            TOKENS_MAX);
    return NULL;
}

static bool
add_quirk(struct at_str word, json_t *out, struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_KIB);
    struct at_str name = at_str_trim(word);
    bool removes = at_str_starts(name, AT_STR("-"));
    for (size_t i = 0; i < AT_LEN(quirk_names); i++) {
        if (at_profile_same_name(name, at_str(quirk_names[i].name))) {
            char *text =
                at_strfmt("%s%s", removes ? "-" : "", quirk_names[i].name);
            json_array_append_new(out, json_string(text));
            free(text);
            at_buf_deinit(&names);
            return true;
        }
        at_buf_add_fmt(&names, "%s%s", i > 0 ? ", " : "", quirk_names[i].name);
    }
    at_fail(err, AT_EUSAGE, "'%.*s' is not a quirk; valid are %s",
            AT_STR_ARG(at_utf8_head(name, 40)), at_buf_text(&names));
    at_buf_deinit(&names);
    return false;
}

static json_t *
read_quirks(const json_t *value, struct at_err *err)
{
    json_t *out = json_array();
    struct at_str rest = at_json_str(value);
    struct at_str word;
    size_t i;
    json_t *one;
    bool ok = json_is_array(value) || json_is_string(value) ||
              at_fail(err, AT_EUSAGE, "quirks are a list of words");
    json_array_foreach(value, i, one) ok =
        ok && add_quirk(at_json_str(one), out, err);
    while (ok && at_str_next(&rest, ',', &word))
        if (at_str_trim(word).len > 0)
            ok = add_quirk(word, out, err);
    if (ok)
        return out;
    json_decref(out);
    return NULL;
}

// Headers set by the program itself.
static bool
is_own_header(struct at_str name)
{
    static const char *const own[] = {
        "host",       "content-length",  "content-type", "transfer-encoding",
        "connection", "accept-encoding", "expect"};
    for (size_t i = 0; i < AT_LEN(own); i++)
        if (at_str_eq_nocase(name, at_str(own[i])))
            return true;
    return false;
}

static bool
add_header(struct at_str name, struct at_str value, json_t *out,
           struct at_err *err)
{
    name = at_str_trim(name);
    value = at_str_trim(value);
    bool ok = name.len > 0 && name.len <= 100 && value.len > 0 &&
              value.len <= AT_HTTP_TOKEN_MAX_BYTES &&
              json_object_size(out) < HEADERS_MAX && !is_own_header(name);
    for (size_t i = 0; i < name.len; i++)
        ok = ok && (at_ascii_is_alnum(name.ptr[i]) ||
                    strchr("-_.", name.ptr[i]) != NULL);
    for (size_t i = 0; i < value.len; i++)
        ok = ok && value.ptr[i] >= ' ' && value.ptr[i] <= '~';
    // Never quote the value: it may be a secret.
    if (!ok)
        return at_fail(err, AT_EUSAGE,
                       "the header '%.*s' cannot be sent: a name and a value "
                       "of printable ASCII, not one that the program sets",
                       AT_STR_ARG(at_utf8_head(name, 40)));
    char *key = at_strndup(name.ptr, name.len);
    at_json_set(out, key, at_json_text(value));
    free(key);
    return true;
}

static bool
add_header_lines(struct at_str text, json_t *out, struct at_err *err)
{
    char sep = at_str_has(text, AT_STR("\n")) ? '\n' : ';';
    struct at_str line;
    while (at_str_next(&text, sep, &line)) {
        struct at_str name;
        line = at_str_trim(line);
        if (line.len > 0 && (!at_str_next(&line, ':', &name) ||
                             !add_header(name, line, out, err)))
            return false;
    }
    return true;
}

static json_t *
read_headers(const json_t *value, struct at_err *err)
{
    json_t *out = json_object();
    struct at_str text = at_str_trim(at_json_str(value));
    json_t *parsed = at_str_starts(text, AT_STR("{"))
                         ? at_json_parse(text, NULL)
                         : json_incref((json_t *)(uintptr_t)value);
    const char *name;
    json_t *one;
    bool ok = json_is_object(parsed) || json_is_string(parsed) ||
              at_fail(err, AT_EUSAGE,
                      "headers are \"Name: value; Name: value\" or a JSON "
                      "object of texts");
    json_object_foreach(parsed, name, one) ok =
        ok && add_header(at_str(name), at_json_str(one), out, err);
    if (ok && json_is_string(parsed))
        ok = add_header_lines(text, out, err);
    json_decref(parsed);
    if (ok)
        return out;
    json_decref(out);
    return NULL;
}

json_t *
at_profile_read_value(enum at_profile_field field, const json_t *value,
                      struct at_err *err)
{
    const struct field *row = &fields[field];
    if (row->kind == WHOLE)
        return read_whole(value, err);
    if (row->kind == PRICE)
        return read_price(value, err);
    if (row->kind == QUIRKS)
        return read_quirks(value, err);
    if (row->kind == HEADERS)
        return read_headers(value, err);
    if (!json_is_string(value)) {
        at_fail(err, AT_EUSAGE, "a text is needed");
        return NULL;
    }
    struct at_str text = at_str_trim(at_json_str(value));
    return row->kind == FORMAT ? read_format(text, err)
                               : read_text(row, text, err);
}

static bool
is_empty(const json_t *value)
{
    return json_is_null(value) ||
           (json_is_string(value) && at_str_trim(at_json_str(value)).len == 0);
}

static void
name_field(const struct field *field, const char *name, struct at_err *err)
{
    char path[AT_ERR_FIELD_MAX];
    snprintf(path, sizeof(path), "%s%s%.20s", field->group ? field->group : "",
             field->group ? "/" : "", name);
    at_err_context(err, "'%s'", name);
    at_err_field(err, path);
}

static bool
take_member(size_t field, const json_t *value, const char *name, json_t *out,
            struct at_err *err)
{
    json_t *read =
        is_empty(value)
            ? json_null()
            : at_profile_read_value((enum at_profile_field)field, value, err);
    if (read)
        at_json_set(out, fields[field].member, read);
    else
        name_field(&fields[field], name, err);
    return read != NULL;
}

static bool take_group(const char *group, const json_t *json, json_t *out,
                       struct at_err *err);

// Take a member of the object or of one of its groups.
static bool
take_named(const char *group, const char *name, const json_t *value,
           json_t *out, struct at_err *err)
{
    bool is_group = false;
    for (size_t i = 0; i < AT_PROFILE_FIELD_COUNT; i++) {
        const struct field *field = &fields[i];
        const char *own = group ? field->part : field->member;
        bool here = !group || (field->group && !strcmp(field->group, group));
        if (here && own && strcmp(own, name) == 0)
            return take_member(i, value, name, out, err);
        is_group = is_group ||
                   (!group && field->group && strcmp(field->group, name) == 0);
    }
    if (is_group)
        return take_group(name, value, out, err);
    struct at_buf valid = AT_BUF_INIT(AT_KIB);
    for (size_t i = 0; i < AT_PROFILE_FIELD_COUNT; i++) {
        const struct field *field = &fields[i];
        at_buf_add_fmt(&valid, "%s%s%s%s", i > 0 ? ", " : "",
                       field->group ? field->group : "",
                       field->group ? "." : "",
                       field->group ? field->part : field->member);
    }
    at_fail(err, AT_EUSAGE, "a profile has no '%s%s%.40s'; valid are %s",
            group ? group : "", group ? "." : "", name, at_buf_text(&valid));
    at_buf_deinit(&valid);
    return false;
}

// Take the members of a group, or reset all of them if it is null.
static bool
take_group(const char *group, const json_t *json, json_t *out,
           struct at_err *err)
{
    const char *name;
    json_t *value;
    bool ok = json_is_object(json) || json_is_null(json) ||
              at_fail(err, AT_EUSAGE, "'%s' is an object", group);
    for (size_t i = 0; ok && i < AT_PROFILE_FIELD_COUNT; i++)
        if (fields[i].group && strcmp(fields[i].group, group) == 0)
            at_json_set(out, fields[i].member, json_null());
    json_object_foreach((json_t *)(uintptr_t)json, name, value) ok =
        ok && take_named(group, name, value, out, err);
    return ok;
}

bool
at_profile_custom_read(const json_t *json, json_t **out, struct at_err *err)
{
    const char *name;
    json_t *value;
    *out = json_object();
    bool ok = json_is_object(json) ||
              at_fail(err, AT_EUSAGE,
                      "the body is an object with model, baseUrl, key and "
                      "other members of a profile");
    json_object_foreach((json_t *)(uintptr_t)json, name, value) ok =
        ok && take_named(NULL, name, value, *out, err);
    if (ok)
        return true;
    json_decref(*out);
    *out = NULL;
    return false;
}

bool
at_profile_custom_check(const json_t *flat, struct at_err *err)
{
    const json_t *in = json_object_get(flat, "inputPrice");
    const json_t *out = json_object_get(flat, "outputPrice");
    bool any = in || out || json_object_get(flat, "cachedInputPrice") ||
               json_object_get(flat, "cacheWritePrice");
    if (any && !(in && out)) {
        at_fail(err, AT_EUSAGE,
                "prices need both input and output; the price of %s is "
                "missing",
                in ? "output" : "input");
        at_err_field(err, in ? "prices/output" : "prices/input");
        return false;
    }
    json_int_t context =
        json_integer_value(json_object_get(flat, "contextTokens"));
    if (context <= 0 || context >= TOKENS_MIN)
        return true;
    at_fail(err, AT_EUSAGE,
            "a context of %lld tokens is too small: the least is %d",
            (long long)context, TOKENS_MIN);
    at_err_field(err, "contextTokens");
    return false;
}

static void
apply_prices(const json_t *flat, struct at_prices *prices)
{
    const json_t *cached = json_object_get(flat, "cachedInputPrice");
    const json_t *write = json_object_get(flat, "cacheWritePrice");
    if (!json_object_get(flat, "inputPrice"))
        return;
    *prices = (struct at_prices){
        .known = true,
        .in = json_number_value(json_object_get(flat, "inputPrice")),
        .out = json_number_value(json_object_get(flat, "outputPrice")),
        .cached = cached ? json_number_value(cached) : AT_PRICE_AS_INPUT,
        .cache_write = write ? json_number_value(write) : AT_PRICE_AS_INPUT,
    };
}

static void
apply_quirk(struct at_str word, unsigned *quirks)
{
    bool removes = at_str_starts(word, AT_STR("-"));
    for (size_t i = 0; i < AT_LEN(quirk_names); i++) {
        if (!at_profile_same_name(word, at_str(quirk_names[i].name)))
            continue;
        if (removes)
            *quirks &= ~quirk_names[i].quirk;
        else
            *quirks |= quirk_names[i].quirk;
    }
}

void
at_profile_custom_apply(const json_t *flat, struct at_profile_row *row)
{
    size_t i;
    json_t *quirk;
    json_int_t context =
        json_integer_value(json_object_get(flat, "contextTokens"));
    json_int_t most =
        json_integer_value(json_object_get(flat, "maxOutputTokens"));
    if (context > 0)
        row->context_tokens = context;
    if (most > 0)
        row->max_out_tokens = most;
    // An answer must leave room for the question.
    if (row->context_tokens > 0 &&
        row->max_out_tokens > row->context_tokens / 4 && most == 0)
        row->max_out_tokens = row->context_tokens / 4;
    json_array_foreach(json_object_get(flat, "quirks"), i, quirk)
        apply_quirk(at_json_str(quirk), &row->quirks);
    apply_prices(flat, &row->prices);
}
