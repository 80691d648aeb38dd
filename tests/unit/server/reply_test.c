// reply_test.c: which answers are compressed, and their tags
#include "server/server_reply.h"
#include "tests/t.h"
#include "wire/gzip.h"

enum { LONG = 5000 };

struct asked {
    struct at_request request;
    struct at_server_reply reply;
};

static void
begin(struct asked *asked, const char *method, const char *coding)
{
    *asked = (struct asked){.request.method = at_str(method)};
    if (coding)
        asked->request.headers[AT_REQUEST_ACCEPT_ENCODING] = at_str(coding);
    at_server_reply_init(&asked->reply);
    asked->reply.status = 200;
    asked->reply.type = "application/json";
}

static void
end(struct asked *asked, size_t len)
{
    for (size_t i = 0; i < len; i++)
        at_buf_add_text(&asked->reply.body, "[");
    at_server_reply_finish(&asked->reply, &asked->request);
}

static bool
is_packed(const struct asked *asked)
{
    for (size_t i = 0; i < asked->reply.header_count; i++) {
        if (strcmp(asked->reply.headers[i].name, "Content-Encoding") == 0)
            return true;
    }
    return false;
}

T_TEST(a_long_text_is_packed_for_who_takes_it)
{
    static const struct {
        const char *method;
        const char *coding;
        const char *type;
        size_t len;
        bool packed;
    } rows[] = {
        {"GET", "gzip, deflate, br", "application/json", LONG, true},
        {"GET", "gzip", "text/html; charset=utf-8", LONG, true},
        {"GET", "gzip", "application/xml", LONG, true},
        {"GET", "gzip", "image/png", LONG, false},
        {"GET", "gzip", "application/json", 1000, false},
        {"GET", "br", "application/json", LONG, false},
        {"GET", "gzip;q=0", "application/json", LONG, false},
        {"GET", NULL, "application/json", LONG, false},
        {"POST", "gzip", "application/json", LONG, false},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char room[LONG], all[LONG];
        struct asked asked;
        T_ROW(rows[i].type);
        begin(&asked, rows[i].method, rows[i].coding);
        asked.reply.type = rows[i].type;
        end(&asked, rows[i].len);
        T_EQ_INT(is_packed(&asked), rows[i].packed);
        if (rows[i].packed) {
            memset(all, '[', sizeof(all));
            T_OK(at_gzip_unpack(at_buf_str(&asked.reply.body), room, LONG));
            T_EQ_MEM(room, LONG, all, LONG);
        } else {
            T_EQ_SIZE(asked.reply.body.len, rows[i].len);
        }
        at_server_reply_deinit(&asked.reply);
    }
}

T_TEST(both_forms_have_one_tag)
{
    struct asked plain, packed, again;
    begin(&plain, "GET", NULL);
    end(&plain, LONG);
    begin(&packed, "GET", "gzip");
    end(&packed, LONG);
    T_EQ_SIZE(packed.reply.header_count, 2);
    T_OK(at_str_starts(at_str(packed.reply.tag), AT_STR("W/\"")));
    T_EQ_TEXT(packed.reply.tag + 2, plain.reply.tag);
    begin(&again, "GET", "gzip");
    again.request.headers[AT_REQUEST_IF_NONE_MATCH] = at_str(packed.reply.tag);
    end(&again, LONG);
    T_EQ_INT(again.reply.status, 304);
    T_EQ_SIZE(again.reply.body.len, 0);
    T_NOT(is_packed(&again));
    at_server_reply_deinit(&plain.reply);
    at_server_reply_deinit(&packed.reply);
    at_server_reply_deinit(&again.reply);
}

T_MAIN()
