// trust.h: the file with the certificates that this system trusts
//
// Distributions keep it in different places. A library of the system knows its
// own; one that comes with the program, as in the Linux tarball, can't.
#ifndef AT_SYS_TRUST_H
#define AT_SYS_TRUST_H

// Return the first of the places, a list up to NULL, that exists; or NULL.
const char *at_trust_first(const char *const *places);

// Return the system's file; NULL if it has none where distributions keep it.
const char *at_trust_file(void);

#endif
