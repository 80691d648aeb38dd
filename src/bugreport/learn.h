// learn.h: finds what was typed in the files that the programs write; pure
//
// Learnt are the texts of steps, calls and commands that type; what a field for
// text shows, in every form in which we or Android write a screen; members with
// the name of a secret, and values of "env"; serials of real devices.
#ifndef AT_BUGREPORT_LEARN_H
#define AT_BUGREPORT_LEARN_H

#include <jansson.h>

#include "bugreport/known.h"

void at_bugreport_learn_json(const json_t *json,
                             struct at_bugreport_known *known);
// The same from a text that is not JSON: a log, a screen, a dump in XML.
void at_bugreport_learn_text(struct at_str text,
                             struct at_bugreport_known *known);
// Add the serial, unless it is an emulator's, a simulator's or of this machine.
void at_bugreport_learn_device(struct at_str serial,
                               struct at_bugreport_known *known);

#endif
