// locale.h: the language and region that a simulator is set to
#ifndef AT_IOS_LOCALE_H
#define AT_IOS_LOCALE_H

// Write the first of the simulator's languages ("de-DE"), as its preferences
// below $HOME have it; "" if they cannot be read.
void at_sim_locale(const char *udid, char out[32]);

#endif
