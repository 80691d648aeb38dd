// serve.h: agentest-script's side of the protocol
#ifndef AT_MAESTRO_SCRIPT_SERVE_H
#define AT_MAESTRO_SCRIPT_SERVE_H

#include "maestro/script/engine.h"
#include "net/conn.h"

struct at_script_serve;

struct at_script_serve *at_script_serve_new(struct at_conn *conn);
void at_script_serve_free(struct at_script_serve *serve);

// Return the engine's host.
struct at_js_host at_script_serve_host(struct at_script_serve *serve);

// Answer requests until the other side closes. Return the exit status.
int at_script_serve_run(struct at_script_serve *serve, struct at_js *js);

#endif
