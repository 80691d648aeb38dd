// claim_test.c: expectations as people, models and the store write them
#include "agent/proof/claim.h"

#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

static const struct {
    const char *in;
    const char *out;   // the text of at_claim_json(); NULL: refused
    const char *words; // a part of the message if it is refused
} rows[] = {
    // Every kind as it is documented.
    {"{\"text\":\"New note\"}", "{\"text\":\"New note\"}",
     "\"New note\" is shown"},
    {"{\"text\":\"Room 214\",\"near\":\"Petra Osterholm\"}",
     "{\"text\":\"Room 214\",\"near\":\"Petra Osterholm\"}",
     "\"Room 214\" is shown near \"Petra Osterholm\""},
    {"{\"text\":\"Paid\",\"near\":\"Rent\",\"where\":\"inside\"}",
     "{\"text\":\"Paid\",\"near\":\"Rent\",\"where\":\"inside\"}",
     "\"Paid\" is shown inside \"Rent\""},
    {"{\"absent\":\"Error\"}", "{\"absent\":\"Error\"}",
     "\"Error\" is not shown"},
    {"{\"count\":6,\"of\":\"Dr.\"}", "{\"count\":6,\"of\":\"Dr.\"}",
     "exactly 6 elements show \"Dr.\""},
    {"{\"count\":1,\"of\":\"Dr.\"}", "{\"count\":1,\"of\":\"Dr.\"}",
     "exactly 1 element shows \"Dr.\""},
    {"{\"count\":0,\"of\":\"Dr.\"}", "{\"count\":0,\"of\":\"Dr.\"}",
     "no element shows \"Dr.\""},
    {"{\"atLeast\":2,\"of\":\"Dr.\"}", "{\"atLeast\":2,\"of\":\"Dr.\"}",
     "at least 2 elements show \"Dr.\""},
    {"{\"state\":\"checked\",\"of\":\"Remember me\"}",
     "{\"state\":\"checked\",\"of\":\"Remember me\"}",
     "\"Remember me\" is checked"},
    {"{\"value\":\"50%\",\"of\":\"Text size\"}",
     "{\"value\":\"50%\",\"of\":\"Text size\"}",
     "\"Text size\" has the value \"50%\""},
    {"{\"value\":\"\",\"of\":\"Message\"}",
     "{\"value\":\"\",\"of\":\"Message\"}", "\"Message\" is empty"},
    {"{\"amount\":\"31.20 \xe2\x82\xac\",\"near\":\"Total\"}",
     "{\"amount\":\"31.20 \xe2\x82\xac\",\"near\":\"Total\"}",
     "the amount near \"Total\" is 31.20 \xe2\x82\xac"},
    {"{\"sum\":[\"Medicines\",\"Delivery\"],\"near\":\"Total\"}",
     "{\"sum\":[\"Medicines\",\"Delivery\"],\"near\":\"Total\"}",
     "the amount near \"Total\" is the sum of those near \"Medicines\" and "
     "\"Delivery\""},
    {"{\"sum\":[\"A\",\"B\",\"C\"],\"near\":\"Total\",\"where\":\"beside\"}",
     "{\"sum\":[\"A\",\"B\",\"C\"],\"near\":\"Total\",\"where\":\"beside\"}",
     "the amount beside \"Total\" is the sum of those near \"A\", \"B\" and "
     "\"C\""},
    {"{\"sum\":\"Price\",\"near\":\"Total\"}",
     "{\"sum\":[\"Price\"],\"near\":\"Total\"}",
     "the amount near \"Total\" is that near \"Price\""},
    {"{\"toast\":\"Saved\"}", "{\"toast\":\"Saved\"}",
     "a message says \"Saved\""},
    {"{\"app\":\"com.example.notes\"}", "{\"app\":\"com.example.notes\"}",
     "com.example.notes is in front"},
    {"{\"shown\":\"the list of notes\"}", "{\"shown\":\"the list of notes\"}",
     "the list of notes is shown"},
    // The author, and the values that a run has bound.
    {"{\"text\":\"a\",\"pinned\":false}", "{\"text\":\"a\",\"pinned\":false}",
     "\"a\" is shown"},
    {"{\"text\":\"a\",\"pinned\":true,\"words\":\"x\"}", "{\"text\":\"a\"}",
     "\"a\" is shown"},
    {"{\"shown\":\"a list\",\"bound\":\"Groceries\"}",
     "{\"shown\":\"a list\",\"bound\":\"Groceries\"}", "a list is shown"},
    // Lenient.
    {"\" New note \"", "{\"text\":\"New note\"}", "\"New note\" is shown"},
    {"42", "{\"text\":\"42\"}", "\"42\" is shown"},
    {"{\"text\":3.5,\"near\":null}", "{\"text\":\"3.5\"}", "\"3.5\" is shown"},
    {"{\"at_least\":\"2\",\"of\":\"x\"}", "{\"atLeast\":2,\"of\":\"x\"}",
     "at least 2 elements show \"x\""},
    {"{\"Count\":6.0,\"near\":\"x\"}", "{\"count\":6,\"of\":\"x\"}",
     "exactly 6 elements show \"x\""},
    {"{\"count\":6,\"text\":\"x\"}", "{\"count\":6,\"of\":\"x\"}",
     "exactly 6 elements show \"x\""},
    {"{\"state\":\"Off\",\"of\":\"x\"}",
     "{\"state\":\"unchecked\",\"of\":\"x\"}", "\"x\" is unchecked"},
    {"{\"type\":\"not-visible\",\"text\":\"Error\"}", "{\"absent\":\"Error\"}",
     "\"Error\" is not shown"},
    {"{\"kind\":\"sum\",\"sum\":[\"a\"],\"near\":\"b\"}",
     "{\"sum\":[\"a\"],\"near\":\"b\"}",
     "the amount near \"b\" is that near \"a\""},
    // Words of strangers cannot leave their quotes.
    {"{\"text\":\"a\\\" is visible\\n\"}", "{\"text\":\"a\\\" is visible\"}",
     "\"a\\\" is visible\" is shown"},
    {"{\"shown\":\"a\\nb\"}", "{\"shown\":\"a\\nb\"}", "a b is shown"},
    // Refused, with what is valid.
    {"{}", NULL, "valid are text, absent, count, atLeast, state, value, "},
    {"{\"near\":\"x\"}", NULL, "it does not say what is expected"},
    {"{\"txet\":\"x\"}", NULL, "unknown member txet; valid are text"},
    {"{\"type\":\"colour\",\"text\":\"x\"}", NULL, "unknown kind of"},
    {"{\"type\":\"text\",\"text\":\"x\",\"toast\":\"y\"}", NULL, "one thing"},
    {"{\"toast\":\"x\",\"app\":\"y\"}", NULL, "one thing"},
    {"{\"toast\":\"x\",\"text\":\"y\"}", NULL, "'text' stands beside 'toast'"},
    {"{\"count\":6,\"of\":\"x\",\"text\":\"y\"}", NULL, "'text' stands"},
    {"{\"count\":6,\"of\":\"x\",\"near\":\"y\"}", NULL, "one of them"},
    {"{\"count\":6}", NULL, "'count' needs 'of'"},
    {"{\"count\":-1,\"of\":\"x\"}", NULL, "'count' must be a whole number"},
    {"{\"count\":1.5,\"of\":\"x\"}", NULL, "'count' must be a whole number"},
    {"{\"count\":1e300,\"of\":\"x\"}", NULL, "'count' must be a whole number"},
    {"{\"atLeast\":0,\"of\":\"x\"}", NULL, "number from 1 to"},
    {"{\"state\":\"red\",\"of\":\"x\"}", NULL,
     "unknown state 'red'; valid are checked, unchecked, selected, "},
    {"{\"state\":\"checked\"}", NULL, "'state' needs 'of'"},
    {"{\"amount\":\"3\"}", NULL, "'amount' needs 'near'"},
    {"{\"sum\":[],\"near\":\"x\"}", NULL, "1 to 8 labels"},
    {"{\"sum\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\"],"
     "\"near\":\"x\"}",
     NULL, "1 to 8 labels"},
    {"{\"sum\":[{}],\"near\":\"x\"}", NULL, "'sum' must be a text"},
    {"{\"text\":\" \"}", NULL, "'text' is empty"},
    {"{\"text\":[]}", NULL, "'text' must be a text"},
    {"{\"text\":\"a\\u0000b\"}", NULL, "NUL"},
    {"{\"text\":\"a\",\"where\":\"below\"}", NULL, "'where' stands beside"},
    {"{\"text\":\"a\",\"near\":\"b\",\"where\":\"left\"}", NULL,
     "near, beside, below, above or inside"},
    {"{\"absent\":\"a\",\"near\":\"b\"}", NULL, "takes neither"},
    {"{\"text\":\"a\",\"pinned\":\"no\"}", NULL, "'pinned' must be"},
    {"null", NULL, "'text' must be a text"},
    {"[\"a\"]", NULL, "'text' must be a text"},
};

