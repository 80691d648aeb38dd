#include "virtual-android/pages.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "net/rpc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/wake.h"
#include "wire/http1.h"
#include "wire/json.h"

enum {
    WAITING_MAX = 4096,
    INPUT_MS = 1000,
    SETTLE_MS = 500,
    LIST_MAX_BYTES = 1024 * 1024,
    SCROLL_PX_PER_S = 4000,
};

struct item {
    struct item *next;
    char *page;                 // owned
    struct vd_page_input input; // its text is owned
};

struct vd_pages {
    struct at_cancel *cancel;
    pthread_t thread;
    bool started;
    char *page;           // owned; that rpc is for; the thread's alone
    struct at_rpc *rpc;   // owned; NULL: not connected; the thread's alone
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t posted;
    struct at_wake settled; // posted when nothing waits any more
    bool can_settle;
    bool works;
    bool stopping;
    size_t count;
    struct item *first;
    struct item *last;
};

static const struct {
    int code;
    int windows_code; // KeyboardEvent.keyCode
    const char *name; // KeyboardEvent.key
    const char *text; // NULL: it types nothing
} keys[] = {
    {19, 38, "ArrowUp", NULL},   {20, 40, "ArrowDown", NULL},
    {21, 37, "ArrowLeft", NULL}, {22, 39, "ArrowRight", NULL},
    {61, 9, "Tab", NULL},        {62, 32, " ", " "},
    {66, 13, "Enter", "\r"},     {67, 8, "Backspace", NULL},
    {112, 46, "Delete", NULL},   {122, 36, "Home", NULL},
    {123, 35, "End", NULL},      {160, 13, "Enter", "\r"},
};

bool
vd_page_has_key(int code)
{
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        if (keys[i].code == code)
            return true;
    }
    return false;
}

static void
free_item(struct item *item)
{
    free((char *)item->input.text.ptr);
    free(item->page);
    free(item);
}

// --- The first page of a list.

static bool
read_body(struct at_str in, struct at_buf *out, bool *out_more)
{
    struct at_http1_head head;
    size_t used;
    enum at_parse parse = at_http1_head_parse(in, &head, &used);
    *out_more = parse == AT_PARSE_MORE;
    if (parse != AT_PARSE_DONE)
        return false;
    in = at_str_skip(in, used);
    struct at_http1_body body = at_http1_body(&head);
    at_buf_clear(out);
    while (!body.over) {
        struct at_str piece;
        parse = at_http1_body_next(&body, in, &piece, &used);
        *out_more = parse == AT_PARSE_MORE;
        if (parse != AT_PARSE_DONE)
            return false;
        at_buf_add_str(out, piece);
        in = at_str_skip(in, used);
    }
    return true;
}

static json_t *
get_list(const struct at_op *op, const char *endpoint)
{
    const struct at_http1_request request = {
        .method = "GET", .target = "/json/list", .host = "localhost"};
    struct at_buf in = AT_BUF_INIT(LIST_MAX_BYTES);
    struct at_buf body = AT_BUF_INIT(LIST_MAX_BYTES);
    struct at_conn *conn = NULL;
    json_t *list = NULL;
    char piece[4096];
    size_t len = 1;
    bool whole = false;
    bool more = at_conn_open(op, endpoint, &conn, NULL) &&
                at_http1_write(&in, &request) &&
                at_conn_write(op, conn, in.data, in.len, NULL);
    at_buf_clear(&in);
    while (more && at_conn_read(op, conn, piece, sizeof(piece), &len, NULL) &&
           len > 0 && at_buf_add(&in, piece, len))
        whole = read_body(at_buf_str(&in), &body, &more);
    if (whole)
        list = at_json_parse(at_buf_str(&body), NULL);
    at_conn_free(conn);
    at_buf_deinit(&body);
    at_buf_deinit(&in);
    return list;
}

// Split "tcp:127.0.0.1:PORT/PATH"; a page without a path is the first one that
// is listed.
static bool
find_page(const struct at_op *op, const char *page, char endpoint[64],
          char path[256])
{
    struct at_str all = at_str(page);
    ptrdiff_t slash = at_str_find(all, AT_STR("/"));
    size_t end = slash < 0 ? all.len : (size_t)slash;
    at_str_cut(endpoint, 64, at_str_head(all, end));
    at_str_cut(path, 256, at_str_skip(all, end));
    if (slash >= 0)
        return true;
    json_t *list = get_list(op, endpoint);
    for (size_t i = 0; !path[0] && i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        struct at_str id = at_json_get_str(one, "id");
        if (at_str_is(at_json_get_str(one, "type"), "page") && id.len < 100)
            snprintf(path, 256, "/devtools/page/%.*s", AT_STR_ARG(id));
    }
    json_decref(list);
    return path[0] != '\0';
}

