import { Link } from "@tanstack/react-router";
import {
  DataTable,
  Empty,
  Field,
  NumberField,
  priceText,
  Section,
  Select,
  typedNumber,
} from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { Plan, Service } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";

/** The prices of a service, and a form for a new one. */
export function Plans({ service: { id: serviceId, paymentPlans } }: { service: Service }) {
  const mayWrite = useMay("plans:write");
  return (
    <Section
      heading="Plans"
      actions={
        mayWrite && (
          <DialogButton words="New plan…">
            {(close) => <PlanForm serviceId={serviceId} onClose={close} />}
          </DialogButton>
        )
      }
    >
      {paymentPlans.length === 0 ? (
        <Empty heading="No plans yet">
          <p>A plan is a price. Subscribers choose one at checkout.</p>
        </Empty>
      ) : (
        <DataTable
          caption="Plans, newest first"
          keyOf={({ id }) => id}
          rows={paymentPlans}
          columns={[
            {
              label: "Plan",
              cell: ({ id, name, description }) => (
                <>
                  <Link
                    to="/services/$serviceId/plans/$paymentPlanId"
                    params={{ serviceId, paymentPlanId: id }}
                  >
                    {name}
                  </Link>
                  <span className="under">
                    {description ?? ""} <code>{id}</code>
                  </span>
                </>
              ),
              sortBy: ({ name }) => name,
            },
            { label: "Price", cell: priceText, isFigure: true },
          ]}
        />
      )}
    </Section>
  );
}

const kinds = [
  { value: "FIXED_RECURRING", words: "Fixed amount per period" },
  { value: "USAGE_BASED", words: "By usage" },
  { value: "ONE_TIME", words: "Once" },
] as const satisfies readonly { value: Plan["pricingType"]; words: string }[];
const intervals = [
  { value: "MONTH", words: "Each month" },
  { value: "WEEK", words: "Each week" },
  { value: "DAY", words: "Each day" },
  { value: "NONE", words: "None: one period that never ends" },
] as const satisfies readonly { value: Plan["billingInterval"]; words: string }[];

interface PlanDraft {
  readonly name: string;
  readonly description: string;
  readonly pricingType: Plan["pricingType"];
  readonly billingInterval: Plan["billingInterval"];
  readonly amount: string;
  readonly unit: string;
}

const emptyPlan: PlanDraft = {
  name: "",
  description: "",
  pricingType: "FIXED_RECURRING",
  billingInterval: "MONTH",
  amount: "",
  unit: "",
};

function PlanForm({ serviceId, onClose }: { serviceId: string; onClose: () => void }) {
  const form = useForm({
    draft: emptyPlan,
    send: ({ billingInterval, amount, unit, ...plan }) =>
      client.plans.create.mutate({
        ...{ ...plan, serviceId, amount: typedNumber(amount) },
        billingInterval: plan.pricingType === "ONE_TIME" ? "NONE" : billingInterval,
        ...(plan.pricingType === "USAGE_BASED" && unit !== "" && { unit }),
      }),
    said: "The plan was created.",
    changes: trpc.services.pathFilter(),
    onDone: onClose,
  });
  const { at, draft } = form;
  const isUsage = draft.pricingType === "USAGE_BASED";
  return (
    <FormDialog heading="New plan" of={form} submit="Create the plan" onClose={onClose}>
      <div className="fields">
        <Field label="Name" {...at("name")} />
        <Field label="Description" isOptional {...at("description")} />
        <Select label="Price" options={kinds} {...at("pricingType")} />
        {draft.pricingType !== "ONE_TIME" && (
          <Select label="Billed" options={intervals} {...at("billingInterval")} />
        )}
        <NumberField label={isUsage ? "Price per unit" : "Amount"} unit="USDC" {...at("amount")} />
        {isUsage && <Field label="Unit, such as request" isOptional {...at("unit")} />}
      </div>
    </FormDialog>
  );
}
