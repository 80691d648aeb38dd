// JsonException.java: why a text is no JSON for us
package com.agentest.helper.json;

public final class JsonException extends Exception {
    private static final long serialVersionUID = 1;

    public JsonException(String message) {
        super(message);
    }
}
