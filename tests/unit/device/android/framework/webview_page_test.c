#include "device/android/framework/web/webview_page.h"

#include <stdlib.h>

#include "base/buf.h"
#include "tests/t.h"

#define HEAD                                                                   \
    "{\"v\":1,\"left\":0,\"top\":0,\"width\":400,\"height\":800,\"rows\":["
#define ROW(sides) "[0,\"button\",65," sides ",\"Go\",\"\",\"\",\"\",\"go\"]"

// A view of 1080 pixels at 0,200 is 2.7 of them to one of the page's.
static const struct at_rect view = {0, 200, 1080, 2360};

static const struct {
    const char *name;
    const char *answer;
    const char *want; // the items' places, or the error
} rows[] = {
    {"no JSON", "absent", "not"},
    {"no rows", "{\"v\":1}", "not the script's own"},
    {"rows of another kind", "{\"rows\":7}", "not the script's own"},
    {"nothing", HEAD "]}", ""},
    {"one", HEAD ROW("10,20,110,60") "]}", "27,254-297,362 "},
    {"zoomed in and moved",
     "{\"left\":50,\"top\":100,\"width\":200,\"height\":400,\"rows\":[" ROW(
         "60,110,110,130") "]}",
     "54,254-324,362 "},
    {"fractions are rounded", HEAD ROW("0.2,0.1,10.3,10.2") "]}",
     "1,200-28,228 "},
    {"beyond the view is cut", HEAD ROW("-100,-100,4000,4000") "]}",
     "0,200-1080,2360 "},
    {"beyond all", HEAD ROW("500,0,600,10") "]}", ""},
    {"huge numbers", HEAD ROW("-1e300,-1e300,1e300,1e300") "]}",
     "0,200-1080,2360 "},
    {"sides that are crossed", HEAD ROW("110,60,10,20") "]}", ""},
    {"a page without width",
     "{\"left\":0,\"top\":0,\"width\":0,\"height\":0,\"rows\":[" ROW(
         "0,0,1,1") "]}",
     ""},
    {"a page of negative width", "{\"width\":-5,\"rows\":[" ROW("0,0,1,1") "]}",
     ""},
    {"a page of almost no width",
     "{\"width\":1e-300,\"rows\":[" ROW("0,0,1,1") "]}", ""},
    {"a side that is a text", HEAD ROW("\"1\",2,3,4") "]}", ""},
    {"a row that is too short", HEAD "[0,\"button\",65,1,2,3]]}", ""},
    {"a row that is too long",
     HEAD "[0,\"button\",65,10,20,110,60,\"\",\"\",\"\",\"\",\"\",1]]}", ""},
    {"a label that is a number",
     HEAD "[0,\"button\",65,10,20,110,60,7,\"\",\"\",\"\",\"\"]]}", ""},
    {"a depth that is none",
     HEAD "[\"x\",\"button\",65,10,20,110,60,\"\",\"\",\"\",\"\",\"\"]]}", ""},
    {"the others stay", HEAD "null,7,[]," ROW("10,20,110,60") ",{}]}",
     "27,254-297,362 "},
};

static void
write_items(const struct at_overlay *overlay, struct at_buf *out)
{
    for (const struct at_overlay_item *it = overlay->first; it; it = it->next)
        at_buf_add_fmt(out, "%d,%d-%d,%d ", (int)it->bounds.left,
                       (int)it->bounds.top, (int)it->bounds.right,
                       (int)it->bounds.bottom);
}

static struct at_overlay *
read_page(const char *answer, struct at_web_page *page, struct at_err *err)
{
    struct at_overlay *overlay = NULL;
    if (at_web_page_parse(at_str(answer), page, err)) {
        overlay = at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
        overlay->under = view;
        T_EQ_SIZE(at_web_page_fill(page, view, overlay), 0);
    }
    at_web_page_deinit(page);
    return overlay;
}

T_TEST(places)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_web_page page;
        struct at_err err = AT_ERR_INIT;
        struct at_buf said = AT_BUF_INIT(1000);
        T_ROW(rows[i].name);
        struct at_overlay *overlay = read_page(rows[i].answer, &page, &err);
        if (overlay) {
            write_items(overlay, &said);
            T_EQ_TEXT(at_buf_text(&said), rows[i].want);
        } else {
            T_HAS(err.msg, rows[i].want);
        }
        at_overlay_free(overlay);
        at_buf_deinit(&said);
    }
}

