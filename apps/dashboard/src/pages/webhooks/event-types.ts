import type { Endpoint } from "../../api/records.ts";
import type { CheckGroup } from "../../ui/checks.tsx";
import { eventNames } from "../../words/events.ts";

/** The types that an endpoint can get; `*` is all. */
export type EventType = keyof typeof eventNames | "*";

/** The types by their noun: the part before the first `.`. */
export const eventGroups: readonly CheckGroup<EventType>[] = [
  ...Map.groupBy(Object.keys(eventNames) as EventType[], (type) => type.split(".")[0] ?? ""),
].map(([noun, types]) => ({
  name: noun.replaceAll("_", " "),
  options: types.map((value) => ({ value, words: value.slice(noun.length + 1) })),
}));

export const eventPresets: readonly {
  readonly words: string;
  readonly values: readonly EventType[];
}[] = [
  { words: "All events", values: ["*"] },
  {
    words: "Payments",
    values: ["invoice.paid", "invoice.payment_failed", "settlement.confirmed", "settlement.failed"],
  },
];

/** @returns `All events`, or the types */
export const eventsText = ({ events }: Pick<Endpoint, "events">): string =>
  events.includes("*") ? "All events" : events.join(", ");
