// HttpResponse.java: an answer, and how it is written to the connection
package com.agentest.helper.http;

import com.agentest.helper.api.Refusal;
import com.agentest.helper.json.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

public final class HttpResponse {
    public final int status;
    public final String type;
    public final byte[] body;
    private final List<String> headers = new ArrayList<>();

    public HttpResponse(int status, String type, byte[] body) {
        this.status = status;
        this.type = type;
        this.body = body;
    }

    public static HttpResponse json(JsonWriter body) {
        return new HttpResponse(200, "application/json", body.toBytes());
    }

    public static HttpResponse refusal(Refusal refusal) {
        JsonWriter body = new JsonWriter().beginObject().member("ok", false);
        refusal.write(body);
        return new HttpResponse(refusal.code.status, "application/json",
                body.endObject().toBytes());
    }

    /** name and value must be printable ASCII. */
    public HttpResponse header(String name, String value) {
        headers.add(name + ": " + value);
        return this;
    }

    /** Returns the lines that header() added. */
    public List<String> headers() {
        return headers;
    }

    /** Writes head and body at once, because over ADB each write is a packet. */
    void write(OutputStream out, boolean keepAlive) throws IOException {
        StringBuilder head = new StringBuilder(256);
        head.append("HTTP/1.1 ").append(status).append(' ').append(reason()).append("\r\n")
                .append("Content-Type: ").append(type).append("\r\n")
                .append("Content-Length: ").append(body.length).append("\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        if (!keepAlive) {
            head.append("Connection: close\r\n");
        }
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[start.length + body.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(body, 0, whole, start.length, body.length);
        out.write(whole);
        out.flush();
    }

    private String reason() {
        switch (status) {
            case 200:
                return "OK";
            case 401:
                return "Unauthorized";
            case 404:
                return "Not Found";
            case 405:
                return "Method Not Allowed";
            case 409:
                return "Conflict";
            case 413:
                return "Content Too Large";
            case 431:
                return "Request Header Fields Too Large";
            case 503:
                return "Service Unavailable";
            default:
                return status < 500 ? "Bad Request" : "Internal Server Error";
        }
    }
}
