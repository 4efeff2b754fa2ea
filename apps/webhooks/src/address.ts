import { RelayError } from "./relay-error.ts";

/**
 * @param name what the developer gave it as: an option or a variable
 * @throws RelayError when nothing can be sent to an address like this
 */
export function httpAddress(name: string, text: string): string {
  const url = URL.parse(text);
  // fetch takes no user name and password in an address.
  const bare = url !== null && url.username === "" && url.password === "";
  if (bare && /^https?:$/.test(url.protocol)) return text;
  throw new RelayError(`${name} must be an address like http://localhost:4000/hook.`);
}
