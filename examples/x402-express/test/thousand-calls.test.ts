import { createSIWxClientExtension } from "@x402/extensions/sign-in-with-x";
import { wrapFetchWithPayment } from "@x402/fetch";
import { expect, it } from "vitest";
import { restDoor } from "../../../apps/api/test/harness/doors.ts";
import { expectLedgerHolds } from "../../../apps/api/test/harness/ledger-holds.ts";
import { aPayer } from "../../../apps/api/test/harness/payer.ts";
import { payments, useService } from "../../../apps/api/test/harness/service.ts";
import { Story } from "../../../apps/api/test/harness/story.ts";
import { clientOf } from "../../../apps/api/test/harness/x402.ts";
import { aSeller } from "../../../packages/express/test/seller.ts";

const service = useService(payments);
expectLedgerHolds(service);
const story = new Story(restDoor, service);

it.each([["signs in"], ["knows nothing of sign-ins"]])(
  "1,000 calls of a program that %s take one payment of 1 USDC, and one more call another one",
  async (how) => {
    service().clock.set(new Date().toISOString());
    const { url, serviceId } = await aSeller(story, { baseUrl: service().url });
    const payer = await aPayer(service(), "2");
    const client = clientOf(payer);
    if (how === "signs in")
      client.registerExtension(createSIWxClientExtension({ signers: [payer] }));
    const call = wrapFetchWithPayment(fetch, client);
    const books = async () => {
      const { balances } = await story.done("balances.list", { serviceId });
      const { settlements } = await story.done("settlements.list", { serviceId });
      return [balances[0].available, settlements.length];
    };

    let left = 1_000;
    const caller = async () => {
      while (left > 0) {
        left -= 1;
        const response = await call(`${url}/cheap`);
        expect([response.status, await response.text()]).toEqual([200, '{"weather":"sunny"}']);
      }
    };
    await Promise.all(Array.from({ length: 8 }, caller));

    expect(await books()).toEqual(["0.000000", 1]);
    expect((await call(`${url}/cheap`)).status).toBe(200);
    expect(await books()).toEqual(["0.999000", 2]);
  },
);
