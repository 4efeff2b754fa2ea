import type { TrackedSettlement } from "../../chain/ports/executor.ts";
import type { Queryable } from "../../db/client.ts";
import { inOrder } from "../../kit/in-order.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { settlementNotFound } from "../../schemas/settlements.ts";
import { findTrackedSettlements } from "./store.ts";

/** Loads a settlement for a step, of any seller. The read is batched with others. */
export async function loadTrackedSettlement(
  { batch }: Pick<Parts, "batch">,
  id: string,
): Promise<TrackedSettlement> {
  const settlement = await batch.read(readTrackedSettlements, id);
  if (settlement === null) throw new Refusal(settlementNotFound);
  return settlement;
}

const readTrackedSettlements = async (db: Queryable, ids: readonly string[]) =>
  inOrder(ids, await findTrackedSettlements(db, ids));