T_TEST(cut_anywhere_it_is_refused)
{
    const char *whole = HEAD ROW("10,20,110,60") "]}";
    for (size_t len = 0; len < strlen(whole); len++) {
        struct at_web_page page;
        T_NOT(at_web_page_parse(at_str_n(whole, len), &page, NULL));
        at_web_page_deinit(&page);
    }
}

T_TEST(kinds_of_row)
{
    struct at_web_page page;
    struct at_overlay *overlay = read_page(
        HEAD "[0,\"field\",71,0,0,9,9,\"User\",\"Ada\",\"Name\",\"required\","
             "\"user\"],"
             "[1,\"check\",89,0,0,9,9,\"Terms\",\"\",\"\",\"\",\"\"],"
             "[-5,\"field\",193,0,0,9,9,\"PIN\",\"1234\",\"\",\"filled\",\"\"],"
             "[9999999999,\"<script>\",-1,0,0,9,9,\"\",\"\",\"\",\"\",\"\"]],"
             "\"omitted\":-3,\"closed\":2}",
        &page, NULL);
    const struct at_overlay_item *user = overlay->first;
    const struct at_overlay_item *terms = user->next;
    const struct at_overlay_item *pin = terms->next;
    T_EQ_STR(user->class_name, "android.widget.EditText");
    T_EQ_STR(user->label, "User");
    T_EQ_STR(user->text, "Ada");
    T_EQ_STR(user->hint, "Name");
    T_EQ_STR(user->state, "required");
    T_EQ_STR(user->id, "user");
    T_EQ_INT(user->flags, AT_NODE_CLICKABLE | AT_NODE_FOCUSABLE |
                              AT_NODE_FOCUSED | AT_NODE_ENABLED);
    T_EQ_INT(terms->depth, 1);
    T_EQ_INT(terms->flags, AT_NODE_CLICKABLE | AT_NODE_CHECKABLE |
                               AT_NODE_CHECKED | AT_NODE_ENABLED);
    T_EQ_STR(pin->text, "****");
    T_EQ_INT(pin->depth, 0);
    T_OK(pin->flags & AT_NODE_PASSWORD);
    T_EQ_STR(pin->next->class_name, "android.view.View");
    T_EQ_INT(pin->next->depth, 64);
    const uint32_t known =
        AT_NODE_CHECKED | AT_NODE_CHECKABLE | AT_NODE_CLICKABLE |
        AT_NODE_FOCUSABLE | AT_NODE_FOCUSED | AT_NODE_SELECTED |
        AT_NODE_ENABLED | AT_NODE_PASSWORD | AT_NODE_SCROLLABLE |
        AT_NODE_HEADING | AT_NODE_INVALID | AT_NODE_EXPANDABLE |
        AT_NODE_COLLAPSIBLE | AT_NODE_TEXT_CUT;
    T_EQ_INT(pin->next->flags, known);
    T_EQ_SIZE(page.omitted, 0);
    T_EQ_SIZE(page.closed, 2);
    at_overlay_free(overlay);
}

T_TEST(no_more_than_an_overlay_holds)
{
    struct at_web_page page;
    struct at_buf answer = AT_BUF_INIT(4000000);
    at_buf_add_text(&answer, HEAD "7");
    for (int i = 0; i < AT_OVERLAY_MAX_ITEMS + 10; i++)
        at_buf_add_text(&answer, "," ROW("10,20,110,60"));
    at_buf_add_text(&answer, "]}");
    T_OK(at_web_page_parse(at_buf_str(&answer), &page, NULL));
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
    overlay->under = view;
    T_EQ_SIZE(at_web_page_fill(&page, view, overlay), 10);
    T_EQ_SIZE(overlay->count, AT_OVERLAY_MAX_ITEMS);
    at_overlay_free(overlay);
    at_web_page_deinit(&page);
    at_buf_deinit(&answer);
}

