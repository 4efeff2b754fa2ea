import {
  type Expected,
  Fields,
  type ModelCall,
  newIdIn,
  Refused,
  referencedNotFound,
  uniqueFieldsTaken,
} from "../model-call.ts";
import { showBalance, showEntry, showGrant, showInvoice } from "../views.ts";
import { type Balance, known, newestFirst, put } from "../world.ts";
import { invoiceAsOfNow } from "./invoice-expiry.ts";
import { addLot, balanceAsOfNow } from "./ledger.ts";
import { findService, listedIn, namedIn } from "./services.ts";
import { userOf } from "./users.ts";

const orBacked = ', or {"cap": true, "max": a decimal}';

const shown = (balance: Balance): Expected => ({
  status: 200,
  body: { balance: showBalance(balance) },
});

export function createBalance(call: ModelCall): Expected {
  const { world, tenant, input } = call;
  const fields = new Fields(input);
  const serviceId = fields.text("serviceId");
  const userId = fields.text("userId");
  const overdraft = fields.optionalDecimal("overdraft", orBacked) ?? 0n;
  if (findService(call, serviceId) === null) throw referencedNotFound();
  userOf(world, tenant, userId);
  const isTaken = [...world.balances.values()].some(
    (one) => one.serviceId === serviceId && one.userId === userId,
  );
  if (isTaken) throw uniqueFieldsTaken();
  const balance: Balance = {
    id: newIdIn(call, "balance"),
    ...{ serviceId, userId, overdraft, available: 0n, held: 0n, debt: 0n },
    createdAt: world.now,
  };
  put(world.balances, balance);
  return { ...shown(balance), status: 201 };
}

const findNamed = (call: ModelCall): Balance =>
  namedIn(call.world.balances, call, ["balanceId", "Balance"]);

/** The balance that a caller names, after due changes. */
export const namedBalance = (call: ModelCall): Balance =>
  balanceAsOfNow(call.world, findNamed(call).id);

export const getBalance = (call: ModelCall): Expected => shown(namedBalance(call));

export function updateBalance(call: ModelCall): Expected {
  const fields = new Fields(call.input);
  const overdraft = fields.optionalDecimal("overdraft", orBacked);
  const before = namedBalance(call);
  if (overdraft !== undefined && before.available + overdraft < 0n) {
    throw new Refused(409, "The balance is already further below zero than this overdraft.");
  }
  const balance = {
    ...before,
    overdraft: overdraft ?? before.overdraft,
  };
  put(call.world.balances, balance);
  return shown(balance);
}

export function grantCredit(call: ModelCall): Expected {
  const { world, input } = call;
  const fields = new Fields(input);
  const amount = fields.positiveDecimal("amount");
  const reason = fields.text("reason");
  const expiresAt = fields.optionalMoment("expiresAt") ?? null;
  const priority = fields.wholeNumber("priority", 100) ?? 50;
  const { id: balanceId, serviceId } = namedBalance(call);
  if (expiresAt !== null && expiresAt <= world.now) {
    throw new Refused(400, "expiresAt must be in the future.");
  }
  const id = newIdIn(call, "balanceGrant");
  const lot = { id, balanceId, remaining: amount, expiresAt, priority };
  const remaining = addLot(world, lot, { type: "GRANT" });
  const grant = { id, balanceId, serviceId, amount, remaining, reason, expiresAt, priority };
  return { status: 201, body: { balanceGrant: showGrant({ ...grant, createdAt: world.now }) } };
}

/** Bills the user's newest active subscription to the service, or the service's newest plan. */
export function createTopUp(call: ModelCall): Expected {
  const { world, input } = call;
  const fields = new Fields(input);
  const amount = fields.positiveDecimal("amount");
  const dueAt = fields.optionalMoment("dueAt") ?? null;
  const { id: balanceId, serviceId, userId } = findNamed(call);
  const isOfBoth = (one: { readonly serviceId: string; readonly userId: string }) =>
    one.serviceId === serviceId && one.userId === userId;
  const [subscription] = newestFirst(world.subscriptions.values()).filter(
    (one) => isOfBoth(one) && one.status === "ACTIVE",
  );
  const [plan] = newestFirst(world.plans.values()).filter((one) => one.serviceId === serviceId);
  const paymentPlanId = subscription?.paymentPlanId ?? plan?.id;
  if (paymentPlanId === undefined) throw new Refused(409, "Service has no payment plan.");
  const id = newIdIn(call, "invoice");
  const line = { description: "Prepaid balance", quantity: 1_000_000n, unitAmount: amount, amount };
  put(world.invoices, {
    ...{ id, serviceId, paymentPlanId, userId, amount, dueAt },
    subscriptionId: subscription?.id ?? null,
    status: "OPEN",
    paidAt: null,
    lines: [line],
    createdAt: world.now,
  });
  put(world.topUps, { id, balanceId });
  // A draft whose due time has passed before it is sent has already expired in the response.
  const invoice = invoiceAsOfNow(world, id);
  return { status: 201, body: { invoice: showInvoice(world, invoice) } };
}

export function listBalances(call: ModelCall): unknown[] {
  const { world, input } = call;
  const balances = listedIn(world.balances, call, []).filter(
    (one) => (input.status ?? showBalance(one).status) === showBalance(one).status,
  );
  for (const { id } of balances) balanceAsOfNow(world, id);
  return balances.map(({ id }) => showBalance(known(world.balances, id)));
}

/** The ledger, newest first. */
export function listEntries(call: ModelCall): unknown[] {
  const { id } = namedBalance(call);
  return [...call.world.entries.values()]
    .filter(({ balanceId }) => balanceId === id)
    .sort((one, other) => other.position - one.position)
    .map(showEntry);
}
