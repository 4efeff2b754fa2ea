import { afterAll, beforeAll, expect, it } from "vitest";
import { rpc, stopMining } from "../../../test/harness/chain.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { aTimedOutSettlement } from "../../../test/harness/sent-settlement.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { reconcile } from "./reconcile.ts";

/* When the wait for a nonce starts. A transaction is cancelled only after the full wait. The chain mines on request. */

let service: TestService;
const story = new Story(restDoor, () => service);

beforeAll(async () => {
  service = await startService({
    SETTLEMENT_CONFIRMATIONS: "2",
    SETTLEMENT_FINALITY: "8",
  });
  await stopMining(service);
});
afterAll(() => service.stop());

const reconciled = () => {
  service.clock.advance(60);
  return reconcile(service.parts);
};
const mine = (blocks: number) => rpc(service, "anvil_mine", [`0x${blocks.toString(16)}`]);
const settle = async () => {
  const id = await aTimedOutSettlement(story, await story.anInvoice());
  return () =>
    service.parts.db.settlement.findUniqueOrThrow({
      where: { id },
      include: { transactions: { orderBy: { signedAt: "asc" } } },
    });
};

it("gives a nonce its full waiting time from its reservation, even if the chain reached it earlier", async () => {
  const first = await settle();
  await mine(1);
  await reconciled(); // it is in a block, which is not deep enough: the chain is at the next nonce
  await mine(8);
  await reconciled();
  expect(await first()).toMatchObject({ status: "CONFIRMED" });

  service.clock.advance(3_600);
  const second = await settle();
  await reconciled();
  await mine(8);
  await reconciled();

  expect(await second()).toMatchObject({ status: "CONFIRMED" });
});

it("gives a nonce its full waiting time again after a reorganization", async () => {
  const one = await settle();
  await reconciled();
  await mine(2);
  await reconciled();
  expect(await one()).toMatchObject({ status: "CONFIRMED" });

  service.clock.advance(3_600);
  await rpc(service, "anvil_reorg", [2, []]);
  await reconciled();
  await reconciled();
  const { transactions } = await one();
  await mine(8);
  await reconciled();

  expect(transactions.filter(({ cancels }) => cancels)).toEqual([]);
  expect(await one()).toMatchObject({ status: "CONFIRMED" });
});

it("raises a fee to the same bytes again after a reorganization", async () => {
  const one = await settle();
  await reconciled();
  const [raised, sent] = (await one()).transactions.reverse();
  expect(raised).toBeDefined();
  await rpc(service, "anvil_dropAllTransactions", []);
  await rpc(service, "eth_sendRawTransaction", [sent?.raw]);
  await mine(2);
  await reconciled();
  expect(await one()).toMatchObject({ status: "CONFIRMED", transactionHash: sent?.hash });

  await rpc(service, "anvil_reorg", [2, []]);
  await reconciled();
  await reconciled();
  await mine(8);
  await reconciled();

  expect(await one()).toMatchObject({ status: "CONFIRMED" });
});
