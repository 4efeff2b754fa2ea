import type { ChainPosition } from "../../chain/settlement-terms.ts";
import type { Queryable } from "../../db/client.ts";
import type { Prisma, Settlement } from "../../db/generated/client.ts";
import { countChanged, runStatement } from "../../db/statements.ts";
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

/** Makes a `PENDING` settlement record its payment alone, since the payer's transfer was carried out by somebody else. */
export async function recordAlone(db: Queryable, id: string, now: Date): Promise<void> {
  await db.settlement.updateMany({
    where: { id, status: "PENDING", collect: "transfer" },
    data: {
      collect: null,
      collectorAddress: null,
      callData: null,
      validUntil: null,
      updatedAt: now,
    },
  });
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
const lockGiven = `locked AS MATERIALIZED (
    SELECT id FROM settlements WHERE id = ANY (ARRAY(SELECT id FROM given))
     ORDER BY id FOR UPDATE)`;

/** Serializes the rows of `given` as JSON. Bigints become strings, which Postgres converts to the column's type. */
function givenAsJson<Field extends string>(
  rows: readonly { readonly [field in Field]: unknown }[],
  fields: readonly Field[],
): string {
  const text = (value: unknown) => (typeof value === "bigint" ? String(value) : value);
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(fields.map((field) => [field, text(row[field])]))),
  );
}

/** The fields that submission sets. */
const submission = [
  "id",
  "chainId",
  "contractAddress",
  "tokenAddress",
  "executor",
  "signerAddress",
  "nonce",
  "batchPosition",
  "transactionHash",
  "providerKey",
  "validUntil",
  "submittedBlock",
  "submittedAt",
  "nextCheckAt",
  "updatedAt",
] as const;

const submit = {
  name: "submit_settlements",
  text: `
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS given (
             id text, "chainId" bigint, "contractAddress" text, "tokenAddress" text,
             executor settlement_executor, "signerAddress" text, nonce integer,
             "batchPosition" smallint,
             "transactionHash" text, "providerKey" text, "validUntil" bigint,
             "submittedBlock" bigint, "submittedAt" timestamptz, "nextCheckAt" timestamptz,
             "updatedAt" timestamptz)),
  ${lockGiven}
  UPDATE settlements SET status = $2::settlement_status, chain_id = given."chainId",
         contract_address = given."contractAddress", token_address = given."tokenAddress",
         executor = given.executor, signer_address = given."signerAddress", nonce = given.nonce,
         batch_position = given."batchPosition",
         transaction_hash = given."transactionHash", provider_key = given."providerKey",
         valid_until = given."validUntil", submitted_block = given."submittedBlock",
         submitted_at = given."submittedAt", next_check_at = given."nextCheckAt",
         updated_at = given."updatedAt"
    FROM given
   WHERE settlements.id = ANY (ARRAY(SELECT id FROM locked)) AND settlements.id = given.id
     AND settlements.status = ANY ($3::settlement_status[])`,
};

/** Changes the state of many settlements by `submit`. @returns how many were `PENDING` */
export function moveSubmitted(
  tx: Queryable,
  submitted: readonly Pick<Settlement, (typeof submission)[number]>[],
): Promise<number> {
  const { from, to } = transition(settlementStates, "submit");
  return countChanged(tx, submit, [givenAsJson(submitted, submission), to, from]);
}

/** The fields that confirmation sets. */
const confirmation = [
  "id",
  "operator",
  "transactionHash",
  "blockNumber",
  "blockHash",
  "logIndex",
  "nextCheckAt",
] as const;

export type Confirmation = ChainPosition &
  Pick<Settlement, "id" | "nextCheckAt"> & {
    /** The account that recorded it; null if it is the collector, or known already. */
    readonly operator: string | null;
  };

const confirm = {
  name: "confirm_settlements",
  text: `
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS given (
             id text, operator text, "transactionHash" text, "blockNumber" bigint, "blockHash" text,
             "logIndex" integer, "nextCheckAt" timestamptz)),
  ${lockGiven}
  UPDATE settlements SET status = $2::settlement_status, failure = NULL,
         reverted_at = NULL, gas_used = NULL,
         signer_address = coalesce(given.operator, signer_address),
         transaction_hash = given."transactionHash", block_number = given."blockNumber",
         block_hash = given."blockHash", log_index = given."logIndex",
         next_check_at = given."nextCheckAt", confirmed_at = $4::timestamptz, updated_at = $4
    FROM given
   WHERE settlements.id = ANY (ARRAY(SELECT id FROM locked)) AND settlements.id = given.id
     AND settlements.status = ANY ($3::settlement_status[])
  RETURNING settlements.id, settlements.invoice_id AS "invoiceId"`,
};

/** Changes the state of many settlements by `confirm`. @returns the changed ones, with the invoices that they pay */
export function moveConfirmed(
  tx: Queryable,
  confirmed: readonly Confirmation[],
  now: Date,
): Promise<{ id: string; invoiceId: string }[]> {
  const { from, to } = transition(settlementStates, "confirm");
  return runStatement(tx, confirm, [givenAsJson(confirmed, confirmation), to, from, now]);
}
