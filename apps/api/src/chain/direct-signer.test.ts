import { publicDevAccount } from "@usance/local-stack";
import { createWalletClient, http, parseTransaction } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, it } from "vitest";
import { senderBeside } from "../../test/harness/direct-signer.ts";
import { useService } from "../../test/harness/service.ts";
import { merchantAddress, newReference, payerAddress } from "../../test/harness/story.ts";
import type { Hex } from "../kit/evm-fields.ts";

const service = useService();

it("raises the fee of a transaction without a tip", async () => {
  const { chain } = service().parts;
  const sender = senderBeside(service());
  const { signer } = service();
  const terms = {
    referenceHash: newReference() as Hex,
    invoiceId: "an-invoice",
    payer: payerAddress as Hex,
    merchant: merchantAddress as Hex,
    amount: 1n,
    collection: null,
  };
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n };
  const { raw } = await sender.sign([await chain.simulate(terms, signer)], 1, fees);

  const raised = await sender.raise({ signer, raw }, 0);

  expect(raised).not.toBeNull();
  const { maxPriorityFeePerGas = 0n } = parseTransaction(raised?.raw as `0x02${string}`);
  expect(maxPriorityFeePerGas).toBeGreaterThan(0n);
});

it("quotes a transaction that somebody else has sent with the key", async () => {
  const { anvil, signer } = service();
  const sender = senderBeside(service());
  const before = await sender.quote(signer);

  const account = privateKeyToAccount(publicDevAccount.privateKey);
  const wallet = createWalletClient({ account, transport: http(anvil.url) });
  await wallet.sendTransactionSync({ chain: null, to: signer });

  const { transactionCount } = await sender.quote(signer);
  expect(transactionCount).toBe(before.transactionCount + 1);
});
