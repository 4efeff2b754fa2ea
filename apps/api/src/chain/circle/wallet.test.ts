import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { useCircle } from "../../../test/harness/use-circle.ts";
import { ProviderRefused } from "./errors.ts";

const { circle, client } = useCircle();

it("wallet answers the address that sends, its chain and its state", async () => {
  expect(await client().wallet()).toEqual({
    address: circle().walletAddress,
    blockchain: "EVM-TESTNET",
    state: "LIVE",
  });
});

it("wallet is refused when there is none of that id", async () => {
  await expect(client({ walletId: randomUUID() }).wallet()).rejects.toThrow(
    new ProviderRefused("The settlement provider does not know the wallet."),
  );
});
