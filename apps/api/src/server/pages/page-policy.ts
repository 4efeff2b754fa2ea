import type { RequestHandler } from "express";

/**
 * A content security policy that blocks everything but what is allowed, and embedding in frames, because people sign
 * payments and type API keys on these pages.
 *
 * @param allowed the sources by directive
 */
export function policyOf(allowed: Readonly<Record<`${string}-src`, string>>): string {
  const directives = {
    "default-src": "'none'",
    ...allowed,
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}

/**
 * Sets the headers of a page that has its scripts and styles from this service.
 *
 * @param connectTo origins besides the page's own that it may call
 */
export function securePage(connectTo: readonly string[] = []): RequestHandler {
  const policy = policyOf({
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": ["'self'", ...connectTo].join(" "),
  });
  return (_req, res, next) => {
    res.set("Content-Security-Policy", policy);
    res.set("Referrer-Policy", "no-referrer");
    next();
  };
}
