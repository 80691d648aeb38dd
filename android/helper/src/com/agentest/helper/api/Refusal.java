// Refusal.java: a request that cannot be done, with the code for the client
package com.agentest.helper.api;

import com.agentest.helper.json.JsonWriter;

/** Thrown where the reason is known; the server turns it into the answer. */
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    /** The message of every call of UiAutomation once its connection is gone. */
    private static final String NOT_CONNECTED = "UiAutomation not connected";

    /** The end of what the system says where another program has it. */
    private static final String HELD = "already registered";

    /** Each code with its HTTP status; PROTOCOL.md says what each one means. */
    public enum Code {
        BAD_REQUEST(400),
        UNAUTHORIZED(401),
        NOT_FOUND(404),
        METHOD_NOT_ALLOWED(405),
        NO_WINDOW(409),
        NO_FIELD(409),
        TEXT_NOT_TYPED(409),
        TEXT_OTHER(409),
        INPUT_FORBIDDEN(409),
        INPUT_NOT_DELIVERED(409),
        NO_PACKAGE(409),
        IDLING_ABSENT(409),
        IDLING_LATE(409),
        IDLING_UNSUPPORTED(409),
        RELEASED(409),
        UIAUTOMATION_HELD(409),
        TARGET_GONE(409),
        TARGET_AMBIGUOUS(409),
        TARGET_COVERED(409),
        TARGET_MOVING(409),
        BODY_TOO_LARGE(413),
        HEAD_TOO_LARGE(431),
        INTERNAL(500),
        SCREENSHOT_FAILED(500),
        BUSY(503),
        UIAUTOMATION_LOST(503);

        public final int status;

        Code(int status) {
            this.status = status;
        }
    }

    public final Code code;
    private JsonWriter more;

    public Refusal(Code code, String message) {
        super(message);
        this.code = code;
    }

    /** Converts an unexpected throwable. */
    public static Refusal of(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        if (thrown instanceof IllegalStateException && message.contains(NOT_CONNECTED)) {
            return new Refusal(Code.UIAUTOMATION_LOST,
                    "the system has ended this UiAutomation, start the helper anew");
        }
        if (thrown instanceof IllegalStateException && message.contains(HELD)) {
            return new Refusal(Code.UIAUTOMATION_HELD, message);
        }
        return new Refusal(Code.INTERNAL, thrown.toString());
    }

    /** Members that are written here become members of the error. */
    public JsonWriter more() {
        if (more == null) {
            more = new JsonWriter();
        }
        return more;
    }

    /** Writes the member "error" of an answer. */
    public void write(JsonWriter out) {
        out.name("error").beginObject()
                .member("code", code.name())
                .member("message", getMessage());
        if (more != null) {
            out.raw(more);
        }
        out.endObject();
    }
}
