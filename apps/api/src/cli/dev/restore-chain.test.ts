import { expect, it } from "vitest";
import { rpc } from "../../../test/harness/chain.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { restoreChain } from "./local-contracts.ts";

const service = useService();
expectLedgerHolds(service);
const story = new Story(restDoor, service);

it("leaves the ledger of what the chain still has, and settles on", async () => {
  await story.aPaidInvoice();
  const snapshot = await rpc(service(), "evm_snapshot", []);
  const lost = await story.aPaidInvoice();
  await rpc(service(), "evm_revert", [snapshot]);
  const { parts, anvil, signer } = service();

  await restoreChain(parts.db, anvil.url); // sends the bytes of the lost one again

  const [row] = await parts.db.signer.findMany({ where: { address: signer } });
  expect(row?.nextNonce).toBe(
    Number(await rpc(service(), "eth_getTransactionCount", [signer, "pending"])),
  );
  expect((await story.done("invoices.get", { invoiceId: lost.id })).invoice.status).toBe("PAID");
  const { settlement } = await story.done(
    "settlements.create",
    story.settlementOf(await story.anInvoice()),
  );
  expect(settlement.status).toBe("CONFIRMED");
});
