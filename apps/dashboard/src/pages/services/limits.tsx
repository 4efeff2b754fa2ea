import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, type DataColumn, DataTable, Empty, limitText, Section } from "@usance/ui";
import { lazy, Suspense, useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Limit } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { byCursor, More } from "../../ui/record-list.tsx";
import { actionWords, scopeWords } from "../../words/limits.ts";

// A form is loaded when it is opened.
const LimitForm = lazy(async () => ({ default: (await import("./limit-form.tsx")).LimitForm }));

/** The limits on the usage of a service, and a form for a new one or a change. */
export function Limits({ serviceId }: { serviceId: string }) {
  const [chosen, open] = useState<Limit | "new" | null>(null);
  const list = useInfiniteQuery(
    trpc.limits.list.infiniteQueryOptions({ serviceId, limit: 25 }, { ...byCursor }),
  );
  const mayWrite = useMay("limits:write");
  const limits = (list.data?.pages ?? []).flatMap((page) => page.limits);
  // The form of a limit that is removed closes: it would set the limit again.
  const isThere = chosen === "new" || limits.some(({ id }) => id === chosen?.id);
  const opened = isThere ? chosen : null;
  return (
    <Section
      heading="Usage limits"
      actions={
        mayWrite && (
          <Button kind="quiet" isSmall onClick={() => open("new")}>
            New limit…
          </Button>
        )
      }
    >
      <Answer of={list}>
        {() =>
          limits.length === 0 ? (
            <Empty heading="No limits yet">
              <p>
                A limit says how much may be used: 1,000 units a day by each subscriber, 5 USDC an
                hour by each of their agents, or so many events by all together. Usage that would
                pass it is refused, so it is neither recorded nor charged.
              </p>
            </Empty>
          ) : (
            <>
              <LimitTable limits={limits} onChange={mayWrite ? open : null} />
              <More list={list} />
            </>
          )
        }
      </Answer>
      {opened !== null && (
        <Suspense>
          <LimitForm
            key={opened === "new" ? "new" : opened.id}
            serviceId={serviceId}
            before={opened === "new" ? null : opened}
            taken={limits.map(({ name }) => name)}
            onClose={() => open(null)}
          />
        </Suspense>
      )}
    </Section>
  );
}

interface LimitTableProps {
  readonly limits: readonly Limit[];
  /** Opens the form of a limit; null: the session may not change any. */
  readonly onChange: ((limit: Limit) => void) | null;
}

function LimitTable({ limits, onChange }: LimitTableProps) {
  const queries = useQueryClient();
  const remove = useMutation(
    trpc.limits.remove.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.limits.pathFilter()),
    }),
  );
  const change: DataColumn<Limit> = {
    label: "Change",
    cell: (limit) => (
      <span className="section-actions">
        <Button kind="quiet" isSmall onClick={() => onChange?.(limit)}>
          Change
        </Button>
        <Confirm
          action="Remove"
          said="The limit was removed."
          keep="Keep the limit"
          onConfirm={() => remove.mutateAsync({ name: limit.name })}
        >
          From now on, the limit refuses and reports nothing. What was recorded stays as it is.
        </Confirm>
      </span>
    ),
  };
  return (
    <DataTable
      caption="Limits, newest first"
      columns={onChange === null ? columns : [...columns, change]}
      rows={limits}
      keyOf={({ id }) => id}
    />
  );
}

const columns: readonly DataColumn<Limit>[] = [
  {
    label: "Limit",
    cell: (limit) => (
      <>
        <strong>{limit.name}</strong>
        <span className="under">
          {scopeWords(limit)} {limit.subscriptionId !== null && <code>{limit.subscriptionId}</code>}
        </span>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  { label: "At most", cell: limitText },
  { label: "Beyond it", cell: ({ action }) => actionWords[action], isWide: true },
];
