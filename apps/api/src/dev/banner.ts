import type { LocalServers } from "./local-servers.ts";

/**
 * What `pnpm dev` prints once it is ready: where everything is, and a first call to paste.
 *
 * @param local what was started with it; of what was given, the address is known and may be secret
 */
export function banner(
  url: string,
  key: string,
  { databaseUrl, rpcUrl }: Pick<LocalServers, "databaseUrl" | "rpcUrl">,
): string {
  const database = databaseUrl === undefined ? "" : `\n  Database  ${databaseUrl}`;
  const chain = rpcUrl === undefined ? "" : `\n  Chain     ${rpcUrl}`;
  return `
Usance is ready.

  REST      ${url}/api/v1
  tRPC      ${url}/trpc
  Docs      ${url}/docs${database}${chain}
  Key       ${key}

Create your first service:

  curl -s ${url}/api/v1/services \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"name": "Weather API", "status": "ACTIVE", "owner": {"email": "dev@example.com"}}'

Ctrl-C stops it. State is kept for the next start.
`;
}
