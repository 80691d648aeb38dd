// version.h: the words of --version; AT_VERSION is the plain number
#ifndef AT_BASE_VERSION_H
#define AT_BASE_VERSION_H

// "0.2.0 (0123456789ab, 2026-11-29)": the commit of the sources and its day.
// Without a known commit only the number. Made by tools/version_text.py for the
// library version_dep, so a new commit compiles this one object.
extern const char at_version_text[];

#endif
