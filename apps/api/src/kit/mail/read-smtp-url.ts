/** A mail server, and how to log in there. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start. Without it, STARTTLS is used if the server offers it. */
  readonly secure: boolean;
  /** Whether TLS is necessary: a password is not sent in the clear, except on this machine. */
  readonly requireTLS: boolean;
  readonly auth: {
    readonly credentials: { readonly user: string; readonly pass: string };
  } | null;
}

const thisMachine: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Reads SMTP_URL, which config has checked to be a URL. */
export function readSmtpUrl(url: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const hasLogin = username !== "";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: hasLogin && !secure && !thisMachine.has(hostname),
    auth: hasLogin
      ? { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : null,
  };
}
