// HttpRequest.java: one complete request
package com.agentest.helper.http;

public final class HttpRequest {
    public final String method;
    public final String path;
    public final byte[] body;

    public HttpRequest(String method, String path, byte[] body) {
        this.method = method;
        this.path = path;
        this.body = body;
    }
}