static void
hang_up(struct vd_pages *pages)
{
    at_rpc_free(pages->rpc);
    free(pages->page);
    pages->rpc = NULL;
    pages->page = NULL;
}

static bool
connect_page(const struct at_op *op, struct vd_pages *pages, const char *page)
{
    char endpoint[64];
    char path[256];
    struct at_conn *conn;
    struct at_websocket *ws;
    if (pages->rpc && strcmp(pages->page, page) == 0)
        return true;
    hang_up(pages);
    if (!find_page(op, page, endpoint, path) ||
        !at_conn_open(op, endpoint, &conn, NULL))
        return false;
    const struct at_websocket_dial dial = {
        .target = path,
        .host = "localhost",
        .message_max_bytes = AT_RPC_MESSAGE_MAX_BYTES,
    };
    if (!at_websocket_open(op, conn, &dial, &ws, NULL))
        return false;
    const struct at_rpc_events none = {NULL, NULL};
    pages->rpc = at_rpc_new(ws, AT_RPC_CDP, &none);
    pages->page = at_strdup(page);
    return true;
}

// --- Inputs as requests.

static bool
call(const struct at_op *op, struct vd_pages *pages, const char *method,
     json_t *params)
{
    json_t *result;
    bool ok = at_rpc_call(op, pages->rpc, method, params, &result, NULL);
    json_decref(result);
    return ok;
}

static void
set_number(json_t *object, const char *name, double value)
{
    at_json_set(object, name, json_real(value));
}

// Return the width of the visible part in the page's units, which inputs use.
// 0: the page does not report it.
static double
view_width(const struct at_op *op, struct vd_pages *pages)
{
    json_t *result;
    if (!at_rpc_call(op, pages->rpc, "Page.getLayoutMetrics", NULL, &result,
                     NULL))
        return 0;
    const json_t *view = json_object_get(result, "cssVisualViewport");
    double width = json_number_value(json_object_get(view, "clientWidth"));
    json_decref(result);
    return width;
}

static bool
press_mouse(const struct at_op *op, struct vd_pages *pages, const char *type,
            double x, double y)
{
    json_t *params = json_object();
    at_json_set_text(params, "type", type);
    at_json_set_text(params, "button", "left");
    at_json_set(params, "clickCount", json_integer(1));
    set_number(params, "x", x);
    set_number(params, "y", y);
    return call(op, pages, "Input.dispatchMouseEvent", params);
}

static bool
send_tap(const struct at_op *op, struct vd_pages *pages,
         const struct vd_page_input *input)
{
    double width = view_width(op, pages);
    double x = input->x * width;
    double y = input->y * width;
    return width > 0 && press_mouse(op, pages, "mousePressed", x, y) &&
           press_mouse(op, pages, "mouseReleased", x, y);
}

static bool
send_swipe(const struct at_op *op, struct vd_pages *pages,
           const struct vd_page_input *input)
{
    double width = view_width(op, pages);
    if (!(width > 0))
        return false;
    json_t *params = json_object();
    set_number(params, "x", input->x * width);
    set_number(params, "y", input->y * width);
    set_number(params, "xDistance", (input->to_x - input->x) * width);
    set_number(params, "yDistance", (input->to_y - input->y) * width);
    at_json_set(params, "speed", json_integer(SCROLL_PX_PER_S));
    at_json_set(params, "preventFling", json_true());
    return call(op, pages, "Input.synthesizeScrollGesture", params);
}

static bool
send_text(const struct at_op *op, struct vd_pages *pages,
          const struct vd_page_input *input)
{
    json_t *params = json_object();
    at_json_set(params, "text", at_json_text(input->text));
    return call(op, pages, "Input.insertText", params);
}

static bool
send_key(const struct at_op *op, struct vd_pages *pages,
         const struct vd_page_input *input)
{
    bool ok = true;
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        if (keys[i].code != input->key)
            continue;
        for (int up = 0; ok && up < 2; up++) {
            json_t *params = json_object();
            const char *down = keys[i].text ? "keyDown" : "rawKeyDown";
            at_json_set_text(params, "type", up ? "keyUp" : down);
            at_json_set_text(params, "key", keys[i].name);
            at_json_set(params, "windowsVirtualKeyCode",
                        json_integer(keys[i].windows_code));
            if (!up && keys[i].text)
                at_json_set_text(params, "text", keys[i].text);
            ok = call(op, pages, "Input.dispatchKeyEvent", params);
        }
    }
    return ok;
}

