// finish.c: what remains to be done for a command after its keys were read
#include "maestro/read/read_priv.h"

#include <string.h>

#include "base/ascii.h"
#include "base/near.h"

enum { SETTLE_MAX_MS = 30000, TAP_DELAY_MS = 100, DRAG_MAX_MS = 60000 };

static bool
selects_anything(const struct at_maestro_selector *s)
{
    return s->text.ptr || s->id.ptr || s->index.ptr || s->css.ptr ||
           s->traits.ptr || s->width_px >= 0 || s->height_px >= 0 ||
           s->enabled || s->selected || s->checked || s->focused || s->below ||
           s->above || s->left_of || s->right_of || s->child_of ||
           s->contains_child || s->contains_descendants;
}

static bool
has_expression(struct at_str text)
{
    return at_str_has(text, AT_STR("${"));
}

// Return true for "12,34" and "12%, 34%".
static bool
is_point(struct at_str text, bool *out_percent)
{
    struct at_str x;
    int64_t number;
    bool is_percent = memchr(text.ptr, '%', text.len) != NULL;
    struct at_str parts[2] = {0};
    size_t count = 0;
    while (count < 2 && at_str_next(&text, ',', &x))
        parts[count++] = at_str_trim(x);
    *out_percent = is_percent;
    for (size_t i = 0; i < 2; i++) {
        struct at_str part = parts[i];
        if (is_percent && at_str_ends(part, AT_STR("%")))
            part = at_str_trim(at_str_head(part, part.len - 1));
        if (!at_str_to_i64(part, is_percent ? 0 : INT32_MIN,
                           is_percent ? 100 : INT32_MAX, &number))
            return false;
    }
    return count == 2 && text.len == 0;
}

static void
check_point(struct at_maestro_reader *reader, const struct at_yaml_node *node,
            const struct at_maestro_command *command)
{
    const struct at_yaml_node *at = at_yaml_entry(node, "point");
    bool is_percent;
    if (!command->point.ptr || is_point(command->point, &is_percent))
        return;
    if (!has_expression(command->point))
        at_maestro_report(reader, at ? at : node, AT_MAESTRO_WARNING,
                          "write \"50%, 50%\", or whole pixels: \"120, 300\"",
                          "'%.*s' is not a point, so the step fails",
                          AT_STR_ARG(command->point));
    else if (command->selector)
        at_maestro_report(reader, at ? at : node, AT_MAESTRO_WARNING,
                          "write the numbers",
                          "a point inside an element is not expanded, so the "
                          "step fails");
}

static void
warn_vague(struct at_maestro_reader *reader, const struct at_maestro_row *row,
           const struct at_yaml_node *node)
{
    if (reader->problems->counts[AT_MAESTRO_ERROR] == reader->errors_before)
        at_maestro_report(reader, node, AT_MAESTRO_WARNING,
                          "give its text: or id:",
                          "'%s' does not say which element", row->name);
}

static void
finish_tap(struct at_maestro_reader *reader, const struct at_maestro_row *row,
           const struct at_yaml_node *node, struct at_maestro_command *command)
{
    if (!command->selector)
        return;
    bool selects = selects_anything(command->selector);
    if (!selects && command->point.ptr)
        command->selector = NULL;
    else if (!selects)
        warn_vague(reader, row, node);
    if (command->delay_ms < 0)
        command->delay_ms = TAP_DELAY_MS;
    if (row->kind == AT_MAESTRO_DOUBLE_TAP_ON)
        command->taps = 2;
    else if (command->taps < 1)
        command->taps = 1;
    if (command->settle_ms > SETTLE_MAX_MS)
        command->settle_ms = SETTLE_MAX_MS;
    check_point(reader, node, command);
}

