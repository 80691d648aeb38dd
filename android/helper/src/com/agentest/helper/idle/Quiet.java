// Quiet.java: wait until no event comes and the tree stays the same
package com.agentest.helper.idle;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * Some toolkits send no events for what they draw (Compose does so unless a listed accessibility
 * service is on), so that silence alone proves nothing. A tree is read early in the quiet time,
 * and another at its end; only if both show the same the screen is quiet. The one at the end is
 * the result: no time is spent on reading it again. Where the app has told what it drew, the one
 * at the end is read before it: an event would outdate it.
 *
 * <p>What ticked, and what stayed empty however long it was waited for, is remembered from one
 * wait to the next, so that it costs time only once.
 */
public final class Quiet {
    /**
     * The first early tree is read after one of these parts of the quiet time, when a burst of
     * events is over; one that events have outdated is read again only before the last part.
     */
    private static final int EARLY_PARTS = 3;

    private final Clock clock;
    private final EventLog log;
    private final IdleWaiter silence;
    private final Set<Integer> ticking = Collections.synchronizedSet(new HashSet<Integer>());
    /** The words that differed last, and nothing else. */
    private volatile Set<Integer> suspects = new HashSet<>();
    private volatile int endured;

    public Quiet(Clock clock, EventLog log) {
        this.clock = clock;
        this.log = log;
        this.silence = new IdleWaiter(clock, log);
    }

    public Clock clock() {
        return clock;
    }

    /** Waits for silence alone. */
    public IdleResult await(IdleOptions options, long fromSeq) throws InterruptedException {
        return silence.await(options, fromSeq);
    }

    /** Waits, and leaves the newest tree with the reader. */
    public IdleResult await(IdleOptions options, long fromSeq, TreeReader reader)
            throws InterruptedException {
        return new Wait(options, fromSeq, reader).run();
    }

    private final class Wait {
        private final IdleOptions options;
        private final long fromSeq;
        private final TreeReader reader;
        private final long began = clock.nowMs();
        private final long deadline;
        /** The beginning of the present quiet time; an event moves it on. */
        private long from = began;
        /** The newest tree, if one was read; null if that failed. */
        private TreePrint tree;
        /** The one that the newest, which is the last of this quiet time, is compared with. */
        private TreePrint early;
        private boolean paired;
        private long tookMs;
        private int readings;
        private long readMs;
        private String trees;
        private TreeDifference difference;

        Wait(IdleOptions options, long fromSeq, TreeReader reader) {
            this.options = options;
            this.fromSeq = fromSeq;
            this.reader = reader;
            this.deadline = began + options.timeoutMs;
        }

        IdleResult run() throws InterruptedException {
            for (;;) {
                long due = earlyMs();
                boolean silent = silence.until(options, fromSeq, began, from,
                        Math.min(deadline, due),
                        due == Long.MAX_VALUE ? readMs : Long.MAX_VALUE);
                if (silent || clock.nowMs() >= deadline) {
                    IdleResult result = finish();
                    if (result != null) {
                        return result;
                    }
                } else if (clock.nowMs() >= earlyMs()) {
                    early = tree;
                    paired = isNewest();
                    read();
                }
            }
        }

        /** When the next early tree is to be read, if it is not silent before. */
        private long earlyMs() {
            long lastMs = silence.lastDisturbance(options, fromSeq, from);
            if (readings == 0) {
                // If events never stop, one tree is needed to compare the last one with.
                return Math.min(lastMs + part(1), began + options.quietMs);
            }
            if (!isNewest()) {
                return lastMs + part(EARLY_PARTS - 1);
            }
            return paired || !isTold() ? Long.MAX_VALUE
                    : Math.max(readMs + part(1), lastMs + options.quietMs - tookMs);
        }

        /** Returns true if the app in front sends events for what it draws. */
        private boolean isTold() {
            for (UiEvent event : log.since(fromSeq)) {
                if (tree != null && event.isOfContent()
                        && event.packageName.equals(tree.front)) {
                    return true;
                }
            }
            return false;
        }

        /** Two trees at nearly the same moment prove nothing. */
        private boolean isApart(long now) {
            return readings > 0 && options.quietMs > 0 && now - readMs >= part(1);
        }

        private boolean isNewest() {
            return readings > 0 && silence.lastDisturbance(options, fromSeq, began) <= readMs;
        }

        private long part(int parts) {
            return (long) options.quietMs * parts / EARLY_PARTS;
        }

        private void read() {
            readMs = clock.nowMs();
            tree = reader.read();
            tookMs = clock.nowMs() - readMs;
            readings++;
        }

        /** Reads the tree at the end of a quiet time. Returns null if another has to follow. */
        private IdleResult finish() {
            long ended = clock.nowMs();
            boolean proven = paired && isNewest();
            paired = false;
            if (proven) {
                judge(early);
            } else if (!isApart(ended) && options.quietMs > 0 && ended < deadline) {
                if (!isNewest()) { // this thread came too late to read an early one
                    read();
                }
                from = readMs;
                return null;
            } else {
                compare(ended);
            }
            TreePrint.Node late = late();
            boolean rests = tree == null || (!"differ".equals(trees) && late == null);
            if (!rests && clock.nowMs() < deadline) {
                from = readMs;
                return null;
            }
            boolean silent = silence.lastDisturbance(options, fromSeq, began) + options.quietMs
                    <= ended;
            String reason = !silent ? "timeout" : rests ? "events_quiet"
                    : late != null ? "tree_late" : "trees_differ";
            if (late != null) {
                endured = late.place(0);
                difference = TreeDifference.at(late);
            }
            return new IdleResult(reason, ended - began, log.since(fromSeq), log.nextSeq(), trees,
                    difference);
        }

        private void compare(long now) {
            boolean apart = isApart(now);
            TreePrint before = tree;
            if (apart || tree == null || !isNewest()) {
                read();
            }
            if (apart) {
                judge(before);
            }
        }

        private void judge(TreePrint before) {
            difference = TreeDifference.of(before, tree);
            trees = verdict();
        }

        /** Notes what may tick; the second time in a row, also over two waits, it does. */
        private String verdict() {
            if (difference == null) {
                return "equal";
            }
            Set<Integer> before = suspects;
            suspects = difference.words;
            if (difference.words.isEmpty()) {
                ticking.clear();
                return "differ";
            }
            if (before.containsAll(difference.words)) {
                ticking.addAll(difference.words);
            }
            return ticking.containsAll(difference.words) ? "ticking" : "differ";
        }

        private TreePrint.Node late() {
            TreePrint.Node late = tree == null ? null : tree.late();
            if (late == null) {
                endured = 0;
            }
            return late == null || late.place(0) == endured ? null : late;
        }
    }
}
