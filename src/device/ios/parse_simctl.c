#include "device/ios/parse_simctl.h"

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/limits.h"
#include "wire/json.h"

static const struct at_str runtime_prefix =
    AT_STR_ROW("com.apple.CoreSimulator.SimRuntime.");
static const struct at_str type_prefix =
    AT_STR_ROW("com.apple.CoreSimulator.SimDeviceType.");

void
at_sim_list_deinit(struct at_sim_list *list)
{
    free(list->sims);
    *list = (struct at_sim_list){0};
}

bool
at_sim_is_booted(const struct at_sim *sim)
{
    return at_str_is(at_str(sim->state), "Booted");
}

// Write "iOS-18-1" and "iOS 18.1" as "iOS 18.1".
static void
write_os(struct at_str key, char *out, size_t cap)
{
    bool seen = false;
    if (at_str_starts(key, runtime_prefix))
        key = at_str_skip(key, runtime_prefix.len);
    at_str_cut(out, cap, key);
    for (char *c = out; *c; c++) {
        if (*c == '-')
            *c = seen ? '.' : ' ';
        seen = seen || *c == ' ';
    }
}

// Read up to three numbers after the first blank, until something else.
static void
read_version(const char *os, int32_t version[3])
{
    struct at_str rest = at_str(os);
    struct at_str part;
    ptrdiff_t blank = at_str_find(rest, AT_STR(" "));
    rest = blank < 0 ? AT_STR("") : at_str_skip(rest, (size_t)blank + 1);
    for (size_t i = 0; i < 3 && at_str_next(&rest, '.', &part); i++) {
        int64_t number;
        if (!at_str_to_i64(part, 0, 9999, &number))
            return;
        version[i] = (int32_t)number;
    }
}

// Return true if "iPad Pro 11-inch (M4)" is the start of
// "iPad-Pro-11-inch-M4-8GB", ignoring everything but letters and digits.
static bool
starts_alike(struct at_str type, struct at_str name)
{
    size_t at = 0;
    for (size_t i = 0; i < name.len; i++) {
        if (!at_ascii_is_alnum(name.ptr[i]))
            continue;
        while (at < type.len && !at_ascii_is_alnum(type.ptr[at]))
            at++;
        if (at == type.len || type.ptr[at++] != name.ptr[i])
            return false;
    }
    return true;
}

// Find the device's model, whatever its owner named it. An unchanged name is
// more precise than the identifier, which lacks brackets.
static void
read_model(const json_t *row, struct at_sim *sim)
{
    struct at_str type = at_json_get_str(row, "deviceTypeIdentifier");
    struct at_str name = at_str(sim->name);
    if (at_str_starts(type, type_prefix))
        type = at_str_skip(type, type_prefix.len);
    if (type.len == 0 || starts_alike(type, name))
        type = name;
    at_str_cut(sim->model, sizeof(sim->model), type);
    for (char *c = sim->model; *c && type.ptr != name.ptr; c++)
        if (*c == '-')
            *c = ' ';
    if (at_str_starts(type, AT_STR("iPhone")))
        sim->family = AT_SIM_IPHONE;
    else if (at_str_starts(type, AT_STR("iPad")))
        sim->family = AT_SIM_IPAD;
}

static void
read_availability(const json_t *row, struct at_sim *sim)
{
    const json_t *flag = json_object_get(row, "isAvailable");
    struct at_str words = at_json_get_str(row, "availability");
    struct at_str reason = at_json_get_str(row, "availabilityError");
    if (json_is_boolean(flag))
        sim->available = json_is_true(flag);
    else if (json_is_string(flag))
        sim->available = at_str_is(at_json_str(flag), "YES");
    else
        sim->available = !at_str_has(words, AT_STR("unavailable"));
    if (sim->available)
        return;
    // " (unavailable, runtime profile not found)"
    words = at_str_trim(words);
    if (reason.len == 0 && at_str_starts(words, AT_STR("(unavailable, ")))
        reason = at_str_skip(at_str_head(words, words.len - 1),
                             sizeof("(unavailable, ") - 1);
    at_str_cut(sim->reason, sizeof(sim->reason), reason);
}

static void
take_sim(struct at_str key, const json_t *row, struct at_sim_list *out)
{
    struct at_str udid = at_json_get_str(row, "udid");
    // without a valid id it cannot be addressed
    if (udid.len == 0 || udid.len >= sizeof(out->sims->udid))
        return;
    out->sims = at_realloc_array(out->sims, out->count + 1, sizeof(*out->sims));
    struct at_sim *sim = &out->sims[out->count++];
    *sim = (struct at_sim){0};
    at_str_cut(sim->udid, sizeof(sim->udid), udid);
    at_str_cut(sim->name, sizeof(sim->name), at_json_get_str(row, "name"));
    at_str_cut(sim->state, sizeof(sim->state), at_json_get_str(row, "state"));
    write_os(key, sim->os, sizeof(sim->os));
    sim->is_ios = at_str_starts(at_str(sim->os), AT_STR("iOS "));
    read_version(sim->os, sim->version);
    read_model(row, sim);
    read_availability(row, sim);
}

static bool
take_runtimes(json_t *devices, struct at_sim_list *out, struct at_err *err)
{
    const char *key;
    json_t *rows;
    json_object_foreach(devices, key, rows)
    {
        for (size_t i = 0; i < json_array_size(rows); i++) {
            if (out->count == AT_SIMULATORS_MAX)
                return at_fail(err, AT_ELIMIT,
                               "simctl lists more than %zu devices",
                               AT_SIMULATORS_MAX);
            take_sim(at_str(key), json_array_get(rows, i), out);
        }
    }
    return true;
}

