import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { useCircle } from "../../../test/harness/use-circle.ts";
import { ProviderRefused } from "./refusals.ts";

const { circle, client } = useCircle();

it("returns the wallet's address, chain and state", async () => {
  expect(await client().wallet()).toEqual({
    address: circle().walletAddress,
    blockchain: "EVM-TESTNET",
    state: "LIVE",
  });
});

it("refuses an unknown wallet id", async () => {
  await expect(client({ walletId: randomUUID() }).wallet()).rejects.toThrow(
    new ProviderRefused("The settlement provider does not know the wallet."),
  );
});
