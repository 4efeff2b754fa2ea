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

/** A request that the service itself gave up. The message explains it to the owner of the address. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Explains to the owner of the address why no answer came. */
export function inWords(error: unknown): string {
  if (!(error instanceof Error)) return "No answer came.";
  if (error instanceof NoAnswer) return error.message;
  // A name with several addresses has one error for each address.
  if (error instanceof AggregateError) return inWords(error.errors[0]);
  if (error.name === "HTTPParserError") return "The answer is not HTTP.";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = sentences[code];
  if (known !== undefined) return known;
  if (code.startsWith("ERR_SSL")) return "The host speaks no TLS, or none that is spoken here.";
  return code === "" ? "No answer came." : `No answer came (${code}).`;
}
