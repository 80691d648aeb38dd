// Device.java: what the endpoints need from the device
package com.agentest.helper.api;

import com.agentest.helper.http.HttpResponse;
import com.agentest.helper.idle.TreePrint;
import com.agentest.helper.input.GesturePlan;
import com.agentest.helper.json.JsonWriter;
import com.agentest.helper.target.Screen;
import com.agentest.helper.target.Spot;

/**
 * Implemented by Android itself and by the server that runs without one. The router calls the
 * inputs one at a time; everything else may come from several threads at once.
 */
public interface Device {
    /** Writes the members sdkInt, device and manufacturer. */
    void describe(JsonWriter out);

    /** Writes one value: the tree as PROTOCOL.md describes it. Returns it to be compared. */
    TreePrint tree(TreeOptions options, JsonWriter out) throws Refusal;

    /** Reads what is on the screen at this moment; empty if no window has content. */
    Screen look() throws Refusal;

    HttpResponse screenshot(ShotOptions options) throws Refusal, InterruptedException;

    /** Gives UiAutomation back: nothing but describe() and acquire() is called until then. */
    void release() throws Exception;

    /** Takes it again; throws what the system says. Nothing where it was not given back. */
    void acquire() throws Exception;

    /** Returns null if the system gives none now: a secure window, or the screen is off. */
    Picture picture() throws Refusal;

    /** Writes packageName, primary, frameworks and signals; "" is the app in front. */
    void framework(String packageName, JsonWriter out) throws Refusal;

    /** Asks the app's idling bridge, and starts no app; null if its process does not run. */
    Idling idling(String packageName) throws Refusal, InterruptedException;

    /** Returns with every finger lifted, whatever happens. */
    void touch(GesturePlan plan) throws Refusal, InterruptedException;

    /** Asks an element itself to take the value, without a touch; null: none is meant. */
    void progress(Spot spot, float value) throws Refusal;

    void press(KeyPress press) throws Refusal, InterruptedException;

    /** Writes the members method, value (not for passwords) and password. */
    void enter(TextEntry entry, JsonWriter out) throws Refusal, InterruptedException;
}
