// members.h: members of a JSON object as rows over a struct; pure
//
// One table serves the reader and the writer: a new fact is a field and a row.
#ifndef AT_AGENT_RUN_MEMBERS_H
#define AT_AGENT_RUN_MEMBERS_H

#include <jansson.h>
#include <stddef.h>

#include "agent/guards/secrets.h"

enum at_member_kind {
    AT_MEMBER_TEXT,   // char *, owned; NULL: absent
    AT_MEMBER_VIEW,   // struct at_str, borrowed; "": absent
    AT_MEMBER_FLAG,   // bool, false: absent
    AT_MEMBER_NUMBER, // int64_t, -1: absent
    AT_MEMBER_TIME,   // int64_t, ms since 1970, 0: absent
    AT_MEMBER_COST,   // struct at_model_usage: dollars, null if unknown
    AT_MEMBER_WORD,   // an enum, by its names
};

struct at_member {
    const char *name; // NULL ends the rows
    enum at_member_kind kind;
    size_t offset;
    const char *const *words; // the values of a WORD; "": absent
    int word_count;
    bool is_foreign; // a TEXT that may have words of a screen or a model
};

#define AT_MEMBER(name, kind, type, field)                                     \
    {                                                                          \
        name, AT_MEMBER_##kind, offsetof(type, field), NULL, 0, false          \
    }
#define AT_MEMBER_WORDS(name, type, field, words, count)                       \
    {                                                                          \
        name, AT_MEMBER_WORD, offsetof(type, field), words, count, false       \
    }
#define AT_MEMBER_FOREIGN(name, type, field)                                   \
    {                                                                          \
        name, AT_MEMBER_TEXT, offsetof(type, field), NULL, 0, true             \
    }

// Replace *text, an owned text, by a copy of by.
void at_member_set(char **text, struct at_str by);
// Mask secrets in *text, an owned text or NULL.
void at_member_mask(char **text, const struct at_secrets *secrets);
// Set the fields of the members that json has. Views are borrowed from it.
// Members of a wrong type are as if absent.
void at_members_read(const struct at_member *rows, const json_t *json,
                     void *object);
void at_members_write(const struct at_member *rows, const void *object,
                      json_t *out);
void at_members_mask(const struct at_member *rows,
                     const struct at_secrets *secrets, void *object);
// Duplicate the texts of an object that was copied by assignment.
void at_members_dup(const struct at_member *rows, void *copy);
void at_members_free(const struct at_member *rows, void *object);
// Return the index of a word, or otherwise.
int at_member_word(struct at_str word, const char *const *words, int count,
                   int otherwise);

#endif
