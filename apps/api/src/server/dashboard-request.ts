import type { IncomingMessage } from "node:http";
import type { DashboardRequest } from "../operation/context.ts";
import { cookieNameAt } from "../pages/dashboard/sign-in.ts";

/** The header that the dashboard sends with each call. A page of another origin cannot send it: see below. */
const dashboardHeader = "usance-dashboard";

/**
 * Reads the dashboard session of a request. A browser sends cookies by itself, so the session in the cookie counts only
 * with two proofs that the dashboard's own page made the call:
 *
 * - the header `Usance-Dashboard`. Forms, links and images cannot set headers, and for a script of another origin the
 * browser first asks by CORS, which never allows this header;
 * - `Sec-Fetch-Site: same-origin`, which no script can set. Where a browser does not send it, as on plain http, the
 * `Origin` must be this host; a GET has none there and needs the header alone.
 */
export function dashboardRequest(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  dashboardUrl: string,
): DashboardRequest {
  const { host, origin } = headers;
  const site = headers["sec-fetch-site"];
  const hasNoOrigin = origin === undefined && (method === "GET" || method === "HEAD");
  const isOwnOrigin = hasNoOrigin || (origin !== undefined && URL.parse(origin)?.host === host);
  const isOwnPage =
    headers[dashboardHeader] === "1" && (site === undefined ? isOwnOrigin : site === "same-origin");
  return {
    isOwnPage,
    token: isOwnPage ? tokenIn(headers.cookie, cookieNameAt(dashboardUrl)) : undefined,
  };
}

/**
 * The session's token; of several cookies with the name, the first. Only spaces are trimmed from a name: a browser stores a
 * name that begins with another kind of white space, such as U+00A0, without the rules of `__Host-`.
 */
function tokenIn(cookies: string | undefined, name: string): string | undefined {
  const pairs = (cookies ?? "").split(/; */);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
