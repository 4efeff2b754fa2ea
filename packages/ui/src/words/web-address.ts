/** @returns null for an address that a page may send nobody to: it is none, or not of the web */
export function webAddress(address: string | null): URL | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}
