import { expect, it } from "vitest";
import { registryPause, resumeMining, rpc, stopMining } from "../../test/harness/chain.ts";
import { aCheckout, signed } from "../../test/harness/checkout.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { aPayer } from "../../test/harness/payer.ts";
import { payments, useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { until } from "../../test/harness/until.ts";
import { reconcile } from "./engine/reconcile.ts";

/* A payer's attempts at a checkout have the same reference: the chain's event alone does not tell whose it is. */

const service = useService({ ...payments, SETTLEMENT_FINALITY: "8" });
const story = new Story(restDoor, service);

const reconciled = async () => {
  service().clock.advance(60);
  await reconcile(service().parts);
};
const attempts = () =>
  service().parts.db.settlement.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] });

it("fails a reverted attempt for good once the payer's next attempt was confirmed", async () => {
  const payer = await aPayer(service());
  const { checkoutSessionId } = await aCheckout(story);
  await stopMining(service());
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer));
  await reconciled();
  await registryPause(service(), true, { tip: 100 });
  await resumeMining(service());
  await reconciled();
  expect(await attempts()).toMatchObject([{ status: "REVERTED" }]);
  await registryPause(service(), false);
  service().clock.advance(120); // it waits after one that has failed

  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer));
  await until(async () => {
    await reconciled();
    expect(await attempts()).toMatchObject([{}, { status: "CONFIRMED" }]);
  });
  await rpc(service(), "anvil_mine", ["0x8"]);

  await until(async () => {
    await reconciled();
    expect(await attempts()).toMatchObject([
      { status: "FAILED", nextCheckAt: null },
      { status: "CONFIRMED", nextCheckAt: null },
    ]);
  });
  expect(await payer.balance()).toBe("975.000000");
});