static void
finish_assert(struct at_maestro_reader *reader,
              const struct at_maestro_row *row, const struct at_yaml_node *node,
              struct at_maestro_command *command)
{
    struct at_maestro_condition *condition = &command->condition;
    if (strcmp(row->name, "assertVisible") == 0)
        condition->visible = command->selector;
    if (strcmp(row->name, "assertNotVisible") == 0)
        condition->not_visible = command->selector;
    if (row->reading == AT_MAESTRO_READS_SELECTOR && command->selector &&
        !selects_anything(command->selector))
        warn_vague(reader, row, node);
    command->selector = NULL;
    if (strcmp(row->name, "assertTrue") == 0 && condition->is_true.len == 0 &&
        reader->problems->counts[AT_MAESTRO_ERROR] == reader->errors_before)
        at_maestro_report(reader, node, AT_MAESTRO_WARNING, "add condition:",
                          "'assertTrue' without a condition always fails");
    if (strcmp(row->name, "extendedWaitUntil") == 0 && !condition->visible &&
        !condition->not_visible &&
        reader->problems->counts[AT_MAESTRO_ERROR] == reader->errors_before)
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          "add visible: or notVisible: with an element",
                          "'extendedWaitUntil' does not say for what");
}

// Return true if a point is given and is one.
static bool
check_swipe_point(struct at_maestro_reader *reader,
                  const struct at_yaml_node *map, const char *name,
                  struct at_str text, bool *out_percent)
{
    const struct at_yaml_node *at = at_yaml_entry(map, name);
    if (!text.ptr || is_point(text, out_percent))
        return text.ptr != NULL;
    at_maestro_report(reader, at ? at : map, AT_MAESTRO_ERROR,
                      has_expression(text)
                          ? "variables are not expanded here: write the value"
                          : "write \"90%, 50%\", or whole pixels: \"120, 300\"",
                      "'%s' is not a point: '%.*s'", name, AT_STR_ARG(text));
    return false;
}

bool
at_maestro_swipes_from(const struct at_maestro_row *row,
                       const struct at_yaml_node *map)
{
    return row->kind == AT_MAESTRO_SWIPE && at_yaml_entry(map, "from") &&
           at_yaml_entry(map, "direction") && !at_yaml_entry(map, "start") &&
           !at_yaml_entry(map, "end");
}

static void
read_from(struct at_maestro_reader *reader, const struct at_maestro_row *row,
          const struct at_yaml_node *map, struct at_maestro_command *command)
{
    struct at_maestro_command inner = {.taps = 1};
    const struct at_yaml_node *from = at_yaml_entry(map, "from");
    if (!from)
        return;
    if (!at_maestro_swipes_from(row, map)) {
        at_maestro_report(reader, from->key, AT_MAESTRO_WARNING,
                          "use it with direction:, without start: and end:",
                          "this 'from' has no effect");
    } else if (at_maestro_is_null(reader, from)) {
        at_maestro_report(reader, from->key, AT_MAESTRO_ERROR,
                          "remove the line", "'from' has nothing after it");
    } else {
        command->selector = at_maestro_selector_read(reader, from, &inner);
        command->point = inner.point;
    }
}

static void
finish_swipe(struct at_maestro_reader *reader, const struct at_maestro_row *row,
             const struct at_yaml_node *node,
             struct at_maestro_command *command)
{
    if (node->kind != AT_YAML_MAP)
        return; // refused before
    bool start_percent = false;
    bool end_percent = false;
    bool has_points =
        at_yaml_entry(node, "start") || at_yaml_entry(node, "end");
    read_from(reader, row, node, command);
    if (has_points && at_yaml_entry(node, "direction"))
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          "keep either direction: or start: and end:",
                          "'swipe' has a direction and points");
    else if (has_points && (!command->start.ptr || !command->end.ptr))
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          "give both start: and end:",
                          "'swipe' has one of its two points only");
    else if (!has_points && !at_yaml_entry(node, "direction"))
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          "add direction: LEFT, or start: and end:",
                          "'swipe' does not say where to");
    bool starts = check_swipe_point(reader, node, "start", command->start,
                                    &start_percent);
    bool ends =
        check_swipe_point(reader, node, "end", command->end, &end_percent);
    if (starts && ends && start_percent != end_percent)
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          "write both in percent, or both in pixels",
                          "'swipe' mixes percent and pixels");
}

