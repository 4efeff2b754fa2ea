const words: readonly (readonly [RegExp, string])[] = [
  [/transfer amount exceeds balance/, "The wallet had too little USDC. Nothing was taken."],
  [
    /authorization is used or canceled/,
    "The payment was cancelled in the wallet. Nothing was taken.",
  ],
  [
    /SettlementExpired|authorization is expired|time on the chain passed/,
    "The payment was not sent in time. Nothing was taken.",
  ],
  [/EnforcedPause/, "Payments are paused. Nothing was taken."],
];

/** Why a payment failed, for whoever was to pay: what contracts say is for developers. */
export function inWords(failure: string): string {
  const known = words.find(([pattern]) => pattern.test(failure));
  if (known !== undefined) return known[1];
  const isSentence = /^[A-Z].*\.$/.test(failure);
  return isSentence ? failure : "The settlement contract refused the payment. Nothing was taken.";
}
