// FreeBox.java: the largest part of an element that nothing lies over; pure
package com.agentest.helper.target;

import java.util.List;

/** Each obstacle leaves up to four boxes beside it; what cannot become the largest is passed. */
final class FreeBox {
    /** So much work at most: a screen full of crumbs has no place for a finger. */
    private static final int MAX_TRIES = 20000;

    private final List<Spot> over;
    private final Box seen;
    private final int leastWidth;
    private final int leastHeight;
    private Box best;
    private int tries;

    FreeBox(List<Spot> over, Box seen, int leastPx) {
        this.over = over;
        this.seen = seen;
        this.leastWidth = Math.min(seen.width(), leastPx);
        this.leastHeight = Math.min(seen.height(), leastPx);
    }

    /** Null: none is large enough. */
    Box find() {
        search(seen, 0);
        return best;
    }

    private void search(Box box, int from) {
        if (box.isEmpty() || box.width() < leastWidth || box.height() < leastHeight
                || (best != null && box.area() <= best.area()) || tries++ > MAX_TRIES) {
            return;
        }
        int next = from;
        while (next < over.size() && !over.get(next).seen.overlaps(box)) {
            next++;
        }
        if (next == over.size()) {
            best = box;
            return;
        }
        Box it = over.get(next).seen;
        search(new Box(box.left, box.top, it.left, box.bottom), next + 1);
        search(new Box(it.right, box.top, box.right, box.bottom), next + 1);
        search(new Box(box.left, box.top, box.right, it.top), next + 1);
        search(new Box(box.left, it.bottom, box.right, box.bottom), next + 1);
    }
}
