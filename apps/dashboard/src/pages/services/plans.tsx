import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  Button,
  Empty,
  Field,
  NumberField,
  Problem,
  priceText,
  readAmount,
  Section,
  Select,
} from "@usance/ui";
import { type FormEvent, useState } from "react";
import { trpc } from "../../api/client.ts";
import type { NewPlan, Plan, Service } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { messageOf } from "../../ui/answer.tsx";
import { Records } from "../../ui/records.tsx";

/** The prices of a service, and a form for a new one. */
export function Plans({ service: { id: serviceId, paymentPlans } }: { service: Service }) {
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useMay("plans:write");
  return (
    <Section
      heading="Plans"
      actions={
        mayWrite && (
          <Button kind="quiet" isSmall onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Close the form" : "New plan…"}
          </Button>
        )
      }
    >
      {paymentPlans.length === 0 ? (
        <Empty heading="No plans yet">
          <p>A plan is a price. Subscribers choose one at checkout.</p>
        </Empty>
      ) : (
        <Records
          caption="Plans, newest first"
          columns={[{ label: "Plan" }, { label: "Price", isFigure: true }]}
          rows={paymentPlans.map((plan) => ({
            key: plan.id,
            cells: [
              <span key="name">
                <Link
                  to="/services/$serviceId/plans/$paymentPlanId"
                  params={{ serviceId, paymentPlanId: plan.id }}
                >
                  {plan.name}
                </Link>
                <span className="under">
                  {plan.description ?? ""} <code>{plan.id}</code>
                </span>
              </span>,
              priceText(plan),
            ],
          }))}
        />
      )}
      {isOpen && <PlanForm serviceId={serviceId} onDone={() => setOpen(false)} />}
    </Section>
  );
}

const kinds: readonly { value: Plan["pricingType"]; words: string }[] = [
  { value: "FIXED_RECURRING", words: "Fixed amount per period" },
  { value: "USAGE_BASED", words: "By usage" },
  { value: "ONE_TIME", words: "Once" },
];
const intervals: readonly { value: Plan["billingInterval"]; words: string }[] = [
  { value: "MONTH", words: "Each month" },
  { value: "WEEK", words: "Each week" },
  { value: "DAY", words: "Each day" },
  { value: "NONE", words: "None: one period that never ends" },
];

function PlanForm({ serviceId, onDone }: { serviceId: string; onDone: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [pricingType, setPricingType] = useState<Plan["pricingType"]>("FIXED_RECURRING");
  const [billingInterval, setBillingInterval] = useState<Plan["billingInterval"]>("MONTH");
  const [price, setPrice] = useState("");
  const [unit, setUnit] = useState("");
  const [isWrong, setWrong] = useState(false);
  const create = useMutation(
    trpc.plans.create.mutationOptions({
      onSuccess: onDone,
      onSettled: () => queries.invalidateQueries(trpc.services.pathFilter()),
    }),
  );
  const isUsage = pricingType === "USAGE_BASED";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = readAmount(price);
    setWrong(amount === null);
    if (amount === null) return;
    const plan: NewPlan = {
      ...{ serviceId, name, description, pricingType, amount },
      billingInterval: pricingType === "ONE_TIME" ? "NONE" : billingInterval,
      ...(isUsage && unit !== "" && { unit }),
    };
    create.mutate(plan);
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="fields">
        <Field label="Name" value={name} onChange={setName} />
        <Field label="Description" isOptional value={description} onChange={setDescription} />
        <Select
          label="Price"
          value={pricingType}
          options={kinds}
          onChange={(value) =>
            setPricingType(kinds.find((one) => one.value === value)?.value ?? pricingType)
          }
        />
        {pricingType !== "ONE_TIME" && (
          <Select
            label="Billed"
            value={billingInterval}
            options={intervals}
            onChange={(value) =>
              setBillingInterval(intervals.find((one) => one.value === value)?.value ?? "MONTH")
            }
          />
        )}
        <NumberField
          label={isUsage ? "Price per unit" : "Amount"}
          unit="USDC"
          value={price}
          onChange={setPrice}
          error={isWrong ? "Enter an amount in USDC, with at most six decimals." : undefined}
        />
        {isUsage && (
          <Field label="Unit, such as request" isOptional value={unit} onChange={setUnit} />
        )}
      </div>
      <Problem text={create.error === null ? null : messageOf(create.error)} />
      <div className="section-actions">
        <Button type="submit" isSmall isBusy={create.isPending}>
          Create the plan
        </Button>
      </div>
    </form>
  );
}