// Read an end of a drag: an element, a point in it, or a point of the screen.
static void
read_end(struct at_maestro_reader *reader, const struct at_yaml_node *map,
         const char *name, const struct at_maestro_selector **out,
         struct at_str *out_point)
{
    struct at_maestro_command inner = {.taps = 1};
    const struct at_yaml_node *end = at_yaml_entry(map, name);
    bool is_percent;
    if (!end || at_maestro_is_null(reader, end))
        return; // reported before
    *out = at_maestro_selector_read(reader, end, &inner);
    *out_point = inner.point;
    if (inner.point.ptr && !has_expression(inner.point) &&
        !is_point(inner.point, &is_percent))
        at_maestro_report(reader, end, AT_MAESTRO_ERROR,
                          "write \"50%, 50%\", or whole pixels: \"120, 300\"",
                          "'%.*s' is not a point", AT_STR_ARG(inner.point));
    if (*out && !selects_anything(*out)) {
        *out = NULL;
        if (!inner.point.ptr)
            at_maestro_report(reader, end, AT_MAESTRO_ERROR,
                              "give its text:, id: or point:",
                              "'%s' does not say where", name);
    }
}

// An element to scroll that could be any is a mistake.
static void
check_container(struct at_maestro_reader *reader,
                const struct at_yaml_node *node,
                const struct at_maestro_command *command)
{
    if (command->from && !selects_anything(command->from))
        at_maestro_report(
            reader, at_yaml_entry(node, "from"), AT_MAESTRO_ERROR,
            "give its text: or id:", "'from' does not say which element");
}

static void
check_time(struct at_maestro_reader *reader, const struct at_yaml_node *map,
           const char *name, int64_t ms)
{
    if (ms < 0 || ms > DRAG_MAX_MS)
        at_maestro_report(reader, at_yaml_entry(map, name), AT_MAESTRO_ERROR,
                          NULL, "'%s' is a time from 0 to %d ms", name,
                          DRAG_MAX_MS);
}

static void
finish_drag(struct at_maestro_reader *reader, const struct at_yaml_node *node,
            struct at_maestro_command *command)
{
    read_end(reader, node, "from", &command->from, &command->point);
    read_end(reader, node, "to", &command->to, &command->to_point);
    check_time(reader, node, "hold", command->hold_ms);
    check_time(reader, node, "duration", command->duration_ms);
}

// Return true if a and b are equal without case, blanks and '_'.
static bool
is_orientation(struct at_str text, const char *name)
{
    size_t at = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '_')
            continue;
        while (name[at] == '_')
            at++;
        if (at_ascii_lower(text.ptr[i]) != at_ascii_lower(name[at++]))
            return false;
    }
    return name[at] == '\0';
}

static void
finish_orientation(struct at_maestro_reader *reader,
                   const struct at_yaml_node *node,
                   struct at_maestro_command *command)
{
    if (!command->text.ptr || has_expression(command->text))
        return;
    for (size_t i = 0; at_maestro_orientations[i]; i++) {
        if (is_orientation(command->text, at_maestro_orientations[i])) {
            command->text = at_str(at_maestro_orientations[i]);
            return;
        }
    }
    at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                      "use PORTRAIT, LANDSCAPE_LEFT, LANDSCAPE_RIGHT or "
                      "UPSIDE_DOWN",
                      "there is no orientation '%.*s'",
                      AT_STR_ARG(command->text));
}

static void
finish_key(struct at_maestro_reader *reader, const struct at_yaml_node *node,
           struct at_maestro_command *command)
{
    struct at_near near = {.wanted = command->text};
    if (!command->text.ptr)
        return;
    for (size_t i = 0; at_maestro_key_words[i]; i++) {
        if (at_str_eq_nocase(command->text, at_str(at_maestro_key_words[i])))
            return;
        at_near_offer(&near, at_str(at_maestro_key_words[i]));
    }
    const char *hint = at_maestro_did_you_mean(reader, &near);
    if (has_expression(command->text))
        hint = "variables are not expanded here: write the key";
    at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                      hint ? hint
                           : "use Enter, Backspace, Back, Home, Lock, Volume "
                             "Up, Volume Down, Escape, Power or Tab",
                      "there is no key '%.*s'", AT_STR_ARG(command->text));
}

