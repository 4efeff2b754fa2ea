const words: readonly (readonly [RegExp, string])[] = [
  [/BalanceTooLow|transfer amount exceeds balance/, "The wallet had too little USDC."],
  [/AllowanceTooLow|transfer amount exceeds allowance/, "The wallet allows too little USDC."],
  [/CapExceeded/, "It is more than what is left of the spending cap."],
  [/CapAlreadyRevoked/, "The spending cap was revoked."],
  [/CapExpired/, "The spending cap has ended."],
  [
    /AuthorizationAlreadyUsed|authorization is used or canceled/,
    "The payment was cancelled in the wallet, or its signature was used already.",
  ],
  [
    /AccountBlacklisted|account is blacklisted/,
    "USDC has blocked the wallet that pays, or the one that is paid.",
  ],
  [/Pausable: paused/, "USDC is paused by its issuer: nobody can pay with it at the moment."],
  [/EnforcedPause/, "Payments are paused."],
  [
    /SettlementExpired|authorization is expired|time on the chain passed/,
    "The payment was not sent in time.",
  ],
  [
    /InvoiceAlreadySettled|Another payment of the invoice/,
    "This checkout was paid by another payment.",
  ],
  [/[Gg]as (?:bound|limit)|more gas than/, "The wallet needs too much gas to pay with."],
  [/took its place/, "Another wallet's payment took its place before it was sent."],
];

/**
 * Explains to the payer why a payment was refused or has failed; the contracts' own messages are for developers. It
 * does not tell whether anything was taken: that depends on what is final on the chain.
 */
export function inWords(failure: string): string {
  const known = words.find(([pattern]) => pattern.test(failure));
  if (known !== undefined) return known[1];
  const isSentence = /^[A-Z][^()]*\.$/.test(failure) && failure.includes(" ");
  return isSentence ? failure : "The token or the settlement contract refused the payment.";
}

/** Whether the token refused the payer's signature. */
export function isOfSignature(reason: string): boolean {
  return /invalid signature|InvalidSignature|ECRecover/i.test(reason);
}
