package com.agentest.helper.android;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import android.graphics.Bitmap;
import android.view.accessibility.AccessibilityEvent;
import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.Requests;
import com.agentest.helper.api.ShotOptions;
import com.agentest.helper.http.HttpResponse;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.idle.UiEvent;
import com.agentest.helper.serve.CleanUp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {21, 35})
public final class AndroidPartsTest {
    private static AccessibilityEvent event(int type, String... texts) {
        AccessibilityEvent event = AccessibilityEvent.obtain(type);
        event.setPackageName("app");
        event.setClassName("android.widget.Toast");
        event.getText().addAll(Arrays.asList(texts));
        return event;
    }

    @Test
    public void anEventIsReadWithItsTexts() {
        UiEvent read = EventTap.read(event(64, "Saved", null, "", "twice"));
        assertEquals("TYPE_NOTIFICATION_STATE_CHANGED", read.name());
        assertEquals("Saved\ntwice", read.text);
        assertEquals("app", read.packageName);
        assertEquals(true, read.isToast());
    }

    @Test
    public void withoutTextTheDescriptionIsRead() {
        AccessibilityEvent event = event(1);
        event.setContentDescription("Back");
        assertEquals("Back", EventTap.read(event).text);
    }

    @Test
    public void anEventWithoutAnythingIsRead() {
        UiEvent read = EventTap.read(AccessibilityEvent.obtain(2048));
        assertEquals("", read.packageName + read.className + read.text);
    }

    @Test
    public void aPasswordsEventTellsNoText() {
        AccessibilityEvent event = event(16, "s3cret");
        event.setContentDescription("s3cret");
        event.setPassword(true);
        assertEquals("", EventTap.read(event).text);
    }

    @Test
    public void aLongTextIsCut() {
        char[] text = new char[EventLog.MAX_TEXT + 9];
        assertEquals(EventLog.MAX_TEXT, EventTap.read(event(1, new String(text))).text.length());
    }

    @Test
    public void cleanUpRunsBackwardsAndToItsEnd() {
        List<String> done = new ArrayList<>();
        CleanUp cleanUp = new CleanUp();
        cleanUp.add(() -> done.add("first"));
        cleanUp.add(() -> {
            throw new IllegalStateException("broken");
        });
        cleanUp.add(() -> done.add("last"));
        cleanUp.run();
        cleanUp.run();
        assertEquals(Arrays.asList("last", "first"), done);
    }

    @Test
    public void aPictureIsScaledAndSaysItsSizes() throws Refusal {
        String[][] rows = {
            {"{}", "1080x2400"},
            {"{\"scale\":0.5,\"format\":\"jpeg\"}", "540x1200"},
            {"{\"maxSidePx\":1200}", "540x1200"},
            {"{\"scale\":0.1,\"maxSidePx\":1200}", "108x240"},
            {"{\"maxSidePx\":1}", "1x1"},
        };
        for (String[] row : rows) {
            ShotOptions options = Requests.shot(row[0]);
            Bitmap screen = Bitmap.createBitmap(1080, 2400, Bitmap.Config.ARGB_8888);
            HttpResponse response = Screenshot.encode(screen, options);
            assertEquals(options.jpeg ? "image/jpeg" : "image/png", response.type);
            assertEquals("X-Screen-Size: 1080x2400, X-Image-Size: " + row[1],
                    String.join(", ", response.headers()));
        }
    }

    @Test
    public void aPictureOfTheScreenIsAnotherOneWhenItsPixelsAre() {
        int[] pixels = new int[1080 * 2400];
        Bitmap screen = Bitmap.createBitmap(pixels, 1080, 2400, Bitmap.Config.ARGB_8888);
        Bitmap turned = Bitmap.createBitmap(new int[pixels.length], 2400, 1080,
                Bitmap.Config.ARGB_8888);
        try (ScreenPicture first = new ScreenPicture(screen)) {
            assertEquals(first.print(), first.print());
            assertNotEquals(first.print(), new ScreenPicture(turned).print());
            assertEquals("[X-Screen-Size: 1080x2400, X-Image-Size: 360x800]",
                    first.jpeg(70, 800).headers().toString());
            assertEquals("[X-Screen-Size: 1080x2400, X-Image-Size: 1080x2400]",
                    first.jpeg(70, 0).headers().toString());
        }
    }
}
