// fixture_data.c: resources and prompts of the fixture
#include "base/alloc.h"
#include "client_requests.h"
#include "fixture.h"
#include "mcp/content.h"
#include "wire/json.h"

// One pixel, red.
static const char png[] =
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0\x90wS\xde"
    "\0\0\0\x0cIDATx\x9c"
    "c\xf8\xcf\xc0\0\0\3\1\1\0\xc9\xfe\x92\xef\0\0\0\0IEND\xae"
    "B`\x82";
// No samples.
static const char wav[] = "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0"
                          "\x80\x3e\0\0\2\0\x10\0data\0\0\0\0";

struct at_str
fixture_png(void)
{
    return at_str_n(png, sizeof(png) - 1);
}

struct at_str
fixture_wav(void)
{
    return at_str_n(wav, sizeof(wav) - 1);
}

static bool
read_text(struct at_resource_read *read, struct at_err *err)
{
    (void)err;
    at_resource_add_text(
        read, AT_STR("This is the content of the static text resource."));
    return true;
}

static bool
read_binary(struct at_resource_read *read, struct at_err *err)
{
    (void)err;
    at_resource_add_blob(read, fixture_png());
    return true;
}

static bool
read_template(struct at_resource_read *read, struct at_err *err)
{
    (void)err;
    char *text =
        at_strfmt("{\"id\":\"%.*s\",\"templateTest\":true,"
                  "\"data\":\"Data for ID: %.*s\"}",
                  AT_STR_ARG(read->vars[0]), AT_STR_ARG(read->vars[0]));
    at_resource_add_text(read, at_str(text));
    free(text);
    return true;
}

static const struct at_resource_source static_text = {
    .uri = "test://static-text",
    .name = "Static text",
    .description = "A static text resource.",
    .mime_type = "text/plain",
    .read = read_text,
};
static const struct at_resource_source static_binary = {
    .uri = "test://static-binary",
    .name = "Static binary",
    .description = "A static binary resource.",
    .mime_type = "image/png",
    .read = read_binary,
};
static const struct at_resource_source watched = {
    .uri = "test://watched-resource",
    .name = "Watched",
    .description = "A resource to subscribe to.",
    .mime_type = "text/plain",
    .read = read_text,
};
static const struct at_resource_source template = {
    .uri = "test://template/{id}/data",
    .name = "Template",
    .description = "A resource with a parameter.",
    .mime_type = "application/json",
    .read = read_template,
};

const struct at_resource_source *const fixture_resources[] = {
    &static_text, &static_binary, &watched, &template, NULL,
};

static bool
get_simple(struct at_prompt_get *get, struct at_err *err)
{
    (void)err;
    at_prompt_say(get, "user", AT_STR("This is a simple prompt for testing."));
    return true;
}

static bool
get_with_arguments(struct at_prompt_get *get, struct at_err *err)
{
    (void)err;
    char *text = at_strfmt("Prompt with arguments: arg1='%.*s', arg2='%.*s'",
                           AT_STR_ARG(at_prompt_str(get, "arg1")),
                           AT_STR_ARG(at_prompt_str(get, "arg2")));
    at_prompt_say(get, "user", at_str(text));
    free(text);
    return true;
}

static bool
get_with_resource(struct at_prompt_get *get, struct at_err *err)
{
    (void)err;
    struct at_str uri = at_prompt_str(get, "resourceUri");
    char *text = at_strndup(uri.ptr, uri.len);
    json_t *contents = at_contents_text(
        text, "text/plain", AT_STR("Embedded resource content for testing."));
    at_prompt_add(get, "user", at_content_resource(contents));
    at_prompt_say(get, "user",
                  AT_STR("Please process the embedded resource above."));
    free(text);
    return true;
}

static bool
get_with_image(struct at_prompt_get *get, struct at_err *err)
{
    (void)err;
    at_prompt_add(get, "user",
                  at_content_media("image", fixture_png(), "image/png"));
    at_prompt_say(get, "user", AT_STR("Please analyze the image above."));
    return true;
}

static bool
get_with_input(struct at_prompt_get *get, struct at_err *err)
{
    fixture_request(get->client, "user_context", "elicitation/create",
                    fixture_elicitation("What context should the prompt use?",
                                        "{\"context\":{\"type\":\"string\"}}",
                                        "context"));
    if (!fixture_wait(&get->op, get->client, err))
        return false;
    const json_t *answer = fixture_answer(get->client, "user_context");
    at_prompt_say(
        get, "user",
        at_json_get_str(json_object_get(answer, "content"), "context"));
    return true;
}

static const struct at_prompt_arg none[] = {{0}};
static const struct at_prompt_arg two[] = {
    {"arg1", NULL, "First test argument", true},
    {"arg2", NULL, "Second test argument", true},
    {0},
};
static const struct at_prompt_arg uri[] = {
    {"resourceUri", NULL, "URI of the resource to embed", true},
    {0},
};

static const struct at_prompt simple = {"test_simple_prompt", "Simple",
                                        "A simple prompt.", none, get_simple};
static const struct at_prompt with_arguments = {
    "test_prompt_with_arguments", "Arguments", "A prompt with arguments.", two,
    get_with_arguments};
static const struct at_prompt with_resource = {
    "test_prompt_with_embedded_resource", "Resource",
    "A prompt with an embedded resource.", uri, get_with_resource};
static const struct at_prompt with_image = {"test_prompt_with_image", "Image",
                                            "A prompt with an image.", none,
                                            get_with_image};
static const struct at_prompt with_input = {
    "test_input_required_result_prompt", "Input",
    "A prompt that asks its user.", none, get_with_input};

const struct at_prompt *const fixture_prompts[] = {
    &simple, &with_arguments, &with_resource, &with_image, &with_input, NULL,
};
