import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  Button,
  Choice,
  Empty,
  Field,
  levelsText,
  Problem,
  Section,
  Select,
  typedNumber,
  watchedText,
} from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Alert } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { fieldErrors } from "../../ui/field-errors.ts";
import { Form } from "../../ui/form.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";

/** The alerts of a service, and a form for a new one. */
export function Alerts({ serviceId }: { readonly serviceId: string }) {
  const [isOpen, open] = useState(false);
  const list = useInfiniteQuery(
    trpc.alerts.list.infiniteQueryOptions(
      { serviceId, limit: 25 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const mayWrite = useMay("alerts:write");
  const alerts = (list.data?.pages ?? []).flatMap((page) => page.alerts);
  return (
    <Section
      heading="Alerts"
      actions={
        mayWrite && (
          <Button kind="quiet" isSmall onClick={() => open(!isOpen)}>
            {isOpen ? "Close the form" : "New alert…"}
          </Button>
        )
      }
    >
      <Answer of={list}>
        {() =>
          alerts.length === 0 ? (
            <Empty heading="No alerts yet">
              <p>
                An alert sends a webhook event, and an e-mail to the subscriber if you like, when
                usage or spending reaches a level, when a balance or a spending cap falls below one,
                or when a billing period is expected to cost more.
              </p>
            </Empty>
          ) : (
            <>
              <AlertTable alerts={alerts} mayWrite={mayWrite} />
              <More list={list} />
            </>
          )
        }
      </Answer>
      {isOpen && <AlertForm serviceId={serviceId} onDone={() => open(false)} />}
    </Section>
  );
}

interface AlertTableProps {
  readonly alerts: readonly Alert[];
  readonly mayWrite: boolean;
}

function AlertTable({ alerts, mayWrite }: AlertTableProps) {
  const queries = useQueryClient();
  const remove = useMutation(
    trpc.alerts.remove.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.alerts.pathFilter()),
    }),
  );
  return (
    <Records
      caption="Alerts, newest first"
      columns={[
        { label: "Watches" },
        { label: "Reports" },
        { label: "Tells" },
        ...(mayWrite ? [{ label: "Change" }] : []),
      ]}
      rows={alerts.map((alert) => ({
        key: alert.id,
        cells: [
          <span key="watches">
            <strong>{watchedText(alert)}</strong>
            <span className="under">{targetOf(alert)}</span>
          </span>,
          `${levelsText(alert.on, alert.levels)}${alert.recovery ? ", and the way back" : ""}`,
          alert.tellsSubscriber ? "You and the subscriber" : "You",
          mayWrite && (
            <Confirm
              key="change"
              action="Remove"
              onConfirm={() => remove.mutateAsync({ alertId: alert.id })}
            >
              It reports nothing more.
            </Confirm>
          ),
        ],
      }))}
    />
  );
}

function targetOf({ on, subscriptionId, balanceId }: Alert) {
  const id = subscriptionId ?? balanceId;
  if (id === null) return on === "balance" ? "Each balance" : "Each subscription";
  return <code>{id}</code>;
}

const kinds = [
  { value: "balance", words: "A prepaid balance falls" },
  { value: "usage", words: "Usage of a period grows" },
  { value: "spend", words: "Charges of a period grow" },
  { value: "cap", words: "A spending cap is used up" },
  { value: "forecast", words: "A period is expected to cost more" },
] as const;

type Kind = (typeof kinds)[number]["value"];

/** The field of the levels, and each level in it. */
const levelFields = ["levels", ...Array.from({ length: 10 }, (_, place) => `levels.${place}`)];
const fields: readonly string[] = [...levelFields, "subscriptionId", "balanceId", "keyPrefix"];

interface AlertFormProps {
  readonly serviceId: string;
  readonly onDone: () => void;
}

/** Creates an alert. */
function AlertForm({ serviceId, onDone }: AlertFormProps) {
  const queries = useQueryClient();
  const [on, setOn] = useState<Kind>("balance");
  const [levels, setLevels] = useState("");
  const [target, setTarget] = useState("");
  const [keyPrefix, setKeyPrefix] = useState("");
  const [recovery, setRecovery] = useState(false);
  const [tellsSubscriber, setTells] = useState(false);
  const create = useMutation(
    trpc.alerts.create.mutationOptions({
      onSuccess: onDone,
      onSettled: () => queries.invalidateQueries(trpc.alerts.pathFilter()),
    }),
  );
  const errors = fieldErrors(create.error, (path) => fields.includes(path));
  const targetField = on === "balance" ? "balanceId" : "subscriptionId";
  const hasPrefix = on === "usage" || on === "spend";
  const submit = () =>
    create.mutate({
      ...{ serviceId, on, recovery, tellsSubscriber },
      levels: levels.split(/[,;]?\s+/).flatMap((level) => typedNumber(level) || []),
      ...(target.trim() !== "" && { [targetField]: target.trim() }),
      ...(hasPrefix && keyPrefix !== "" && { keyPrefix }),
    });
  return (
    <Form error={create.error} onSubmit={submit}>
      <div className="fields">
        <Select
          label="When"
          value={on}
          options={kinds}
          onChange={(chosen) => setOn(kinds.find(({ value }) => value === chosen)?.value ?? on)}
        />
        <Field
          label={
            on === "usage" ? "Levels in units, such as 800 1000" : "Levels in USDC, such as 5 1"
          }
          value={levels}
          onChange={setLevels}
          error={levelFields.map(errors.at).find((said) => said !== undefined)}
        />
        <Field
          label={on === "balance" ? "Balance id" : "Subscription id"}
          isOptional
          value={target}
          onChange={setTarget}
          error={errors.at(targetField)}
        />
        {hasPrefix && (
          <Field
            label="Key prefix"
            isOptional
            value={keyPrefix}
            onChange={setKeyPrefix}
            error={errors.at("keyPrefix")}
          />
        )}
      </div>
      <Choice label="Report the way back too" isChecked={recovery} onChange={setRecovery} />
      <Choice label="Tell the subscriber too" isChecked={tellsSubscriber} onChange={setTells} />
      <Problem text={errors.rest} />
      <div className="section-actions">
        <Button type="submit" isSmall isBusy={create.isPending}>
          Create the alert
        </Button>
      </div>
    </Form>
  );
}
