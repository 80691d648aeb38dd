// csv.h: comma-separated values (RFC 4180), record by record
//
// Fields may be in double quotes, in which commas and line ends are text and
// "" is a quote. Lines end with LF or CRLF; the last one may lack its end. A
// byte order mark is skipped.
#ifndef AT_WIRE_CSV_H
#define AT_WIRE_CSV_H

#include "base/argv.h"
#include "base/err.h"
#include "base/str.h"

struct at_csv {
    struct at_str rest; // borrowed
    size_t line;        // the next record's first line, from 1
};

void at_csv_init(struct at_csv *csv, struct at_str text);
// Read the next record: its fields are added to *out, which the caller empties.
// Blank lines are skipped. Sets *out_done at the end of the text. AT_EUSAGE
// names the line: text beside quotes, quotes without an end, a NUL, bytes that
// are not UTF-8.
AT_CHECKED bool at_csv_next(struct at_csv *csv, struct at_argv *out,
                            bool *out_done, struct at_err *err);

#endif
