import { RelayError } from "./relay-error.ts";

/**
 * @param name where the developer set it: an option or a variable
 * @throws RelayError when it is not a valid address
 */
export function httpAddress(name: string, text: string): string {
  if (isHttpAddress(text)) return text;
  throw new RelayError(`${name} must be an address like http://localhost:4000/hook.`);
}

export function isHttpAddress(text: string): boolean {
  const url = URL.parse(text);
  // fetch refuses addresses with a user name and password.
  const bare = url !== null && url.username === "" && url.password === "";
  return bare && /^https?:$/.test(url.protocol);
}
