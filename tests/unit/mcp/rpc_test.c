// rpc_test.c: every message of a hostile or careless client, and what the
// server answers
#include "tests/unit/mcp/fixture.h"

enum { NOTHING = 1, SERVED = 0 };

#define REQUEST(rest) "{\"jsonrpc\":\"2.0\"," rest "}"
#define PING(id) REQUEST("\"id\":" id ",\"method\":\"ping\"")
#define CALL(params)                                                           \
    REQUEST("\"id\":7,\"method\":\"tools/call\",\"params\":" params)
#define NOTE(rest) REQUEST("\"method\":\"notifications/" rest)
#define META "io.modelcontextprotocol/"
#define VERSION(v) "\"" META "protocolVersion\":" v
#define CAN "\"" META "clientCapabilities\":{}"
#define MODERN(method, meta)                                                   \
    REQUEST("\"id\":7,\"method\":\"" method "\",\"params\":{\"_meta\":{" meta  \
            "}}")
#define NOW VERSION("\"2026-07-28\"") "," CAN
#define INIT(params)                                                           \
    REQUEST("\"id\":7,\"method\":\"initialize\",\"params\":" params)

// code: SERVED, NOTHING, or the error's; id as JSON, NULL: no id member.
static const struct row {
    const char *name;
    struct at_str in;
    int code;
    const char *id;
} rows[] = {
    {"N01 empty", AT_STR_ROW(""), NOTHING, NULL},
    {"N02 blank", AT_STR_ROW(" \t\r"), NOTHING, NULL},
    {"N03 CR", AT_STR_ROW(PING("1") "\r"), SERVED, "1"},
    {"N04 spaces", AT_STR_ROW("  " PING("1") "  "), SERVED, "1"},
    {"N05 BOM", AT_STR_ROW("\xef\xbb\xbf" PING("1")), SERVED, "1"},
    {"N08 first line of many", AT_STR_ROW("{"), -32700, NULL},
    {"N08 middle line", AT_STR_ROW("  \"id\": 1,"), -32700, NULL},
    {"N10 text", AT_STR_ROW("hello"), -32700, NULL},
    {"N11 truncated", AT_STR_ROW("{\"jsonrpc\":\"2.0\",\"id\":1"), -32700,
     NULL},
    {"N12 trailing junk", AT_STR_ROW(PING("1") "x"), -32700, NULL},
    {"N13 two objects", AT_STR_ROW(PING("1") PING("2")), -32700, NULL},
    {"N14 single quotes", AT_STR_ROW("{'id':1}"), -32700, NULL},
    {"N15 trailing comma", AT_STR_ROW("{\"id\":1,}"), -32700, NULL},
    {"N16 comment", AT_STR_ROW("{\"id\":1/*x*/}"), -32700, NULL},
    {"N17 NaN", AT_STR_ROW(PING("NaN")), -32700, NULL},
    {"N18 raw control", AT_STR_ROW(PING("\"a\tb\"")), -32700, NULL},
    {"N19 bad escape", AT_STR_ROW(PING("\"\\q\"")), -32700, NULL},
    {"N20 leading zero", AT_STR_ROW(PING("01")), -32700, NULL},
    {"N21 NUL between", AT_STR_ROW("{\0\"id\":1}"), -32700, NULL},
    {"N22 NUL in string", AT_STR_ROW(PING("\"a\0b\"")), -32700, NULL},
    {"N23 NUL before", AT_STR_ROW("\0" PING("1")), -32700, NULL},
    {"N24 FF FE", AT_STR_ROW(PING("\"\xff\xfe\"")), -32700, NULL},
    {"N25 overlong", AT_STR_ROW(PING("\"\xc0\xaf\"")), -32700, NULL},
    {"N26 surrogate", AT_STR_ROW(PING("\"\xed\xa0\x80\"")), -32700, NULL},
    {"N27 cut sequence", AT_STR_ROW(PING("\"\xe2\x82\"")), -32700, NULL},
    {"N28 lone surrogate", AT_STR_ROW(PING("\"\\ud800\"")), -32700, NULL},
    {"N29 NUL in method",
     AT_STR_ROW(REQUEST("\"id\":1,\"method\":\"ping\\u0000x\"")), -32601, "1"},
    {"N30 NUL in id", AT_STR_ROW(PING("\"a\\u0000b\"")), SERVED,
     "\"a\\u0000b\""},
    {"N31 number", AT_STR_ROW("42"), -32600, NULL},
    {"N32 string", AT_STR_ROW("\"ping\""), -32600, NULL},
    {"N33 null", AT_STR_ROW("null"), -32600, NULL},
    {"N34 true", AT_STR_ROW("true"), -32600, NULL},
    {"N35 empty object", AT_STR_ROW("{}"), -32600, NULL},
    {"N36 empty array", AT_STR_ROW("[]"), -32600, NULL},
    {"N37 batch", AT_STR_ROW("[" PING("1") "," PING("2") "]"), -32600, NULL},
    {"N39 no jsonrpc", AT_STR_ROW("{\"id\":1,\"method\":\"ping\"}"), -32600,
     "1"},
    {"N40 1.0",
     AT_STR_ROW("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}"), -32600,
     "1"},
    {"N41 no method", AT_STR_ROW(REQUEST("\"id\":1")), -32600, "1"},
    {"N42 numeric method", AT_STR_ROW(REQUEST("\"id\":1,\"method\":5")), -32600,
     "1"},
    {"N43 empty method", AT_STR_ROW(REQUEST("\"id\":1,\"method\":\"\"")),
     -32601, "1"},
    {"N44 params array",
     AT_STR_ROW(REQUEST("\"id\":1,\"method\":\"ping\",\"params\":[]")), -32602,
     "1"},
    {"N45 params string",
     AT_STR_ROW(REQUEST("\"id\":1,\"method\":\"ping\",\"params\":\"\"")),
     -32602, "1"},
    {"N46 tools/call without params",
     AT_STR_ROW(REQUEST("\"id\":1,\"method\":\"tools/call\"")), -32602, "1"},
    {"N47 unknown members",
     AT_STR_ROW(REQUEST("\"id\":1,\"x\":{},\"method\":\"ping\",\"params\":"
                        "{\"y\":1}")),
     SERVED, "1"},
    {"N48 duplicate keys",
     AT_STR_ROW(REQUEST("\"id\":1,\"id\":2,\"method\":\"ping\"")), SERVED, "2"},
    {"N49 __proto__",
     AT_STR_ROW(REQUEST("\"id\":1,\"__proto__\":{},\"method\":\"ping\"")),
     SERVED, "1"},
    {"N50 id 0", AT_STR_ROW(PING("0")), SERVED, "0"},
    {"N51 id -5", AT_STR_ROW(PING("-5")), SERVED, "-5"},
    {"N52 id empty", AT_STR_ROW(PING("\"\"")), SERVED, "\"\""},
    {"N53 id \"0\"", AT_STR_ROW(PING("\"0\"")), SERVED, "\"0\""},
    {"N54 id escapes", AT_STR_ROW(PING("\"\\\"\\\\\\n\\u00e9\"")), SERVED,
     "\"\\\"\\\\\\n\xc3\xa9\""},
    {"N55 2^53-1", AT_STR_ROW(PING("9007199254740991")), SERVED,
     "9007199254740991"},
    {"N57 2^53+1", AT_STR_ROW(PING("9007199254740993")), SERVED,
     "9007199254740993"},
    {"N58 1e2", AT_STR_ROW(PING("1e2")), -32600, NULL},
    {"N59 id null", AT_STR_ROW(PING("null")), -32600, NULL},
    {"N60 id 1.5", AT_STR_ROW(PING("1.5")), -32600, NULL},
    {"N61 id true", AT_STR_ROW(PING("true")), -32600, NULL},
    {"N62 id object", AT_STR_ROW(PING("{}")), -32600, NULL},
    {"N63 id array", AT_STR_ROW(PING("[]")), -32600, NULL},
    {"N70 result", AT_STR_ROW(REQUEST("\"id\":1,\"result\":{}")), NOTHING,
     NULL},
    {"N71 error", AT_STR_ROW(REQUEST("\"id\":1,\"error\":{\"code\":1}")),
     NOTHING, NULL},
    {"a request with a result",
     AT_STR_ROW(REQUEST("\"id\":1,\"method\":\"ping\",\"result\":{}")), SERVED,
     "1"},
    {"N72 unknown notification", AT_STR_ROW(NOTE("x\"")), NOTHING, NULL},
    {"N73 ping without id", AT_STR_ROW(REQUEST("\"method\":\"ping\"")), NOTHING,
     NULL},
    {"N74 call without id", AT_STR_ROW(REQUEST("\"method\":\"tools/call\"")),
     NOTHING, NULL},
    {"N75 cancel unknown id",
     AT_STR_ROW(NOTE("cancelled\",\"params\":{\"requestId\":99}")), NOTHING,
     NULL},
    {"N76 cancel no id", AT_STR_ROW(NOTE("cancelled\",\"params\":{}")), NOTHING,
     NULL},
    {"N77 cancel no params", AT_STR_ROW(NOTE("cancelled\"")), NOTHING, NULL},
    {"N78 cancel object id",
     AT_STR_ROW(NOTE("cancelled\",\"params\":{\"requestId\":{}}")), NOTHING,
     NULL},
    {"N79 progress",
     AT_STR_ROW(NOTE("progress\",\"params\":{\"progressToken\":9}")), NOTHING,
     NULL},
    {"N80 initialized", AT_STR_ROW(NOTE("initialized\"")), NOTHING, NULL},
    {"notification with array params",
     AT_STR_ROW(NOTE("cancelled\",\"params\":[]")), NOTHING, NULL},
    {"N85 tools/list early",
     AT_STR_ROW(REQUEST("\"id\":1,\"method\":\"tools/list\"")), SERVED, "1"},
    {"N87 initialize without params",
     AT_STR_ROW(REQUEST("\"id\":7,\"method\":\"initialize\"")), -32602, "7"},
    {"N88 numeric version", AT_STR_ROW(INIT("{\"protocolVersion\":1}")), -32602,
     "7"},
    {"N89 no clientInfo",
     AT_STR_ROW(INIT("{\"protocolVersion\":\"2025-06-18\"}")), SERVED, "7"},
    {"N90 initialize again",
     AT_STR_ROW(INIT("{\"protocolVersion\":\"2025-11-25\"}")), SERVED, "7"},
    {"N96 1e999", AT_STR_ROW(PING("1e999")), -32700, NULL},
    {"unknown cursor",
     AT_STR_ROW(REQUEST(
         "\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"x\"}")),
     -32602, "1"},
    {"unknown method", AT_STR_ROW(REQUEST("\"id\":1,\"method\":\"no/such\"")),
     -32601, "1"},
    {"not declared: logging",
     AT_STR_ROW(REQUEST("\"id\":1,\"method\":\"logging/setLevel\"")), -32601,
     "1"},
    {"not declared: resources",
     AT_STR_ROW(REQUEST("\"id\":1,\"method\":\"resources/list\"")), -32601,
     "1"},
    {"C-unknown", AT_STR_ROW(CALL("{\"name\":\"nope\"}")), -32602, "7"},
    {"C-nul-name", AT_STR_ROW(CALL("{\"name\":\"echo\\u0000x\"}")), -32602,
     "7"},
    {"C-noname", AT_STR_ROW(CALL("{}")), -32602, "7"},
    {"C-name-type", AT_STR_ROW(CALL("{\"name\":1}")), -32602, "7"},
    {"C-args-array", AT_STR_ROW(CALL("{\"name\":\"echo\",\"arguments\":[]}")),
     -32602, "7"},
    {"C-args-text", AT_STR_ROW(CALL("{\"name\":\"echo\",\"arguments\":\"a\"}")),
     -32602, "7"},
    {"C-args-blank", AT_STR_ROW(CALL("{\"name\":\"echo\",\"arguments\":\"\"}")),
     -32602, "7"},
    {"C-args-string",
     AT_STR_ROW(CALL("{\"name\":\"echo\",\"arguments\":\"{}\"}")), SERVED, "7"},
    {"C-args-null", AT_STR_ROW(CALL("{\"name\":\"echo\",\"arguments\":null}")),
     -32602, "7"},
    {"C-missing-arg", AT_STR_ROW(CALL("{\"name\":\"echo\"}")), SERVED, "7"},
    {"M-discover", AT_STR_ROW(MODERN("server/discover", NOW)), SERVED, "7"},
    {"M-list", AT_STR_ROW(MODERN("tools/list", NOW)), SERVED, "7"},
    {"M-ping", AT_STR_ROW(MODERN("ping", NOW)), -32601, "7"},
    {"M-initialize", AT_STR_ROW(MODERN("initialize", NOW)), -32601, "7"},
    {"M-listen", AT_STR_ROW(MODERN("subscriptions/listen", NOW)), -32601, "7"},
    {"M-version", AT_STR_ROW(MODERN("tools/list", VERSION("\"2099-01-01\""))),
     -32022, "7"},
    {"M-version legacy claimed",
     AT_STR_ROW(MODERN("tools/list", VERSION("\"2025-11-25\"") "," CAN)),
     -32022, "7"},
    {"M-version number", AT_STR_ROW(MODERN("tools/list", VERSION("1") "," CAN)),
     -32602, "7"},
    {"M-version NUL",
     AT_STR_ROW(MODERN("tools/list", VERSION("\"2026-07-28\\u0000\""))), -32022,
     "7"},
    {"M-meta-capabilities",
     AT_STR_ROW(MODERN("tools/list", VERSION("\"2026-07-28\""))), -32602, "7"},
    {"M-meta-capabilities type",
     AT_STR_ROW(MODERN("tools/list",
                       VERSION("\"2026-07-28\"") ",\"" META
                                                 "clientCapabilities\":[]")),
     -32602, "7"},
    {"M-meta type",
     AT_STR_ROW(REQUEST(
         "\"id\":7,\"method\":\"tools/list\",\"params\":{\"_meta\":5}")),
     -32602, "7"},
    {"M-meta-none",
     AT_STR_ROW(REQUEST("\"id\":7,\"method\":\"server/discover\"")), -32602,
     "7"},
    {"M-log-level",
     AT_STR_ROW(MODERN("tools/list", NOW ",\"" META "logLevel\":\"loud\"")),
     -32602, "7"},
    {"M-client-info",
     AT_STR_ROW(MODERN("tools/list", NOW ",\"" META "clientInfo\":1")), -32602,
     "7"},
};

