// JsonException.java: why a text is not JSON that this reader accepts
package com.agentest.helper.json;

public final class JsonException extends Exception {
    private static final long serialVersionUID = 1;

    public JsonException(String message) {
        super(message);
    }
}
