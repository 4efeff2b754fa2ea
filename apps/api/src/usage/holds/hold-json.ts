import type { HoldView } from "../../balances/hold-store.ts";
import { formatAmount } from "../../kit/money.ts";

/** A hold in JSON: exactly what the schema `Hold` makes of it (hold-json.test.ts). */
export function holdJson(hold: HoldView): string {
  const { id, balanceId, serviceId, userId, key, status, amount, charged, usageEventId } = hold;
  const ids = `"id":"${id}","balanceId":"${balanceId}","serviceId":"${serviceId}","userId":"${userId}"`;
  const taken = charged === null ? "null" : `"${formatAmount(charged)}"`;
  const event = usageEventId === null ? "null" : `"${usageEventId}"`;
  const amounts = `"amount":"${formatAmount(amount)}","charged":${taken},"usageEventId":${event}`;
  const [expiresAt, createdAt, updatedAt] = [hold.expiresAt, hold.createdAt, hold.updatedAt].map(
    (time) => time.toISOString(),
  );
  const times = `"expiresAt":"${expiresAt}","createdAt":"${createdAt}","updatedAt":"${updatedAt}"`;
  return `{${ids},"key":${JSON.stringify(key)},"status":"${status}",${amounts},${times}}`;
}