static json_t *
read_answer(const char *text)
{
    json_t *answer = json_loads(text, JSON_ALLOW_NUL, NULL);
    T_OK(json_is_object(answer));
    T_EQ_TEXT(json_string_value(json_object_get(answer, "jsonrpc")), "2.0");
    return answer;
}

static void
check_answer(const struct row *row, const char *text)
{
    json_t *answer = read_answer(text);
    json_t *error = json_object_get(answer, "error");
    json_t *id = json_object_get(answer, "id");
    T_EQ_INT(json_integer_value(json_object_get(error, "code")), row->code);
    T_EQ_INT(json_is_object(json_object_get(answer, "result")),
             row->code == SERVED);
    T_EQ_INT(id != NULL, row->id != NULL);
    if (id) {
        char *dump = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT);
        T_EQ_TEXT(dump, row->id);
        free(dump);
    }
    json_decref(answer);
}

T_TEST(answers_every_row)
{
    struct fixture f;
    fixture_init(&f);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        const char *text = fixture_ask(&f, rows[i].in);
        T_EQ_SIZE(f.answers, rows[i].code == NOTHING ? 0 : 1);
        if (rows[i].code != NOTHING)
            check_answer(&rows[i], text);
        // The server continues after any message.
        T_EQ_TEXT(fixture_ask(&f, AT_STR(PING("0"))),
                  "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}\n");
    }
    fixture_deinit(&f);
}

