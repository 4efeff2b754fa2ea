import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  amountText,
  Button,
  type DataColumn,
  DataTable,
  Note,
  quantityText,
  Time,
} from "@usance/ui";
import { lazy, Suspense, useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Subject, Subscription } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { byCursor, More } from "../../ui/record-list.tsx";

// A form is loaded when it is opened.
const LimitForm = lazy(async () => ({
  default: (await import("../services/limit-form.tsx")).LimitForm,
}));

interface SubjectsProps {
  readonly subscription: Subscription;
}

/** What each subject of a subscription has used, and who has stopped what; nothing without either. */
export function Subjects({ subscription: { id: subscriptionId, serviceId } }: SubjectsProps) {
  const [chosen, choose] = useState<string | null>(null);
  const list = useInfiniteQuery(
    trpc.subjects.list.infiniteQueryOptions({ subscriptionId }, { ...byCursor }),
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
        <SubjectTable subjects={subjects} onLimit={mayLimit ? choose : null} />
      )}
      <Answer of={list}>{() => <More list={list} />}</Answer>
      {chosen !== null && own.data !== undefined && (
        <Suspense>
          <LimitForm
            key={chosen}
            serviceId={serviceId}
            before={null}
            of={{ subscriptionId, subject: chosen }}
            taken={own.data.limits.map(({ name }) => name)}
            onClose={() => choose(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface SubjectTableProps {
  readonly subjects: readonly Subject[];
  /** Opens the form of a limit; null: the session may not set any. */
  readonly onLimit: ((subject: string) => void) | null;
}

const SubjectTable = ({ subjects, onLimit }: SubjectTableProps) => {
  const limit: DataColumn<Subject> = {
    label: "Limit",
    cell: ({ subject }) => (
      <Button kind="quiet" isSmall onClick={() => onLimit?.(subject)}>
        Limit…<span className="unseen"> of {subject}</span>
      </Button>
    ),
  };
  return (
    <DataTable
      caption="What each subject has used in the current period, by name"
      columns={onLimit === null ? columns : [...columns, limit]}
      rows={subjects}
      keyOf={({ subject }) => subject}
    />
  );
};

const columns: readonly DataColumn<Subject>[] = [
  {
    label: "Subject",
    cell: ({ subject, prefixes }) => (
      <>
        <bdi>{subject}</bdi>
        <span className="under">
          {prefixes.map(({ prefix, quantity }) => `${quantityText(quantity)} ${prefix}`).join(", ")}
        </span>
      </>
    ),
  },
  {
    label: "Last used",
    cell: ({ lastOccurredAt }) =>
      lastOccurredAt === null ? "Nothing used" : <Time at={lastOccurredAt} />,
  },
  { label: "Charged", cell: ({ charged }) => `${amountText(charged)} USDC`, isFigure: true },
  {
    label: "Stopped by",
    cell: ({ stoppedBy }) => stoppedBy.map((setter) => setters[setter]).join(" and ") || "Nobody",
  },
];

const setters: Readonly<Record<Subject["stoppedBy"][number], string>> = {
  SELLER: "You",
  SUBSCRIBER: "The subscriber",
};
