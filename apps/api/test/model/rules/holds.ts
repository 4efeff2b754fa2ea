import {
  type Expected,
  Fields,
  type Input,
  type ModelCall,
  newIdIn,
  Refused,
} from "../model-call.ts";
import { showHold } from "../views.ts";
import { type Hold, type Id, known, type Micros, put, type World } from "../world.ts";
import { namedBalance } from "./balances.ts";
import { balanceAsOfNow, endHold, has, isOver, placeHold } from "./ledger.ts";
import { isOf } from "./services.ts";
import { checkUsage, readUsage, type SaidUsage } from "./usage-events.ts";

const longestMs = 24 * 3_600_000;

const shown = (world: World, { id }: Hold): Expected => ({
  status: 200,
  body: { hold: showHold(world, known(world.holds, id)) },
});

const tooLow = () => new Refused(402, "Balance is too low.");

function readHold(input: Input) {
  const fields = new Fields(input);
  return {
    balanceId: fields.text("balanceId"),
    key: fields.text("key"),
    amount: fields.positiveCharge("amount"),
    expiresAt: fields.moment("expiresAt"),
  };
}

function readCommit(input: Input) {
  const fields = new Fields(input);
  return {
    amount: fields.charge("amount"),
    allowMore: fields.optionalBoolean("allowMore") ?? false,
    usageEvent: fields.optionalObject("usageEvent"),
  };
}

/** What is checked before an Idempotency-Key, by operation. */
export const holdForms: Readonly<Record<string, (call: ModelCall) => unknown>> = {
  "holds.create": ({ input }) => readHold(input),
  "holds.commit": ({ input }) => readCommit(input),
};

/** The same key with the same fields returns the existing hold, whatever its status. */
export function createHold(call: ModelCall): Expected {
  const { world, input } = call;
  const { balanceId, key, amount, expiresAt } = readHold(input);
  const balance = namedBalance(call);
  const earlier = [...world.holds.values()].find(
    (one) => one.balanceId === balanceId && one.key === key,
  );
  if (earlier !== undefined) {
    if (earlier.amount === amount && earlier.expiresAt === expiresAt) {
      return { ...shown(world, earlier), status: 201 };
    }
    throw new Refused(422, "key was used with another hold.");
  }
  if (expiresAt <= world.now || expiresAt > world.now + longestMs) {
    throw new Refused(400, "expiresAt must be in the next 24 hours.");
  }
  if (!has(balance, amount)) throw tooLow();
  const hold: Hold = {
    id: newIdIn(call, "hold"),
    ...{ balanceId, key, amount, expiresAt, status: "HELD", charged: null, usageEventId: null },
    createdAt: world.now,
    updatedAt: world.now,
  };
  placeHold(world, hold);
  return { ...shown(world, hold), status: 201 };
}

function namedHold({ world, tenant, input }: ModelCall): Hold {
  const hold = world.holds.get(new Fields(input).text("holdId"));
  const serviceId = hold && known(world.balances, hold.balanceId).serviceId;
  if (hold === undefined || !isOf(world, tenant, String(serviceId))) {
    throw new Refused(404, "Hold was not found.");
  }
  return hold;
}

export function getHold(call: ModelCall): Expected {
  const hold = namedHold(call);
  if (isOver(call.world, hold)) balanceAsOfNow(call.world, hold.balanceId);
  return shown(call.world, hold);
}

export function releaseHold(call: ModelCall): Expected {
  const { world } = call;
  const { id, balanceId } = namedHold(call);
  balanceAsOfNow(world, balanceId);
  const hold = known(world.holds, id);
  if (hold.status === "HELD") endHold(world, hold, "RELEASED");
  else if (hold.status !== "RELEASED") throw ended(hold);
  return shown(world, hold);
}

const ended = ({ status }: Hold) => new Refused(409, `Hold is ${status}.`);

interface Commit {
  readonly amount: Micros;
  readonly allowMore: boolean;
  readonly usage: SaidUsage | null;
}

export function commitHold(call: ModelCall): Expected {
  const { world, input } = call;
  const { amount, allowMore, usageEvent } = readCommit(input);
  const { id, balanceId } = namedHold(call);
  const { serviceId, userId } = known(world.balances, balanceId);
  const of = { serviceId, userId, balanceId };
  const usage = usageEvent === undefined ? null : readUsage(usageEvent, of);
  const commit = { amount, allowMore, usage };
  try {
    // The records of the event are checked before the balance.
    if (usage !== null) checkUsage(call, usage);
    balanceAsOfNow(world, balanceId);
    commitAsOfNow(call, known(world.holds, id), commit);
  } catch (refusal) {
    const hold = known(world.holds, id);
    if (isSameCommit(world, hold, commit)) return shown(world, hold);
    throw hold.status === "HELD" ? refusal : ended(hold);
  }
  return shown(world, known(world.holds, id));
}

/** The amount of the hold is reserved; what exceeds it must be available. */
function commitAsOfNow(
  { world, answer }: ModelCall,
  hold: Hold,
  { amount, allowMore, usage }: Commit,
): void {
  if (hold.status !== "HELD") throw ended(hold);
  if (amount > hold.amount) {
    if (!allowMore) throw new Refused(409, "amount is more than the hold has set aside.");
    if (!has(known(world.balances, hold.balanceId), amount - hold.amount)) throw tooLow();
  }
  const id: Id | null = usage && String(answer.body?.hold?.usageEventId);
  endHold(world, hold, "COMMITTED", amount, id);
  if (usage === null || id === null) return;
  const { occurredAt = world.now } = usage;
  const event = { ...usage, charge: amount, occurredAt, id, idempotencyKey: null };
  put(world.events, { ...event, createdAt: world.now });
}

/** Whether an earlier call committed it with the same input. */
function isSameCommit({ events }: World, hold: Hold, { amount, usage }: Commit): boolean {
  if (hold.status !== "COMMITTED" || hold.charged !== amount) return false;
  if (hold.usageEventId === null || usage === null) return hold.usageEventId === usage;
  const event = known(events, hold.usageEventId);
  return (
    event.subscriptionId === usage.subscriptionId &&
    event.eventKey === usage.eventKey &&
    event.quantity === usage.quantity
  );
}
