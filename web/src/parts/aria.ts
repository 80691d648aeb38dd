// aria.ts: React Aria under our content policy; included by every part that uses its components
//
// Its buttons add a style element to the page unless they find theirs there, and the policy allows none. What it
// would say is in AriaMenu.module.css.
const OWN = 'react-aria-pressable-style';

if (!document.getElementById(OWN)) {
  const mark = document.createElement('meta');
  mark.id = OWN;
  document.head.append(mark);
}