static void
finish_action(struct at_maestro_reader *reader, const struct at_yaml_node *node,
              struct at_maestro_command *command)
{
    static const struct {
        const char *word;
        enum at_maestro_kind kind;
    } rows[] = {
        {"back", AT_MAESTRO_BACK},
        {"hideKeyboard", AT_MAESTRO_HIDE_KEYBOARD},
        {"scroll", AT_MAESTRO_SCROLL},
        {"clearKeychain", AT_MAESTRO_CLEAR_KEYCHAIN},
        {"pasteText", AT_MAESTRO_PASTE_TEXT},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (!command->text.ptr || !at_str_is(command->text, rows[i].word))
            continue;
        command->kind = rows[i].kind;
        command->text = (struct at_str){0};
        return;
    }
    at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                      "use back, hideKeyboard, scroll, clearKeychain or "
                      "pasteText",
                      "there is no such action");
    command->kind = AT_MAESTRO_BACK;
    command->text = (struct at_str){0};
}

static void
finish_launch(struct at_maestro_reader *reader, const struct at_yaml_node *node,
              struct at_maestro_command *command)
{
    const struct at_yaml_node *given = at_yaml_entry(node, "permissions");
    if (given)
        return;
    struct at_maestro_pair *all =
        at_arena_alloc(&reader->ws->arena, sizeof(*all));
    all->name = AT_STR("all");
    all->value = AT_STR("allow");
    all->place = command->place;
    command->permissions = (struct at_maestro_pairs){.rows = all, .count = 1};
}

static void
finish_travel(struct at_maestro_reader *reader, const struct at_yaml_node *node,
              struct at_maestro_command *command)
{
    for (size_t i = 0; i < command->points.count; i++) {
        struct at_str rest = command->points.rows[i];
        struct at_str part;
        size_t good = 0;
        size_t count = 0;
        for (; at_str_next(&rest, ',', &part); count++) {
            struct at_maestro_scalar number =
                at_maestro_scalar(&reader->ws->arena, at_str_trim(part), true);
            good += number.kind == AT_MAESTRO_SCALAR_WHOLE ||
                    number.kind == AT_MAESTRO_SCALAR_REAL;
        }
        if (count != 2 || good != 2)
            at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                              "write \"52.3731, 4.8922\"",
                              "'%.*s' is not a latitude and a longitude",
                              AT_STR_ARG(command->points.rows[i]));
    }
}

static void
finish_app(struct at_maestro_reader *reader, struct at_maestro_command *command)
{
    if (!command->app_id.ptr)
        command->app_id = reader->flow->app_id;
}

// Warn of an else: that never runs.
static void
warn_idle_else(struct at_maestro_reader *reader,
               const struct at_yaml_node *node)
{
    const struct at_yaml_node *otherwise = at_yaml_entry(node, "else");
    const struct at_yaml_node *when = at_yaml_entry(node, "when");
    if (otherwise && (!when || at_maestro_is_null(reader, when)))
        at_maestro_report(reader, otherwise->key, AT_MAESTRO_WARNING,
                          "add when:, or remove it",
                          "this 'else' never runs: there is no 'when'");
}

// runFlow and retry: a file or commands.
static void
finish_body(struct at_maestro_reader *reader, const struct at_maestro_row *row,
            const struct at_yaml_node *node, struct at_maestro_command *command)
{
    struct at_maestro_body *body = &command->body;
    const struct at_yaml_node *file = at_yaml_entry(node, "file");
    const struct at_yaml_node *commands = at_yaml_entry(node, "commands");
    bool has_commands = commands && !at_maestro_is_null(reader, commands);
    if (node->kind != AT_YAML_SCALAR && !body->file.ptr && !has_commands)
        at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                          "add file: or commands:",
                          "'%s' does not say what to run", row->name);
    else if (body->file.ptr && has_commands)
        at_maestro_report(reader, node, AT_MAESTRO_ERROR, "keep one of them",
                          "'%s' has a file and commands", row->name);
    else if (body->file.ptr)
        at_maestro_include(reader, file ? file : node, body);
    warn_idle_else(reader, node);
}

