import type { InTransaction } from "../db/client.ts";
import { changeBalance } from "./change-balances.ts";

/** Ends what has expired of a balance: credits and holds. */
export async function expireOfBalance(at: InTransaction, id: string): Promise<void> {
  await changeBalance(at, id, async () => undefined);
}
