// A Dart program that has the service extensions of Flutter's framework, so that a real
// VM service answers. What they say comes from the test, a JSON command a line.
import 'dart:async';
import 'dart:convert';
import 'dart:developer';
import 'dart:io';
import 'dart:isolate';

import 'package:flutter/src/semantics/binding.dart';

const off = 'Semantics not generated.\n'
    'For performance reasons, the framework only generates semantics when asked to do so by the platform.\n'
    'Usually, platforms only ask for semantics when assistive technologies (like screen readers) are running.\n'
    'To generate semantics, try turning on an assistive technology (like VoiceOver or TalkBack) on your device.';

var semantics = '';
var enabled = false;
var firstFrame = true;
var number = 0;
Timer? frames;

void extend(String name, Map<String, Object?> Function() answer) {
  registerExtension('ext.flutter.$name', (method, parameters) async {
    stdout.writeln('asked $name');
    return ServiceExtensionResponse.result(json.encode({...answer(), 'type': '_extensionType', 'method': method}));
  });
}

void frame() => postEvent('Flutter.Frame', {
      'number': ++number, 'startTime': DateTime.now().microsecondsSinceEpoch, 'elapsed': 5000, 'build': 2000, 'raster': 3000,
      'vsyncOverhead': 100,
    });

void nothing(Object? message) {}

Future<void> obey(Map<String, dynamic> command) async {
  switch (command['do']) {
    case 'semantics':
      semantics = command['text'];
      enabled = command['enabled'] ?? true;
    case 'frames':
      frames?.cancel();
      frames = command['on'] ? Timer.periodic(const Duration(milliseconds: 40), (_) => frame()) : null;
    case 'firstFrame':
      firstFrame = command['sent'];
      if (firstFrame) postEvent('Flutter.FirstFrame', {});
    case 'fetch':
      unawaited(HttpClient().getUrl(Uri.parse(command['url'])).then((request) => request.close()).then((response) => response.drain<void>()));
    case 'isolate':
      await Isolate.spawn(nothing, null);
  }
  stdout.writeln('done');
}

void main() {
  extend('debugDumpSemanticsTreeInTraversalOrder', () => {'data': enabled ? semantics : off});
  extend('didSendFirstFrameRasterizedEvent', () => {'enabled': firstFrame ? 'true' : 'false'});
  SemanticsBinding.instance.onEnsure = () => enabled = true;
  stdin.transform(utf8.decoder).transform(const LineSplitter()).listen((line) => obey(json.decode(line)));
  stdout.writeln('up');
}
