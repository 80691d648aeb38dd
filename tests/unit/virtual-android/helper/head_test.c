// Heads of requests to the virtual device's helper, and bodies' members.
#include "tests/t.h"

#include "base/buf.h"
#include "base/limits.h"
#include "virtual-android/helper/fields.h"
#include "virtual-android/helper/head.h"

static const struct {
    const char *text;
    enum vd_refusal_code code;
    const char *path;
    const char *authorization;
    size_t body_len;
    bool keep_alive;
} rows[] = {
    {"GET /status HTTP/1.1\r\n\r\n", VD_NOT_REFUSED, "/status", "", 0, true},
    {"GET /status HTTP/1.0\r\n\r\n", VD_NOT_REFUSED, "/status", "", 0, false},
    {"POST / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", VD_NOT_REFUSED, "/",
     "", 0, true},
    {"POST /tap HTTP/1.1\r\nHost: x\r\nAUTHORIZATION:  Bearer t \r\n"
     "content-length: 262144\r\nConnection: close\r\n\r\n",
     VD_NOT_REFUSED, "/tap", "Bearer t", 262144, false},
    {"POST /tap HTTP/1.1\r\nContent-Length: 262145\r\n\r\n", VD_BODY_TOO_LARGE,
     NULL, NULL, 0, false},
    {"POST /tap HTTP/1.1\r\nContent-Length: 999999999999999999\r\n\r\n",
     VD_BODY_TOO_LARGE, NULL, NULL, 0, false},
    {"POST /tap HTTP/1.1\r\nContent-Length: 9999999999999999999\r\n\r\n",
     VD_BAD_REQUEST, NULL, NULL, 0, false},
    {"POST /tap HTTP/1.1\r\nContent-Length: -1\r\n\r\n", VD_BAD_REQUEST, NULL,
     NULL, 0, false},
    {"POST /tap HTTP/1.1\r\nContent-Length:\r\n\r\n", VD_BAD_REQUEST, NULL,
     NULL, 0, false},
    {"POST /tap HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
     VD_BAD_REQUEST, NULL, NULL, 0, false},
    {"POST /tap HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", VD_BAD_REQUEST,
     NULL, NULL, 0, false},
    {"POST /tap HTTP/1.1\r\nAuthorization: a\r\nAuthorization: a\r\n\r\n",
     VD_BAD_REQUEST, NULL, NULL, 0, false},
    {"POST  /tap HTTP/1.1\r\n\r\n", VD_BAD_REQUEST, NULL, NULL, 0, false},
    {"POST /tap HTTP/1.1 \r\n\r\n", VD_BAD_REQUEST, NULL, NULL, 0, false},
    {"POST tap HTTP/1.1\r\n\r\n", VD_BAD_REQUEST, NULL, NULL, 0, false},
    {"POST /tap HTTP/2\r\n\r\n", VD_BAD_REQUEST, NULL, NULL, 0, false},
    {" /tap HTTP/1.1\r\n\r\n", VD_BAD_REQUEST, NULL, NULL, 0, false},
    {"POST /tap\r\n\r\n", VD_BAD_REQUEST, NULL, NULL, 0, false},
    {"POST /tap HTTP/1.1\r\nno colon\r\n\r\n", VD_BAD_REQUEST, NULL, NULL, 0,
     false},
    {"POST /tap HTTP/1.1\r\nName : x\r\n\r\n", VD_BAD_REQUEST, NULL, NULL, 0,
     false},
    {"POST /tap HTTP/1.1\r\n folded: x\r\n\r\n", VD_BAD_REQUEST, NULL, NULL, 0,
     false},
    {"POST /tap HTTP/1.1\r\nA: x\nB: y\r\n\r\n", VD_BAD_REQUEST, NULL, NULL, 0,
     false},
};

