import type { Deliverable, Outcome } from "./deliver.ts";

/** The length of the longest type. */
const typeWidth = "checkout_session.cancelled".length;

/** The line that shows a delivery. @param then what happens next, if it did not arrive */
export function deliveryLine(event: Deliverable, { answer, ms }: Outcome, then = ""): string {
  const time = new Date().toTimeString().slice(0, "HH:MM:SS".length);
  const line = `${time}  ${event.type.padEnd(typeWidth)}  ${event.id}  ${answer}  ${ms} ms`;
  return then === "" ? line : `${line}  ${then}`;
}
