import type { InAnyTransaction } from "../db/client.ts";
import type { BalanceHold } from "../db/generated/client.ts";
import { recordEvents } from "../outbox/record-events.ts";
import { Hold } from "../schemas/holds.ts";
import type { Book } from "./book.ts";

/** Records that holds of a balance have expired, in the transaction that ends them. */
export async function announceHolds(
  { tx, now }: InAnyTransaction,
  { balance: { serviceId, userId } }: Pick<Book, "balance">,
  holds: readonly BalanceHold[],
): Promise<void> {
  const shown = holds.map((hold) => ({ hold: Hold.parse({ ...hold, serviceId, userId }) }));
  if (shown.length > 0) await recordEvents({ tx, now }, "hold.expired", shown);
}
