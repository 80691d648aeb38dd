// Hold.java: whether this helper has the system's one UiAutomation, or has given it back
package com.agentest.helper.api;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Requests that need it share it; giving it back waits for them and holds up those that follow. */
final class Hold {
    private final Device device;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private boolean released; // guarded by the lock

    Hold(Device device) {
        this.device = device;
    }

    /** The caller may use it until leave(). */
    void enter() throws Refusal, InterruptedException {
        lock.readLock().lockInterruptibly();
        if (released) {
            lock.readLock().unlock();
            throw new Refusal(Refusal.Code.RELEASED,
                    "UiAutomation was given back, POST /acquire takes it again");
        }
    }

    void leave() {
        lock.readLock().unlock();
    }

    /** Nothing where it has been done already. */
    void release() throws Refusal, InterruptedException {
        lock.writeLock().lockInterruptibly();
        try {
            device.release();
            released = true;
        } catch (Exception e) {
            throw Refusal.of(e);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Nothing where it is held. UIAUTOMATION_HELD where another program has it. */
    void acquire() throws Refusal, InterruptedException {
        lock.writeLock().lockInterruptibly();
        try {
            device.acquire();
            released = false;
        } catch (Exception e) {
            throw Refusal.of(e);
        } finally {
            lock.writeLock().unlock();
        }
    }
}
