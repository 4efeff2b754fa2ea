import type { Queryable } from "../../db/client.ts";
import type { Settlement } from "../../db/generated/client.ts";
import { countChanged } from "../../db/statements.ts";
import { transition } from "../../kit/state-table.ts";
import { settlementStates } from "../../schemas/settlement-states.ts";
import { givenAsJson, lockGiven } from "./moves.ts";

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
  "nextLookAt",
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
             "submittedBlock" bigint, "submittedAt" timestamptz, "nextLookAt" timestamptz,
             "updatedAt" timestamptz)),
  ${lockGiven}
  UPDATE settlements SET status = $2::settlement_status, chain_id = given."chainId",
         contract_address = given."contractAddress", token_address = given."tokenAddress",
         executor = given.executor, signer_address = given."signerAddress", nonce = given.nonce,
         batch_position = given."batchPosition",
         transaction_hash = given."transactionHash", provider_key = given."providerKey",
         valid_until = given."validUntil", submitted_block = given."submittedBlock",
         submitted_at = given."submittedAt", next_look_at = given."nextLookAt",
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
