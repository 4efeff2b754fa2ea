import { Client } from "pg";
import { onTestFinished } from "vitest";

/** A connection of its own to the database of a service, which may be killed. */
export async function aClient({ databaseUrl }: { readonly databaseUrl: string }): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Records an event of a subscription past the service: its id, the key, the quantity, and when it occurred and was recorded. */
export const insertEvent = `
  INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key, quantity, occurred_at, created_at)
  SELECT left(md5(id || $2), 24), service_id, owner_id, id, user_id, $2, $3, $4, $5 FROM subscriptions WHERE id = $1`;
