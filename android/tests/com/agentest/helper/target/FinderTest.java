package com.agentest.helper.target;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.Targets;
import com.agentest.helper.json.JsonReader;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.jvm.Looks;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** tests/data/target: what a target is, where it is touched, and what is there instead. */
public final class FinderTest {
    private final Map<?, ?> all;

    public FinderTest() throws Exception {
        all = (Map<?, ?>) JsonReader.parse(Files.readAllBytes(
                Paths.get("tests/data/target/cases.json")));
    }

    @Test
    public void findsAndTouchesAsTheCasesSay() throws Exception {
        List<?> cases = (List<?>) all.get("cases");
        for (Object each : cases) {
            Map<?, ?> row = (Map<?, ?>) each;
            try {
                check(row);
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError(row.get("name") + ": " + wrong.getMessage(), wrong);
            }
        }
        assertTrue(cases.size() >= 40);
    }

    private void check(Map<?, ?> row) throws Exception {
        Map<?, ?> screen = (Map<?, ?>) ((Map<?, ?>) all.get("screens")).get(row.get("now"));
        Finder finder = new Finder(Looks.of(screen), Targets.of(row.get("target")));
        try {
            run(row, finder);
        } catch (Refusal refusal) {
            assertEquals(refusal.getMessage(), row.get("code"), refusal.code.name());
            JsonWriter out = new JsonWriter().beginObject();
            refusal.write(out);
            Map<?, ?> error = (Map<?, ?>) ((Map<?, ?>) JsonReader.parse(
                    out.endObject().toBytes())).get("error");
            assertEquals(row.get("there"), error.get("there"));
            assertEquals(row.get("count"), error.get("count"));
            return;
        }
        assertTrue("it was not refused", row.get("code") == null);
    }

    private static void run(Map<?, ?> row, Finder finder) throws Refusal {
        Box was = Targets.of(row.get("target")).bounds;
        boolean field = row.get("action").equals("text");
        Spot spot = field ? finder.findField() : finder.find(was.centerX(), was.centerY());
        if (row.get("code") == null) {
            assertEquals((int) (long) (Long) row.get("found"), spot.handle);
        }
        if (field) {
            return;
        }
        List<?> at = (List<?>) row.get("at");
        int[] touched = row.get("action").equals("swipe") ? middle(finder, spot, was)
                : finder.touch(spot, was.centerX(), was.centerY());
        if (at != null) {
            assertArrayEquals(new int[] {(int) (long) (Long) at.get(0),
                (int) (long) (Long) at.get(1)}, touched);
        }
    }

    /** A swipe from three quarters down to the middle. */
    private static int[] middle(Finder finder, Spot spot, Box was) throws Refusal {
        float[] way = finder.swipe(spot, new float[] {was.centerX(),
            was.top + was.height() * 4 / 5, was.centerX(), was.centerY()});
        return new int[] {(int) way[0], (int) way[1]};
    }

    @Test
    public void aWordThatIsTooLongIsRefused() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i <= 4096; i++) {
            text.append('x');
        }
        try {
            Targets.of(Targets.map("class", "a", "text", text.toString(), "bounds",
                    java.util.Arrays.asList(0L, 0L, 1L, 1L)));
            fail("it was taken");
        } catch (Refusal refusal) {
            assertEquals(Refusal.Code.BAD_REQUEST, refusal.code);
        }
    }
}
