import { afterAll, beforeAll, expect, it } from "vitest";
import { rpc } from "../../test/harness/chain.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { type RpcProxy, startRpcProxy } from "../../test/harness/rpc-proxy.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { reconcile } from "../settlements/engine/reconcile.ts";

let proxy: RpcProxy;
let service: TestService;
const story = new Story(restDoor, () => service);

beforeAll(async () => {
  proxy = await startRpcProxy(() => service.anvil.url);
  service = await startService({ SETTLEMENT_FINALITY: "8", SETTLEMENT_RPC_URL: proxy.url });
});
afterAll(async () => {
  await service.stop();
  proxy.stop();
});

it("does not treat a block as final that was reorganized during the read of the newest one", async () => {
  const input = story.settlementOf(await story.anInvoice());
  const { settlement } = await story.done("settlements.create", input);
  let asked = 0;
  proxy.fault = async ({ method }) => {
    if (method !== "eth_blockNumber") return null;
    asked += 1;
    if (asked === 1) return "broken"; // it is asked again after a pause; whatever else is asked has its answer by then
    if (asked === 2) {
      await rpc(service, "anvil_reorg", [1, []]);
      await rpc(service, "anvil_mine", ["0x8"]);
    }
    return null;
  };

  service.clock.advance(60);
  await reconcile(service.parts);

  expect(asked).toBeGreaterThan(1);
  const { db } = service.parts;
  const after = await db.settlement.findUniqueOrThrow({ where: { id: settlement.id } });
  expect(after.nextCheckAt).not.toBeNull();
});
