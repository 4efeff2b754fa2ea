import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { registryPause, rpc } from "../../../test/harness/chain.ts";
import { ClockedStory } from "../../../test/harness/clocked-story.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import {
  asksOldState,
  blocksAsked,
  type RpcProxy,
  startRpcProxy,
} from "../../../test/harness/rpc-proxy.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { reconcile } from "./reconcile.ts";

/* A restored database does not know what it has sent: the chain has the record, and the provider limits its logs. */

let proxy: RpcProxy;
let service: TestService;
const story = new Story(restDoor, () => service);
const clocked = new ClockedStory(restDoor, () => service);
const restored = { SETTLEMENT_TIMEOUT_MS: "4000", SETTLEMENT_FINALITY: "8" };

beforeAll(async () => {
  proxy = await startRpcProxy(() => service.anvil.url);
  service = await startService({ ...restored, SETTLEMENT_RPC_URL: proxy.url });
});
beforeEach(() => {
  proxy.fault = null;
});
afterAll(async () => {
  await service.stop();
  proxy.stop();
});

const newest = async () => Number(await rpc(service, "eth_blockNumber", []));

/** The last block of each search of logs. */
const searched = (requests: RpcProxy["requests"]): number[] =>
  requests
    .filter((request) => blocksAsked(request) !== null)
    .map(({ params: [range] = [] }) => Number((range as { toBlock: string }).toBlock));

/** The first block of each search of logs. */
const searchedDownTo = (requests: RpcProxy["requests"]): number[] =>
  requests
    .filter((request) => blocksAsked(request) !== null)
    .map(({ params: [range] = [] }) => Number((range as { fromBlock: string }).fromBlock));

/** Settles an invoice, has the database forget it, and lets the chain grow. */
async function aForgottenSettlement(blocks: number, by = story) {
  const invoice = await by.anInvoice();
  const input = by.settlementOf(invoice);
  const { settlement } = await by.done("settlements.create", input);
  const { db } = service.parts;
  await db.settlementTransaction.deleteMany({ where: { settlementId: settlement.id } });
  await db.settlement.delete({ where: { id: settlement.id } });
  await db.invoice.update({ where: { id: invoice.id }, data: { status: "OPEN", paidAt: null } });
  await rpc(service, "anvil_mine", [`0x${blocks.toString(16)}`]);
  const { transactionHash } = settlement;
  return { invoice, input, transactionHash };
}

const statusOf = async (invoiceId: string) =>
  (await story.done("invoices.get", { invoiceId })).invoice.status;

const tooWide = { code: -32_602, message: "exceed maximum block range: 20" };
const noState = { code: -32_000, message: "missing trie node 5a8b (path ) state is not available" };

