// repl_complete_test.c: the words that fit at the cursor
#include "cli/repl_complete.h"

#include "base/buf.h"
#include "tests/t.h"

// texts: the candidates, each in [ ]; "*[x]" where others may come too.
static const struct {
    const char *line;
    const char *texts;
} rows[] = {
    {"sess", "[session]"},
    {"session s", "[show][set]"},
    {"session un", "[unset]"},
    {"live ", "[start][status][stop]"},
    {"qu", "[quit]"},
    {"nope ", ""},
    {"nope", ""},
    {"ui tap @", "[@e1][@e2][@e12]"},
    {"ui tap @e1", "[@e1][@e12]"},
    {"ui tap '@e1", "[@e1][@e12]"},
    {"ui tap --ref ", "[e1][e2][e12]"},
    {"ui tap --ref=", ""},
    {"ui tap --re", "[--ref]"},
    {"ui tap --ref e1 --re", ""},
    {"ui tap --platform ", "[ios][android]"},
    {"ui tap --platform a", "[android]"},
    {"ui tap --timeout-ms ", ""},
    {"ui press b", "[back]"},
    {"ui press --timeout-ms 5 ho", "[home]"},
    {"ui find t", "[tap]"},
    {"ui type @", ""},
    {"logs tail --f", "[--follow]"},
    {"gc --dry", "[--dry-run]"},
    {"gc --dry-run --q", "[--quiet]"},
    {"gc # ", ""},
    {"repl", ""},
    {"", "*[ui]"},
    {"ui ", "*[snapshot]"},
    {"ui tap ", "*[@e2]"},
    {"live stop ", "*[--session]"},
};

static json_t *
a_snapshot(void)
{
    return json_pack("{s{s{ss ss} s{ss ss} s{ss sn}}}", "refs", "e1", "role",
                     "button", "name", "Sign in", "e2", "role", "textbox",
                     "name", "Search", "e12", "role", "unknown", "name");
}

static void
show(const struct at_candidates *candidates, struct at_buf *out)
{
    for (size_t i = 0; i < candidates->count; i++)
        at_buf_add_fmt(out, "[%s]", candidates->rows[i].text);
}

T_TEST(complete_rows)
{
    json_t *snapshot = a_snapshot();
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_candidates candidates;
        struct at_buf texts = AT_BUF_INIT(10000);
        const char *wanted = rows[i].texts;
        T_ROW(rows[i].line);
        at_complete(at_str(rows[i].line), snapshot, &candidates);
        show(&candidates, &texts);
        if (wanted[0] == '*')
            T_HAS(at_buf_text(&texts), wanted + 1);
        else
            T_EQ_TEXT(at_buf_text(&texts), wanted);
        at_buf_deinit(&texts);
        at_candidates_deinit(&candidates);
    }
    json_decref(snapshot);
}

// At every byte of each line, and without a snapshot.
T_TEST(complete_cut)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        for (size_t cut = 0; cut <= strlen(rows[i].line); cut++) {
            struct at_candidates candidates;
            struct at_buf part = AT_BUF_INIT(100); // exact: for ASan
            at_buf_add(&part, rows[i].line, cut);
            at_complete(at_buf_str(&part), NULL, &candidates);
            T_OK(candidates.begin <= cut);
            at_candidates_deinit(&candidates);
            at_buf_deinit(&part);
        }
    }
}

T_TEST(complete_notes)
{
    struct at_candidates candidates;
    json_t *snapshot = a_snapshot();
    at_complete(AT_STR("ui tap @e"), snapshot, &candidates);
    T_EQ_TEXT(candidates.rows[0].note, "button \"Sign in\"");
    T_EQ_SIZE(candidates.begin, 7);
    T_EQ_STR(at_candidates_common(&candidates), "@e");
    at_candidates_deinit(&candidates);
    at_complete(AT_STR("session se"), snapshot, &candidates);
    T_EQ_STR(at_candidates_common(&candidates), "set");
    at_candidates_deinit(&candidates);
    at_complete(AT_STR("nope "), snapshot, &candidates);
    T_EQ_STR(at_candidates_common(&candidates), "");
    at_candidates_deinit(&candidates);
    json_decref(snapshot);
}

T_MAIN()
