/** A record's fields as the service shows them, and the columns that they are made of. */
type Fields = Readonly<Record<string, string>>;

const time = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const snakeCase = (field: string) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** SQL for a row as the JSON that the service answers: times in UTC, amounts as texts. */
export function jsonRecord(as: string, names: readonly string[], more: Fields = {}): string {
  const fields = names.map((name) => {
    const column = `${as}.${snakeCase(name)}`;
    if (/^(amount|quantity|unitAmount)$/.test(name)) return `'${name}', ${column}::text`;
    return `'${name}', ${/(At|Start|End)$/.test(name) ? time(column) : column}`;
  });
  const others = Object.entries(more).map(([name, sql]) => `'${name}', ${sql}`);
  return `json_build_object(${[...fields, ...others].join(", ")})`;
}

/* What the answers show of each record. */

export const userFields = ["id", "email", "name", "role"];
export const serviceFields = [
  ...["id", "name", "description", "status", "ownerId"],
  ...["payoutAddress", "createdAt", "updatedAt"],
];
export const planFields = [
  ...["id", "serviceId", "name", "description", "pricingType", "billingInterval", "amount"],
  ...["unit", "currency", "createdAt", "updatedAt"],
];
export const subscriptionFields = [
  ...["id", "status", "serviceId", "paymentPlanId", "userId", "checkoutSessionId"],
  ...["currentPeriodStart", "currentPeriodEnd", "cancelAt", "endedAt", "createdAt", "updatedAt"],
];
export const invoiceFields = [
  ...["id", "serviceId", "paymentPlanId", "userId", "subscriptionId", "status", "amount"],
  ...["currency", "dueAt", "paidAt", "createdAt"],
  ...["periodStart", "periodEnd", "billNumber", "billHash"],
];
export const usageEventFields = [
  ...["id", "serviceId", "subscriptionId", "userId", "invoiceId", "eventKey", "quantity"],
  ...["occurredAt", "createdAt"],
];
export const lineFields = ["description", "quantity", "unitAmount", "amount"];
export const creditNoteFields = [
  ...["id", "invoiceId", "serviceId", "userId", "status", "amount", "currency", "reason"],
  "createdAt",
];
export const settlementFields = [
  ...["id", "invoiceId", "serviceId", "payerId", "merchantId", "amount"],
  ...["currency", "referenceHash", "transactionHash", "status", "recordedAt", "createdAt"],
];