T_TEST(a_cut_message_is_never_served)
{
    struct fixture f;
    fixture_init(&f);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        struct at_str in = at_str_trim(rows[i].in);
        if (rows[i].code == -32700 || in.len == 0 || in.ptr[0] != '{')
            continue;
        for (size_t cut = 1; cut < in.len; cut++)
            T_HAS(fixture_ask(&f, at_str_head(in, cut)), "-32700");
    }
    fixture_deinit(&f);
}

// Build a message of head, count times piece, and tail.
static char *
many(const char *head, const char *piece, size_t count, const char *tail)
{
    struct at_buf buf = AT_BUF_INIT(32 * AT_MIB);
    at_buf_add_text(&buf, head);
    for (size_t i = 0; i < count; i++)
        at_buf_add_text(&buf, piece);
    at_buf_add_text(&buf, tail);
    return at_buf_take(&buf);
}

static const struct {
    const char *name;
    const char *head;
    const char *piece;
    size_t count;
    const char *tail;
    const char *answer;
} large[] = {
    {"N56 id of 4000", "{\"jsonrpc\":\"2.0\",\"id\":\"", "x", 4000,
     "\",\"method\":\"ping\"}", "xxx\",\"result\":{}}"},
    {"id too long", "{\"jsonrpc\":\"2.0\",\"id\":\"", "x", 70000,
     "\",\"method\":\"ping\"}", "-32600"},
    {"N91 10k arrays", "", "[", 10000, "", "-32700"},
    {"N92 100k objects", "", "{\"a\":", 100000, "", "-32700"},
    {"N93 1M [", "", "[", 1000000, "", "-32700"},
    {"values", "[", "{},", 300000, "1]", "-32700"},
    {"brackets in a string", "{\"jsonrpc\":\"2.0\",\"id\":1,\"x\":\"", "[\\\"",
     5000, "\",\"method\":\"ping\"}", "\"result\":{}"},
    {"N94 8 MiB", "{\"jsonrpc\":\"2.0\",\"id\":1,\"x\":\"", "12345678",
     1024 * 1024, "\",\"method\":\"ping\"}", "\"result\":{}"},
    {"N96 400 digits", "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1", "0",
     400, "}", "-32700"},
};

