// Finder.java: finds a target in one look, and the point at which to touch it; pure
package com.agentest.helper.target;

import com.agentest.helper.api.Refusal;
import com.agentest.helper.api.Target;
import com.agentest.helper.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;

/** PROTOCOL.md, "A target", in code. The host's src/screen/reach.c has the same model. */
public final class Finder {
    private static final int LEAST_PX = 8;

    private final Screen screen;
    private final Target target;
    private final List<Spot> fits = new ArrayList<>();

    public Finder(Screen screen, Target target) {
        this.screen = screen;
        this.target = target;
    }

    /** Finds the element; x and y are the place that the client meant. */
    public Spot find(int x, int y) throws Refusal {
        return find(false, x, y);
    }

    /** Finds the text field; the place that was meant is its own. */
    public Spot findField() throws Refusal {
        return find(true, target.bounds.centerX(), target.bounds.centerY());
    }

    private Spot find(boolean field, int x, int y) throws Refusal {
        List<Spot> candidates = candidates(field);
        if (candidates.isEmpty()) {
            throw refusal(Refusal.Code.TARGET_GONE,
                    "the target is not on the screen any more, nothing was touched", at(x, y));
        }
        Spot meant = candidates.size() == 1 ? candidates.get(0) : atOldPlace(candidates);
        if (meant == null && field) {
            meant = focused(candidates);
        }
        if (meant == null) {
            Refusal refusal = refusal(Refusal.Code.TARGET_AMBIGUOUS, candidates.size()
                    + " elements are like the target, and none is at its place, nothing was "
                    + "touched", at(x, y));
            refusal.more().member("count", candidates.size());
            throw refusal;
        }
        return meant;
    }

    private List<Spot> candidates(boolean field) {
        for (Spot spot : screen.spots) {
            if (spot.isVisible() && !spot.shown.isEmpty() && isLike(spot)
                    && (!field || spot.isEditable())) {
                fits.add(spot);
            }
        }
        List<Spot> found = new ArrayList<>();
        for (Spot spot : fits) {
            if (target.within == null || says(surroundings(spot), target.within)) {
                found.add(spot);
            }
        }
        return found;
    }

    private boolean isLike(Spot spot) {
        Spot.Words words = spot.words;
        return words.className.equals(target.className)
                && isOr(target.packageName, words.packageName) && isOr(target.id, words.id)
                && isOr(target.text, words.text) && isOr(target.desc, words.desc)
                && (target.label == null || says(spot, target.label));
    }

    private static boolean isOr(String wanted, String word) {
        return wanted == null || Alike.same(wanted, word);
    }

    /** Returns true if a node or one below it has this text. */
    private boolean says(Spot top, String word) {
        for (Spot spot : screen.spots.subList(top.order, top.end)) {
            if (spot.says(word)) {
                return true;
            }
        }
        return false;
    }

    /** The largest subtree around a node that holds no other one like it. */
    private Spot surroundings(Spot spot) {
        Spot top = spot;
        while (top.parent != null && !holdsOther(top.parent, spot)) {
            top = top.parent;
        }
        return top;
    }

    private boolean holdsOther(Spot top, Spot than) {
        for (Spot other : fits) {
            if (other != than && (other == top || other.isBelow(top))) {
                return true;
            }
        }
        return false;
    }

    private Spot atOldPlace(List<Spot> candidates) {
        Spot found = null;
        for (Spot spot : candidates) {
            if (spot.bounds.equals(target.bounds)) {
                found = spot; // the last of several nodes at one place is drawn over the others
            }
        }
        return found;
    }

    private static Spot focused(List<Spot> candidates) {
        for (Spot spot : candidates) {
            if (spot.isFocused()) {
                return spot;
            }
        }
        return null;
    }

