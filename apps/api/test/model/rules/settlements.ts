import {
  type Expected,
  Fields,
  type ModelCall,
  Refused,
  referencedNotFound,
  uniqueFieldsTaken,
} from "../model-call.ts";
import { showSettlement } from "../views.ts";
import { type Id, known, newestFirst, put, type Settlement, type World } from "../world.ts";
import { amountDueOf } from "./due-amounts.ts";
import { invoiceAsOfNow, isDue } from "./invoice-expiry.ts";
import { creditTopUp } from "./ledger.ts";
import { isOf } from "./services.ts";

export const settlementInProgress = () =>
  new Refused(409, "Invoice already has a settlement in progress.");

/** The settlement of an invoice that has not failed. */
export function liveSettlement({ settlements }: World, invoiceId: Id): Settlement | undefined {
  return [...settlements.values()].find(
    (one) => one.invoiceId === invoiceId && one.status !== "FAILED",
  );
}

const keyOf = (referenceHash: string) => referenceHash.toLowerCase();

/** The settlement that a caller waits for. */
export interface Taken {
  readonly settlementId: Id;
  readonly created: boolean;
}

/**
 * The part of a call before it waits for the chain: it creates a settlement, or joins the live one of the same
 * invoice and reference.
 *
 * @param newId the id in the service's response
 */
export function takeOn({ world, tenant, input }: ModelCall, newId: Id): Taken {
  const said = read(input);
  const invoice = world.invoices.get(said.invoiceId);
  if (invoice === undefined || !isOf(world, tenant, invoice.serviceId)) throw referencedNotFound();
  const { ownerId } = known(world.services, invoice.serviceId);
  if (said.payerId !== undefined && said.payerId !== invoice.userId) {
    throw new Refused(400, "Settlement payer must match the invoice user.");
  }
  if (said.merchantId !== undefined && said.merchantId !== ownerId) {
    throw new Refused(400, "Settlement merchant must match the service owner.");
  }
  const amount = amountDueOf(world, invoice);
  if (said.amount !== undefined && said.amount !== amount) {
    throw new Refused(400, "Settlement amount must equal the invoice amount.");
  }
  const live = liveSettlement(world, invoice.id);
  if (live !== undefined && keyOf(live.referenceHash) === keyOf(said.referenceHash)) {
    return { settlementId: live.id, created: false };
  }
  if (live?.status === "PENDING") throw settlementInProgress();
  if (!isDue(world, invoice)) {
    throw new Refused(409, "Settlements can only be created for OPEN invoices.");
  }
  const sellerOf = (invoiceId: Id) =>
    known(world.services, known(world.invoices, invoiceId).serviceId).ownerId;
  const isTaken = [...world.settlements.values()].some(
    ({ status, referenceHash, ...other }) =>
      status !== "FAILED" &&
      sellerOf(other.invoiceId) === ownerId &&
      keyOf(referenceHash) === keyOf(said.referenceHash),
  );
  if (isTaken) throw uniqueFieldsTaken();
  put(world.settlements, {
    id: newId,
    invoiceId: invoice.id,
    amount,
    referenceHash: said.referenceHash,
    transactionHash: null,
    status: "PENDING",
    recordedAt: said.recordedAt ?? world.now,
    createdAt: world.now,
  });
  return { settlementId: newId, created: true };
}

const isReference = (text: string) => /^0x[0-9a-fA-F]{64}$/.test(text);
const isAddress = (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text) && !/^0x0*$/.test(text);

function read(input: ModelCall["input"]) {
  const fields = new Fields(input);
  const invoiceId = fields.text("invoiceId");
  const referenceHash = fields.text("referenceHash");
  if (!isReference(referenceHash)) {
    throw new Refused(400, "referenceHash must be a 32-byte hex value.");
  }
  for (const field of ["payerAddress", "merchantAddress"]) {
    if (!isAddress(String(input[field]))) {
      throw new Refused(400, `${field} must be a valid address.`);
    }
  }
  return {
    invoiceId,
    referenceHash,
    payerId: fields.optionalText("payerId"),
    merchantId: fields.optionalText("merchantId"),
    amount: fields.optionalDecimal("amount"),
    recordedAt: fields.optionalMoment("recordedAt"),
  };
}

/** The chain accepts everything unless its contract is paused. */
export function decide(world: World, id: Id, transactionHash: string | null): void {
  const settlement = known(world.settlements, id);
  if (settlement.status !== "PENDING") return;
  if (world.paused) {
    put(world.settlements, { ...settlement, status: "FAILED" });
    return;
  }
  put(world.settlements, { ...settlement, status: "CONFIRMED", transactionHash });
  const invoice = known(world.invoices, settlement.invoiceId);
  put(world.invoices, { ...invoice, status: "PAID", paidAt: world.now });
  creditTopUp(world, invoice.id, invoice.amount);
}

/** The response to a caller after its wait for the chain. */
export function showSettled(world: World, { settlementId, created }: Taken): Expected {
  const settlement = known(world.settlements, settlementId);
  if (settlement.status !== "CONFIRMED") {
    return { status: 500, body: { error: "EnforcedPause()" } };
  }
  const chain = {
    transactionHash: settlement.transactionHash,
    receiptStatus: "success",
    eventObserved: true,
    executor: "direct",
    providerTransactionId: null,
    providerTransactionState: null,
  };
  const body = { settlement: showSettlement(world, settlement), chain };
  return { status: created ? 201 : 200, body };
}

export function getSettlement({ world, tenant, input }: ModelCall): Expected {
  const settlement = world.settlements.get(new Fields(input).text("settlementId"));
  const invoice = settlement && known(world.invoices, settlement.invoiceId);
  if (settlement === undefined || !isOf(world, tenant, String(invoice?.serviceId))) {
    throw new Refused(404, "Settlement was not found.");
  }
  invoiceAsOfNow(world, settlement.invoiceId);
  return { status: 200, body: { settlement: showSettlement(world, settlement) } };
}

export function listSettlements({ world, tenant, input }: ModelCall): unknown[] {
  const settlements = newestFirst(world.settlements.values()).filter(({ invoiceId, status }) => {
    const { serviceId } = known(world.invoices, invoiceId);
    return (
      isOf(world, tenant, serviceId) &&
      (input.serviceId ?? serviceId) === serviceId &&
      (input.invoiceId ?? invoiceId) === invoiceId &&
      (input.status ?? status) === status
    );
  });
  return settlements.map((settlement) => {
    invoiceAsOfNow(world, settlement.invoiceId);
    return showSettlement(world, settlement);
  });
}