static void
check_json(json_t *json, const char *want)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    T_OK(at_json_write(json, &text));
    T_EQ_TEXT(at_buf_text(&text), want);
    at_buf_deinit(&text);
    json_decref(json);
}

static void
check_taken(const struct at_claim *claim, size_t row)
{
    struct at_buf words = AT_BUF_INIT(AT_MIB);
    struct at_claim again;
    struct at_claim copy;
    json_t *json = at_claim_json(claim);
    T_OK(at_claim_read(json, &again, NULL));
    at_claim_copy(claim, &copy);
    T_OK(at_claim_eq(claim, &again) && at_claim_eq(claim, &copy));
    T_OK(again.is_pinned == claim->is_pinned);
    check_json(at_claim_json(&copy), rows[row].out);
    check_json(json, rows[row].out);
    at_claim_write(claim, &words);
    T_EQ_TEXT(at_buf_text(&words), rows[row].words);
    at_buf_deinit(&words);
    at_claim_deinit(&copy);
    at_claim_deinit(&again);
    at_claim_deinit(&again);
}

T_TEST(claim_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_claim claim;
        json_t *json = at_json_parse(at_str(rows[i].in), NULL);
        T_OK(json != NULL);
        t_row(rows[i].in);
        bool ok = at_claim_read(json, &claim, &err);
        T_EQ_INT(ok, rows[i].out != NULL);
        if (ok)
            check_taken(&claim, i);
        else
            T_HAS(err.msg, rows[i].words);
        T_EQ_INT(err.code, ok ? AT_OK : AT_EUSAGE);
        at_claim_deinit(&claim);
        json_decref(json);
    }
}