static void
finish_script(struct at_maestro_reader *reader, const struct at_yaml_node *node,
              struct at_maestro_command *command)
{
    const struct at_yaml_node *file = at_yaml_entry(node, "file");
    if (command->body.file.ptr)
        at_maestro_script(reader, file ? file : node, command);
}

static void
finish_media(struct at_maestro_reader *reader, const struct at_yaml_node *node,
             struct at_maestro_command *command)
{
    for (size_t i = 0; i < command->files.count; i++) {
        const char *path = at_maestro_resolve(
            reader, node, command->files.rows[i], "media file");
        if (path)
            command->files.rows[i] = at_str(path);
    }
}

// Commands that use another file, or the app of the flow.
static void
finish_outside(struct at_maestro_reader *reader,
               const struct at_maestro_row *row,
               const struct at_yaml_node *node,
               struct at_maestro_command *command)
{
    switch (row->kind) {
    case AT_MAESTRO_LAUNCH_APP:
        finish_launch(reader, node, command);
        finish_app(reader, command);
        break;
    case AT_MAESTRO_STOP_APP:
    case AT_MAESTRO_KILL_APP:
    case AT_MAESTRO_CLEAR_STATE:
    case AT_MAESTRO_SET_PERMISSIONS:
        finish_app(reader, command);
        break;
    case AT_MAESTRO_RUN_FLOW:
    case AT_MAESTRO_RETRY:
        finish_body(reader, row, node, command);
        break;
    case AT_MAESTRO_RUN_SCRIPT:
        finish_script(reader, node, command);
        break;
    case AT_MAESTRO_ADD_MEDIA:
        finish_media(reader, node, command);
        break;
    case AT_MAESTRO_ASSERT_DATABASE:
    case AT_MAESTRO_ASSERT_LOG:
    case AT_MAESTRO_ASSERT_NO_CRASH:
    case AT_MAESTRO_ASSERT_PREFS:
    case AT_MAESTRO_ASSERT_REQUEST:
    case AT_MAESTRO_RESTORE_STATE:
    case AT_MAESTRO_SNAPSHOT_STATE:
        finish_app(reader, command);
        at_maestro_finish_fact(reader, row, node, command);
        break;
    case AT_MAESTRO_ASSERT_SCREENSHOT:
    case AT_MAESTRO_INSTALL_APP:
    case AT_MAESTRO_NETWORK:
        at_maestro_finish_fact(reader, row, node, command);
        break;
    default:
        break;
    }
}

void
at_maestro_finish(struct at_maestro_reader *reader,
                  const struct at_maestro_row *row,
                  const struct at_yaml_node *node,
                  struct at_maestro_command *command)
{
    switch (row->kind) {
    case AT_MAESTRO_TAP_ON:
    case AT_MAESTRO_DOUBLE_TAP_ON:
    case AT_MAESTRO_LONG_PRESS_ON:
        finish_tap(reader, row, node, command);
        break;
    case AT_MAESTRO_ASSERT_CONDITION:
        finish_assert(reader, row, node, command);
        break;
    case AT_MAESTRO_SWIPE:
        finish_swipe(reader, row, node, command);
        break;
    case AT_MAESTRO_DRAG:
        finish_drag(reader, node, command);
        break;
    case AT_MAESTRO_SCROLL:
    case AT_MAESTRO_SCROLL_UNTIL_VISIBLE:
        check_container(reader, node, command);
        break;
    case AT_MAESTRO_SET_ORIENTATION:
        finish_orientation(reader, node, command);
        break;
    case AT_MAESTRO_PRESS_KEY:
        finish_key(reader, node, command);
        break;
    case AT_MAESTRO_TRAVEL:
        finish_travel(reader, node, command);
        break;
    case AT_MAESTRO_KINDS:
        finish_action(reader, node, command);
        break;
    default:
        finish_outside(reader, row, node, command);
        break;
    }
    at_maestro_oddities(reader, node, command);
}
