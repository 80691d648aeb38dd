#include "virtual-android/adbd/journal.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"

struct vd_journal {
    pthread_mutex_t lock; // guards what follows
    char **lines;         // owned; a ring of VD_JOURNAL_MAX_LINES
    size_t first;
    size_t len;
};

struct vd_journal *
vd_journal_new(void)
{
    struct vd_journal *journal = at_alloc(sizeof(*journal));
    pthread_mutex_init(&journal->lock, NULL);
    journal->lines = at_alloc(VD_JOURNAL_MAX_LINES * sizeof(char *));
    return journal;
}

static void
drop_oldest(struct vd_journal *journal)
{
    free(journal->lines[journal->first]);
    journal->first = (journal->first + 1) % VD_JOURNAL_MAX_LINES;
    journal->len--;
}

void
vd_journal_clear(struct vd_journal *journal)
{
    pthread_mutex_lock(&journal->lock);
    while (journal->len > 0)
        drop_oldest(journal);
    pthread_mutex_unlock(&journal->lock);
}

void
vd_journal_free(struct vd_journal *journal)
{
    if (!journal)
        return;
    vd_journal_clear(journal);
    free(journal->lines);
    pthread_mutex_destroy(&journal->lock);
    free(journal);
}

static char *
escape(struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(8 * AT_KIB); // a longer service is cut
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
vd_journal_add(struct vd_journal *journal, struct at_str service)
{
    char *line = escape(service);
    pthread_mutex_lock(&journal->lock);
    if (journal->len == VD_JOURNAL_MAX_LINES)
        drop_oldest(journal);
    size_t at = (journal->first + journal->len++) % VD_JOURNAL_MAX_LINES;
    journal->lines[at] = line;
    pthread_mutex_unlock(&journal->lock);
}

void
vd_journal_write(struct vd_journal *journal, struct at_buf *out)
{
    pthread_mutex_lock(&journal->lock);
    for (size_t i = 0; i < journal->len; i++) {
        size_t at = (journal->first + i) % VD_JOURNAL_MAX_LINES;
        at_buf_add_fmt(out, "%s\r\n", journal->lines[at]);
    }
    pthread_mutex_unlock(&journal->lock);
}
