// dart_words.h: the messages of the Dart VM service and its app
//
// Pure. Facts: dart-lang/sdk runtime/vm/service/service.md; flutter_tools'
// protocol_discovery.dart (the log's line); dart:io's service extensions (the
// profile of HTTP requests).
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_FLUTTER_DART_WORDS_H
#define AT_DEVICE_ANDROID_FRAMEWORK_FLUTTER_DART_WORDS_H

#include <jansson.h>

#include "base/str.h"
#include "device/sync.h"

struct at_dart_address {
    uint16_t port;
    char host[64];  // "127.0.0.1", in the form printed
    char path[160]; // "/F2-CH29gR1k=/ws": its code is a secret
};

// The regular expression by which `logcat -e` picks such lines on the device.
extern const char at_dart_log_pattern[];
// Find the last line of an app's log with the address of its VM service. False:
// it has no such line.
bool at_dart_find_address(struct at_str log, struct at_dart_address *out);
// Read such an address: "http://127.0.0.1:1234/code=/" or "ws://…/ws".
bool at_dart_read_address(struct at_str url, struct at_dart_address *out);
// Return true if the address is this machine's.
bool at_dart_is_loopback(const struct at_dart_address *address);

// The id of the app's isolate in the answer to getVM, which has it until it is
// freed: "main", or the first that is not the system's. NULL: none. *out_named:
// it is "main"; a service of the app may run before that begins.
const char *at_dart_main_isolate(const json_t *vm, bool *out_named);
// Return true if the event is about an isolate called "main".
bool at_dart_is_main_event(const json_t *event);

// Return true if the answer is a Sentinel: the isolate has ended.
bool at_dart_is_sentinel(const json_t *result);
// Copy the id of the library with this URI, from the answer to getIsolate.
bool at_dart_find_library(const json_t *isolate, struct at_str uri, char *out,
                          size_t cap);

enum at_dart_pause { AT_DART_NO_PAUSE, AT_DART_PAUSED, AT_DART_RESUMED };
// Read the state of an isolate from an event of the stream Debug, or from the
// answer to getIsolatePauseEvent.
enum at_dart_pause at_dart_pause_of(const json_t *event);
// Return true if the event is about this isolate, or about all of them.
bool at_dart_is_about(const json_t *event, const char *isolate);

// Append the HTTP requests that have not been answered to the end, by the
// answer to ext.dart.io.getHttpProfile.
void at_dart_add_requests(const json_t *profile, struct at_pending_list *out);

#endif
