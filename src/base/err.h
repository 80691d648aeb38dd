// err.h: one vocabulary of failures, from the bottom to the front end
//
// A struct at_err is plain data held by the caller and may be NULL where the
// reason does not matter. Nobody logs an error that they return; the front
// end reports it once. Messages: what failed first, lower case, the subject
// in quotes, then what is valid or what to try; no full stop.
#ifndef AT_BASE_ERR_H
#define AT_BASE_ERR_H

#include <stdbool.h>

#include "base/compiler.h"

// Chosen by what a caller would do next. The names that a client sees are the
// contract's (spec "Error Classes"); at_code_info() has them.
enum at_code {
    AT_OK = 0,
    AT_EUSAGE,       // the caller's input is wrong
    AT_ENODEV,       // no such device, or the connection to it is gone
    AT_EDEVICE,      // the device refused or a command on it failed
    AT_ENOTFOUND,    // no such element, or a ref that no longer means one
    AT_EASSERT,      // an assertion of a flow does not hold
    AT_EIDLE,        // the screen did not settle in time
    AT_ENOAPP,       // the app is not installed
    AT_ETREE,        // the device's UI tree cannot be read
    AT_ECRASH,       // the app under test died
    AT_ETIMEOUT,     // a deadline passed
    AT_ECANCELED,    // somebody cancelled
    AT_EPROTO,       // a peer broke its protocol
    AT_EIO,          // this machine's files, processes, memory
    AT_ELIMIT,       // a named limit of base/limits.h
    AT_EUNSUPPORTED, // this device, build or backend cannot do it
    AT_EGRPC,        // the emulator's gRPC endpoint cannot be reached
    AT_ERPC,         // a call to it failed
    AT_EBUSY,        // somebody else holds the device
    AT_ETEXT,        // a field does not hold what was typed into it
    AT_ENOTOOL,      // a program that is needed is not on this machine
    AT_EMANYDEV,     // several devices could be meant
    AT_EBUILD,       // the app does not build
    AT_EDISABLED,    // the element that is meant takes no input
    AT_CODE_COUNT,
};

struct at_code_info {
    const char *name; // as clients see it: "ELEMENT_NOT_FOUND"
    int exit_status;
    int http_status;
    int jsonrpc_code;
    bool retry_may_help;
};

const struct at_code_info *at_code_info(enum at_code code);

enum { AT_ERR_MSG_MAX = 1024 };

struct at_err {
    enum at_code code;
    int sys; // errno, or 0
    // The device may have carried out what failed, in whole or in part: doing
    // it again by another backend could do it twice.
    bool may_have_run;
    char msg[AT_ERR_MSG_MAX];
};

#define AT_ERR_INIT                                                            \
    {                                                                          \
        AT_OK, 0, false,                                                       \
        {                                                                      \
            0                                                                  \
        }                                                                      \
    }

// Record a failure and return false, so that failing is one line. A message
// that is too long is cut at a character's boundary. may_have_run is false:
// most failures come before anything was sent.
bool at_fail(struct at_err *err, enum at_code code, const char *fmt, ...)
    AT_PRINTF(3, 4);
// The same, with errno's text after the message.
bool at_fail_sys(struct at_err *err, enum at_code code, int sys,
                 const char *fmt, ...) AT_PRINTF(4, 5);
// Set may_have_run and return false. Called where bytes leave for the device,
// after the first of them (net/grpc_client, helper/link, backends/adb), and
// where the device's answer says whether it did anything.
bool at_err_set_run(struct at_err *err, bool may_have_run);
// Hand why on to the caller and return false, as at_fail() does.
bool at_err_pass(struct at_err *err, const struct at_err *why);
// Put one phrase in front: "phrase: message".
void at_err_context(struct at_err *err, const char *fmt, ...) AT_PRINTF(2, 3);
// Put one phrase behind: "message; phrase".
void at_err_add(struct at_err *err, const char *fmt, ...) AT_PRINTF(2, 3);

#endif
