import type { Parts } from "../operation/ports/parts.ts";
import { failPendingOfDisabled } from "./store.ts";

/**
 * Job: fails pending deliveries of disabled endpoints. Disabling an endpoint fails its deliveries, but misses those
 * that a concurrent transaction is writing.
 */
export function giveUpStragglers({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  return failPendingOfDisabled(db, "The endpoint was disabled.", clock.now());
}