// Skip notices up to the first '{' at the start of a line.
static struct at_str
json_part(struct at_str text)
{
    struct at_str rest = text;
    struct at_str line;
    while (rest.len > 0 && rest.ptr[0] != '{')
        if (!at_str_next_line(&rest, &line))
            break;
    return rest;
}

bool
at_simctl_parse_list(struct at_str text, struct at_sim_list *out,
                     struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    json_t *list = at_json_parse(json_part(text), &why);
    json_t *devices = json_object_get(list, "devices");
    bool ok;
    *out = (struct at_sim_list){0};
    if (json_is_object(devices))
        ok = take_runtimes(devices, out, err);
    else
        ok = at_fail(err, why.code == AT_ELIMIT ? AT_ELIMIT : AT_EPROTO,
                     "the list of `simctl list devices -j` cannot be read: %s",
                     list ? "it has no member 'devices'" : why.msg);
    json_decref(list);
    if (!ok)
        at_sim_list_deinit(out);
    return ok;
}

// Find "(domain=D, code=C):" anywhere in line.
static bool
take_frame(struct at_str line, struct at_simctl_error *out)
{
    ptrdiff_t at = at_str_find(line, AT_STR("(domain="));
    if (at < 0)
        return false;
    line = at_str_skip(line, (size_t)at + sizeof("(domain=") - 1);
    ptrdiff_t comma = at_str_find(line, AT_STR(", code="));
    if (comma < 0)
        return false;
    at_str_cut(out->domain, sizeof(out->domain),
               at_str_head(line, (size_t)comma));
    line = at_str_skip(line, (size_t)comma + sizeof(", code=") - 1);
    size_t len = 0;
    while (len < line.len &&
           (at_ascii_is_digit(line.ptr[len]) || line.ptr[len] == '-'))
        len++;
    if (!at_str_to_i64(at_str_head(line, len), INT32_MIN, INT32_MAX,
                       &out->code))
        out->code = 0;
    return true;
}

void
at_simctl_parse_error(struct at_str text, struct at_simctl_error *out)
{
    struct at_buf words = AT_BUF_INIT(sizeof(out->text) * 2);
    struct at_simctl_error under;
    struct at_str line;
    *out = (struct at_simctl_error){0};
    while (at_str_next_line(&text, &line)) {
        line = at_str_trim(line);
        if (!out->domain[0] && take_frame(line, out))
            continue;
        // the underlying error mostly repeats this one in other words
        if (words.len > 0 && take_frame(line, &under))
            break;
        if (line.len > 0 && (words.len == 0 || at_buf_add_text(&words, " ")))
            at_buf_add_str(&words, line);
    }
    at_str_cut(out->text, sizeof(out->text), at_buf_str(&words));
    at_buf_deinit(&words);
}

bool
at_simctl_error_state(const struct at_simctl_error *error,
                      struct at_str *out_state)
{
    struct at_str text = at_str(error->text);
    ptrdiff_t at = at_str_find(text, AT_STR("current state: "));
    if (at < 0)
        return false;
    text = at_str_skip(text, (size_t)at + sizeof("current state: ") - 1);
    size_t len = 0;
    while (len < text.len && text.ptr[len] != '.' && text.ptr[len] != '\n')
        len++;
    *out_state = at_str_trim(at_str_head(text, len));
    return out_state->len > 0;
}

bool
at_simctl_error_no_app(const struct at_simctl_error *error)
{
    static const struct {
        struct at_str domain; // prefix
        int64_t code;
    } rows[] = {
        {AT_STR_ROW("FBSOpenApplication"), 4}, // unknown to FrontBoard
        {AT_STR_ROW("NSOSStatusErrorDomain"), -10814},
        {AT_STR_ROW("LSApplication"), -10814},
        {AT_STR_ROW("com.apple.CoreServices"), -10814},
    };
    struct at_str domain = at_str(error->domain);

    for (size_t i = 0; i < AT_LEN(rows); i++)
        if (at_str_starts(domain, rows[i].domain) &&
            error->code == rows[i].code)
            return true;
    return at_str_has(at_str(error->text), AT_STR("unknown to FrontBoard"));
}

bool
at_simctl_parse_pid(struct at_str text, struct at_str app_id, int64_t *out_pid)
{
    struct at_str line;
    while (at_str_next_line(&text, &line)) {
        if (at_str_starts(line, app_id) &&
            at_str_starts(at_str_skip(line, app_id.len), AT_STR(": ")) &&
            at_str_to_i64(at_str_trim(at_str_skip(line, app_id.len + 2)), 1,
                          INT32_MAX, out_pid))
            return true;
    }
    return false;
}

// Parse "4321\t0\tUIKitApplication:com.example.app[6c1f][rb-legacy]"; the
// process id is "-" if it is not running.
static int64_t
app_in_line(struct at_str line, struct at_str app_id)
{
    static const struct at_str kind = AT_STR_ROW("UIKitApplication:");
    struct at_str pid_word;
    struct at_str status;
    struct at_str label;
    int64_t pid;
    if (!at_str_next(&line, '\t', &pid_word) ||
        !at_str_next(&line, '\t', &status))
        return 0;
    label = at_str_trim(line);
    if (!at_str_starts(label, kind))
        return 0;
    label = at_str_skip(label, kind.len);
    if (!at_str_starts(label, app_id))
        return 0;
    label = at_str_skip(label, app_id.len);
    if (label.len > 0 && label.ptr[0] != '[')
        return 0;
    return at_str_to_i64(at_str_trim(pid_word), 1, INT32_MAX, &pid) ? pid : 0;
}

int64_t
at_launchctl_find_app(struct at_str text, struct at_str app_id)
{
    struct at_str line;
    int64_t pid = 0;
    while (app_id.len > 0 && pid == 0 && at_str_next_line(&text, &line))
        pid = app_in_line(line, app_id);
    return pid;
}