static const struct {
    const char *in;
    const char *out;
    const char *why;
} lists[] = {
    {"null", "[]", NULL},
    {"[]", "[]", NULL},
    {"\"a\"", "[{\"text\":\"a\"}]", NULL},
    {"{\"toast\":\"a\"}", "[{\"toast\":\"a\"}]", NULL},
    {"[\"a\",{\"absent\":\"b\"},\"a\"]",
     "[{\"text\":\"a\"},{\"absent\":\"b\"}]", NULL},
    {"[\"a\",{\"pinned\":false,\"text\":\"a\"}]", "[{\"text\":\"a\"}]", NULL},
    {"[\"a\",{}]", NULL, "expectation 2: it does not say"},
    {"[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]", NULL,
     "21 expectations; at most 20"},
};

T_TEST(claims_rows)
{
    for (size_t i = 0; i < T_LEN(lists); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_claims claims;
        struct at_claims copy;
        json_t *json = at_json_parse(at_str(lists[i].in), NULL);
        t_row(lists[i].in);
        bool ok = at_claims_read(json, &claims, &err);
        T_EQ_INT(ok, lists[i].out != NULL);
        at_claims_copy(&claims, &copy);
        if (ok)
            check_json(at_claims_json(&copy), lists[i].out);
        else
            T_HAS(err.msg, lists[i].why);
        T_EQ_SIZE(ok ? 0 : claims.count, 0);
        at_claims_deinit(&claims);
        at_claims_deinit(&claims);
        at_claims_deinit(&copy);
        json_decref(json);
    }
}

T_TEST(claims_read_nothing)
{
    struct at_claims claims;
    T_OK(at_claims_read(NULL, &claims, NULL));
    T_EQ_SIZE(claims.count, 0);
}

T_TEST(claim_text_is_limited)
{
    struct at_err err = AT_ERR_INIT;
    struct at_claim claim;
    char text[2051];
    memset(text, 'a', 2050);
    text[2050] = '\0';
    json_t *json = json_pack("{s:s}", "text", text);
    T_NOT(at_claim_read(json, &claim, &err));
    T_HAS(err.msg, "'text' has 2050 bytes; at most 2048");
    json_decref(json);
}

T_MAIN()
