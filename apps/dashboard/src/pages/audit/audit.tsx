import { useInfiniteQuery } from "@tanstack/react-query";
import { Empty, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { Answer } from "../../ui/answer.tsx";
import { CsvButton } from "../../ui/csv-button.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { View } from "../../ui/view.tsx";

/** Every change, with the key that made it. */
export function Audit() {
  const list = useInfiniteQuery(
    trpc.auditEvents.list.infiniteQueryOptions(
      { limit: 50 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  return (
    <View
      heading="Audit"
      lead="Every change by an API key, a dashboard session or a portal link. Nobody can edit this log."
      actions={<CsvButton path="/api/v1/audit-events" fileName="audit-events.csv" />}
    >
      <Section heading="All changes">
        <Answer of={list}>
          {({ pages }) => {
            const events = pages.flatMap(({ auditEvents }) => auditEvents);
            if (events.length === 0) {
              return (
                <Empty heading="No changes yet">
                  <p>The first change will be listed here, with the API key that made it.</p>
                </Empty>
              );
            }
            return (
              <>
                <Records
                  caption="Changes, newest first"
                  columns={[
                    { label: "Change" },
                    { label: "When" },
                    { label: "Record" },
                    { label: "By" },
                  ]}
                  rows={events.map(
                    ({ id, operation, createdAt, recordId, apiKeyId, requestId }) => ({
                      key: id,
                      cells: [
                        <span key="name">
                          {operation}
                          <span className="under">request {requestId}</span>
                        </span>,
                        <Time key="when" at={createdAt} isFull />,
                        <code key="record">{recordId}</code>,
                        <code key="by">{apiKeyId}</code>,
                      ],
                    }),
                  )}
                />
                <More list={list} />
              </>
            );
          }}
        </Answer>
      </Section>
    </View>
  );
}
