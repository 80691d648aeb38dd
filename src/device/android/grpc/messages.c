// messages.c: convert between our structs and the emulator's messages, by
// protobuf-c within bounds
#include "device/android/grpc/messages.h"

#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/grpc/emulator.pb-c.h"
#include "wire/image.h"

#define SERVICE "/android.emulation.control.EmulatorController/"

const char *
at_emulator_path(enum at_emulator_method method)
{
    static const char *const paths[] = {
        [AT_EMULATOR_GET_STATUS] = SERVICE "getStatus",
        [AT_EMULATOR_SEND_TOUCH] = SERVICE "sendTouch",
        [AT_EMULATOR_SEND_KEY] = SERVICE "sendKey",
        [AT_EMULATOR_GET_SHOT] = SERVICE "getScreenshot",
        [AT_EMULATOR_GET_CLIP] = SERVICE "getClipboard",
        [AT_EMULATOR_SET_CLIP] = SERVICE "setClipboard",
    };
    return paths[method];
}

enum {
    // The emulator's highest pressure; 0 lifts the finger.
    PRESSURE = 0x400,
    // Memory that a message may take beyond its own length. A field of two
    // bytes can be forty in memory.
    EXTRA_BYTES = 4 * 1024 * 1024,
};

// An allocator with a limit for one message.
struct budget {
    ProtobufCAllocator allocator;
    size_t left;
};

static void *
take_memory(void *data, size_t size)
{
    struct budget *budget = data;
    if (size > budget->left)
        return NULL; // protobuf-c frees the message
    budget->left -= size;
    return at_alloc(size);
}

static void
give_memory(void *data, void *ptr)
{
    (void)data;
    free(ptr);
}

static struct budget
budget_for(struct at_str message)
{
    return (struct budget){{take_memory, give_memory, NULL},
                           message.len + EXTRA_BYTES};
}

// Unpack a message. The caller frees it with drop(); NULL with err.
static void *
unpack(const ProtobufCMessageDescriptor *kind, struct budget *budget,
       struct at_str message, struct at_err *err)
{
    static const uint8_t nothing;
    const uint8_t *bytes =
        message.len > 0 ? (const uint8_t *)message.ptr : &nothing;
    budget->allocator.allocator_data = budget;
    ProtobufCMessage *made =
        protobuf_c_message_unpack(kind, &budget->allocator, message.len, bytes);
    if (!made)
        at_fail(err, AT_EPROTO, "the emulator's %s of %zu bytes cannot be read",
                kind->short_name, message.len);
    return made;
}

static void
drop(void *message, struct budget *budget)
{
    protobuf_c_message_free_unpacked(message, &budget->allocator);
}

static bool
pack(const ProtobufCMessage *message, struct at_buf *out)
{
    size_t len = protobuf_c_message_get_packed_size(message);
    char *room = at_buf_reserve(out, len);
    if (!room)
        return false;
    out->len += protobuf_c_message_pack(message, (uint8_t *)room);
    return true;
}

bool
at_emulator_write_touch(const struct at_touch_frame *frame, struct at_buf *out)
{
    At__Emu__Touch touches[AT_GESTURE_FINGERS];
    At__Emu__Touch *rows[AT_GESTURE_FINGERS];
    At__Emu__TouchEvent event = AT__EMU__TOUCH_EVENT__INIT;
    for (size_t i = 0; i < frame->count; i++) {
        const struct at_touch *touch = &frame->touches[i];
        at__emu__touch__init(&touches[i]);
        touches[i].x = touch->at.x_px;
        touches[i].y = touch->at.y_px;
        touches[i].identifier = touch->finger;
        touches[i].pressure = touch->down ? PRESSURE : 0;
        rows[i] = &touches[i];
    }
    event.n_touches = frame->count;
    event.touches = rows;
    return pack(&event.base, out);
}

bool
at_emulator_write_key(int evdev_code, struct at_buf *out)
{
    At__Emu__KeyboardEvent event = AT__EMU__KEYBOARD_EVENT__INIT;
    event.code_type = AT__EMU__KEYBOARD_EVENT__CODE_TYPE__EVDEV;
    event.event_type = AT__EMU__KEYBOARD_EVENT__EVENT_TYPE__KEYPRESS;
    event.key_code = evdev_code;
    return pack(&event.base, out);
}

bool
at_emulator_write_shot(const struct at_emulator_shot_options *ask,
                       struct at_buf *out)
{
    At__Emu__ImageFormat format = AT__EMU__IMAGE_FORMAT__INIT;
    format.format = (At__Emu__ImageFormat__Format)ask->format;
    format.width = ask->width_px;
    format.height = ask->height_px;
    return pack(&format.base, out);
}

