import { useQuery } from "@tanstack/react-query";
import { CodeBlock, Empty, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { Answer } from "../../ui/answer.tsx";
import { EventLine } from "../../ui/event-line.tsx";

/** The latest events, refreshed every `pollMs`. */
export function LatestEvents({ pollMs }: { pollMs: number }) {
  const list = useQuery(trpc.events.list.queryOptions({ limit: 12 }, { refetchInterval: pollMs }));
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
                  <EventLine event={event} />
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