T_TEST(large_messages_are_served_or_refused)
{
    struct fixture f;
    fixture_init(&f);
    for (size_t i = 0; i < T_LEN(large); i++) {
        T_ROW(large[i].name);
        char *text =
            many(large[i].head, large[i].piece, large[i].count, large[i].tail);
        T_HAS(fixture_ask(&f, at_str(text)), large[i].answer);
        T_EQ_SIZE(f.answers, 1);
        free(text);
    }
    fixture_deinit(&f);
}

// A complete and valid message: only the limit can refuse it.
T_TEST(depth_has_a_limit)
{
    struct fixture f;
    fixture_init(&f);
    for (size_t depth = AT_JSON_MAX_DEPTH - 1; depth <= AT_JSON_MAX_DEPTH;
         depth++) {
        char *open = many("", "[", depth, "");
        char *close = many("", "]", depth, "");
        char *text = at_strfmt(
            REQUEST("\"id\":1,\"method\":\"ping\",\"x\":%s%s"), open, close);
        T_HAS(fixture_ask(&f, at_str(text)),
              depth < AT_JSON_MAX_DEPTH ? "\"result\":{}" : "nested deeper");
        free(text);
        free(close);
        free(open);
    }
    fixture_deinit(&f);
}

T_TEST(serves_100000_keys)
{
    struct at_buf buf = AT_BUF_INIT(32 * AT_MIB);
    struct fixture f;
    fixture_init(&f);
    at_buf_add_text(&buf, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"");
    for (int i = 0; i < 100000; i++)
        at_buf_add_fmt(&buf, ",\"k%d\":%d", i, i);
    at_buf_add_char(&buf, '}');
    T_HAS(fixture_ask(&f, at_buf_str(&buf)), "\"result\":{}");
    at_buf_deinit(&buf);
    fixture_deinit(&f);
}

