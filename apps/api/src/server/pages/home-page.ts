import { createHash } from "node:crypto";
import { Router } from "express";
import { apiRoot } from "../../operation/define.ts";
import { policyOf } from "./page-policy.ts";

/** What the start page also shows under `pnpm dev`. */
export interface Development {
  /** The address of a checkout to try; null until there is one. */
  readonly checkoutUrl: () => string | null;
}

/** Paths that are public in production too. */
const paths = {
  docs: "/docs",
  dashboard: "/dashboard",
  openapi: "/openapi.json",
  health: "/health",
  ready: "/ready",
} as const;

/**
 * Serves the start page at `/`: HTML for browsers, JSON for programs. It says nothing of versions, settings or callers.
 *
 * @param development null in production
 */
export function homePage(development: Development | null): Router {
  const router = Router();
  router.get("/", (req, res) => {
    const checkoutUrl = development?.checkoutUrl() ?? null;
    res.vary("Accept").set("Cache-Control", "no-store");
    // The first type goes to callers who take anything, such as curl; browsers ask for HTML by name.
    if (req.accepts(["json", "html"]) === "html") {
      res.set("Content-Security-Policy", policy);
      res.type("html").send(page(development !== null, checkoutUrl));
    } else {
      const more = checkoutUrl !== null && { checkout: checkoutUrl };
      res.json({ service: "usance", api: apiRoot, trpc: "/trpc", mcp: "/mcp", ...paths, ...more });
    }
  });
  return router;
}

const style = `
:root { color-scheme: light dark; --ground: #eef2f0; --card: #ffffff; --ink: #11211b; --soft: #51625b; --line: #d9e2dd; --accent: #0b5f4a; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0b110f; --card: #141c19; --ink: #e9f0ed; --soft: #a2b4ac; --line: #2b3934; --accent: #5fd6ae; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: clamp(1rem, 6vw, 4rem) 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 2.5rem); background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
p { margin: 0.5rem 0 0; color: var(--soft); }
ul { margin: 1.5rem 0 0; padding: 0; list-style: none; }
li { padding: 0.75rem 0; border-top: 1px solid var(--line); }
a { color: var(--accent); font-weight: 600; overflow-wrap: anywhere; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
li span { display: block; color: var(--soft); }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
`;

/** The style by its hash, one icon from this service, and nothing else. */
const policy = policyOf({
  "style-src": `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src": "'self'",
});

function page(isDevelopment: boolean, checkoutUrl: string | null): string {
  const links = [
    link(paths.docs, "Documentation", "Guides to read in order, with a search"),
    link(`${paths.docs}/api`, "API reference", "Every operation, with its errors and examples"),
    link(paths.dashboard, "Dashboard", "What is sold, used, owed and settled"),
    ...(checkoutUrl === null
      ? []
      : [link(checkoutUrl, "Sample checkout", "Pay with the development wallet and play money")]),
    link(paths.openapi, "OpenAPI document", "The API's description for programs"),
    link(paths.health, "Health", "Whether the process runs"),
    link(paths.ready, "Readiness", "Whether database and chain can be used"),
  ];
  const development =
    "<p>This is a development server. Its API key is in the terminal that started it.</p>";
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Usance</title>
    <link rel="icon" type="image/svg+xml" href="/docs/icon.svg">
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>Usance</h1>
      <p>Usage-based billing with USDC settlement. REST is at <code>${apiRoot}</code>, tRPC at <code>/trpc</code>, MCP at <code>/mcp</code>.</p>
      ${isDevelopment ? development : ""}
      <ul>
        ${links.join("\n        ")}
      </ul>
    </main>
  </body>
</html>
`;
}

/** @param href from this service, so it needs no escaping */
const link = (href: string, name: string, what: string) =>
  `<li><a href="${href}">${name}</a><span>${what}</span></li>`;
