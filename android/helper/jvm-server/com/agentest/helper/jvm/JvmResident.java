// JvmResident.java: the helper that is not installed, on a JVM with a device made of paper
package com.agentest.helper.jvm;

import com.agentest.helper.serve.Resident;

/**
 * Reads the line on stdin, prints the blocks and ends as Main does. A JVM has no abstract sockets:
 * the socket's name is a free port of the loopback here, which stderr tells as "port N", and every
 * peer has one uid.
 *
 * <p>Properties: agentest.slot, the file that one process at a time can have (without it any number
 * run side by side); agentest.peer, the peers' uid (2000); agentest.firstLineMs.
 */
public final class JvmResident {
    private JvmResident() {
    }

    public static void main(String[] words) {
        final int uid = Integer.getInteger("agentest.peer", 2000);
        Resident resident = new Resident(new PaperGround(System.getProperty("agentest.slot")),
                System.in, System.out, name -> {
            NamedPort listener = new NamedPort(name, uid);
            System.err.println("port " + listener.port());
            return listener;
        }, Integer.getInteger("agentest.firstLineMs", Resident.FIRST_LINE_MS));
        System.exit(resident.run() ? 0 : 1);
    }
}
