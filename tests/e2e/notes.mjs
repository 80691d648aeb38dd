// notes.mjs: the notes app's screens, one link away, and its login
export async function open(agentest, device, screen) {
  await device.shell(`am start -a android.intent.action.VIEW -d notes://${screen}`);
  await agentest.flow({ action: 'wait_for_stable' });
  return agentest.tree();
}

export const login = [
  { action: 'type', target: { id: 'email' }, value: 'demo@example.com' },
  { action: 'type', target: { id: 'password' }, value: 'secret123' },
  { action: 'tap', target: { text: 'Log in' } },
];