bool
at_emulator_write_clip(struct at_str text, struct at_buf *out)
{
    At__Emu__ClipData clip = AT__EMU__CLIP_DATA__INIT;
    clip.text = at_strndup(text.ptr, text.len);
    bool ok = pack(&clip.base, out);
    free(clip.text);
    return ok;
}

// Check that the picture is the one that the message describes.
static bool
check_rgb(const At__Emu__Image *image, struct at_emulator_shot *out,
          struct at_err *err)
{
    uint64_t width = image->format->width;
    uint64_t height = image->format->height;
    if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX ||
        width * height > AT_IMAGE_MAX_PIXELS ||
        width * height * 3 != image->image.len)
        return at_fail(err, AT_EPROTO,
                       "a picture of %llux%llu pixels cannot have %zu bytes",
                       (unsigned long long)width, (unsigned long long)height,
                       image->image.len);
    out->width_px = (int32_t)width;
    out->height_px = (int32_t)height;
    return true;
}

static bool
check_png(const At__Emu__Image *image, struct at_emulator_shot *out,
          struct at_err *err)
{
    struct at_str png =
        at_str_n((const char *)image->image.data, image->image.len);
    size_t width;
    size_t height;
    size_t len;
    if (!at_png_check(png, &width, &height, &len, err))
        return false;
    out->width_px = (int32_t)width;
    out->height_px = (int32_t)height;
    return true;
}

static bool
take_image(const At__Emu__Image *image, struct at_emulator_shot *out,
           struct at_err *err)
{
    bool ok;
    if (image->image.len == 0)
        return at_fail(err, AT_EDEVICE,
                       "the emulator has no picture: its display is off; wake "
                       "it with the key KEYCODE_WAKEUP");
    if (!image->format)
        return at_fail(err, AT_EPROTO, "a picture of no format");
    ok = image->format->format == AT__EMU__IMAGE_FORMAT__FORMAT__RGB888
             ? check_rgb(image, out, err)
             : check_png(image, out, err);
    if (ok && image->format->rotation)
        out->rotation = (int32_t)(image->format->rotation->rotation & 3);
    if (ok && !at_buf_add(&out->bytes, image->image.data, image->image.len))
        return at_fail(err, AT_ELIMIT, "a picture of %zu bytes",
                       image->image.len);
    return ok;
}

bool
at_emulator_read_shot(struct at_str message, struct at_emulator_shot *out,
                      struct at_err *err)
{
    struct budget budget = budget_for(message);
    *out = (struct at_emulator_shot){.bytes =
                                         AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES)};
    At__Emu__Image *image =
        unpack(&at__emu__image__descriptor, &budget, message, err);
    if (!image)
        return false;
    bool ok = take_image(image, out, err);
    drop(image, &budget);
    return ok;
}

static const struct {
    const char *key;
    size_t offset;
} lcd_rows[] = {
    {"hw.lcd.density", offsetof(struct at_emulator_status, density_dpi)},
    {"hw.lcd.height", offsetof(struct at_emulator_status, height_px)},
    {"hw.lcd.width", offsetof(struct at_emulator_status, width_px)},
};

static void
take_entry(const At__Emu__Entry *entry, struct at_emulator_status *out)
{
    int64_t value;
    for (size_t i = 0; i < AT_LEN(lcd_rows); i++)
        if (strcmp(entry->key, lcd_rows[i].key) == 0 &&
            at_str_to_i64(at_str(entry->value), 1, 65535, &value))
            *(int32_t *)(void *)((char *)out + lcd_rows[i].offset) =
                (int32_t)value;
}

bool
at_emulator_read_status(struct at_str message, struct at_emulator_status *out,
                        struct at_err *err)
{
    struct budget budget = budget_for(message);
    *out = (struct at_emulator_status){.booted = false};
    At__Emu__EmulatorStatus *status =
        unpack(&at__emu__emulator_status__descriptor, &budget, message, err);
    if (!status)
        return false;
    at_str_cut(out->version, sizeof(out->version), at_str(status->version));
    out->uptime_ms = status->uptime;
    out->booted = status->booted;
    for (size_t i = 0;
         status->hardware_config && i < status->hardware_config->n_entry; i++)
        take_entry(status->hardware_config->entry[i], out);
    drop(status, &budget);
    return true;
}

bool
at_emulator_read_clip(struct at_str message, struct at_buf *out,
                      struct at_err *err)
{
    struct budget budget = budget_for(message);
    At__Emu__ClipData *clip =
        unpack(&at__emu__clip_data__descriptor, &budget, message, err);
    bool ok;
    if (!clip)
        return false;
    struct at_str text = at_str(clip->text);
    if (!at_utf8_valid(text))
        ok = at_fail(err, AT_EPROTO, "the clipboard's text is not UTF-8");
    else if (!at_buf_add_str(out, text))
        ok = at_fail(err, AT_ELIMIT, "a clipboard of %zu bytes", text.len);
    else
        ok = true;
    drop(clip, &budget);
    return ok;
}