static const struct {
    const char *asked;
    const char *given;
} versions[] = {
    {"2024-11-05", "2024-11-05"}, {"2025-03-26", "2025-03-26"},
    {"2025-06-18", "2025-06-18"}, {"2025-11-25", "2025-11-25"},
    {"2026-07-28", "2025-11-25"}, {"1999-01-01", "2025-11-25"},
    {"", "2025-11-25"},
};

T_TEST(negotiates_a_version)
{
    struct fixture f;
    fixture_init(&f);
    for (size_t i = 0; i < T_LEN(versions); i++) {
        T_ROW(versions[i].asked);
        char *ask =
            at_strfmt(INIT("{\"protocolVersion\":\"%s\"}"), versions[i].asked);
        char *want = at_strfmt("\"protocolVersion\":\"%s\"", versions[i].given);
        T_HAS(fixture_ask(&f, at_str(ask)), want);
        free(ask);
        free(want);
    }
    fixture_deinit(&f);
}

static void
speak_2025_03_26(struct fixture *f)
{
    fixture_ask(f, AT_STR(INIT("{\"protocolVersion\":\"2025-03-26\"}")));
}

T_TEST(batches_are_answered_as_one)
{
    struct fixture f;
    fixture_init(&f);
    speak_2025_03_26(&f);
    const char *text =
        fixture_ask(&f, AT_STR("[" PING("1") "," NOTE("x\"") ",5,[]," CALL(
                            "{\"name\":\"echo\",\"arguments\":{\"text\":\"a\"}"
                            "}") "," PING("\"2\"") "]"));
    T_EQ_SIZE(f.answers, 1);
    json_t *answers = json_loads(text, 0, NULL);
    T_EQ_SIZE(json_array_size(answers), 5);
    json_decref(answers);
    fixture_ask(&f, AT_STR("[" NOTE("x\"") "]"));
    T_EQ_SIZE(f.answers, 0);
    T_HAS(fixture_ask(&f, AT_STR("[]")), "-32600");
    T_HAS(fixture_ask(&f, AT_STR("[" PING("1") "]")), "[{");
    fixture_deinit(&f);
}

