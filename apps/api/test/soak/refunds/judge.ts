import { settlementRefunderAbi } from "@usance/contracts";
import type { Client } from "pg";
import { createPublicClient, http } from "viem";
import { creditNoteHashOf, refunderAddress } from "../../../src/chain/viem-refunder.ts";
import type { Stage } from "../stage.ts";
import type { StartedRefund } from "./sellers.ts";

/** Holds each refund against the chain and its events. @returns a sentence for each that was not recorded exactly once */
export async function judgeRefunds(
  { database, rpcUrl }: Pick<Stage, "database" | "rpcUrl">,
  refunds: readonly StartedRefund[],
): Promise<readonly string[]> {
  const recorded = await recordedTimes(rpcUrl);
  const told = await toldTimes(database);
  return refunds.flatMap(({ creditNoteId: id }) => {
    const onChain = recorded.get(creditNoteHashOf(id)) ?? 0;
    const { status, refunded } = told.get(id) ?? { status: "gone", refunded: 0 };
    return [
      ...(onChain === 1 ? [] : [`the chain has recorded the refund of ${id} ${onChain} times`]),
      ...(status === "REFUNDED" ? [] : [`credit note ${id} is left ${status}`]),
      ...(refunded === 1 ? [] : [`the events of ${id} refund it ${refunded} times`]),
    ];
  });
}

/** How often the chain has recorded the refund of each credit note, by their hashes. */
async function recordedTimes(rpcUrl: string): Promise<ReadonlyMap<string, number>> {
  const chain = createPublicClient({ transport: http(rpcUrl) });
  const events = await chain.getContractEvents({
    address: refunderAddress,
    abi: settlementRefunderAbi,
    eventName: "RefundRecorded",
    fromBlock: 0n,
    strict: true,
  });
  const byHash = Map.groupBy(events, ({ args }) => args.creditNoteHash);
  return new Map([...byHash].map(([hash, ones]) => [hash, ones.length]));
}

/** What each credit note is, and how often its events say that it was refunded, less how often that it was undone. */
async function toldTimes(
  database: Client,
): Promise<ReadonlyMap<string, { readonly status: string; readonly refunded: number }>> {
  const { rows } = await database.query<{ id: string; status: string; refunded: number }>(
    `SELECT id, status,
            (SELECT coalesce(sum(CASE type WHEN 'credit_note.refunded' THEN 1
                                           WHEN 'credit_note.refund_reorged' THEN -1 ELSE 0 END), 0)::int
               FROM webhook_events WHERE data->'creditNote'->>'id' = credit_notes.id) AS refunded
       FROM credit_notes`,
  );
  return new Map(rows.map(({ id, ...told }) => [id, told]));
}
