// sample.h: scenarios/notes.json within mobile-tester-agent
#ifndef AT_PROGRAMS_SAMPLE_H
#define AT_PROGRAMS_SAMPLE_H

extern const char at_sample_json[];

#endif
