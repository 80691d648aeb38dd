// Alike.java: texts that look the same are the same; pure
package com.agentest.helper.target;

import java.text.Normalizer;

/** PROTOCOL.md, "A target": the host's src/base/alike.h in code. */
final class Alike {
    private Alike() {
    }

    static boolean same(String one, String other) {
        return one.equals(other) || look(one).equals(look(other));
    }

    private static String look(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x2010 && c <= 0x2015 || c == 0x2212) {
                c = '-';
            } else if (Character.isSpaceChar(c)) {
                c = ' ';
            }
            // Joiners count, but no other mark of format
            boolean joins = c == 0x200c || c == 0x200d;
            if (joins || Character.getType(c) != Character.FORMAT || c == 0x202d || c == 0x202e) {
                out.append(c);
            }
        }
        return Normalizer.normalize(out, Normalizer.Form.NFC);
    }
}
