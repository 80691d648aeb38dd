// change.h: what setup does to one client's file
#ifndef AT_SETUP_CHANGE_H
#define AT_SETUP_CHANGE_H

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "setup/clients.h"

// A request to setup. All is borrowed.
struct at_setup_job {
    struct at_str skill;    // text of the skill to install; empty: the server
    const char *skill_name; // its folder
    struct at_argv command; // words that start the server
    const char *project;    // the project's folder; NULL: for the user
    bool remove;
    bool even_changed; // a skill file that the user has changed, too
};

enum at_setup_state {
    AT_SETUP_SAME,    // it is as it shall be
    AT_SETUP_PENDING, // there is something to write
    AT_SETUP_DONE,    // it was written
    AT_SETUP_KEPT,    // the user has changed the file
    AT_SETUP_FAILED,
};

enum at_setup_verb { AT_SETUP_ADD, AT_SETUP_UPDATE, AT_SETUP_REMOVE };

struct at_setup_change {
    const struct at_setup_client *client;
    char *path; // owned; NULL if the client has none
    enum at_setup_state state;
    enum at_setup_verb verb;
    bool existed;      // the file
    bool deletes;      // the file goes
    struct at_buf old; // the text that was read
    struct at_buf now; // the text to write
    struct at_err err; // the reason for AT_SETUP_FAILED
};

// Return true if the client has what the job changes.
bool at_setup_job_suits(const struct at_setup_job *job,
                        const struct at_setup_client *client);
// Read the client's file and find out what is to be done. Release it in any
// case.
void at_setup_change_plan(struct at_setup_change *change,
                          const struct at_setup_job *job,
                          const struct at_setup_client *client);
// Write a pending change. If others write the file at the same time, it is read
// and planned again.
void at_setup_change_apply(struct at_setup_change *change,
                           const struct at_setup_job *job);
void at_setup_change_deinit(struct at_setup_change *change);

#endif
