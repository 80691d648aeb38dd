// amount.h: amounts of money and other numbers in texts of a screen; pure
//
// Screens write "1.234,50 €", "$1,234.50", "Rs 1,00,000", "−3,5 kg". The last
// separator before one or two digits is the decimal one; a separator before
// three digits groups them, unless the number begins with "0".
#ifndef AT_AGENT_PROOF_AMOUNT_H
#define AT_AGENT_PROOF_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

// Signs next to numbers that change their meaning. The last row has an empty
// text.
struct at_amount_sign {
    struct at_str text;
    const char *codes; // possible codes of a currency: "USD CAD"; NULL: none
};
extern const struct at_amount_sign at_amount_signs[];

// Return the length of the sign that text begins with, or ends with if at_end
// is set; 0: none.
size_t at_amount_sign_at(struct at_str text, bool at_end);

struct at_amount {
    int64_t value;      // in ten-thousandths
    struct at_str unit; // "€", "$", "kg", "%"; empty: none. A view of text
    struct at_str text; // the whole amount; a view of text
    size_t decimals;    // digits behind the separator
};

// Take the next amount off *rest; return false if the rest has no amount.
// Dates, times and numbers too large to add up are not amounts.
AT_CHECKED bool at_amount_next(struct at_str *rest, struct at_amount *out);
// Find the amount most likely meant by text: the first with a currency or in
// percent, else the first with decimals, else the first. Return false if text
// has no amount.
AT_CHECKED bool at_amount_find(struct at_str text, struct at_amount *out);
// Return true if both are the same number, and of the same unit if both have
// one.
bool at_amount_eq(const struct at_amount *a, const struct at_amount *b);
// Return true if both are of the same unit, as far as they have one.
bool at_amount_is_like(const struct at_amount *a, const struct at_amount *b);
// Return true if the unit is a currency.
bool at_amount_is_money(const struct at_amount *amount);
// Append value in the form of like: with its decimals, and its unit after the
// number.
void at_amount_write(int64_t value, const struct at_amount *like,
                     struct at_buf *out);

#endif
