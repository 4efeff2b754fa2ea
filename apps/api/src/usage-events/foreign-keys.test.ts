import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);

/** By SQL alone, past every check of ours. */
async function copyEvent(from: string, changed: Readonly<Record<string, string>>) {
  const client = new Client({ connectionString: service().databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query("SELECT * FROM usage_events WHERE id = $1", [from]);
  const row = { ...rows[0], id: "copy", event_key: "copy", ...changed };
  const names = Object.keys(row);
  return client.query(
    `INSERT INTO usage_events (${names.join()}) VALUES (${names.map((_, n) => `$${n + 1}`).join()})`,
    Object.values(row),
  );
}

it.each(["service_id", "user_id", "owner_id", "subscription_id", "invoice_id"])(
  "lets nobody record an event with another's %s",
  async (column) => {
    const ours = await story.anInvoice();
    const theirs = await story.anInvoice();
    const { id: subscriptionId } = ours.subscription;
    const event = story.usageOf({ ...ours, id: subscriptionId }, { invoiceId: ours.id });
    const { usageEvent } = await story.done("usageEvents.create", event);
    const anothers: Readonly<Record<string, string>> = {
      service_id: theirs.serviceId,
      user_id: theirs.userId,
      owner_id: theirs.service.ownerId,
      subscription_id: theirs.subscriptionId,
      invoice_id: theirs.id,
    };

    await expect(copyEvent(usageEvent.id, { [column]: anothers[column] ?? "" })).rejects.toThrow(
      /violates foreign key constraint "usage_events_(subscription|invoice)_id_/,
    );
  },
);
