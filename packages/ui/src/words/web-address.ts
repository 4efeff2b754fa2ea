/** @returns null for an address that a page may send nobody to: it is none, or not of the web */
export function webAddress(address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) ? url : null;
}
