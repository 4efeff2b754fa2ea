/** Line breaks and other control characters, and characters that turn the direction of text. */
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u206f]+/gu;
/** The beginning of an encoded word (RFC 2047), in which a reader would find the characters that are refused here. */
const encodedWord = /=\?/g;
/** What separates addresses and names in a header: a display name must not look like an address. */
const ofAddresses = /[<>@"\\]+/g;

/**
 * A text for a header, on one line. Stored names may be older than the rules for names, so nothing is assumed of them.
 *
 * @param maxLength in characters; longer texts are cut
 */
export function oneLine(text: string, maxLength: number): string {
  const line = text
    .toWellFormed()
    .replace(unsafe, " ")
    .replace(encodedWord, "= ?")
    .replace(/ {2,}/g, " ")
    .trim();
  const characters = Array.from(line.slice(0, 4 * maxLength));
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join("")}…`;
}

/** The same for the name of a sender, which must not look like an address, nor be normalized to one by who reads it. */
export function displayName(name: string): string {
  return oneLine(name.normalize("NFKC").replace(ofAddresses, " "), 100);
}
