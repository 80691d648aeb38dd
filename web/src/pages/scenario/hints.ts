// hints.ts: hints about steps that are too vague for a verdict; pure
//
// A step that says nothing that can be seen on the screen stays unverified: see "Verdicts" in docs/tester.md.
const seen =
  /\b(see|sees|seen|show|shows|shown|showing|visible|appear|appears|display|displays|displayed|check|verify|ensure|assert|confirm|expect|expected|should|must|found|find|listed|opens?|gone|hidden|disappears?|disabled|enabled|selected|reads?|contains?|equals?)\b|\b(voir|voit|vérifie[rz]?|contrôle[rz]?|visibles?|affich\w*|apparaît|apparaissent|apparaître|disparaît|disparaître|trouvée?s?|doit|doivent|contient|s’ouvre|s'ouvre|montre|présente?s?)(?![\p{L}])|\bis (now |still |back )?(the|a|an|on|off|at)\b/iu;
const secret = /\b(?:password|passcode|mot de passe|pin)\b[^{]*$/iu;

type Hint = 'unseen' | 'secret';

// hasExpectations: what should be seen is said beside the text.
export function hintOf(step: string, hasExpectations = false): Hint | undefined {
  const text = step.trim();
  if (!text) return undefined;
  if (
    secret.test(text) &&
    /(?:password|passcode|mot de passe|pin)\s+["“«']?[^\s"”»'{]{4,}/iu.test(text) &&
    /\d/.test(text)
  )
    return 'secret';
  return hasExpectations || seen.test(text) ? undefined : 'unseen';
}
