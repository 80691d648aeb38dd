#include "virtual-android/journal.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/limits.h"

struct va_journal {
    pthread_mutex_t lock; // guards what follows
    char **lines;         // owned; a ring of VA_JOURNAL_MAX_LINES
    size_t first;
    size_t len;
};

struct va_journal *
va_journal_new(void)
{
    struct va_journal *journal = at_alloc(sizeof(*journal));
    pthread_mutex_init(&journal->lock, NULL);
    journal->lines = at_alloc(VA_JOURNAL_MAX_LINES * sizeof(char *));
    return journal;
}

static void
drop_oldest(struct va_journal *journal)
{
    free(journal->lines[journal->first]);
    journal->first = (journal->first + 1) % VA_JOURNAL_MAX_LINES;
    journal->len--;
}

void
va_journal_clear(struct va_journal *journal)
{
    pthread_mutex_lock(&journal->lock);
    while (journal->len > 0)
        drop_oldest(journal);
    pthread_mutex_unlock(&journal->lock);
}

void
va_journal_free(struct va_journal *journal)
{
    if (!journal)
        return;
    va_journal_clear(journal);
    free(journal->lines);
    pthread_mutex_destroy(&journal->lock);
    free(journal);
}

static char *
escape(struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(8 * AT_KIB); // a longer one is cut
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c < 0x20 || c == 0x7f)
            at_buf_add_fmt(&out, "\\x%02x", c);
        else
            at_buf_add_char(&out, (char)c);
    }
    return at_buf_take(&out);
}

void
va_journal_add(struct va_journal *journal, struct at_str service)
{
    char *line = escape(service);
    pthread_mutex_lock(&journal->lock);
    if (journal->len == VA_JOURNAL_MAX_LINES)
        drop_oldest(journal);
    size_t at = (journal->first + journal->len++) % VA_JOURNAL_MAX_LINES;
    journal->lines[at] = line;
    pthread_mutex_unlock(&journal->lock);
}

void
va_journal_write(struct va_journal *journal, struct at_buf *out)
{
    pthread_mutex_lock(&journal->lock);
    for (size_t i = 0; i < journal->len; i++) {
        size_t at = (journal->first + i) % VA_JOURNAL_MAX_LINES;
        at_buf_add_fmt(out, "%s\r\n", journal->lines[at]);
    }
    pthread_mutex_unlock(&journal->lock);
}
