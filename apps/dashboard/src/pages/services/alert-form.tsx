import { Choice, Field, Select, typedNumber } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import { BalanceField } from "../../ui/balance-field.tsx";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { SubscriptionField } from "../../ui/subscription-field.tsx";

const kinds = [
  { value: "balance", words: "A prepaid balance falls" },
  { value: "usage", words: "Usage of a period grows" },
  { value: "spend", words: "Charges of a period grow" },
  { value: "cap", words: "A spending limit is used up" },
  { value: "forecast", words: "A period is expected to cost more" },
] as const;

interface AlertFormProps {
  readonly serviceId: string;
  readonly onClose: () => void;
}

interface AlertDraft {
  readonly on: (typeof kinds)[number]["value"];
  /** Separated by spaces or commas. */
  readonly levels: string;
  /** Id of a balance or a subscription. */
  readonly target: string;
  readonly keyPrefix: string;
  readonly recovery: boolean;
  readonly tellsSubscriber: boolean;
}

const noAlert: AlertDraft = {
  ...{ on: "balance", levels: "", target: "", keyPrefix: "" },
  ...{ recovery: false, tellsSubscriber: false },
};

/** Creates an alert. */
export function AlertForm({ serviceId, onClose }: AlertFormProps) {
  const form = useForm({
    draft: noAlert,
    send: ({ on, levels, target, keyPrefix, recovery, tellsSubscriber }) =>
      client.alerts.create.mutate({
        ...{ serviceId, on, recovery, tellsSubscriber },
        levels: levels.split(/[,;]?\s+/).flatMap((level) => typedNumber(level) || []),
        ...(target !== "" && { [on === "balance" ? "balanceId" : "subscriptionId"]: target }),
        ...((on === "usage" || on === "spend") && keyPrefix !== "" && { keyPrefix }),
      }),
    said: "The alert was created.",
    changes: trpc.alerts.pathFilter(),
    onDone: onClose,
  });
  const { at, draft } = form;
  const { on } = draft;
  const recovery = at("recovery");
  const tells = at("tellsSubscriber");
  return (
    <FormDialog heading="New alert" of={form} submit="Create the alert" onClose={onClose}>
      <div className="fields">
        <Select
          label="When"
          options={kinds}
          {...at("on")}
          onChange={(value) => form.change({ on: value, target: "" })}
        />
        <Field
          label={
            on === "usage" ? "Levels in units, such as 800 1000" : "Levels in USDC, such as 5 1"
          }
          {...at("levels")}
        />
        {on === "balance" ? (
          <BalanceField serviceId={serviceId} {...at("target", "balanceId")} />
        ) : (
          <SubscriptionField serviceId={serviceId} {...at("target", "subscriptionId")} />
        )}
        {(on === "usage" || on === "spend") && (
          <Field label="Key prefix" isOptional {...at("keyPrefix")} />
        )}
      </div>
      <Choice
        label="Report the way back too"
        isChecked={recovery.value}
        onChange={recovery.onChange}
      />
      <Choice label="Tell the subscriber too" isChecked={tells.value} onChange={tells.onChange} />
    </FormDialog>
  );
}
