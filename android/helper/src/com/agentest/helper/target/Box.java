// Box.java: a rectangle of screen pixels; pure
package com.agentest.helper.target;

import com.agentest.helper.json.JsonWriter;

/** Right and bottom are outside of it. One without width or height holds nothing. */
public final class Box {
    public final int left;
    public final int top;
    public final int right;
    public final int bottom;

    public Box(int left, int top, int right, int bottom) {
        this.left = left;
        this.top = top;
        this.right = right;
        this.bottom = bottom;
    }

    public int width() {
        return right - left;
    }

    public int height() {
        return bottom - top;
    }

    public long area() {
        return (long) width() * height();
    }

    public int centerX() {
        return (left + right) / 2;
    }

    public int centerY() {
        return (top + bottom) / 2;
    }

    public boolean isEmpty() {
        return left >= right || top >= bottom;
    }

    public boolean holds(int x, int y) {
        return x >= left && x < right && y >= top && y < bottom;
    }

    public boolean overlaps(Box other) {
        return !within(other).isEmpty();
    }

    /** The part that both have. */
    public Box within(Box other) {
        return new Box(Math.max(left, other.left), Math.max(top, other.top),
                Math.min(right, other.right), Math.min(bottom, other.bottom));
    }

    /** Moves a point of this box to the same place, in proportion, of another. */
    int[] carry(int x, int y, Box to) {
        return new int[] {along(x - left, width(), to.left, to.width()),
            along(y - top, height(), to.top, to.height())};
    }

    private static int along(int part, int of, int start, int length) {
        return of <= 0 ? start + part : start + (int) ((long) part * length / of);
    }

    public void write(JsonWriter out) {
        out.beginArray().value(left).value(top).value(right).value(bottom).endArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Box && ((Box) other).left == left && ((Box) other).top == top
                && ((Box) other).right == right && ((Box) other).bottom == bottom;
    }

    @Override
    public int hashCode() {
        return ((left * 31 + top) * 31 + right) * 31 + bottom;
    }
}
