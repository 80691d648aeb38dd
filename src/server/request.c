// request.c: parses and checks the query
#include "server/request.h"

const char *const at_request_header_names[AT_REQUEST_HEADERS] = {
    [AT_REQUEST_ACCEPT] = "Accept",
    [AT_REQUEST_ACCEPT_ENCODING] = "Accept-Encoding",
    [AT_REQUEST_AUTHORIZATION] = "Authorization",
    [AT_REQUEST_CONTENT_TYPE] = "Content-Type",
    [AT_REQUEST_COOKIE] = "Cookie",
    [AT_REQUEST_FORWARDED_PROTO] = "X-Forwarded-Proto",
    [AT_REQUEST_HOST] = "Host",
    [AT_REQUEST_IF_MATCH] = "If-Match",
    [AT_REQUEST_IF_NONE_MATCH] = "If-None-Match",
    [AT_REQUEST_IF_RANGE] = "If-Range",
    [AT_REQUEST_LAST_EVENT_ID] = "Last-Event-ID",
    [AT_REQUEST_POOL] = "X-Agentest-Pool",
    [AT_REQUEST_RANGE] = "Range",
};

struct at_str
at_request_query(const struct at_request *request, const char *name)
{
    for (size_t i = 0; i < request->query_count; i++) {
        if (at_str_is(request->query[i].name, name))
            return request->query[i].value;
    }
    return (struct at_str){0};
}

int64_t
at_request_query_i64(const struct at_request *request, const char *name,
                     int64_t otherwise)
{
    int64_t value;
    bool given = at_str_to_i64(at_request_query(request, name), INT64_MIN,
                               INT64_MAX, &value);
    return given ? value : otherwise;
}

static bool
check_one(const struct at_arg *row, struct at_str value, struct at_buf *why)
{
    int64_t number;
    if (row->type != AT_ARG_INTEGER)
        return at_arg_check_text(row, value, why);
    if (at_str_to_i64(value, INT64_MIN, INT64_MAX, &number))
        return at_arg_check_number(row, (double)number, why);
    at_buf_add_fmt(why, "'%s' must be a whole number", row->name);
    return false;
}

static const struct at_arg *
find_row(const struct at_arg *rows, struct at_str name)
{
    while (rows && rows->name && !at_str_is(name, rows->name))
        rows++;
    return rows && rows->name ? rows : NULL;
}

static bool
check_at(const struct at_request *request, size_t i, const struct at_arg *rows,
         struct at_buf *why)
{
    static const struct at_arg none[] = {{0}};
    struct at_str name = request->query[i].name;
    const struct at_arg *row = find_row(rows, name);
    for (size_t j = 0; j < i; j++) {
        if (at_str_eq(request->query[j].name, name)) {
            at_buf_add_fmt(why, "'%.*s' comes twice", AT_STR_ARG(name));
            return false;
        }
    }
    if (row)
        return check_one(row, request->query[i].value, why);
    at_buf_add_fmt(why, "there is no parameter '%.*s' (valid: ",
                   AT_STR_ARG(at_utf8_head(name, 60)));
    at_arg_write_names(rows ? rows : none, why);
    at_buf_add_text(why, ")");
    return false;
}

bool
at_request_check_query(const struct at_request *request,
                       const struct at_arg *rows, struct at_err *err)
{
    struct at_buf why = AT_BUF_INIT(4 * AT_KIB);
    bool ok = true;
    for (size_t i = 0; ok && i < request->query_count; i++)
        ok = check_at(request, i, rows, &why);
    if (!ok)
        at_fail(err, AT_EUSAGE, "%s", at_buf_text(&why));
    at_buf_deinit(&why);
    return ok;
}
