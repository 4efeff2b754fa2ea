/** What operations do, where it is not their name in the past. */
const verbs: Readonly<Record<string, string>> = {
  addRecurringGrant: "added a recurring grant to",
  applyBalance: "used the balance for",
  cancel: "cancelled",
  commit: "committed",
  decline: "declined",
  endRecurringGrant: "ended a recurring grant of",
  grant: "granted credit to",
  removeAutoTopUp: "ended automatic top-ups of",
  resend: "sent again",
  redeliver: "sent events again of",
  rotateLink: "replaced the link of",
  rotateSecret: "replaced the secret of",
  setAutoTopUp: "set automatic top-ups of",
  signIn: "signed in with",
  signInWithWallet: "signed in with a wallet by",
  signOut: "signed out of",
  test: "tested",
  topUp: "topped up",
  changeSubscriber: "changed",
};

const nouns: Readonly<Record<string, string>> = {
  apiKeys: "API key",
  dashboard: "dashboard session",
  emails: "e-mail",
  x402Payments: "x402 payment",
};

/** A write in words: what was done, to what: `rotated`, `API key`. @param operation its name in tRPC: `apiKeys.rotate` */
export function operationWords(operation: string): readonly [done: string, to: string] {
  const [noun = "", verb = ""] = operation.split(".");
  const done = verbs[verb] ?? (verb.endsWith("e") ? `${verb}d` : `${verb}ed`);
  const words = noun.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [done, nouns[noun] ?? words.replace(/s$/, "")];
}
