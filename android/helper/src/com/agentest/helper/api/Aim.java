// Aim.java: looks for a target until it stops moving
package com.agentest.helper.api;

import com.agentest.helper.target.Finder;
import com.agentest.helper.target.Spot;

/** A look is made when the input's turn has come, never earlier. */
final class Aim {
    private static final int FRAME_MS = 20;
    private static final int MAX_NS = 2000 * 1000 * 1000;

    final Finder finder;
    final Spot spot;

    private Aim(Finder finder, Spot spot) {
        this.finder = finder;
        this.spot = spot;
    }

    /** x and y are the place that was meant when the client last looked. */
    static Aim at(Device device, Target target, int x, int y)
            throws Refusal, InterruptedException {
        long began = System.nanoTime();
        Aim aim = look(device, target, x, y);
        if (aim.spot.bounds.equals(target.bounds)) {
            return aim; // the client's own look was the first of two
        }
        while (true) {
            Thread.sleep(FRAME_MS);
            Aim again = look(device, target, x, y);
            if (again.spot.bounds.equals(aim.spot.bounds)) {
                return again;
            }
            if (System.nanoTime() - began > MAX_NS) {
                throw again.finder.moving();
            }
            aim = again;
        }
    }

    private static Aim look(Device device, Target target, int x, int y) throws Refusal {
        Finder finder = new Finder(device.look(), target);
        return new Aim(finder, finder.find(x, y));
    }
}
