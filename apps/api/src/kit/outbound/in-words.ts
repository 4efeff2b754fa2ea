import { NotPublic } from "./guarded-connect.ts";

/** Sentences for the error codes of Node and undici. */
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name has no address.",
  EAI_AGAIN: "The host name could not be looked up.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was cut before an answer came.",
  EPIPE: "The connection was cut before an answer came.",
  UND_ERR_SOCKET: "The connection was cut before an answer came.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
  UND_ERR_CONNECT_TIMEOUT: "No connection came about in time.",
  ETIMEDOUT: "No connection came about in time.",
  UND_ERR_HEADERS_OVERFLOW: "The answer's head is too large.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is signed by itself.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate is signed by itself.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate's issuer is not known.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate's issuer is not known.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is of another host.",
};

/** The request exceeded its time limit. */
export class TookTooLong extends Error {
  override readonly name = "TookTooLong";
}

/** How many informational (1xx) answers may precede the final one. */
export const maxInformational = 10;

/** The receiver keeps sending informational answers instead of a final one. */
export class TooManyInformational extends Error {
  override readonly name = "TooManyInformational";
  override readonly message =
    `More than ${maxInformational} informational (1xx) answers came before an answer.`;
}

/** Explains to the owner of the address why no answer came. */
export function inWords(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return "No answer came.";
  if (error instanceof NotPublic || error instanceof TooManyInformational) return error.message;
  if (error instanceof TookTooLong) return `No answer came within ${timeoutMs / 1_000} s.`;
  // A name with several addresses has one error for each address.
  if (error instanceof AggregateError) return inWords(error.errors[0], timeoutMs);
  if (error.name === "HTTPParserError") return "The answer is not HTTP.";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = sentences[code];
  if (known !== undefined) return known;
  if (code.startsWith("ERR_SSL")) return "The host speaks no TLS, or none that is spoken here.";
  return code === "" ? "No answer came." : `No answer came (${code}).`;
}
