// err.h: one vocabulary of failures, from the bottom to the front end
//
// A struct at_err is plain data owned by the caller; pass NULL to ignore the
// reason. Functions that return an error do not log it; the front end reports
// it once. Messages: first what failed, in lower case, with the subject in
// quotes, then what is valid or what to try; no full stop.
#ifndef AT_BASE_ERR_H
#define AT_BASE_ERR_H

#include <stdbool.h>

#include "base/compiler.h"

// Chosen by what the caller should do next. Clients see the contract's names
// (spec "Error Classes"), which at_code_info() returns.
enum at_code {
    AT_OK = 0,
    AT_EUSAGE,       // the caller's input is wrong
    AT_ENODEV,       // no such device, or the connection to it is gone
    AT_EDEVICE,      // the device refused or a command on it failed
    AT_ENOTFOUND,    // no such element, or a ref without an element
    AT_EASSERT,      // an assertion of a flow does not hold
    AT_EIDLE,        // the screen did not settle in time
    AT_ENOAPP,       // the app is not installed
    AT_ETREE,        // the device's UI tree cannot be read
    AT_ECRASH,       // the app under test died
    AT_ETIMEOUT,     // a deadline passed
    AT_ECANCELED,    // cancelled by the user or client
    AT_EPROTO,       // a peer broke its protocol
    AT_EIO,          // this machine's files, processes, memory
    AT_ELIMIT,       // exceeds a named limit of base/limits.h
    AT_EUNSUPPORTED, // this device, build or backend cannot do it
    AT_EGRPC,        // the emulator's gRPC endpoint cannot be reached
    AT_ERPC,         // a call to that endpoint failed
    AT_EBUSY,        // another process holds the device
    AT_ETEXT,        // a field does not hold the typed text
    AT_ENOTOOL,      // a required program is not installed
    AT_EMANYDEV,     // several devices match
    AT_EBUILD,       // the app does not build
    AT_EDISABLED,    // the element does not take input
    AT_CODE_COUNT,
};

struct at_code_info {
    const char *name; // name for clients: "ELEMENT_NOT_FOUND"
    int exit_status;
    int http_status;
    int jsonrpc_code;
    bool retry_may_help;
};

const struct at_code_info *at_code_info(enum at_code code);

enum { AT_ERR_MSG_MAX = 1024, AT_ERR_FIELD_MAX = 48 };

struct at_err {
    enum at_code code;
    int sys; // errno, or 0
    // The device may have carried out the failed request, in whole or in part,
    // so repeating it with another backend could do it twice.
    bool may_have_run;
    char msg[AT_ERR_MSG_MAX];
    // The member of the caller's JSON that is wrong: "baseUrl", "prices/input";
    // "": none in particular.
    char field[AT_ERR_FIELD_MAX];
};

#define AT_ERR_INIT                                                            \
    {                                                                          \
        AT_OK, 0, false, {0},                                                  \
        {                                                                      \
            0                                                                  \
        }                                                                      \
    }

// Record a failure and return false, so that failing takes one line. An
// overlong message is cut at a character boundary. may_have_run is set to
// false, because most failures precede sending.
bool at_fail(struct at_err *err, enum at_code code, const char *fmt, ...)
    AT_PRINTF(3, 4);
// Like at_fail(), with errno's text after the message.
bool at_fail_sys(struct at_err *err, enum at_code code, int sys,
                 const char *fmt, ...) AT_PRINTF(4, 5);
// Set may_have_run and return false. Called after the first byte was sent to
// the device (net/grpc_client, helper/link, backends/adb), and where the
// device's answer tells whether it did anything.
bool at_err_set_run(struct at_err *err, bool may_have_run);
// Name the member of the caller's input that the failure is about. The message
// stays; a later at_fail() forgets the name.
void at_err_field(struct at_err *err, const char *member);
// Pass why to the caller and return false, like at_fail().
bool at_err_pass(struct at_err *err, const struct at_err *why);
// Prepend a phrase: "phrase: message".
void at_err_context(struct at_err *err, const char *fmt, ...) AT_PRINTF(2, 3);
// Append a phrase: "message; phrase".
void at_err_add(struct at_err *err, const char *fmt, ...) AT_PRINTF(2, 3);

#endif
