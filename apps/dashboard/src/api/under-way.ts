import type { Settlement } from "./records.ts";

interface Polled<Data> {
  readonly state: { readonly data: Data | undefined };
}

/** Has a query read again every few seconds while something is under way in what it found: no event tells how that goes on. */
export const pollWhile =
  <Data>(isUnderWay: (data: Data) => boolean, everyMs = 5_000) =>
  ({ state: { data } }: Polled<Data>): number | false =>
    data !== undefined && isUnderWay(data) && everyMs;

/** Whether a payment waits for the chain. */
export const isUnderWay = ({ status }: Pick<Settlement, "status">): boolean =>
  status === "PENDING" || status === "SUBMITTED";
