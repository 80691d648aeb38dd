// AndroidGround.java: a real device under a helper, however it was started
package com.agentest.helper.android;

import com.agentest.helper.api.Device;
import com.agentest.helper.idle.Clock;
import com.agentest.helper.idle.EventLog;
import com.agentest.helper.serve.Ground;

public final class AndroidGround implements Ground {
    private final Clock clock = new AndroidClock();
    private final Automation automation;
    private final Device device;

    public AndroidGround(Automation automation, Platform platform) {
        this.automation = automation;
        this.device = new AndroidDevice(automation, platform, clock);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void connect() throws Exception {
        automation.connect();
    }

    @Override
    public void listen(EventLog log) {
        automation.listen(log);
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public boolean isLost() {
        return automation.isLost();
    }

    @Override
    public void leave() {
        automation.leave();
    }
}
