import { measures } from "@usance/rating";
import { ProofError, text } from "../fields.ts";

/*
 * The form of a proof that may have come from anywhere. Each value has one text, so that equal values compare as equal, and a
 * field that no bill has is refused, because nobody checks what it says.
 */

/** @throws ProofError, which names the value */
type Form = (value: unknown, name: string) => void;

const bounded =
  (pattern: RegExp, rule: string): Form =>
  (value, name) => {
    if (typeof value !== "string" || value.length > 200 || !pattern.test(value)) {
      throw new ProofError(`${name} must be ${rule}.`);
    }
  };
const orNull =
  (form: Form): Form =>
  (value, name) =>
    value === null || form(value, name);
const optional =
  (form: Form): Form =>
  (value, name) =>
    value === undefined || form(value, name);

const listOf =
  (form: Form): Form =>
  (value, name) => {
    if (!Array.isArray(value)) throw new ProofError(`${name} must be a list.`);
    for (const [place, item] of value.entries()) form(item, `${name}.${place}`);
  };

const object =
  (fields: Readonly<Record<string, Form>>): Form =>
  (value, name) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new ProofError(`${name} must be an object.`);
    }
    for (const field of Object.keys(value)) {
      if (!Object.hasOwn(fields, field)) throw new ProofError(`${name} has no field ${field}.`);
    }
    for (const [field, form] of Object.entries(fields)) {
      form((value as Readonly<Record<string, unknown>>)[field], `${name}.${field}`);
    }
  };

const exactly =
  (only: unknown): Form =>
  (value, name) => {
    if (value !== only) throw new ProofError(`${name} must be ${only}.`);
  };

const count: Form = (value, name) => {
  if (!Number.isSafeInteger(value) || (value as number) < 1) {
    throw new ProofError(`${name} must be a whole number from 1.`);
  }
};

const time: Form = (value, name) => {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString() !== value || value.length !== 24) {
    throw new ProofError(`${name} must be a time in UTC with milliseconds.`);
  }
};

const whole = String.raw`(?:0|[1-9]\d{0,31})`;
const amount = bounded(new RegExp(`^${whole}\\.\\d{6}$`), "a decimal with six decimal places");
const signed = bounded(
  new RegExp(`^(?!-0\\.0+$)-?${whole}\\.\\d{6}$`),
  "a decimal with six decimal places, or the same with a minus",
);
const price = bounded(
  new RegExp(`^(?!-0\\.0+$)-?${whole}\\.\\d{6,12}$`),
  "a decimal with six to twelve decimal places",
);
const hash = bounded(/^0x[0-9a-f]{64}$/, "0x and 64 lowercase hex digits");
const hex = bounded(/^0x[0-9a-fA-F]+$/, "0x and hex digits");
const digits = bounded(/^\d{1,78}$/, "the digits of a whole number");
/** As a rate card has it: with as many decimal places as it needs. The rules of rate cards bound it. */
const decimal = bounded(/^\d+(?:\.\d+)?$/, "a decimal");

const bill: Form = (value, name) => {
  formOfBill(value, name);
  const { usage, usageRoot } = Object(value);
  if (usage === null && usageRoot !== null) {
    throw new ProofError("usageRoot must be null in a bill without usage.");
  }
};

const period: Form = (value, name) => {
  formOfPeriod(value, name);
  const { prepaid, charge } = Object(value);
  if ((prepaid === null) !== (charge === null)) {
    throw new ProofError(`${name}.prepaid must be null if the charge is, and only then.`);
  }
};

const formOfPeriod = object({
  from: time,
  to: orNull(time),
  rateCardId: orNull(text),
  rateCardHash: orNull(hash),
  prepaid: orNull(amount),
  charge: orNull(signed),
  chargeBefore: orNull(signed),
  totals: listOf(
    object({
      prefix: (value, name) => value === "" || text(value, name),
      count,
      quantity: amount,
      max: amount,
      last: amount,
      root: hash,
    }),
  ),
});

