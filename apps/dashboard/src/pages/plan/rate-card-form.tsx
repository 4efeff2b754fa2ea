import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Field, Problem } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import { fieldErrors } from "../../ui/field-errors.ts";
import { Form } from "../../ui/form.tsx";
import { type ComponentDraft, componentOf, newComponent } from "./component-drafts.ts";
import { ComponentFields, isComponentField } from "./component-fields.tsx";

interface RateCardFormProps {
  readonly paymentPlanId: string;
  readonly components: readonly ComponentDraft[];
  readonly onChange: (components: readonly ComponentDraft[]) => void;
  readonly onDone: () => void;
}

/** The next version of a plan's rate card. */
export function RateCardForm({ paymentPlanId, components, onChange, onDone }: RateCardFormProps) {
  const queries = useQueryClient();
  const [firstDay, setFirstDay] = useState("");
  const create = useMutation(
    trpc.rateCards.create.mutationOptions({
      onSuccess: onDone,
      onSettled: () => queries.invalidateQueries(trpc.rateCards.pathFilter()),
    }),
  );
  const errors = fieldErrors(
    create.error,
    (path) => path === "effectiveFrom" || isComponentField(path),
  );
  const submit = () =>
    create.mutate({
      paymentPlanId,
      components: components.map(componentOf),
      // The day begins in the time zone of the person.
      ...(firstDay !== "" && { effectiveFrom: new Date(`${firstDay}T00:00`).toISOString() }),
    });
  const change = (changed: ComponentDraft) =>
    onChange(components.map((one) => (one.key === changed.key ? changed : one)));
  return (
    <Form error={create.error} onSubmit={submit}>
      {components.map((component, place) => (
        <ComponentFields
          key={component.key}
          place={place}
          component={component}
          errorAt={errors.at}
          onChange={change}
          onRemove={
            components.length === 1
              ? null
              : () => onChange(components.filter(({ key }) => key !== component.key))
          }
        />
      ))}
      <div className="section-actions">
        <Button kind="quiet" isSmall onClick={() => onChange([...components, newComponent()])}>
          Add a component
        </Button>
      </div>
      <div className="fields">
        <Field
          label="For periods that begin on this day or later"
          type="date"
          isOptional
          value={firstDay}
          onChange={setFirstDay}
          error={errors.at("effectiveFrom")}
          hint="If empty: all periods for the first card of a plan, and new periods from now on for a later card. Spending caps that are signed already do not pay for higher prices."
        />
      </div>
      <Problem text={errors.rest} />
      <div className="section-actions">
        <Button type="submit" isSmall isBusy={create.isPending}>
          Add the rate card
        </Button>
      </div>
    </Form>
  );
}
