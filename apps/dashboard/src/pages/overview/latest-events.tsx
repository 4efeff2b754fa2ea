import { useQuery } from "@tanstack/react-query";
import { Badge, CodeBlock, Empty, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Event, Service } from "../../api/records.ts";
import { Answer } from "../../ui/answer.tsx";
import { EventLine } from "../../ui/event-line.tsx";

interface LatestEventsProps {
  readonly services: readonly Service[];
}

/** The latest events. Those of test clocks are no sales, and say so. */
export function LatestEvents({ services }: LatestEventsProps) {
  const list = useQuery(trpc.events.list.queryOptions({ limit: 12 }));
  return (
    <Section heading="Latest events">
      <Answer of={list}>
        {({ events }) =>
          events.length === 0 ? (
            <Empty heading="Nothing has happened yet">
              <p>To see some events, start the service with a month of sample sales:</p>
              <CodeBlock what="command" text="npx --yes pnpm@12.21.0 dev --sample" />
            </Empty>
          ) : (
            <ul className="list">
              {events.map((event) => (
                <li key={event.id}>
                  <span>
                    <EventLine event={event} />{" "}
                    {isOnTestClock(event, services) && <Badge kind="off">Test clock</Badge>}
                  </span>
                  <span className="soft">
                    <Time at={event.createdAt} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Section>
  );
}

/** Whether the record of an event belongs to a service on a test clock. */
function isOnTestClock({ data }: Event, services: readonly Service[]): boolean {
  const clocked = new Set(
    services.filter(({ testClockId }) => testClockId !== null).map(({ id }) => id),
  );
  return Object.values(data).some((record) => clocked.has(Object(record).serviceId));
}
