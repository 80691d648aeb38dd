// verbs.ts: what a tool of the agent does, as a verb with an icon; the one table of both
import type { LucideIcon } from 'lucide-react';
import type { RunEvent } from '@/api/client';
import {
  AboutIcon,
  AgainIcon,
  BackIcon,
  BindIcon,
  CloseAppIcon,
  CountIcon,
  GuardIcon,
  HideKeyboardIcon,
  JudgeIcon,
  LookIcon,
  MeasureIcon,
  ModelIcon,
  OpenAppIcon,
  ReadIcon,
  SaidIcon,
  ScreenshotIcon,
  ScrollIcon,
  SearchIcon,
  StateIcon,
  StepDoneIcon,
  SumIcon,
  SwipeIcon,
  TapIcon,
  ToolIcon,
  TypeIcon,
  VerifyAbsentIcon,
  VerifyIcon,
  VideoIcon,
  WaitIcon,
} from '@/parts/icons';

const tools = {
  startTestingScenario: ['start', OpenAppIcon],
  launchAppByPackage: ['start', OpenAppIcon],
  restartApp: ['restart', AgainIcon],
  closeApp: ['close', CloseAppIcon],
  tap: ['tap', TapIcon],
  tapByCoordinates: ['tap', TapIcon],
  inputText: ['type', TypeIcon],
  hideKeyboard: ['hideKeyboard', HideKeyboardIcon],
  goBack: ['back', BackIcon],
  swipeUp: ['swipeUp', ScrollIcon],
  swipeDown: ['swipeDown', ScrollIcon],
  scrollVertically: ['scroll', ScrollIcon],
  scrollHorizontally: ['scroll', SwipeIcon],
  scrollTo: ['scrollTo', ScrollIcon],
  findUiElementsByText: ['find', SearchIcon],
  getScreenDump: ['read', ReadIcon],
  perceiveScreen: ['look', LookIcon],
  getScreenSize: ['measure', MeasureIcon],
  wait: ['wait', WaitIcon],
  waitFor: ['waitFor', WaitIcon],
  verifyElementVisible: ['checkShown', VerifyIcon],
  verifyElementNotVisible: ['checkAbsent', VerifyAbsentIcon],
  verifyState: ['checkState', StateIcon],
  verifyNear: ['checkNear', VerifyIcon],
  verifyCount: ['checkCount', CountIcon],
  verifySum: ['checkSum', SumIcon],
  assertByLooking: ['checkByLooking', JudgeIcon],
  bindExpectation: ['bind', BindIcon],
  takeScreenshot: ['screenshot', ScreenshotIcon],
  startScreenRecording: ['record', VideoIcon],
  stopScreenRecording: ['stopRecording', VideoIcon],
  stepDone: ['stepDone', StepDoneIcon],
} as const satisfies Record<string, readonly [string, LucideIcon]>;

type Verb = (typeof tools)[keyof typeof tools][0];

const others: Record<Exclude<RunEvent['type'], 'tool'>, LucideIcon> = {
  screenshot: ScreenshotIcon,
  log: AboutIcon,
  state: ToolIcon,
  step: ToolIcon,
  model: ModelIcon,
  said: SaidIcon,
  guard: GuardIcon,
  video: VideoIcon,
};

function known(name: string | undefined): readonly [Verb, LucideIcon] | undefined {
  return name !== undefined && Object.hasOwn(tools, name) ? tools[name as keyof typeof tools] : undefined;
}

// undefined: a tool that this page does not know, which is shown by its name.
export function verbOf(event: RunEvent): Verb | undefined {
  return known(event.toolName)?.[0];
}

export function iconOf(event: RunEvent): LucideIcon {
  return event.type === 'tool' ? (known(event.toolName)?.[1] ?? ToolIcon) : others[event.type];
}
