/** A call of this service's API to paste into a shell. @param body JSON; the caller fills in `…` */
export const callOf = (path: string, body: string): string =>
  `curl -s ${location.origin}/api/v1${path} -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;

/** The call that makes a seller's first service. */
export const firstService = (): string =>
  callOf(
    "/services",
    '{ "name": "Weather API", "status": "ACTIVE", "owner": { "email": "you@example.com" } }',
  );
