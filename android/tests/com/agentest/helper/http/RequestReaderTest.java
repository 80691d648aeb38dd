package com.agentest.helper.http;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import com.agentest.helper.api.Refusal;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

/** However the stream splits, and wherever it ends. */
public final class RequestReaderTest {
    private static final String REQUEST = "POST /x HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc";

    /** Gives at most so many bytes a read. */
    private static InputStream pieces(String text, int size) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int at, int length) {
                return super.read(into, at, Math.min(length, size));
            }
        };
    }

    private static byte[] read(RequestReader reader) throws IOException, Refusal {
        RequestHead head = reader.readHead(() -> { });
        assertEquals("/x", head.path);
        return reader.readBody(head.bodyLength, () -> { });
    }

    @Test
    public void everySplitGivesTheSame() throws IOException, Refusal {
        for (int size = 1; size <= REQUEST.length() * 2; size++) {
            RequestReader reader = new RequestReader(pieces(REQUEST + REQUEST, size));
            for (int i = 0; i < 2; i++) {
                assertTrue(reader.waitForRequest());
                assertArrayEquals(new byte[] {'a', 'b', 'c'}, read(reader));
            }
            assertFalse(reader.waitForRequest());
        }
    }

    @Test
    public void everyCutIsAnEnd() throws IOException, Refusal {
        for (int cut = 0; cut < REQUEST.length(); cut++) {
            try {
                byte[] body = read(new RequestReader(pieces(REQUEST.substring(0, cut), 99)));
                fail("cut at " + cut + " gave " + Arrays.toString(body));
            } catch (EOFException e) {
                // What was wanted.
            }
        }
    }

    @Test
    public void aHeadMayFillItsRoomAndNotMore() throws IOException, Refusal {
        String start = "GET /x HTTP/1.1\r\nA: ";
        int room = RequestReader.MAX_HEAD_BYTES - start.length() - 4;
        for (int more = 0; more < 2; more++) {
            String filler = String.join("", Collections.nCopies(room + more, "a"));
            try {
                read(new RequestReader(pieces(start + filler + "\r\n\r\n", 1)));
                assertEquals(0, more);
            } catch (Refusal refusal) {
                assertEquals(Refusal.Code.HEAD_TOO_LARGE, refusal.code);
                assertEquals(1, more);
            }
        }
    }
}
