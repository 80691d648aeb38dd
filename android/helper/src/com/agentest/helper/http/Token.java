// Token.java: the secret of one launch
package com.agentest.helper.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

public final class Token {
    public static final int MIN_LENGTH = 16;
    public static final int MAX_LENGTH = 256;
    private static final String SCHEME = "Bearer ";

    private final byte[] secret;

    /** Accepts only letters, digits, '-', '_', '.' and '~', which need no quoting anywhere. */
    public Token(String secret) {
        if (!isGood(secret)) {
            throw new IllegalArgumentException("a token has " + MIN_LENGTH + " to " + MAX_LENGTH
                    + " letters, digits, '-', '_', '.' or '~'");
        }
        this.secret = secret.getBytes(StandardCharsets.US_ASCII);
    }

    /** Compares in constant time: the time must not reveal anything about the token. */
    public boolean admits(String authorization) {
        if (authorization == null || !authorization.startsWith(SCHEME)) {
            return false;
        }
        byte[] given = authorization.substring(SCHEME.length())
                .getBytes(StandardCharsets.ISO_8859_1);
        return MessageDigest.isEqual(secret, given);
    }

    private static boolean isGood(String secret) {
        if (secret == null || secret.length() < MIN_LENGTH || secret.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < secret.length(); i++) {
            char c = secret.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean digit = c >= '0' && c <= '9';
            if (!letter && !digit && "-_.~".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }
}
