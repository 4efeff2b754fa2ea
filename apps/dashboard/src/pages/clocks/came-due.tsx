import { useQueries } from "@tanstack/react-query";
import { Aside } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Event } from "../../api/records.ts";
import { EventLine } from "../../ui/event-line.tsx";

/** A clock before it was advanced. */
export interface Departure {
  readonly now: string;
  /** The newest events of each service on the clock, newest first. */
  readonly services: readonly {
    readonly serviceId: string;
    readonly lastEvents: readonly Event[];
  }[];
}

/** The maximum number of events shown for a service. */
const maxEvents = 50;

/** What happened while a clock was advanced: renewals, invoices, payments, expiries. */
export function CameDue({ departure, isMoving }: { departure: Departure; isMoving: boolean }) {
  const lists = useQueries({
    queries: departure.services.map(({ serviceId, lastEvents: [last] }) =>
      trpc.events.list.queryOptions(
        { serviceId, limit: maxEvents, ...(last && { from: last.createdAt }) },
        { refetchInterval: isMoving && 1_000 },
      ),
    ),
  });
  const known = new Set(
    departure.services.flatMap(({ lastEvents }) => lastEvents.map(({ id }) => id)),
  );
  const events = lists
    .flatMap(({ data }) => data?.events ?? [])
    .filter(({ id, type }) => !known.has(id) && type !== "test_clock.ready")
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
  const isCut = lists.some(({ data }) => data !== undefined && data.nextCursor !== null);
  return (
    <>
      <h3>What came due</h3>
      {events.length === 0 ? (
        <Aside>{isMoving ? "Nothing yet." : "Nothing came due on the way."}</Aside>
      ) : (
        <ul className="list">
          {events.map((event) => (
            <li key={event.id}>
              <EventLine event={event} />
            </li>
          ))}
        </ul>
      )}
      {isCut && <Aside>These are the newest {maxEvents} events of each service.</Aside>}
    </>
  );
}
