/** The name of the cookie. Browsers take one with `__Host-` only over https, for this host alone. */
const secureName = "__Host-usance-dashboard";
/** The name where the dashboard is at plain http, on a developer's machine. */
const plainName = "usance-dashboard";

/** The only cookie name that is accepted at an address: over https, other hosts and plain http can set the plain name too. */
export const cookieNameAt = (dashboardUrl: string): string =>
  isPlainLoopback(dashboardUrl) ? plainName : secureName;

/**
 * `Set-Cookie` for a session's token. Scripts cannot read the cookie, and other sites' pages do not send it.
 *
 * @param dashboardUrl the address of the dashboard: plain http is for loopback addresses
 * @param maxAge in seconds; 0 removes the cookie
 */
export function sessionCookie(dashboardUrl: string, token: string, maxAge: number): string {
  const name = cookieNameAt(dashboardUrl);
  const terms = ["Path=/", `Max-Age=${maxAge}`, "HttpOnly", "SameSite=Strict"];
  return [`${name}=${token}`, ...terms, ...(name === plainName ? [] : ["Secure"])].join("; ");
}

function isPlainLoopback(dashboardUrl: string): boolean {
  const { protocol, hostname } = new URL(dashboardUrl);
  return protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
