import type { ChainPosition } from "../../chain/ports/settlement-chain.ts";
import type { Queryable } from "../../db/client.ts";
import type { Settlement } from "../../db/generated/client.ts";
import { runStatement } from "../../db/statements.ts";
import { transition } from "../../kit/state-table.ts";
import { settlementStates } from "../../schemas/settlement-states.ts";
import { givenAsJson, lockGiven } from "./moves.ts";

/** The fields that confirmation sets. */
const confirmation = [
  "id",
  "operator",
  "transactionHash",
  "blockNumber",
  "blockHash",
  "logIndex",
  "nextLookAt",
] as const;

export type Confirmation = ChainPosition &
  Pick<Settlement, "id" | "nextLookAt"> & {
    /** The account that recorded it; null if it is the collector, or known already. */
    readonly operator: string | null;
  };

const confirm = {
  name: "confirm_settlements",
  text: `
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS given (
             id text, operator text, "transactionHash" text, "blockNumber" bigint, "blockHash" text,
             "logIndex" integer, "nextLookAt" timestamptz)),
  ${lockGiven}
  UPDATE settlements SET status = $2::settlement_status, failure = NULL,
         reverted_at = NULL, gas_used = NULL,
         signer_address = coalesce(given.operator, signer_address),
         transaction_hash = given."transactionHash", block_number = given."blockNumber",
         block_hash = given."blockHash", log_index = given."logIndex",
         next_look_at = given."nextLookAt", confirmed_at = $4::timestamptz, updated_at = $4
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
