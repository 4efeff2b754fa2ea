/** A scheme, two slashes and a host: the URL parser takes `https:evil.com` and `https:/\evil.com` for `https://evil.com`. */
const begins = /^https?:\/\/[^/?#]/i;

/** What the URL parser drops (outer blanks, tabs, line breaks) or reads as a slash. */
const misleading = /^\s|\s$|[\p{Cc}\\]/u;

/**
 * Reads an http or https address whose host is the one that a reader sees in it.
 *
 * @returns null for everything else
 */
export function readWebAddress(text: string): URL | null {
  return begins.test(text) && !misleading.test(text) ? URL.parse(text) : null;
}

export const hasUser = ({ username, password }: URL) => username !== "" || password !== "";
