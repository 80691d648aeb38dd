// fixture_tools.c: tools that request nothing of their client
#include "client_requests.h"
#include "fixture.h"

#include <string.h>

#include "base/alloc.h"
#include "mcp/content.h"
#include "mcp/progress.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { HUGE_BYTES = 8 * 1024 * 1024 };

static bool
add(struct at_tool_call *call, json_t *block)
{
    json_array_append_new(call->content, block);
    return true;
}

static bool
simple_text(struct at_tool_call *call, struct at_err *err)
{
    (void)err;
    at_tool_add_text(call,
                     AT_STR("This is a simple text response for testing."));
    return true;
}

static bool
image(struct at_tool_call *call, struct at_err *err)
{
    (void)err;
    return add(call, at_content_media("image", fixture_png(), "image/png"));
}

static bool
audio(struct at_tool_call *call, struct at_err *err)
{
    (void)err;
    return add(call, at_content_media("audio", fixture_wav(), "audio/wav"));
}

static bool
embedded(struct at_tool_call *call, struct at_err *err)
{
    (void)err;
    return add(call, at_content_resource(at_contents_text(
                         "test://embedded-resource", "text/plain",
                         AT_STR("This is an embedded resource content."))));
}

static bool
mixed(struct at_tool_call *call, struct at_err *err)
{
    at_tool_add_text(call, AT_STR("Multiple content types test:"));
    return image(call, err) &&
           add(call, at_content_resource(at_contents_text(
                         "test://mixed-content-resource", "application/json",
                         AT_STR("{\"test\":\"data\",\"value\":123}"))));
}

static bool
fails(struct at_tool_call *call, struct at_err *err)
{
    (void)call;
    return at_fail(err, AT_EDEVICE,
                   "This tool intentionally returns an error for testing");
}

static bool
pause_ms(struct at_tool_call *call, int64_t ms, struct at_err *err)
{
    return at_op_wait_until(&call->op, at_now_ns() + ms * AT_NS_PER_MS, err);
}

// Slower than the suite proposes, since the server never sends two
// notifications within AT_PROGRESS_MIN_MS.
static bool
with_progress(struct at_tool_call *call, struct at_err *err)
{
    static const size_t values[] = {0, 50, 100};
    for (size_t i = 0; i < AT_LEN(values); i++) {
        at_progress_step(call->progress, values[i], 100, "");
        if (!pause_ms(call, 2 * AT_PROGRESS_MIN_MS + 50, err))
            return false;
    }
    at_tool_add_text(call, AT_STR("Tool with progress completed"));
    return true;
}

static bool
with_logging(struct at_tool_call *call, struct at_err *err)
{
    static const char *const lines[] = {
        "Tool execution started",
        "Tool processing data",
        "Tool execution completed",
    };
    for (size_t i = 0; i < AT_LEN(lines); i++) {
        fixture_log(call->client, lines[i]);
        if (!pause_ms(call, 50, err))
            return false;
    }
    at_tool_add_text(call, AT_STR("Tool with logging completed"));
    return true;
}

static bool
silent(struct at_tool_call *call, struct at_err *err)
{
    if (!pause_ms(call, 2500, err))
        return false;
    at_tool_add_text(call, AT_STR("Nothing was said for a while"));
    return true;
}

// More than socket buffers hold. at_tool_add_text() would cut the text.
static bool
huge(struct at_tool_call *call, struct at_err *err)
{
    (void)err;
    char *text = at_alloc(HUGE_BYTES);
    memset(text, 'x', HUGE_BYTES);
    json_t *whole = json_stringn(text, HUGE_BYTES);
    free(text);
    return add(call, json_pack("{s:s,s:o}", "type", "text", "text", whole));
}

static const struct at_arg none[] = {{0}};

#define TOOL(symbol, tool_name, function)                                      \
    static const struct at_tool symbol = {                                     \
        .name = tool_name,                                                     \
        .title = tool_name,                                                    \
        .description = "A fixture for tests.",                                 \
        .hints = AT_TOOL_READ_ONLY,                                            \
        .args = none,                                                          \
        .max_ms = 20000,                                                       \
        .run = function,                                                       \
    }

TOOL(tool_text, "test_simple_text", simple_text);
TOOL(tool_image, "test_image_content", image);
TOOL(tool_audio, "test_audio_content", audio);
TOOL(tool_embedded, "test_embedded_resource", embedded);
TOOL(tool_mixed, "test_multiple_content_types", mixed);
TOOL(tool_error, "test_error_handling", fails);
TOOL(tool_progress, "test_tool_with_progress", with_progress);
TOOL(tool_logging, "test_tool_with_logging", with_logging);
TOOL(tool_modern_logging, "test_logging_tool", with_logging);
TOOL(tool_silent, "test_silent", silent);
TOOL(tool_huge, "test_huge", huge);

const struct at_tool *const fixture_tools[] = {
    &tool_text,           &tool_image,  &tool_audio,    &tool_embedded,
    &tool_mixed,          &tool_error,  &tool_progress, &tool_logging,
    &tool_modern_logging, &tool_silent, &tool_huge,     NULL,
};
