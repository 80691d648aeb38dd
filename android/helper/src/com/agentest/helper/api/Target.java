// Target.java: the element that an input is meant for, as the client last saw it
package com.agentest.helper.api;

import com.agentest.helper.target.Box;
import java.util.List;

/** Null: any. An empty string: it has none. */
public final class Target {
    private static final int MAX_CHARS = 4096;
    private static final int SIDES = 4;

    public final String className;
    public final String packageName;
    public final String id;
    public final String text;
    public final String desc;
    public final String label;
    public final String within;
    public final Box bounds;
    /** Touch it even where other elements lie over it. */
    public final boolean force;

    private Target(Fields fields) throws Refusal {
        className = word("class", fields);
        if (className == null) {
            throw Fields.bad("'class' is missing in target");
        }
        packageName = word("package", fields);
        id = word("id", fields);
        text = word("text", fields);
        desc = word("desc", fields);
        label = word("label", fields);
        within = word("within", fields);
        bounds = box(fields.list("bounds", SIDES, SIDES));
        force = fields.truth("force", false);
        fields.done();
    }

    /** Null if the action has none. */
    static Target of(Fields action) throws Refusal {
        boolean given = action.has("target");
        Object value = action.take("target");
        return given ? new Target(Fields.of(value, "target")) : null;
    }

    private static String word(String name, Fields fields) throws Refusal {
        String text = fields.has(name) ? fields.text(name) : null;
        if (text != null && text.length() > MAX_CHARS) {
            throw Fields.bad("'" + name + "' in target has more than " + MAX_CHARS
                    + " characters");
        }
        return text;
    }

    private static Box box(List<?> sides) throws Refusal {
        int[] px = new int[SIDES];
        for (int i = 0; i < SIDES; i++) {
            Object side = sides.get(i);
            if (!(side instanceof Long) || Math.abs((Long) side) > Action.MAX_PX) {
                throw Fields.bad("'bounds' in target must be whole numbers from "
                        + -Action.MAX_PX + " to " + Action.MAX_PX);
            }
            px[i] = ((Long) side).intValue();
        }
        return new Box(px[0], px[1], px[2], px[3]);
    }
}