static bool
send(const struct at_op *op, struct vd_pages *pages,
     const struct vd_page_input *input)
{
    switch (input->kind) {
    case VD_PAGE_TAP:
        return send_tap(op, pages, input);
    case VD_PAGE_SWIPE:
        return send_swipe(op, pages, input);
    case VD_PAGE_TEXT:
        return send_text(op, pages, input);
    case VD_PAGE_KEY:
        return send_key(op, pages, input);
    }
    return false;
}

// Reconnect once if the connection has ended since the last input.
static void
deliver(struct vd_pages *pages, const struct item *item)
{
    struct at_op op = {at_now_ns() + INPUT_MS * AT_NS_PER_MS, pages->cancel};
    bool was_open = pages->rpc != NULL;
    bool ok =
        connect_page(&op, pages, item->page) && send(&op, pages, &item->input);
    if (ok)
        return;
    hang_up(pages);
    if (was_open && connect_page(&op, pages, item->page))
        (void)!send(&op, pages, &item->input);
}

static struct item *
next_item(struct vd_pages *pages)
{
    pthread_mutex_lock(&pages->lock);
    pages->works = false;
    if (!pages->first && pages->can_settle)
        at_wake_post(&pages->settled);
    while (!pages->stopping && !pages->first)
        pthread_cond_wait(&pages->posted, &pages->lock);
    struct item *item = pages->stopping ? NULL : pages->first;
    if (item) {
        pages->first = item->next;
        pages->last = pages->first ? pages->last : NULL;
        pages->count--;
        pages->works = true;
    }
    pthread_mutex_unlock(&pages->lock);
    return item;
}

static void *
run(void *arg)
{
    struct vd_pages *pages = arg;
    struct item *item;
    while ((item = next_item(pages))) {
        deliver(pages, item);
        free_item(item);
    }
    hang_up(pages);
    return NULL;
}

struct vd_pages *
vd_pages_new(void)
{
    struct vd_pages *pages = at_alloc(sizeof(*pages));
    pages->cancel = at_cancel_new(NULL, NULL);
    pthread_mutex_init(&pages->lock, NULL);
    pthread_cond_init(&pages->posted, NULL);
    pages->can_settle = at_wake_init(&pages->settled, NULL);
    return pages;
}

void
vd_pages_free(struct vd_pages *pages)
{
    if (!pages)
        return;
    pthread_mutex_lock(&pages->lock);
    pages->stopping = true;
    pthread_cond_broadcast(&pages->posted);
    pthread_mutex_unlock(&pages->lock);
    if (pages->cancel)
        at_cancel_fire(pages->cancel);
    if (pages->started)
        pthread_join(pages->thread, NULL);
    while (pages->first) {
        struct item *item = pages->first;
        pages->first = item->next;
        free_item(item);
    }
    if (pages->can_settle)
        at_wake_deinit(&pages->settled);
    pthread_cond_destroy(&pages->posted);
    pthread_mutex_destroy(&pages->lock);
    at_cancel_free(pages->cancel);
    free(pages);
}

void
vd_pages_post(struct vd_pages *pages, const char *page,
              const struct vd_page_input *input)
{
    pthread_mutex_lock(&pages->lock);
    if (!pages->started)
        pages->started = pthread_create(&pages->thread, NULL, run, pages) == 0;
    if (pages->started && pages->count < WAITING_MAX) {
        struct item *item = at_alloc(sizeof(*item));
        *item = (struct item){.page = at_strdup(page), .input = *input};
        item->input.text.ptr = at_strndup(input->text.ptr, input->text.len);
        if (pages->last)
            pages->last->next = item;
        else
            pages->first = item;
        pages->last = item;
        pages->count++;
        pthread_cond_signal(&pages->posted);
    }
    pthread_mutex_unlock(&pages->lock);
}

static bool
is_at_work(struct vd_pages *pages)
{
    pthread_mutex_lock(&pages->lock);
    bool works = pages->first || pages->works;
    pthread_mutex_unlock(&pages->lock);
    return works;
}

void
vd_pages_settle(struct vd_pages *pages)
{
    struct at_op op = {at_now_ns() + SETTLE_MS * AT_NS_PER_MS, pages->cancel};
    while (pages->can_settle && is_at_work(pages) &&
           at_op_wait_fd(&op, at_wake_fd(&pages->settled), POLLIN, NULL)) {
        at_wake_clear(&pages->settled);
    }
}
