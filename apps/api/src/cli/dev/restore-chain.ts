import { localChainId, publicDevAccount } from "@usance/local-stack";
import { createPublicClient, http } from "viem";
import type { Queryable } from "../../db/client.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { transition } from "../../kit/state-table.ts";
import { settlementStates } from "../../schemas/settlement-states.ts";

const { address } = publicDevAccount;
const ours = { chainId: localChainId, signerAddress: address };

/**
 * Makes the local chain and the nonces in the database agree again. The newest settlements may be missing on the
 * chain: they were signed but not sent before everything was killed, the chain lost its last seconds, or its folder
 * was removed. Their signed bytes are in the database and are sent again. At the first one that the chain refuses, it
 * and all later ones are given up, so that their nonces are free.
 */
export async function restoreChain(db: Queryable, rpcUrl: string): Promise<void> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const count = () => client.getTransactionCount({ address, blockTag: "pending" });
  const lost = await db.settlementTransaction.findMany({
    where: { settlement: { ...ours, nonce: { gte: await count() } } },
    orderBy: [{ settlement: { nonce: "asc" } }, { signedAt: "desc" }],
    distinct: ["settlementId"],
    select: { raw: true },
  });
  for (const { raw } of lost) {
    const serializedTransaction = raw as Hex;
    const taken = await client.sendRawTransaction({ serializedTransaction }).then(
      () => true,
      () => false,
    );
    if (!taken) break;
  }
  const nextNonce = await count();
  const givenUp = { ...ours, nonce: { gte: nextNonce } };
  const { from, to } = transition(settlementStates, "fail");
  await db.settlement.updateMany({
    where: { ...givenUp, status: { in: from } },
    data: { status: to, failure: "The local chain has lost it." },
  });
  await db.settlement.updateMany({ where: givenUp, data: { nonce: null, nextCheckAt: null } });
  const turn = { waitingNonce: null, waitingBlock: null, waitingSince: null, haltedAt: null };
  await db.signer.updateMany({
    where: { chainId: localChainId, address },
    data: { nextNonce, ...turn },
  });
}
