/**
 * Builds the address and the body of a call. Input fields that the path names go into the path; the others are the query of
 * a GET, and the body of a POST or PATCH.
 *
 * @throws TypeError when an id of the path is missing
 */
export function requestOf(
  method: string,
  path: string,
  input: object = {},
): { target: string; body: string | null } {
  const rest = new Map<string, unknown>(Object.entries(input));
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(rest.get(name) ?? "");
    rest.delete(name);
    // An empty id, or one of dots, would change the path.
    if (/^\.{0,2}$/.test(id)) throw new TypeError(`${name} is required.`);
    return encodeURIComponent(id);
  });
  if (method === "POST" || method === "PATCH" || method === "PUT") {
    return { target: place, body: JSON.stringify(Object.fromEntries(rest)) };
  }
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return { target: query.size === 0 ? place : `${place}?${query}`, body: null };
}
