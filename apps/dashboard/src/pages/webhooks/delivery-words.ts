import type { Delivery } from "../../api/records.ts";

type Kind = "good" | "late" | "bad" | "now";

/** How a delivery stands: `Retrying · 3 attempts`. */
export function deliveryWords({
  status,
  attempts,
}: Pick<Delivery, "status" | "attempts">): readonly [kind: Kind, words: string] {
  if (status === "DELIVERED") return ["good", "Delivered"];
  const count = `${attempts.length} attempt${attempts.length === 1 ? "" : "s"}`;
  if (status === "FAILED") return ["bad", `Failed · ${count}`];
  return attempts.length === 0 ? ["now", "Pending"] : ["late", `Retrying · ${count}`];
}

/** What the receiver answered last, or why it did not; null: it was not asked yet, or took the event. */
export function lastError({ status, attempts }: Pick<Delivery, "status" | "attempts">) {
  const last = attempts.at(-1);
  if (last === undefined || status === "DELIVERED") return null;
  return last.error ?? `Status ${last.statusCode}`;
}
