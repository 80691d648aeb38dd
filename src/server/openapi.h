// openapi.h: the description of the server's interface (OpenAPI 3.1); pure
#ifndef AT_SERVER_OPENAPI_H
#define AT_SERVER_OPENAPI_H

#include <jansson.h>

// Generated from the rows of routes.h and schemas.h. Owned by the caller.
json_t *at_openapi_json(void);

#endif
