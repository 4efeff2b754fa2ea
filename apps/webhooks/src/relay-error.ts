/** An error that the developer can fix. The message is one line. */
export class RelayError extends Error {
  override readonly name: string = "RelayError";
}

/** No events can be read at the moment. The service may recover by itself. */
export class ServiceAway extends RelayError {
  override readonly name = "ServiceAway";
}

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The connection was refused.",
  ENOTFOUND: "The host name has no address.",
  EAI_AGAIN: "The host name could not be looked up.",
  ECONNRESET: "The connection was cut before an answer came.",
  EPIPE: "The connection was cut before an answer came.",
  UND_ERR_SOCKET: "The connection was cut before an answer came.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
  ETIMEDOUT: "No connection came about in time.",
  UND_ERR_CONNECT_TIMEOUT: "No connection came about in time.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is signed by itself.",
  ERR_SSL_WRONG_VERSION_NUMBER: "What answers there speaks http, not https.",
};

/** Why fetch got no response, in a sentence. */
export function noAnswer(error: unknown): string {
  if (!(error instanceof Error)) return "No answer came.";
  if (error.name === "TimeoutError") return "No answer came in time.";
  const { cause } = error;
  if (!(cause instanceof Error)) return "No answer came.";
  if (cause.name === "HTTPParserError") return "The answer is not HTTP.";
  // A rule of browsers and fetch: they send nothing to some ports, such as 6000.
  if (cause.message === "bad port") return "fetch sends nothing to this port: take another.";
  const code = "code" in cause ? String(cause.code) : cause.message;
  return sentences[code] ?? `No answer came (${code}).`;
}
