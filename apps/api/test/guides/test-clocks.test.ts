import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newDatabase } from "../harness/database.ts";
import { restDoor } from "../harness/doors.ts";
import { paste } from "../harness/paste.ts";
import { runUsance, temporaryFolder } from "../processes/entry.ts";
import { root } from "../processes/program.ts";

it("docs/test-clocks.md renews a subscription eleven times, and ends it with its period", async () => {
  const dataDir = temporaryFolder();
  const dev = runUsance(["dev"], {
    DATA_DIR: dataDir,
    DATABASE_URL: await newDatabase(),
    PORT: "0",
  });
  const [, rest = ""] = await dev.printed(/^ *REST +(\S+)$/m);
  const { origin: url } = new URL(rest);

  await paste(readFileSync(join(root, "docs/test-clocks.md"), "utf8"), { url, dataDir });

  const key = readFileSync(join(dataDir, "api-key"), "utf8").trim();
  const list = async (operation: string) =>
    (await restDoor.call(url, operation, { limit: 100 }, key)).body;
  const { subscriptions } = await list("subscriptions.list");
  const { invoices } = await list("invoices.list");
  const { events } = await list("events.list");
  const types = events.map(({ type }: { type: string }) => type);
  expect(subscriptions).toMatchObject([{ status: "CANCELLED", cancelAt: expect.any(String) }]);
  const days = invoices.map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 10));
  const lastDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const renewals = lastDays.map(
    (day, month) => `2027-${String(month + 1).padStart(2, "0")}-${day}`,
  );
  expect(days).toEqual(renewals.slice(1).toReversed());
  expect(types.filter((type: string) => type === "subscription.renewed")).toHaveLength(11);
  expect(types.filter((type: string) => type === "subscription.cancelled")).toHaveLength(1);
});
