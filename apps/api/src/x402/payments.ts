import type { z } from "zod";
import { bytes32, evmAddress } from "../kit/evm-fields.ts";
import { omittable, request } from "../kit/fields.ts";
import { page, pageOf } from "../kit/lists.ts";
import { orRefuse } from "../kit/refusal.ts";
import { read } from "../operation/define.ts";
import { shownStatus } from "../schemas/settlement-states.ts";
import {
  OneX402Payment,
  X402Payment,
  X402PaymentId,
  x402PaymentNotFound,
} from "../schemas/x402.ts";
import { findPayment, findPayments, type PaymentRow } from "./store.ts";

function shown({
  payer: payerAddress,
  chainId,
  settlement,
  ...payment
}: PaymentRow): z.input<typeof X402Payment> {
  if (settlement === undefined) throw new Error(`${payment.id} was stored with its settlement.`);
  const { id: settlementId, status, transactionHash } = settlement;
  const of = { payerAddress, chainId: Number(chainId), settlementId, transactionHash };
  return { ...payment, ...of, status: shownStatus(status) };
}

export const getX402Payment = read("GET /x402-payments/{x402PaymentId}", {
  name: "x402Payments.get",
  summary: "Get a payment with x402",
  description: "Returns the payment as of now.",
  refusals: { x402PaymentNotFound },
  input: X402PaymentId,
  output: OneX402Payment,
  run: async ({ db, tenant }, { x402PaymentId }) => ({
    x402Payment: shown(orRefuse(await findPayment(db, x402PaymentId, tenant), x402PaymentNotFound)),
  }),
});

const X402PaymentQuery = request({
  payerAddress: omittable(evmAddress())
    .transform((address) => address?.toLowerCase())
    .meta({ description: "Only payments of this wallet" }),
  nonce: omittable(bytes32())
    .transform((nonce) => nonce?.toLowerCase())
    .meta({ description: "Only payments with this nonce" }),
  ...page("x402-payments"),
}).prefault({});

export const listX402Payments = read("GET /x402-payments", {
  name: "x402Payments.list",
  summary: "List payments with x402, newest first",
  description:
    "Each payment is as `GET /x402-payments/{x402PaymentId}` returns it. With the `nonce` of a payment whose outcome you do not know, the list says what became of it.",
  input: X402PaymentQuery,
  output: pageOf("x402Payments", X402Payment, "x402-payments"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findPayments(db, tenant, query);
    return { x402Payments: rows.map(shown), nextCursor: next };
  },
});
