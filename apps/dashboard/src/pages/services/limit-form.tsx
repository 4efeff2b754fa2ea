import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Field, NumberField, Problem, quantityText, Select, typedNumber } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Limit, NewLimit } from "../../api/records.ts";
import { useZone } from "../../frame/zone.tsx";
import { fieldErrors } from "../../ui/field-errors.ts";
import { Form } from "../../ui/form.tsx";

interface Option<Value extends string> {
  readonly value: Value;
  readonly words: string;
}

const scopes: readonly Option<Limit["scope"]>[] = [
  { value: "subscription", words: "Each subscription" },
  { value: "subject", words: "Each subject" },
  { value: "service", words: "All subscriptions" },
];
const measures: readonly Option<Limit["measure"]>[] = [
  { value: "quantity", words: "Units" },
  { value: "count", words: "Events" },
  { value: "charge", words: "Charges to balances, in USDC" },
];
const windows: readonly Option<Limit["window"]>[] = [
  { value: "day", words: "A day" },
  { value: "hour", words: "An hour" },
  { value: "period", words: "A billing period" },
  { value: "rolling", words: "The last seconds" },
  { value: "ever", words: "All time" },
];
const actions: readonly Option<Limit["action"]>[] = [
  { value: "REJECT", words: "Is refused" },
  { value: "NOTIFY", words: "Is only reported" },
];
const units = { quantity: "units", count: "events", charge: "USDC" } as const;

interface ChoiceOfProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
}

const ChoiceOf = <Value extends string>({ onChange, ...props }: ChoiceOfProps<Value>) => (
  <Select
    {...props}
    onChange={(chosen) => {
      const option = props.options.find(({ value }) => value === chosen);
      if (option !== undefined) onChange(option.value);
    }}
  />
);

/** A limit as it was typed. */
type Draft = Pick<Limit, "name" | "scope" | "measure" | "max" | "window" | "action"> &
  Record<"subscriptionId" | "subject" | "keyPrefix" | "timeZone" | "seconds", string>;

const draftOf = (limit: Limit | null): Draft => ({
  name: limit?.name ?? "",
  scope: limit?.scope ?? "subscription",
  subscriptionId: limit?.subscriptionId ?? "",
  subject: limit?.subject ?? "",
  keyPrefix: limit?.keyPrefix ?? "",
  measure: limit?.measure ?? "quantity",
  max: limit === null ? "" : quantityText(limit.max).replaceAll(",", ""),
  window: limit?.window ?? "day",
  timeZone: limit?.timeZone ?? "UTC",
  seconds: limit?.seconds?.toString() ?? "",
  action: limit?.action ?? "REJECT",
});

/** The fields that apply: others keep what was typed, and are not sent. */
function termsOf({ scope, window, ...draft }: Draft) {
  const { name, measure, action, subscriptionId, subject, keyPrefix, timeZone, seconds } = draft;
  return {
    ...{ name: name.trim(), scope, measure, max: typedNumber(draft.max), window, action },
    ...(scope !== "service" && subscriptionId !== "" && { subscriptionId: subscriptionId.trim() }),
    ...(scope === "subject" && subject !== "" && { subject }),
    ...(keyPrefix !== "" && { keyPrefix }),
    ...(window === "day" && { timeZone }),
    ...(window === "rolling" && { seconds: Number(typedNumber(seconds)) }),
  } satisfies Omit<NewLimit, "serviceId">;
}

const fields: readonly string[] = Object.keys(draftOf(null));

interface LimitFormProps {
  readonly serviceId: string;
  /** The limit to change; null: a new one. */
  readonly before: Limit | null;
  /** Of a new limit, the subject that it is for. */
  readonly of?: Pick<Draft, "subscriptionId" | "subject">;
  /** The names of limits, which a new one would replace. */
  readonly taken: readonly string[];
  readonly onDone: () => void;
}

/** Sets a limit. */
export function LimitForm({ serviceId, before, of, taken, onDone }: LimitFormProps) {
  const queries = useQueryClient();
  const { timeZone } = useZone();
  const [draft, setDraft] = useState<Draft>(() => ({
    ...draftOf(before),
    ...(of && { scope: "subject", ...of }),
  }));
  const [isTaken, setTaken] = useState(false);
  const set = useMutation(
    trpc.limits.set.mutationOptions({
      onSuccess: onDone,
      onSettled: () => queries.invalidateQueries(trpc.limits.pathFilter()),
    }),
  );
  const errors = fieldErrors(set.error, (path) => fields.includes(path));
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const { scope, window, measure } = draft;
  const submit = () => {
    const terms = termsOf(draft);
    const wouldReplace = before === null && taken.includes(terms.name);
    setTaken(wouldReplace);
    // The form does not show the levels, so they stay as they are.
    if (!wouldReplace)
      set.mutate({ serviceId, ...terms, ...(before && { levels: before.levels }) });
  };
  /** What a field of text needs. */
  const typed = (
    name: "name" | "subscriptionId" | "subject" | "keyPrefix" | "max" | "seconds",
  ) => ({
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    error: errors.at(name),
  });
  return (
    <Form error={set.error} onSubmit={submit}>
      {before !== null && (
        <h3 ref={focus} tabIndex={-1}>
          Change {before.name}
        </h3>
      )}
      <div className="fields">
        {before === null && (
          <Field
            label="Name"
            {...typed("name")}
            error={
              isTaken ? "There is a limit with this name. Change that one." : errors.at("name")
            }
          />
        )}
        <ChoiceOf
          label="Whose usage"
          value={scope}
          options={scopes}
          onChange={(value) =>
            // A service has no billing period.
            change({
              scope: value,
              ...(value === "service" && window === "period" && { window: "day" }),
            })
          }
        />
        {scope !== "service" && (
          <Field label="Subscription id" isOptional {...typed("subscriptionId")} />
        )}
        {scope === "subject" && <Field label="Subject" isOptional {...typed("subject")} />}
        <Field label="Key prefix" isOptional {...typed("keyPrefix")} />
      </div>
      <div className="fields">
        <ChoiceOf
          label="What counts"
          value={measure}
          options={measures}
          onChange={(value) => change({ measure: value })}
        />
        <NumberField label="At most" unit={units[measure]} {...typed("max")} />
        <ChoiceOf
          label="In"
          value={window}
          options={windows.filter(({ value }) => scope !== "service" || value !== "period")}
          onChange={(value) => change({ window: value })}
        />
        {window === "day" && (
          <Select
            label="Time zone"
            value={draft.timeZone}
            options={[...new Set(["UTC", timeZone, before?.timeZone ?? "UTC"])].map((value) => ({
              value,
              words: value,
            }))}
            onChange={(value) => change({ timeZone: value })}
            error={errors.at("timeZone")}
          />
        )}
        {window === "rolling" && <NumberField label="Seconds" unit="s" {...typed("seconds")} />}
        <ChoiceOf
          label="Usage beyond it"
          value={draft.action}
          options={actions}
          onChange={(action) => change({ action })}
        />
      </div>
      <Problem text={errors.rest} />
      <div className="section-actions">
        <Button type="submit" isSmall isBusy={set.isPending}>
          {before === null ? "Set the limit" : "Change the limit"}
        </Button>
      </div>
    </Form>
  );
}

/** The form may be far below the button that opened it. */
const focus = (heading: HTMLElement | null) => heading?.focus();
