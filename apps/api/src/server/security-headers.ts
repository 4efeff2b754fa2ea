import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";

/** Helmet's security headers. They are the same for every response, so helmet runs once. */
export function securityHeaders(): Readonly<Record<string, string>> {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } })(
    req,
    res,
    (error) => {
      if (error !== undefined) throw error;
    },
  );
  const names = res.getHeaderNames();
  return Object.fromEntries(names.map((name) => [name, String(res.getHeader(name))]));
}
