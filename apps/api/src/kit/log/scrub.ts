/** Removes from a text whatever readers of the log must not see. */
export type Scrub = (text: string) => string;

/** Patterns of confidential text, each with its replacement. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\busance_[0-9A-Za-z]{6,}/g, "[key]"],
  [/\bwhsec_[0-9A-Za-z+/=_-]+/g, "[secret]"],
  [/\b(Bearer|Basic)\s+[^\s"',]+/gi, "$1 [secret]"],
  [/\bv1a?,[0-9A-Za-z+/=]+/g, "[signature]"],
  // Longer than any hash or address: signatures, signed transactions, call data.
  [/\b0x[0-9a-f]{100,}/gi, "[bytes]"],
  [/\/\/[^\s/@]+@/g, "//[secret]@"],
  // The path of a package also has an @, but no top-level domain after it, so it does not match. The lookbehind makes
  // the match start at the beginning of a word; without it, a long text without an @ takes quadratic time. An address may
  // contain quotes, slashes and equals signs, so what they separate from it goes as well, except at the beginning.
  [
    /(?<![^\s"<>()[\],;:\\])([`'{}=/|]*)[^\s@"<>()[\],;:\\`'{}=/|][^\s@"<>()[\],;:\\]*@[\p{L}\p{N}.-]*\.(?:xn--[a-z0-9-]+|\p{L}{2,})/giu,
    "$1[e-mail]",
  ],
];

/** @param secrets removed wherever they occur; one secret may be a part of another */
export function scrubber(secrets: readonly string[]): Scrub {
  const longestFirst = [...new Set(secrets)].sort((one, other) => other.length - one.length);
  return (text) => {
    let scrubbed = text;
    for (const secret of longestFirst) scrubbed = scrubbed.replaceAll(secret, "[secret]");
    for (const [pattern, instead] of patterns) scrubbed = scrubbed.replace(pattern, instead);
    return scrubbed;
  };
}
