import type { LocalServers } from "./local-servers.ts";

/**
 * What `pnpm dev` prints once it is ready: where everything is, and a first call to paste.
 *
 * @param local what was started with it, and a checkout to try; of what was given, the address is known and
 *   may be secret
 */
export function banner(
  url: string,
  key: string,
  {
    databaseUrl,
    rpcUrl,
    checkoutUrl,
  }: Pick<LocalServers, "databaseUrl" | "rpcUrl"> & { readonly checkoutUrl: string | undefined },
): string {
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
