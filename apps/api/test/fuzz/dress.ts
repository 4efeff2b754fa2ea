import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import type { HttpRequest } from "./http.ts";

/* The parts of a request besides its input: caller, format and headers. */

type Headers = HttpRequest["headers"];

/** Valid keys. */
export interface Keys {
  readonly platform: string;
  readonly seller: string;
}

const bytesOf = (text: string) => Buffer.from(text, "utf8");
const jsonType = { "Content-Type": "application/json" };

/** Almost always a valid key. */
const authorization = ({ platform, seller }: Keys): fc.Arbitrary<Headers> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant({ Authorization: `Bearer ${platform}` }) },
    { weight: 10, arbitrary: fc.constant({ Authorization: `Bearer ${seller}` }) },
    { weight: 1, arbitrary: fc.constant({}) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(
          ...["", "Bearer", "Bearer ", `bearer  ${seller}`, `Basic ${btoa("a:b")}`, platform],
          ...[
            `Bearer ${platform}x`,
            `Bearer ${"x".repeat(4_000)}`,
            "Bearer __proto__",
            "Bearer \xff",
          ],
        )
        .map((Authorization) => ({ Authorization })),
    },
  );

/** Headers that mean something to some servers, mostly not to this one. */
const oddHeaders: fc.Arbitrary<Headers> = fc.constantFrom<Headers>(
  { Accept: "text/html" },
  { Accept: "" },
  { Accept: "*/*;q=0, application/xml" },
  { Accept: "\xff;;,,=" },
  { "Accept-Encoding": "br;q=1, *;q=0" },
  { "X-HTTP-Method-Override": "DELETE" },
  { "X-Request-Id": "\xe9\xe9" },
  { "X-Request-Id": "x".repeat(129) },
  { "X-Request-Id": ["one", "two"] },
  { "X-Forwarded-For": "' OR 1=1, ::ffff:999.1.1.1" },
  { Forwarded: "for=unknown;proto=__proto__" },
  { Host: "a b@c" },
  { Origin: "null" },
  { Cookie: "__proto__=1; constructor=2" },
  { Range: "bytes=0-0" },
  { "If-None-Match": "*" },
  { "If-Modified-Since": "never" },
  { Expect: "the-impossible" },
  { Upgrade: "h2c", Connection: "Upgrade" },
  { traceparent: "00-0-0-0" },
  { "Content-Type": ["application/json", "text/plain"] },
  { __proto__x: "1", constructor: "2", prototype: "3" },
);

const idempotencyKey: fc.Arbitrary<Headers> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.uuid().map((key) => ({ "Idempotency-Key": key })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Headers>(
      { "Idempotency-Key": "again" },
      { "Idempotency-Key": "__proto__" },
      { "Idempotency-Key": "" },
      { "Idempotency-Key": "x".repeat(255) },
      { "Idempotency-Key": "x".repeat(256) },
      { "Idempotency-Key": "a b" },
      { "Idempotency-Key": "\xfc" },
      { "Idempotency-Key": ["one", "two"] },
    ),
  },
);

/** None, mostly. */
export const extraHeaders: fc.Arbitrary<Headers> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: oddHeaders },
);

export const headerSets = (keys: Keys): fc.Arbitrary<Headers> =>
  fc
    .tuple(authorization(keys), idempotencyKey, extraHeaders)
    .map((sets) => Object.assign({}, ...sets));

type Form = (text: string) => Pick<HttpRequest, "headers" | "body">;

const typed =
  (type: string): Form =>
  (text) => ({ headers: { "Content-Type": type }, body: bytesOf(text) });

const encoded =
  (encoding: string, encode: (bytes: Buffer) => Uint8Array): Form =>
  (text) => ({
    headers: { ...jsonType, "Content-Encoding": encoding },
    body: encode(bytesOf(text)),
  });

const changed =
  (change: (text: string) => string): Form =>
  (text) => ({ headers: jsonType, body: bytesOf(change(text)) });

const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20));
const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.byteLength / 2);

const oddForms: readonly Form[] = [
  ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""].map(
    typed,
  ),
  ...[
    "application/json; charset=utf-16",
    "application/JSON ;charset=\xff",
    "application/jsonx",
  ].map(typed),
  ...["application/merge-patch+json", "text/json", "application/json, text/html", ";;;", "*/*"].map(
    typed,
  ),
  encoded("gzip", gzipSync),
  encoded("deflate", deflateSync),
  encoded("br", brotliCompressSync),
  encoded("GZIP", gzipSync),
  encoded("gzip", (bytes) => bytes),
  encoded("br", (bytes) => bytes),
  encoded("gzip", (bytes) => half(gzipSync(bytes))),
  encoded("br", (bytes) => half(brotliCompressSync(bytes))),
  encoded("gzip", () => bomb),
  encoded("gzip, gzip", (bytes) => gzipSync(gzipSync(bytes))),
  encoded("zstd", (bytes) => bytes),
  encoded("__proto__", (bytes) => bytes),
  changed((text) => `\ufeff${text}`),
  changed((text) => text.slice(0, text.length / 2)),
  changed((text) => text.slice(0, -1)),
  changed((text) => text + text),
  changed((text) => `${text},`),
  changed((text) => text.replaceAll('"', "'")),
  changed((text) => `/* */${text}`),
  changed((text) => `${" ".repeat(1_100_000)}${text}`),
  changed((text) => `\n\t ${text} \n`),
  changed((text) => `[${text}]`),
  changed(() => ""),
  changed(() => " "),
  changed(() => "null"),
  changed(() => '"{}"'),
  changed(() => "[".repeat(200_000)),
  changed(() => '{"a":'.repeat(100_000)),
  (text) => ({ headers: jsonType, body: Buffer.from(text, "utf16le") }),
  (text) => ({ headers: jsonType, body: Buffer.concat([bytesOf(text), Buffer.from([0xff, 0])]) }),
  (text) => ({ headers: {}, body: bytesOf(text) }),
  () => ({ headers: jsonType, body: null }),
  () => ({ headers: { ...jsonType, "Transfer-Encoding": "chunked" }, body: null }),
];

/** How a JSON text is sent: mostly as valid JSON. */
export const bodyForm: fc.Arbitrary<Form> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(typed("application/json")) },
  { weight: 1, arbitrary: fc.constant(typed("application/json; charset=utf-8")) },
  { weight: 2, arbitrary: fc.constantFrom(...oddForms) },
);

/** A body for a request that needs none: almost never. */
export const strayForm: fc.Arbitrary<Form> = fc.oneof(
  { weight: 15, arbitrary: fc.constant(() => ({ headers: {}, body: null })) },
  { weight: 1, arbitrary: bodyForm },
);

/** The method of a request; almost always the right one. */
export const methodLike = (own: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(own) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...[
          "GET",
          "HEAD",
          "POST",
          "PUT",
          "PATCH",
          "DELETE",
          "OPTIONS",
          "TRACE",
          "PROPFIND",
          "QUERY",
        ],
      ),
    },
  );
