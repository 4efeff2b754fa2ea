import { Field, NumberField, quantityText, Select, typedNumber } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { Limit, NewLimit } from "../../api/records.ts";
import { useZone } from "../../frame/zone.tsx";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { SubscriptionField } from "../../ui/subscription-field.tsx";

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

interface LimitFormProps {
  readonly serviceId: string;
  /** The limit to change; null: a new one. */
  readonly before: Limit | null;
  /** Of a new limit, the subject that it is for. */
  readonly of?: Pick<Draft, "subscriptionId" | "subject">;
  /** The names of limits, which a new one would replace. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** Sets a limit. */
export function LimitForm({ serviceId, before, of, taken, onClose }: LimitFormProps) {
  const { timeZone } = useZone();
  const form = useForm({
    draft: { ...draftOf(before), ...(of && { scope: "subject", ...of }) } as Draft,
    send: (draft) =>
      client.limits.set.mutate({
        ...{ serviceId, ...termsOf(draft) },
        // The form does not show the levels, so they stay as they are.
        ...(before && { levels: before.levels }),
      }),
    said: before === null ? "The limit was set." : "The limit was changed.",
    changes: trpc.limits.pathFilter(),
    onDone: onClose,
  });
  const { at, draft } = form;
  const { scope, window } = draft;
  const isTaken = before === null && taken.includes(draft.name.trim());
  return (
    <FormDialog
      heading={before === null ? "New limit" : `Change ${before.name}`}
      of={isTaken ? { ...form, submit: () => undefined } : form}
      submit={before === null ? "Set the limit" : "Change the limit"}
      onClose={onClose}
    >
      <div className="fields">
        {before === null && (
          <Field
            label="Name"
            {...at("name")}
            error={isTaken ? "There is a limit with this name. Change that one." : at("name").error}
          />
        )}
        <Select
          label="Whose usage"
          options={scopes}
          {...at("scope")}
          onChange={(value) =>
            // A service has no billing period.
            form.change({
              scope: value,
              ...(value === "service" && window === "period" && { window: "day" }),
            })
          }
        />
        {scope !== "service" && (
          <SubscriptionField serviceId={serviceId} {...at("subscriptionId")} />
        )}
        {scope === "subject" && <Field label="Subject" isOptional {...at("subject")} />}
        <Field label="Key prefix" isOptional {...at("keyPrefix")} />
      </div>
      <div className="fields">
        <Select label="What counts" options={measures} {...at("measure")} />
        <NumberField label="At most" unit={units[draft.measure]} {...at("max")} />
        <Select
          label="In"
          options={windows.filter(({ value }) => scope !== "service" || value !== "period")}
          {...at("window")}
        />
        {window === "day" && (
          <Select
            label="Time zone"
            options={[...new Set(["UTC", timeZone, before?.timeZone ?? "UTC"])].map((value) => ({
              value,
              words: value,
            }))}
            {...at("timeZone")}
          />
        )}
        {window === "rolling" && <NumberField label="Seconds" unit="s" {...at("seconds")} />}
        <Select label="Usage beyond it" options={actions} {...at("action")} />
      </div>
    </FormDialog>
  );
}
