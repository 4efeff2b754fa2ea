/** Takes out of a text what nobody who reads the log is to see. */
export type Scrub = (text: string) => string;

/** What is one wherever it stands, and what is written in its place. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\busance_[0-9A-Za-z]{6,}/g, "[key]"],
  [/\bwhsec_[0-9A-Za-z+/=_-]+/g, "[secret]"],
  [/\b(Bearer|Basic)\s+[^\s"',]+/gi, "$1 [secret]"],
  [/\bv1a?,[0-9A-Za-z+/=]+/g, "[signature]"],
  // Longer than any hash or address: signatures, signed transactions, the data of calls.
  [/\b0x[0-9a-f]{100,}/gi, "[bytes]"],
  [/\/\/[^\s/@]+@/g, "//[secret]@"],
  // A path of a package has an @ too, and no top-level domain behind it: it is left alone. That it must
  // begin where the name does keeps a long text without an @ from being gone through again and again.
  [
    /(?<![^\s"'`<>()[\]{},;:=\\/|])[^\s@"'`<>()[\]{},;:=\\/|]+@[\p{L}\p{N}.-]*\.\p{L}{2,}/gu,
    "[e-mail]",
  ],
];

/**
 * @param secrets taken out as they are, wherever they stand; one that is part of another may be among
 *   them
 */
export function scrubber(secrets: readonly string[]): Scrub {
  const longestFirst = [...new Set(secrets)].sort((one, other) => other.length - one.length);
  return (text) => {
    let scrubbed = text;
    for (const secret of longestFirst) scrubbed = scrubbed.replaceAll(secret, "[secret]");
    for (const [pattern, instead] of patterns) scrubbed = scrubbed.replace(pattern, instead);
    return scrubbed;
  };
}
