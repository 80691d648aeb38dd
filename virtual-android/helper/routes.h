// routes.h: the helper's endpoints, a row each
#ifndef VIRTUAL_ANDROID_HELPER_ROUTES_H
#define VIRTUAL_ANDROID_HELPER_ROUTES_H

#include "virtual-android/helper/api.h"

enum { VD_PROTOCOL_VERSION = 2 };

// For struct vd_server_opts.
bool vd_api_handle(void *api, const struct vd_request *request,
                   struct vd_answer *answer, struct vd_refusal *refusal);

// Endpoints in files of their own.
bool vd_endpoint_frame(struct vd_exchange *exchange);
bool vd_endpoint_framework(struct vd_exchange *exchange);
bool vd_endpoint_idling(struct vd_exchange *exchange);
bool vd_endpoint_step(struct vd_exchange *exchange);

#endif