T_TEST(heads)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str text = at_str(rows[i].text);
        struct vd_refusal refusal = {.code = VD_NOT_REFUSED};
        struct vd_head head;

        T_ROW(rows[i].text);
        T_EQ_SIZE(vd_head_end(text), text.len);
        bool ok =
            vd_head_parse(at_str_head(text, text.len - 4), &head, &refusal);
        T_EQ_INT(refusal.code, rows[i].code);
        T_EQ_INT(ok, rows[i].code == VD_NOT_REFUSED);
        if (ok) {
            T_EQ_STR(head.path, rows[i].path);
            T_EQ_STR(head.authorization, rows[i].authorization);
            T_EQ_SIZE(head.body_len, rows[i].body_len);
            T_EQ_INT(head.keep_alive, rows[i].keep_alive);
        }
        for (size_t cut = 0; cut < text.len; cut++) {
            struct at_str part = at_str_head(text, cut);
            refusal.code = VD_NOT_REFUSED;
            T_EQ_SIZE(vd_head_end(part), 0);
            if (vd_head_parse(part, &head, &refusal))
                T_EQ_INT(refusal.code, VD_NOT_REFUSED);
        }
    }
}

static const struct {
    const char *body;
    const char *refusal; // a part of its message; NULL: not refused
} bodies[] = {
    {"", "'n' is missing in the body"},
    {"{\"n\":5}", NULL},
    {"{\"n\":5,\"t\":\"x\",\"b\":true,\"d\":0.5,\"w\":\"two\",\"l\":[1]}",
     NULL},
    {"{\"n\":0}", "'n' in the body must be a whole number from 1 to 9"},
    {"{\"n\":10}", "from 1 to 9"},
    {"{\"n\":5.0}", "from 1 to 9"},
    {"{\"n\":\"5\"}", "from 1 to 9"},
    {"{\"n\":null}", "'n' is missing in the body"},
    {"{\"n\":5,\"t\":null}", "'t' must be there in the body and be a string"},
    {"{\"n\":5,\"b\":0}", "'b' in the body must be true or false"},
    {"{\"n\":5,\"d\":1.5}", "'d' in the body must be a number from 0.05 to 1"},
    {"{\"n\":5,\"w\":\"six\"}", "'w' in the body must be one of one, two"},
    {"{\"n\":5,\"l\":[]}", "'l' in the body must be a list of 1 to 2 items"},
    {"{\"n\":5,\"l\":[1,2,3]}", "a list of 1 to 2 items"},
    {"{\"n\":5,\"z\":1}", "'z' is unknown in the body"},
    {"{\"n\":5,\"n\":5}", "the body is not JSON"},
    {"{\"n\":5} x", "the body is not JSON"},
    {"{\"n\":", "the body is not JSON"},
    {"\"n\"", "the body must be an object"},
    {"{\"n\":5,\"t\":\"\xff\"}", "the body is not JSON"},
    {"[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]", "deeper than 16 levels"},
};

static void
take_all(json_t *body, struct vd_refusal *refusal)
{
    static const char *const words[] = {"one", "two", NULL};
    struct vd_fields fields = vd_fields_of(body, "the body", refusal);
    vd_take_int(&fields, "n", (struct vd_range){1, 9}, VD_NEEDED);
    vd_take_text(&fields, "t", "");
    vd_take_bool(&fields, "b");
    vd_take_number(&fields, "d", 0.05, 1, 1);
    vd_take_word(&fields, "w", words);
    if (vd_has(&fields, "l"))
        vd_take_list(&fields, "l", (struct vd_range){1, 2});
    bool done = vd_fields_done(&fields);
    T_EQ_INT(done, refusal->code == VD_NOT_REFUSED);
}

T_TEST(members)
{
    for (size_t i = 0; i < T_LEN(bodies); i++) {
        struct vd_refusal refusal = {.code = VD_NOT_REFUSED};
        T_ROW(bodies[i].body);
        json_t *body = vd_body_parse(at_str(bodies[i].body), &refusal);
        T_EQ_INT(body != NULL, refusal.code == VD_NOT_REFUSED);
        if (body)
            take_all(body, &refusal);
        json_decref(body);
        T_EQ_INT(refusal.code,
                 bodies[i].refusal ? VD_BAD_REQUEST : VD_NOT_REFUSED);
        if (bodies[i].refusal)
            T_HAS(refusal.message, bodies[i].refusal);
        for (size_t cut = 1; cut < strlen(bodies[i].body); cut++) {
            refusal.code = VD_NOT_REFUSED;
            json_decref(vd_body_parse(at_str_n(bodies[i].body, cut), &refusal));
        }
    }
}

T_MAIN()