    /** Returns where a touch meant for x, y has to go. */
    public int[] touch(Spot spot, int x, int y) throws Refusal {
        mustBeSeen(spot);
        List<Spot> over = over(spot);
        int[] moved = target.bounds.carry(x, y, spot.bounds);
        boolean sameSize = spot.bounds.width() == target.bounds.width()
                && spot.bounds.height() == target.bounds.height();
        if (sameSize && spot.seen.holds(moved[0], moved[1])
                && (target.force || lastAt(over, moved[0], moved[1]) == null)) {
            return moved;
        }
        Box seen = spot.seen;
        Spot cover = lastAt(over, seen.centerX(), seen.centerY());
        if (cover == null || target.force) {
            return new int[] {seen.centerX(), seen.centerY()};
        }
        Box free = new FreeBox(over, seen, LEAST_PX).find();
        if (free == null) {
            throw covered(cover);
        }
        return new int[] {free.centerX(), free.centerY()};
    }

    /** Returns the same way on the target: x and y in turn. */
    public float[] swipe(Spot spot, float[] path) throws Refusal {
        mustBeSeen(spot);
        float[] moved = new float[path.length];
        for (int i = 0; i < path.length; i += 2) {
            int[] at = target.bounds.carry((int) path[i], (int) path[i + 1], spot.bounds);
            moved[i] = at[0];
            moved[i + 1] = at[1];
        }
        return moved;
    }

    private void mustBeSeen(Spot spot) throws Refusal {
        if (spot.seen.isEmpty()) {
            throw covered(screen.hiderOf(spot).root);
        }
    }

    private Refusal covered(Spot by) {
        return refusal(Refusal.Code.TARGET_COVERED,
                "something else lies over the target, nothing was touched", by);
    }

    public Refusal moving() {
        return refusal(Refusal.Code.TARGET_MOVING,
                "the target does not stand still, nothing was touched", null);
    }

    /** The elements that a touch of spot may hit instead. */
    private List<Spot> over(Spot spot) {
        List<Spot> found = new ArrayList<>();
        for (Spot it : screen.spots) {
            if (it != spot && !it.seen.isEmpty() && !screen.isBar(it.window)
                    && liesOver(it, spot)) {
                found.add(it);
            }
        }
        return found;
    }

    /**
     * At one place the order of the tree says nothing, since the system sorts siblings by place;
     * what is inside of the target there is the target to a finger.
     */
    private static boolean liesOver(Spot over, Spot spot) {
        int drawn = over.over(spot);
        boolean below = over.isBelow(spot);
        boolean certain = drawn == 2 && !below;
        if (drawn == 0 || !(over.takesTouch() || over.parent == null
                || (certain && over.scrolls()))) {
            return false;
        }
        return certain || !over.bounds.equals(spot.bounds)
                || (!below && !over.words.id.isEmpty() && over.words.id.equals(spot.words.id)
                && over.words.className.equals(spot.words.className));
    }

    private static Spot lastAt(List<Spot> spots, int x, int y) {
        Spot found = null;
        for (Spot spot : spots) {
            found = spot.seen.holds(x, y) ? spot : found;
        }
        return found;
    }

    private Spot at(int x, int y) {
        Spot last = null;
        Spot acting = null;
        for (Spot spot : screen.spots) {
            if (spot.seen.holds(x, y) && !screen.isBar(spot.window)) {
                boolean first = last == null || last.window != spot.window;
                acting = spot.acts() ? spot : first ? null : acting;
                last = spot;
            }
        }
        return acting == null ? last : acting;
    }

    private Refusal refusal(Refusal.Code code, String message, Spot there) {
        Refusal refusal = new Refusal(code, message);
        JsonWriter out = refusal.more().name("there");
        if (there == null) {
            out.value((String) null);
        } else {
            there.describe(labelOf(there), out);
        }
        return refusal;
    }

    /** The first text below a node that has no text itself. */
    private String labelOf(Spot top) {
        for (Spot spot : screen.spots.subList(top.order, top.end)) {
            if (!spot.seen.isEmpty()) {
                String word = spot.publicText().isEmpty() ? spot.words.desc : spot.publicText();
                if (!word.isEmpty()) {
                    return spot == top ? "" : word;
                }
            }
        }
        return "";
    }
}