describe("a settlement that the chain has recorded and the database has forgotten", () => {
  it("is found within a provider's limits", () =>
    forRows(
      [
        ["of a range of logs", false],
        ["of a range of logs and of old states", true],
      ],
      async (_, isPruned) => {
        const { invoice, input, transactionHash } = await aForgottenSettlement(200);
        const from = (await newest()) - 32;
        proxy.fault = (request) => {
          if ((blocksAsked(request) ?? 0) > 20) return tooWide;
          return isPruned && asksOldState(request, from) ? noState : null;
        };
        const before = proxy.requests.length;

        const { status, body } = await story.call("settlements.create", input);

        expect({ status, body }).toMatchObject({ status: 201 });
        expect(body.settlement).toMatchObject({ status: "CONFIRMED", transactionHash });
        expect(await statusOf(invoice.id)).toBe("PAID");
        const logs = proxy.requests
          .slice(before)
          .filter((request) => blocksAsked(request) !== null);
        expect(logs.length).toBeLessThan(isPruned ? 60 : 9);
      },
    ));

  it("is searched for until the node has its logs, and reported meanwhile", async () => {
    const { invoice, input, transactionHash } = await aForgottenSettlement(20);
    proxy.fault = (request) =>
      blocksAsked(request) === null ? null : { code: -32_601, message: "Method not found" };

    const answer = await story.call("settlements.create", input);

    expect(answer.status).toBe(500);
    const { db } = service.parts;
    const stored = () => db.settlement.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    expect((await stored()).status).toBe("TIMED_OUT");
    // Another reference could pay a second time: it is refused.
    const other = { ...input, referenceHash: `0x${"ab".repeat(32)}` };
    expect((await story.call("settlements.create", other)).status).toBe(409);
    service.clock.advance(60);
    await reconcile(service.parts);
    service.clock.advance(600);
    await reconcile(service.parts);
    const ready = async () => (await fetch(`${service.url}/ready`)).json();
    expect(await ready()).toMatchObject({
      ready: true,
      warnings: [
        expect.stringMatching(
          /^1 settlement has not been checked on the chain since .*Z\. The settlement chain's node refuses to search its logs\.$/,
        ),
      ],
    });

    proxy.fault = null;
    await until(async () => {
      service.clock.advance(70);
      await reconcile(service.parts);
      return (await stored()).status === "CONFIRMED";
    });

    expect(await stored()).toMatchObject({ transactionHash, signerAddress: service.signer });
    expect(await statusOf(invoice.id)).toBe("PAID");
    await until(async () => expect(await ready()).toMatchObject({ ready: true, warnings: [] }));
  });

  it("is searched for no further back than its invoice, on a node without old states, also on a test clock", () =>
    forRows([story, clocked], async (by) => {
      await rpc(service, "evm_increaseTime", [2 * 86_400]);
      await rpc(service, "anvil_mine", ["0x1"]);
      const first = await newest();
      const { timestamp } = (await rpc(service, "eth_getBlockByNumber", ["latest", false])) as {
        timestamp: string;
      };
      service.clock.set(new Date(Number(timestamp) * 1_000).toISOString());
      if (by === clocked) await clocked.aTestClock("2020-01-01T00:00:00.000Z");
      const { input } = await aForgottenSettlement(50, by);
      const from = (await newest()) - 32;
      proxy.fault = (request) => (asksOldState(request, from) ? noState : null);
      const before = proxy.requests.length;

      // The chain has the invoice under another reference, so the search has no result.
      const other = { ...input, referenceHash: `0x${randomBytes(32).toString("hex")}` };
      expect((await by.call("settlements.create", other)).status).toBe(500);

      expect(Math.min(...searchedDownTo(proxy.requests.slice(before)))).toBe(first);
      proxy.fault = null;
    }));

  it("is searched on from where an earlier search has ended", async () => {
    const { invoice, input } = await aForgottenSettlement(200);
    const from = (await newest()) - 32;
    let answered = 0;
    proxy.fault = (request) => {
      if (asksOldState(request, from)) return noState;
      const blocks = blocksAsked(request);
      if (blocks === null) return null;
      if (blocks > 20) return tooWide;
      answered += 1;
      return answered > 4 ? "cut" : null;
    };
    await story.call("settlements.create", input);
    const stored = () =>
      service.parts.db.settlement.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    const { id: recordId } = await stored();
    const { searchedFrom } = await service.parts.db.chainCheck.findUniqueOrThrow({
      where: { recordId },
    });
    expect(Number(searchedFrom)).toBeLessThan(from - 20);
    const before = proxy.requests.length;
    proxy.fault = (request) => {
      if (asksOldState(request, from)) return noState;
      return (blocksAsked(request) ?? 0) > 20 ? tooWide : null;
    };
    await until(async () => {
      service.clock.advance(70);
      await reconcile(service.parts);
      return (await stored()).status === "CONFIRMED";
    });
    expect(Math.max(...searched(proxy.requests.slice(before)))).toBeLessThan(Number(searchedFrom));
  });
});

it("settles on a node that cannot estimate gas", async () => {
  const { id } = await story.anInvoice();
  proxy.fault = ({ method }) =>
    method === "eth_estimateGas"
      ? { code: -32_601, message: "The method eth_estimateGas does not exist/is not available" }
      : null;
  const input = story.settlementOf((await story.done("invoices.get", { invoiceId: id })).invoice);

  expect((await story.call("settlements.create", input)).status).toBe(201);
  // What the chain would refuse is still refused before anything is sent.
  await registryPause(service, true);
  const paused = story.settlementOf(await story.anInvoice());
  expect(await story.call("settlements.create", paused)).toMatchObject({
    status: 500,
    body: { error: "EnforcedPause()" },
  });
});
