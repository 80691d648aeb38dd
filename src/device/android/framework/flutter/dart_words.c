#include "device/android/framework/flutter/dart_words.h"

#include <stdio.h>
#include <string.h>

#include "wire/json.h"

// The first was used before Dart 2.17.
static const char *const phrases[] = {
    "Observatory listening on ",
    "The Dart VM service is listening on ",
};

const char at_dart_log_pattern[] =
    "(Observatory|The Dart VM service is) listening on ";

// Up to the first blank or slash; the rest begins with it.
static struct at_str
split(struct at_str *text, const char *ends)
{
    size_t len = 0;
    while (len < text->len && !strchr(ends, text->ptr[len]))
        len++;
    struct at_str head = at_str_head(*text, len);
    *text = at_str_skip(*text, len);
    return head;
}

static bool
is_plain(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if ((unsigned char)text.ptr[i] <= ' ' || text.ptr[i] == 0x7f)
            return false;
    }
    return true;
}

static bool
set_path(struct at_str path, struct at_dart_address *out)
{
    path = split(&path, " \t\r\n");
    if (at_str_ends(path, AT_STR("/ws")))
        path.len -= 2;
    if (path.len == 0)
        path = AT_STR("/");
    bool closed = at_str_ends(path, AT_STR("/"));
    if (!is_plain(path) || path.len + 4 > sizeof(out->path))
        return false;
    snprintf(out->path, sizeof(out->path), "%.*s%sws", (int)path.len, path.ptr,
             closed ? "" : "/");
    return true;
}

bool
at_dart_read_address(struct at_str url, struct at_dart_address *out)
{
    ptrdiff_t scheme = at_str_find(url, AT_STR("://"));
    if (scheme < 0 || scheme > 5)
        return false;
    struct at_str rest = at_str_skip(url, (size_t)scheme + 3);
    struct at_str place = split(&rest, "/ \t\r\n");
    struct at_str host = place;
    while (host.len > 0 && host.ptr[host.len - 1] != ':')
        host.len--;
    int64_t port;
    if (host.len < 2 || host.len > sizeof(out->host) ||
        !at_str_to_i64(at_str_skip(place, host.len), 1, UINT16_MAX, &port))
        return false;
    at_str_cut(out->host, sizeof(out->host), at_str_head(host, host.len - 1));
    out->port = (uint16_t)port;
    return set_path(rest, out);
}

bool
at_dart_find_address(struct at_str log, struct at_dart_address *out)
{
    struct at_str line;
    bool found = false;
    while (at_str_next_line(&log, &line)) {
        for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++) {
            struct at_dart_address address;
            ptrdiff_t at = at_str_find(line, at_str(phrases[i]));
            if (at < 0)
                continue;
            size_t skip = (size_t)at + strlen(phrases[i]);
            if (at_dart_read_address(at_str_skip(line, skip), &address)) {
                *out = address;
                found = true;
            }
        }
    }
    return found;
}

bool
at_dart_is_loopback(const struct at_dart_address *address)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(address->host, names[i]) == 0)
            return true;
    }
    return false;
}

static bool
is_main(const json_t *isolate)
{
    return at_str_is(at_json_get_str(isolate, "name"), "main") &&
           !json_is_true(json_object_get(isolate, "isSystemIsolate"));
}

const char *
at_dart_main_isolate(const json_t *vm, bool *out_named)
{
    const json_t *isolates = json_object_get(vm, "isolates");
    const char *first = NULL;
    *out_named = false;
    for (size_t i = 0; i < json_array_size(isolates); i++) {
        const json_t *isolate = json_array_get(isolates, i);
        const char *id = json_string_value(json_object_get(isolate, "id"));
        if (!id || json_is_true(json_object_get(isolate, "isSystemIsolate")))
            continue;
        *out_named = is_main(isolate);
        if (*out_named)
            return id;
        first = first ? first : id;
    }
    return first;
}

bool
at_dart_is_main_event(const json_t *event)
{
    return is_main(json_object_get(event, "isolate"));
}

bool
at_dart_is_sentinel(const json_t *result)
{
    return at_str_is(at_json_get_str(result, "type"), "Sentinel");
}

bool
at_dart_find_library(const json_t *isolate, struct at_str uri, char *out,
                     size_t cap)
{
    const json_t *libraries = json_object_get(isolate, "libraries");
    for (size_t i = 0; i < json_array_size(libraries); i++) {
        const json_t *library = json_array_get(libraries, i);
        struct at_str id = at_json_get_str(library, "id");
        if (!at_str_eq(at_json_get_str(library, "uri"), uri) || id.len == 0 ||
            id.len >= cap)
            continue;
        at_str_cut(out, cap, id);
        return true;
    }
    return false;
}

// At its start and its end an isolate is paused only on request.
enum at_dart_pause
at_dart_pause_of(const json_t *event)
{
    struct at_str kind = at_json_get_str(event, "kind");
    if (at_str_starts(kind, AT_STR("Pause")))
        return AT_DART_PAUSED;
    return at_str_is(kind, "Resume") ? AT_DART_RESUMED : AT_DART_NO_PAUSE;
}

bool
at_dart_is_about(const json_t *event, const char *isolate)
{
    const json_t *about = json_object_get(event, "isolate");
    return !about || at_str_is(at_json_get_str(about, "id"), isolate);
}

// Scheme, host and path; no query, no user.
static void
write_clean(struct at_str uri, char *out, size_t cap)
{
    struct at_str rest = uri;
    uri = split(&rest, "?#");
    ptrdiff_t scheme = at_str_find(uri, AT_STR("://"));
    struct at_str after = at_str_skip(uri, scheme < 0 ? 0 : (size_t)scheme + 3);
    struct at_str path = after;
    struct at_str place = split(&path, "/");
    ptrdiff_t user = at_str_find(place, AT_STR("@"));
    struct at_str head = at_str_head(uri, uri.len - after.len);
    if (user >= 0)
        after = at_str_skip(after, (size_t)user + 1);
    struct at_str shown = at_utf8_head(after, 110);
    snprintf(out, cap, "1 fetch %.*s%.*s", (int)head.len, head.ptr,
             (int)shown.len, shown.ptr);
    for (char *at = out; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
    }
}

// The request's end is the time when it was sent; the response has its own.
static bool
is_under_way(const json_t *request)
{
    const json_t *sent = json_object_get(request, "request");
    const json_t *response = json_object_get(request, "response");
    return !json_is_integer(json_object_get(response, "endTime")) &&
           !json_is_string(json_object_get(sent, "error")) &&
           !json_is_string(json_object_get(response, "error"));
}

void
at_dart_add_requests(const json_t *profile, struct at_pending_list *out)
{
    const json_t *requests = json_object_get(profile, "requests");
    for (size_t i = 0; i < json_array_size(requests); i++) {
        const json_t *request = json_array_get(requests, i);
        const json_t *id = json_object_get(request, "id");
        if (!json_is_object(request) || !is_under_way(request))
            continue;
        if (out->count == AT_SYNC_PENDING_MAX) {
            out->omitted++;
            continue;
        }
        struct at_pending *item = &out->items[out->count++];
        *item = (struct at_pending){.source = "dart_vm", .due_ms = -1};
        if (json_is_integer(id))
            snprintf(item->id, sizeof(item->id), "http-%lld",
                     (long long)json_integer_value(id));
        else
            snprintf(item->id, sizeof(item->id), "http-%.30s",
                     at_json_str(id).len ? at_json_str(id).ptr : "");
        write_clean(at_json_get_str(request, "uri"), item->text,
                    sizeof(item->text));
    }
}
