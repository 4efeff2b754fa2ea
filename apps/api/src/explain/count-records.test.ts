import { expect, it } from "vitest";
import { registryPause } from "../../test/harness/chain.ts";
import { sql } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { aSeller, Story } from "../../test/harness/story.ts";

const service = useService();

/** The counts that are not zero. */
async function countsOf(story: Story, of: string) {
  const { counts } = await story.done("reports.counts", { of });
  return Object.fromEntries(
    counts.flatMap(({ status, count, isMore }: StatusCount) =>
      count === 0 ? [] : [[status, isMore ? `${count}+` : count]],
    ),
  );
}

interface StatusCount {
  readonly status: string;
  readonly count: number;
  readonly isMore: boolean;
}

it("a seller's records are counted by the status that callers see, after what is due", async () => {
  const story = new Story(restDoor, service, await aSeller(service));
  const { id: invoiceId } = await story.anInvoice();
  await story.anInvoice({ dueAt: service().clock.in(60) });
  const failed = await story.anInvoice();
  await story.aPaidInvoice();
  await registryPause(service(), true);
  await story.call("settlements.create", story.settlementOf(failed));
  await registryPause(service(), false);
  await story.done("invoices.void", { invoiceId });
  service().clock.advance(60);

  expect(await countsOf(story, "invoices")).toEqual({ OPEN: 1, PAID: 1, VOID: 1, EXPIRED: 1 });
  expect(await countsOf(story, "settlements")).toEqual({ CONFIRMED: 1, FAILED: 1 });
  expect(await countsOf(story, "disputes")).toEqual({});
  const other = new Story(restDoor, service, await aSeller(service));
  expect(await countsOf(other, "invoices")).toEqual({});
});

it("of very many, a thousand are counted", async () => {
  const seller = await aSeller(service);
  const story = new Story(restDoor, service, seller);
  const { id } = await story.anInvoice();
  await sql(
    service().databaseUrl,
    `INSERT INTO invoices (id, service_id, owner_id, payment_plan_id, user_id, subscription_id, status, amount,
                           currency, bill_hash, created_at, updated_at)
     SELECT 'many' || i, service_id, owner_id, payment_plan_id, user_id, subscription_id, 'VOID', 1, 'USDC', '',
            created_at, updated_at FROM invoices, generate_series(1, 2000) AS i WHERE id = $1`,
    [id],
  );
  expect(await countsOf(story, "invoices")).toEqual({ OPEN: 1, VOID: "1000+" });
});
