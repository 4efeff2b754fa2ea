import type { Queryable } from "../../db/client.ts";
import type { Prisma, Settlement } from "../../db/generated/client.ts";
import { transition } from "../../kit/state-table.ts";
import { type SettlementTrigger, settlementStates } from "../../schemas/settlement-states.ts";

/** Changes a settlement's state by compare-and-set. @returns false when its state does not accept the trigger */
export async function moveSettlement(
  db: Queryable,
  id: string,
  trigger: SettlementTrigger,
  change: Prisma.SettlementUncheckedUpdateManyInput & { updatedAt: Date },
): Promise<boolean> {
  const { from, to } = transition(settlementStates, trigger);
  const { count } = await db.settlement.updateMany({
    where: { id, status: { in: from } },
    data: { ...change, status: to },
  });
  return count === 1;
}

/** Changes the state of all checkout attempts to pay an invoice, except one. */
export async function moveRivals(
  db: Queryable,
  { id, invoiceId }: Pick<Settlement, "id" | "invoiceId">,
  trigger: SettlementTrigger,
  change: Prisma.SettlementUncheckedUpdateManyInput & { updatedAt: Date },
): Promise<void> {
  const { from, to } = transition(settlementStates, trigger);
  await db.settlement.updateMany({
    where: { invoiceId, id: { not: id }, payerKey: { not: null }, status: { in: from } },
    data: { ...change, status: to },
  });
}

/**
 * Locks the settlements that are `given`, in the order of their ids, in which a join would not find them. A transaction
 * that replaces theirs locks them in this order too.
 */
export const lockGiven = `locked AS MATERIALIZED (
    SELECT id FROM settlements WHERE id = ANY (ARRAY(SELECT id FROM given))
     ORDER BY id FOR UPDATE)`;

/** Serializes the rows of `given` as JSON. Bigints become strings, which Postgres converts to the column's type. */
export function givenAsJson<Field extends string>(
  rows: readonly { readonly [field in Field]: unknown }[],
  fields: readonly Field[],
): string {
  const text = (value: unknown) => (typeof value === "bigint" ? String(value) : value);
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(fields.map((field) => [field, text(row[field])]))),
  );
}