// The part that is seen of a view which is larger.
T_TEST(a_view_beyond_the_screen)
{
    struct at_web_page page;
    struct at_buf said = AT_BUF_INIT(100);
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
    overlay->under = (struct at_rect){0, 200, 540, 2360};
    T_OK(at_web_page_parse(
        AT_STR(HEAD ROW("10,20,300,60") "," ROW("250,20,300,60") "]}"), &page,
        NULL));
    at_web_page_fill(&page, view, overlay);
    write_items(overlay, &said);
    T_EQ_TEXT(at_buf_text(&said), "27,254-540,362 ");
    at_overlay_free(overlay);
    at_web_page_deinit(&page);
    at_buf_deinit(&said);
}

#define FRAME_ROW(depth, role)                                                 \
    "[" depth ",\"" role                                                       \
    "\",64,10,20,110,60,\"Frame\",\"\",\"\",\"closed\",\"\"]"

static const struct {
    const char *name;
    const char *rows;
    const char *frame; // its place in the page
    const char *want;  // labels, with the state of those that have one
} frame_rows[] = {
    {"its own row says nothing any more",
     ROW("0,0,9,9") "," FRAME_ROW("1", "view"), "[\".0\",2,2]",
     "Go Frame Inner "},
    {"another one's row is left alone",
     FRAME_ROW("1", "view") "," FRAME_ROW("1", "view"), "[\".0\",1,2]",
     "Frame Inner Frame(closed) "},
    {"a row of another depth is not the frame's", FRAME_ROW("1", "view"),
     "[\".0\",1,1]", "Frame(closed) Inner "},
    {"a row of another role is not the frame's", FRAME_ROW("1", "button"),
     "[\".0\",1,2]", "Frame(closed) Inner "},
    {"before all rows", FRAME_ROW("1", "view"), "[\".0\",0,2]",
     "Inner Frame(closed) "},
    {"a row of nonsense", "7," FRAME_ROW("1", "view"), "[\".0\",1,2]",
     "Inner Frame(closed) "},
    {"beyond all rows", FRAME_ROW("1", "view"), "[\".0\",2,2]",
     "Frame(closed) "},
    {"a frame that is none", FRAME_ROW("1", "view"), "7",
     "Inner Frame(closed) "},
};

static void
write_labels(struct at_web_page *page, struct at_buf *out)
{
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
    overlay->under = view;
    at_web_page_fill(page, view, overlay);
    for (const struct at_overlay_item *it = overlay->first; it; it = it->next) {
        at_buf_add_str(out, it->label);
        if (it->state.len > 0)
            at_buf_add_fmt(out, "(%.*s)", (int)it->state.len, it->state.ptr);
        at_buf_add_char(out, ' ');
    }
    at_overlay_free(overlay);
}

T_TEST(a_frame_that_was_read)
{
    for (size_t i = 0; i < T_LEN(frame_rows); i++) {
        struct at_web_page page;
        struct at_web_page content;
        struct at_buf answer = AT_BUF_INIT(4000);
        struct at_buf said = AT_BUF_INIT(1000);
        json_t *frame = json_loads(frame_rows[i].frame, JSON_DECODE_ANY, NULL);
        T_ROW(frame_rows[i].name);
        at_buf_add_fmt(&answer, HEAD "%s]}", frame_rows[i].rows);
        T_OK(at_web_page_parse(at_buf_str(&answer), &page, NULL));
        T_OK(at_web_page_parse(
            AT_STR(HEAD "[2,\"button\",65,9,9,20,20,\"Inner\",\"\",\"\",\"\","
                        "\"\"]]}"),
            &content, NULL));
        at_web_page_add_frame(&page, frame, &content);
        write_labels(&page, &said);
        T_EQ_TEXT(at_buf_text(&said), frame_rows[i].want);
        json_decref(frame);
        at_web_page_deinit(&content);
        at_web_page_deinit(&page);
        at_buf_deinit(&said);
        at_buf_deinit(&answer);
    }
}

// The script is a program: it ends with its value, and is not cut.
T_TEST(the_script_is_there)
{
    T_HAS(at_page_source, "__agentestPage");
    T_HAS(at_page_source, "'use strict'");
}

T_MAIN()
