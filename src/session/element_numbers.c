#include "session/element_numbers.h"

void
at_element_numbers_write(const struct at_elements *elements, struct at_buf *out)
{
    const struct at_element *rows = elements->rows;
    for (size_t i = 0, end = 0; i < elements->count; i = end) {
        end = i + 1;
        while (end < elements->count &&
               rows[end].number == rows[end - 1].number + 1)
            end++;
        at_buf_add_fmt(out, "%s%zu", i ? "," : "", rows[i].number);
        if (end - i > 1)
            at_buf_add_fmt(out, "-%zu", rows[end - 1].number);
    }
}

static bool
read_run(struct at_str run, int64_t last, struct at_elements *elements,
         size_t *index)
{
    struct at_str word;
    int64_t from;
    if (!at_str_next(&run, '-', &word) || !at_str_to_i64(word, 1, last, &from))
        return false;
    int64_t to = from;
    if (run.len > 0 && !at_str_to_i64(run, from, last, &to))
        return false;
    if ((uint64_t)(to - from) >= elements->count - *index)
        return false;
    for (int64_t number = from; number <= to; number++)
        elements->rows[(*index)++].number = (size_t)number;
    return true;
}

bool
at_element_numbers_read(struct at_str text, int64_t last,
                        struct at_elements *elements)
{
    struct at_str run;
    size_t index = 0;
    if (last < 0 || last > AT_ELEMENT_NUMBER_MAX)
        return false;
    while (at_str_next(&text, ',', &run)) {
        if (!read_run(run, last, elements, &index))
            return false;
    }
    elements->last_number = (size_t)last;
    return index == elements->count;
}