const formOfBill = object({
  version: exactly(1),
  invoiceId: text,
  serviceId: text,
  subscriptionId: orNull(text),
  amount,
  currency: exactly("USDC"),
  periodStart: orNull(time),
  periodEnd: orNull(time),
  lines: listOf(object({ description: text, quantity: amount, unitAmount: price, amount: signed })),
  usage: orNull(
    object({
      billNumber: orNull(count),
      billBefore: orNull(hash),
      periods: listOf(period),
      charged: orNull(amount),
      billed: amount,
    }),
  ),
  usageRoot: orNull(object({ number: count, root: hash })),
});

const fee = { description: text, amount: decimal };
const metered = {
  description: text,
  prefix: optional(text),
  measure: optional(bounded(new RegExp(`^(?:${measures.join("|")})$`), "a measure of rate cards")),
  included: optional(decimal),
  minimum: optional(decimal),
};
const tiers = listOf(
  object({ upTo: orNull(decimal), unitAmount: decimal, flatAmount: optional(decimal) }),
);
const components: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  FLAT: fee,
  MINIMUM: fee,
  PER_UNIT: { ...metered, unitAmount: decimal },
  GRADUATED: { ...metered, tiers },
  VOLUME: { ...metered, tiers },
  PACKAGE: { ...metered, packageSize: decimal, packageAmount: decimal },
  PERCENTAGE: { ...metered, percent: decimal },
};
const component: Form = (value, name) => {
  const { type } = Object(value);
  const isKnown = typeof type === "string" && Object.hasOwn(components, type);
  const fields = isKnown ? components[type] : undefined;
  if (fields === undefined) throw new ProofError(`${name}.type must be one of a rate card.`);
  object({ type: exactly(type), ...fields })(value, name);
};

/** How many bills before it a proof has at most. */
export const maxBillsBefore = 1_000;
const bills: Form = (value, name) => {
  listOf(bill)(value, name);
  if ((value as readonly unknown[]).length > maxBillsBefore) {
    throw new ProofError(`${name} must have at most ${maxBillsBefore} bills.`);
  }
};

const parts: Readonly<Record<string, Form>> = {
  billHash: hash,
  bill,
  credited: amount,
  paidFromBalance: amount,
  rateCards: listOf(object({ id: text, components: listOf(component) })),
  billsBefore: bills,
};
/** Checks some fields of a value; others are not hashed. */
const having =
  (fields: Readonly<Record<string, Form>>): Form =>
  (value, name) => {
    const given: Readonly<Record<string, unknown>> = Object(value);
    for (const [field, form] of Object.entries(fields)) form(given[field], `${name}.${field}`);
  };

const quantity = bounded(
  /^(?:0|[1-9]\d{0,17})\.\d{6}$/,
  "a decimal of at most 18 digits and six decimal places",
);

/** @throws ProofError unless a value has the form of a bill's usage event */
export const checkEvent: Form = having({
  eventKey: text,
  quantity,
  occurredAt: time,
  root: optional(orNull(count)),
});

const countOrNone: Form = (value, name) => value === 0 || count(value, name);
const root = {
  subscriptionId: text,
  number: count,
  createdAt: time,
  eventCount: countOrNone,
  voidCount: countOrNone,
  changesHash: hash,
  rootBefore: orNull(hash),
  root: hash,
};

/** @throws ProofError unless a value has the form of a usage root */
export const checkRoot: Form = having(root);

/** @throws ProofError unless a value has the form of the roots that a bill is compared with */
export const checkBilledRoots: Form = listOf(
  having({ ...root, otherChanges: orNull(listOf(hash)) }),
);

const event = having({ referenceHash: hex, invoiceHash: hex, amount: digits });

/** @throws ProofError unless a value has the form of an invoice's proof. Of the payment it checks what the bill is compared with. */
export function checkForm(proof: unknown): void {
  const fields: Readonly<Record<string, unknown>> = Object(proof);
  for (const [name, form] of Object.entries(parts)) form(fields[name], name);
  if (fields.settlement === null) return;
  event(Object(fields.settlement).event, "settlement.event");
}
