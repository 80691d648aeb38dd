package com.agentest.helper.api;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import com.agentest.helper.idle.FakeClock;
import org.junit.Test;

public final class LifeTest {
    private final FakeClock clock = new FakeClock();
    private final Life life = new Life(clock, 1000);

    @Test
    public void itEndsWhenNobodyAsks() throws InterruptedException {
        assertNull(life.await(999));
        assertEquals("host gone", life.await(5000));
        assertEquals(1000, clock.nowMs());
    }

    @Test
    public void aRequestGivesItAllOfItsTimeAgain() throws InterruptedException {
        clock.sleepUntil(900);
        life.begin();
        life.end();
        assertNull(life.await(999));
        assertEquals("host gone", life.await(1));
    }

    @Test
    public void whileARequestRunsTheHostIsThere() throws InterruptedException {
        life.begin();
        assertNull(life.await(100000));
        life.end();
        assertEquals("host gone", life.await(100000));
        assertEquals(101000, clock.nowMs());
    }

    @Test
    public void theFirstReasonStays() throws InterruptedException {
        clock.at(10, () -> life.finish("shutdown"));
        assertEquals("shutdown", life.await(500));
        assertEquals(10, clock.nowMs());
        life.finish("other");
        assertEquals("shutdown", life.await(0));
    }
}
