/**
 * The content security policy of a page. It blocks content from other origins and embedding in frames, because people
 * sign payments and type API keys on these pages.
 *
 * @param connectTo an origin besides the page's own that it may call
 */
export function pagePolicy(connectTo?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", connectTo].filter(Boolean).join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
