import { settlementCollectorAbi, settlementRegistryAbi } from "@usance/contracts";
import { createPublicClient, encodeFunctionData, http, keccak256, stringToBytes } from "viem";
import { deployer } from "../../src/chain/deployer.ts";
import { paymentsDeployer } from "../../src/cli/dev/accounts.ts";
import { collectorAddress } from "../../src/cli/dev/deploy-contracts.ts";
import type { Hex } from "../../src/kit/evm-fields.ts";
import { capTerms, findUsableCap } from "../../src/settlements/spending-caps/usable-cap.ts";
import { findPermit } from "../../src/settlements/spending-caps/wallet-permits.ts";
import { admin, adminKey } from "./chain.ts";
import { aCappedSubscription } from "./checkout.ts";
import { newReference, type Story } from "./story.ts";

const operatorRole = keccak256(stringToBytes("OPERATOR_ROLE"));

/**
 * Settles invoices in one transaction of the collector, without the service, as any account with the role can.
 *
 * @returns the events in order
 */
export async function settleTogether(story: Story, invoiceIds: readonly string[]) {
  const { anvil, contract, parts, clock } = story.service;
  const { subscription } = await aCappedSubscription(story);
  const cap = await findUsableCap(parts, subscription.id, clock.now());
  const { collector } = parts;
  if (cap === null || collector === null) throw new Error("It was signed.");
  const terms = capTerms(cap, subscription.id);
  const { payer, merchant } = terms;
  const validUntil = await parts.chain.deadline();
  const permit = await findPermit(parts.db, cap);
  const calls = invoiceIds.map((invoiceId) => {
    const of = { referenceHash: newReference() as Hex, invoiceId, payer, merchant };
    const payment = { ...of, amount: 1_000_000n, validUntil };
    return collector.collectUnderCap(payment, terms, cap.signature as Hex, permit).callData;
  });
  const of = { abi: settlementCollectorAbi } as const;
  const grant = encodeFunctionData({
    ...of,
    functionName: "grantRole",
    args: [operatorRole, admin.address],
  });
  await deployer(anvil.url, paymentsDeployer.privateKey, 20).send(collectorAddress, grant);
  const batch = encodeFunctionData({ ...of, functionName: "settleBatch", args: [calls, 400_000n] });
  await deployer(anvil.url, adminKey, 20).send(collectorAddress, batch);
  const client = createPublicClient({ transport: http(anvil.url) });
  const events = await client.getContractEvents({
    address: contract,
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    fromBlock: 0n,
    strict: true,
  });
  const hashes = invoiceIds.map((id) => keccak256(stringToBytes(id)));
  return events.filter(({ args }) => hashes.includes(args.invoiceHash));
}
