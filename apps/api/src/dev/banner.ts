import type { LocalServers } from "./local-servers.ts";

/**
 * The text that `pnpm dev` prints once it is ready: the addresses of everything, and a first API call to paste.
 *
 * @param listening the service's URL. One that listens on all addresses is shown as localhost
 * @param local the servers that were started, and a sample checkout. Servers from the environment are not shown: the
 *   user knows their addresses, which may be secret
 */
export function banner(
  listening: string,
  key: string,
  {
    databaseUrl,
    rpcUrl,
    checkoutUrl,
  }: Pick<LocalServers, "databaseUrl" | "rpcUrl"> & { readonly checkoutUrl: string | undefined },
): string {
  const url = listening.replace("//0.0.0.0:", "//localhost:");
  const database = databaseUrl === undefined ? "" : `\n  Database  ${databaseUrl}`;
  const chain = rpcUrl === undefined ? "" : `\n  Chain     ${rpcUrl}`;
  const checkout = checkoutUrl === undefined ? "" : `\n  Checkout  ${checkoutUrl}`;
  return `
Usance is ready.

  REST      ${url}/api/v1
  tRPC      ${url}/trpc
  Docs      ${url}/docs${checkout}${database}${chain}
  Key       ${key}

Create your first service:

  curl -s ${url}/api/v1/services \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"name": "Weather API", "status": "ACTIVE", "owner": {"email": "dev@example.com"}}'

Ctrl-C stops it. State is kept for the next start.
`;
}
