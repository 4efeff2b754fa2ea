import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { amountText, Button, Note, quantityText, Time } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Subject, Subscription } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { LimitForm } from "../services/limit-form.tsx";

interface SubjectsProps {
  readonly subscription: Subscription;
}

/** What each subject of a subscription has used, and who has stopped what; nothing without either. */
export function Subjects({ subscription: { id: subscriptionId, serviceId } }: SubjectsProps) {
  const [chosen, choose] = useState<string | null>(null);
  const list = useInfiniteQuery(
    trpc.subjects.list.infiniteQueryOptions(
      { subscriptionId },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const maySeeLimits = useMay("limits:read");
  const mayLimit = useMay("limits:write") && maySeeLimits;
  const limits = useQuery({
    ...trpc.limits.usage.queryOptions({ subscriptionId }),
    enabled: maySeeLimits,
  });
  const own = useQuery({
    ...trpc.limits.list.queryOptions({ serviceId, limit: 100 }),
    enabled: mayLimit && chosen !== null,
  });
  const isStopped = limits.data?.limits.some(({ limit }) => limit.setBy === "SUBSCRIBER") ?? false;
  const subjects = (list.data?.pages ?? []).flatMap((page) => page.subjects);
  if (subjects.length === 0 && !isStopped && list.error === null) return null;
  return (
    <div className="form">
      <h3>Subjects</h3>
      {isStopped && <Note>The subscriber has stopped all usage of this subscription.</Note>}
      {subjects.length > 0 && (
        <SubjectTable
          subjects={subjects}
          onLimit={mayLimit ? (subject) => choose(subject === chosen ? null : subject) : null}
        />
      )}
      <Answer of={list}>{() => <More list={list} />}</Answer>
      {chosen !== null && own.data !== undefined && (
        <LimitForm
          key={chosen}
          serviceId={serviceId}
          before={null}
          of={{ subscriptionId, subject: chosen }}
          taken={own.data.limits.map(({ name }) => name)}
          onDone={() => choose(null)}
        />
      )}
    </div>
  );
}

interface SubjectTableProps {
  readonly subjects: readonly Subject[];
  /** Opens the form of a limit, or closes it; null: the session may not set any. */
  readonly onLimit: ((subject: string) => void) | null;
}

const SubjectTable = ({ subjects, onLimit }: SubjectTableProps) => (
  <Records
    caption="What each subject has used in the current period, by name"
    columns={[
      { label: "Subject" },
      { label: "Last used" },
      { label: "Charged", isFigure: true },
      { label: "Stopped by" },
      ...(onLimit === null ? [] : [{ label: "Limit" }]),
    ]}
    rows={subjects.map(({ subject, lastOccurredAt, charged, stoppedBy, prefixes }) => ({
      key: subject,
      cells: [
        <span key="name">
          <bdi>{subject}</bdi>
          <span className="under">
            {prefixes
              .map(({ prefix, quantity }) => `${quantityText(quantity)} ${prefix}`)
              .join(", ")}
          </span>
        </span>,
        lastOccurredAt === null ? "Nothing used" : <Time key="last" at={lastOccurredAt} />,
        `${amountText(charged)} USDC`,
        stoppedBy.map((setter) => setters[setter]).join(" and ") || "Nobody",
        onLimit !== null && (
          <Button key="limit" kind="quiet" isSmall onClick={() => onLimit(subject)}>
            Limit…<span className="unseen"> of {subject}</span>
          </Button>
        ),
      ],
    }))}
  />
);

const setters: Readonly<Record<Subject["stoppedBy"][number], string>> = {
  SELLER: "You",
  SUBSCRIBER: "The subscriber",
};
