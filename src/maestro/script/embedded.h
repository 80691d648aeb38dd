// embedded.h: the JavaScript that agentest-script begins with, made by the
// build
#ifndef AT_MAESTRO_SCRIPT_EMBEDDED_H
#define AT_MAESTRO_SCRIPT_EMBEDDED_H

extern const char at_script_prelude[]; // prelude_begin, display, prelude
extern const char at_script_faker[];

#endif