T_TEST(a_batch_has_a_limit)
{
    struct fixture f;
    fixture_init(&f);
    speak_2025_03_26(&f);
    char *text = many("[", PING("1") ",", AT_MCP_BATCH_MAX, PING("1") "]");
    T_HAS(fixture_ask(&f, at_str(text)), "{\"jsonrpc\":\"2.0\",\"error\"");
    free(text);
    fixture_deinit(&f);
}

T_TEST(modern_results_say_so)
{
    static const char *const always[] = {
        "\"resultType\":\"complete\"",
        "\"_meta\":{\"" META "serverInfo\":{\"name\":\"fixture\"",
    };
    static const char *const cached[] = {"\"ttlMs\":", "\"cacheScope\":"};
    struct fixture f;
    fixture_init(&f);
    struct at_str asked[] = {
        AT_STR(MODERN("server/discover", NOW)),
        AT_STR(MODERN("tools/list", NOW)),
        AT_STR(CALL("{\"name\":\"echo\",\"arguments\":{\"text\":\"a\"},"
                    "\"_meta\":{" NOW "}}")),
    };
    for (size_t i = 0; i < T_LEN(asked); i++) {
        const char *text = fixture_ask(&f, asked[i]);
        T_HAS(text, always[0]);
        T_HAS(text, always[1]);
        for (size_t j = 0; j < T_LEN(cached); j++)
            T_EQ_INT(strstr(text, cached[j]) != NULL, i < 2);
    }
    T_HAS(fixture_ask(&f, asked[0]), "\"supportedVersions\":[\"2026-07-28\"]");
    // Without the envelope it has no such member.
    const char *text =
        fixture_ask(&f, AT_STR(REQUEST("\"id\":1,\"method\":\"tools/list\"")));
    T_NULL(strstr(text, "resultType"));
    fixture_deinit(&f);
}

T_TEST(an_unknown_version_gets_the_known_ones)
{
    struct fixture f;
    fixture_init(&f);
    T_HAS(fixture_ask(&f, AT_STR(MODERN("tools/list", VERSION("\"x\"")))),
          "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"x\"}");
    fixture_deinit(&f);
}

T_MAIN()
