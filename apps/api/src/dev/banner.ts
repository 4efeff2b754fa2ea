/** What `pnpm dev` prints once it is ready: where everything is, and a first call to paste. */
export function banner(url: string, key: string): string {
  return `
Usance is ready.

  REST    ${url}/api/v1
  tRPC    ${url}/trpc
  Docs    ${url}/docs
  Key     ${key}

Create your first service:

  curl -s ${url}/api/v1/services \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"name": "Weather API", "status": "ACTIVE", "owner": {"email": "dev@example.com"}}'

Ctrl-C stops it. State is kept for the next start.
`;
}
