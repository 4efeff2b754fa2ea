import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type DataColumn, Empty, levelsText, Section, watchedText } from "@usance/ui";
import { lazy } from "react";
import { trpc } from "../../api/client.ts";
import type { Alert } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { DialogButton } from "../../ui/form.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";

// A form is loaded when it is opened.
const AlertForm = lazy(async () => ({ default: (await import("./alert-form.tsx")).AlertForm }));

/** The alerts of a service, and a form for a new one. */
export function Alerts({ serviceId }: { readonly serviceId: string }) {
  const list = useInfiniteQuery(
    trpc.alerts.list.infiniteQueryOptions({ serviceId, limit: 25 }, { ...byCursor }),
  );
  const mayWrite = useMay("alerts:write");
  return (
    <Section
      heading="Alerts"
      actions={
        mayWrite && (
          <DialogButton words="New alert…">
            {(close) => <AlertForm serviceId={serviceId} onClose={close} />}
          </DialogButton>
        )
      }
    >
      <RecordList
        of={list}
        rowsOf={(page) => page.alerts}
        caption="Alerts, newest first"
        columns={mayWrite ? [...columns, { label: "Change", cell: changeOf }] : columns}
        keyOf={({ id }) => id}
        empty={
          <Empty heading="No alerts yet">
            <p>
              An alert sends a webhook event, and an e-mail to the subscriber if you like, when
              usage or spending reaches a level, when a balance or a spending limit falls below one,
              or when a billing period is expected to cost more.
            </p>
          </Empty>
        }
      />
    </Section>
  );
}

const columns: readonly DataColumn<Alert>[] = [
  {
    label: "Watches",
    cell: (alert) => (
      <>
        <strong>{watchedText(alert)}</strong>
        <span className="under">{targetOf(alert)}</span>
      </>
    ),
  },
  {
    label: "Reports",
    cell: ({ on, levels, recovery }) =>
      `${levelsText(on, levels)}${recovery ? ", and the way back" : ""}`,
  },
  {
    label: "Tells",
    cell: ({ tellsSubscriber }) => (tellsSubscriber ? "You and the subscriber" : "You"),
    isWide: true,
  },
];

const changeOf = ({ id }: Alert) => <Removal alertId={id} />;

function Removal({ alertId }: { readonly alertId: string }) {
  const queries = useQueryClient();
  const remove = useMutation(
    trpc.alerts.remove.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.alerts.pathFilter()),
    }),
  );
  return (
    <Confirm
      action="Remove"
      said="The alert was removed."
      keep="Keep the alert"
      onConfirm={() => remove.mutateAsync({ alertId })}
    >
      It reports nothing more.
    </Confirm>
  );
}

function targetOf({ on, subscriptionId, balanceId }: Alert) {
  const id = subscriptionId ?? balanceId;
  if (id === null) return on === "balance" ? "Each balance" : "Each subscription";
  return <code>{id}</code>;
}
