// shared_race_test.c: which of several writers of one revision has won
#include <string.h>

#include "store/shared_priv.h"
#include "tests/t.h"

enum { MESSAGES = 4, KNOWN = 10 };

// Messages of one subject as they are delivered, and whether the writer "a",
// which has published with KNOWN expected and was answered 20, has won.
static const struct {
    const char *row;
    struct {
        const char *writer;
        uint64_t sequence;
        uint64_t expected;
    } messages[MESSAGES];
    bool won;
} rows[] = {
    {"alone", {{"a", 20, KNOWN}}, true},
    {"the last of two", {{"b", 19, KNOWN}, {"a", 20, KNOWN}}, true},
    {"the first of two", {{"a", 20, KNOWN}, {"b", 21, KNOWN}}, false},
    {"one who had it followed", {{"a", 20, KNOWN}, {"b", 30, 20}}, true},
    {"one who had it followed, undelivered", {{"b", 30, 20}}, true},
    {"two followed", {{"a", 20, KNOWN}, {"b", 30, 20}, {"c", 40, 30}}, true},
    {"a follower and a late rival",
     {{"a", 20, KNOWN}, {"b", 30, 20}, {"c", 31, 20}},
     true},
    {"one who had the rival's followed",
     {{"a", 20, KNOWN}, {"b", 21, KNOWN}, {"c", 30, 21}},
     false},
    {"only what followed the rival's", {{"c", 30, 21}}, false},
    {"nothing was delivered", {{NULL, 0, 0}}, false},
    {"delivered once more from before",
     {{"a", 20, KNOWN}, {"b", 30, 20}, {"b", 19, KNOWN}},
     true},
};

static struct at_bus_received
message(const char *writer, uint64_t sequence, uint64_t expected)
{
    return (struct at_bus_received){.subject = AT_STR("$KV.docs.run.one"),
                                    .writer = at_str(writer),
                                    .sequence = sequence,
                                    .expected = expected};
}

T_TEST(the_last_message_is_the_document)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_shared shared;
        struct at_shared_race race = {.subject = "$KV.docs.run.one",
                                      .writer = "a"};
        struct at_bus_received other = message("b", 15, KNOWN);
        T_ROW(rows[i].row);
        memset(&shared, 0, sizeof(shared));
        pthread_mutex_init(&shared.lock, NULL);
        at_shared_race_begin(&shared, &race);
        other.subject = AT_STR("$KV.docs.run.two");
        at_shared_race_note(&shared, &other);
        for (size_t j = 0; j < MESSAGES && rows[i].messages[j].writer; j++) {
            struct at_bus_received received = message(
                rows[i].messages[j].writer, rows[i].messages[j].sequence,
                rows[i].messages[j].expected);
            at_shared_race_note(&shared, &received);
        }
        T_EQ_INT(at_shared_race_is_won(&race, 20), rows[i].won);
        at_shared_race_end(&shared, &race);
        T_OK(!shared.races);
        pthread_mutex_destroy(&shared.lock);
    }
}

T_MAIN()
