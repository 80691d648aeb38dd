// locale.h: the language and region of a simulator
#ifndef AT_IOS_LOCALE_H
#define AT_IOS_LOCALE_H

// Write the simulator's first language ("de-DE") from its preferences below
// $HOME; "" if they cannot be read.
void at_sim_locale(const char *udid, char out[32]);

#endif
