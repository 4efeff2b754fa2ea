/** A scheme, two slashes and a host: the URL parser also reads `https:evil.com` as `https://evil.com`. */
const begins = /^https?:\/\/[^/?#]/i;

/** Characters that the URL parser drops (outer white space, tabs, line breaks) or reads as a slash. */
const misleading = /^\s|\s$|[\p{Cc}\\]/u;

/**
 * Parses an http or https URL whose host is the one that a reader sees in it.
 *
 * @returns null for every other text
 */
export function readWebAddress(text: string): URL | null {
  return begins.test(text) && !misleading.test(text) ? URL.parse(text) : null;
}

/** Whether a URL contains a user name or a password. */
export const hasUser = ({ username, password }: URL) => username !== "" || password !== "";
