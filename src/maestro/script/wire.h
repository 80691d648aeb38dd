// wire.h: messages between us and the process that runs scripts; pure
//
// Frames of wire/frames.h whose payload is a row of texts, each with its
// length. One request at a time: we send, and the process sends lines and
// requests until the one answer.
#ifndef AT_MAESTRO_SCRIPT_WIRE_H
#define AT_MAESTRO_SCRIPT_WIRE_H

#include "base/buf.h"
#include "base/str.h"

enum at_script_message {
    // To the process. Texts that follow the kind are in brackets.
    AT_SCRIPT_START = 1,     // [platform, seed, ms per evaluation]
    AT_SCRIPT_VARIABLES = 2, // [name, value]…: all of them
    AT_SCRIPT_COPIED = 3,    // [text]
    AT_SCRIPT_EVALUATE = 4,  // [source]
    AT_SCRIPT_FILE = 5,      // [path, source]
    // ["", status, body, (header, value)…], or [reason of the failure]
    AT_SCRIPT_HTTP_ANSWER = 6,
    // From the process.
    AT_SCRIPT_VALUE = 65,  // [text]: the answer
    AT_SCRIPT_THROWN = 66, // [words, file, line, column, stack]: the answer
    AT_SCRIPT_LIMIT = 67,  // [words]: the answer; the process ends
    AT_SCRIPT_LOG = 68,    // [level, text]
    // [method, url, "" or "body" or "form", body, number of texts of headers,
    // (header, value)…, (name, "text" or "file", value, media type)…]
    AT_SCRIPT_HTTP = 69,
};

// Between us and the process that makes http exchanges (fetch_peer.h).
enum at_fetch_message {
    AT_FETCH_EXCHANGE = 1, // [method, url, "1" with a body, body, header…]
    AT_FETCH_ANSWER = 65,  // [status, body, header…]
    AT_FETCH_FAILED = 66,  // [code, words]
};

// Exit statuses that say why the process ended.
enum {
    AT_SCRIPT_EXIT_MEMORY = 70,
    AT_SCRIPT_EXIT_TIME = 72,
    AT_SCRIPT_EXIT_PEER = 71, // what came over the stream is not the protocol
};

// Append one text of a payload. Return false if out->max would be exceeded.
bool at_script_text_add(struct at_buf *out, struct at_str text);
// Take the next text. Return false at the end, or if the rest is malformed:
// then it isn't empty.
bool at_script_text_next(struct at_str *rest, struct at_str *out);
// Take exactly count texts and nothing more, or fewer.
bool at_script_texts(struct at_str payload, struct at_str *out, size_t count);

#endif
