// RequestHead.java: the first line and the relevant fields of a request
package com.agentest.helper.http;

import com.agentest.helper.api.Refusal;
import java.util.Locale;

/** Parses a head without its blank line. Fields other than the four below are skipped. */
final class RequestHead {
    static final int MAX_BODY_BYTES = 256 * 1024;

    final String method;
    final String path;
    String authorization;
    boolean keepAlive;
    int bodyLength;

    private boolean lengthSeen;
    private boolean authorizationSeen;

    private RequestHead(String method, String path, boolean keepAlive) {
        this.method = method;
        this.path = path;
        this.keepAlive = keepAlive;
    }

    static RequestHead parse(String text) throws Refusal {
        String[] lines = text.split("\r\n", -1);
        String[] words = lines[0].split(" ", -1);
        if (words.length != 3 || words[0].isEmpty() || !words[1].startsWith("/")
                || !(words[2].equals("HTTP/1.1") || words[2].equals("HTTP/1.0"))) {
            throw bad("the first line is not 'METHOD /path HTTP/1.1'");
        }
        RequestHead head = new RequestHead(words[0], words[1], words[2].equals("HTTP/1.1"));
        for (int i = 1; i < lines.length; i++) {
            head.field(lines[i]);
        }
        return head;
    }

    private void field(String line) throws Refusal {
        int colon = line.indexOf(':');
        if (colon < 1 || line.charAt(colon - 1) <= ' ' || line.charAt(0) <= ' '
                || line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0) {
            throw bad("a header line is not 'Name: value'");
        }
        String value = line.substring(colon + 1).trim();
        switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "content-length":
                length(value);
                break;
            case "transfer-encoding":
                throw bad("Transfer-Encoding is not spoken here, send Content-Length");
            case "connection":
                connection(value.toLowerCase(Locale.ROOT));
                break;
            case "authorization":
                // With two of them a proxy and this server could see different ones.
                if (authorizationSeen) {
                    throw bad("Authorization stands twice");
                }
                authorizationSeen = true;
                authorization = value;
                break;
            default:
        }
    }

    private void length(String value) throws Refusal {
        if (lengthSeen || value.isEmpty() || value.length() > 18 || !digits(value)) {
            throw bad("Content-Length must stand once and be a number");
        }
        lengthSeen = true;
        if (Long.parseLong(value) > MAX_BODY_BYTES) {
            throw new Refusal(Refusal.Code.BODY_TOO_LARGE,
                    "a body has at most " + MAX_BODY_BYTES + " bytes");
        }
        bodyLength = Integer.parseInt(value);
    }

    private void connection(String value) {
        if (value.equals("close")) {
            keepAlive = false;
        } else if (value.equals("keep-alive")) {
            keepAlive = true;
        }
    }

    private static boolean digits(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    static Refusal bad(String message) {
        return new Refusal(Refusal.Code.BAD_REQUEST, message);
    }
}
