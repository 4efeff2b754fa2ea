const json = { "Content-Type": "application/json" };

/** Requests whose body is no JSON object. */
export const badBodies: readonly {
  what: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}[] = [
  { what: "no body", headers: json },
  { what: "no content type", headers: { "Content-Type": "" }, body: "{}" },
  { what: "a form", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "a=1" },
  { what: "text", headers: { "Content-Type": "text/plain" }, body: "{}" },
  { what: "malformed JSON", headers: json, body: '{"name": ' },
  { what: "bytes that are not UTF-8", headers: json, body: new Uint8Array([123, 255, 125]) },
  { what: "an array", headers: json, body: "[]" },
  { what: "a text as JSON", headers: json, body: '"{}"' },
  { what: "a number", headers: json, body: "1e400" },
  { what: "null", headers: json, body: "null" },
];
