import { startService, type TestService } from "./service.ts";

/** Starts a second process on the database and the chain of a service. It leaves the chain running when it stops. */
export function startBeside(
  { databaseUrl, anvil, contract }: TestService,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const shared = { anvil: { ...anvil, stop: async () => {} }, contract };
  return startService({ DATABASE_URL: databaseUrl, ...environment }, { chain: shared });
}
