import { Button, Field } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import { Form, useForm } from "../../ui/form.tsx";
import { type ComponentDraft, componentOf, newComponent } from "./component-drafts.ts";
import { ComponentFields } from "./component-fields.tsx";

interface RateCardFormProps {
  readonly paymentPlanId: string;
  readonly components: readonly ComponentDraft[];
  readonly onChange: (components: readonly ComponentDraft[]) => void;
  readonly onDone: () => void;
}

/** The next version of a plan's rate card. */
export function RateCardForm({ paymentPlanId, components, onChange, onDone }: RateCardFormProps) {
  const form = useForm({
    draft: { firstDay: "" },
    send: ({ firstDay }) =>
      client.rateCards.create.mutate({
        paymentPlanId,
        components: components.map(componentOf),
        // The day begins in the time zone of the person.
        ...(firstDay !== "" && { effectiveFrom: new Date(`${firstDay}T00:00`).toISOString() }),
      }),
    said: "The rate card was added.",
    changes: trpc.rateCards.pathFilter(),
    onDone,
  });
  const change = (changed: ComponentDraft) =>
    onChange(components.map((one) => (one.key === changed.key ? changed : one)));
  return (
    <Form of={form} submit="Add the rate card">
      {components.map((component, place) => (
        <ComponentFields
          key={component.key}
          place={place}
          component={component}
          errorAt={form.errorAt}
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
          hint="If empty: all periods for the first card of a plan, and new periods from now on for a later card. Spending limits that are signed already do not pay for higher prices."
          {...form.at("firstDay", "effectiveFrom")}
        />
      </div>
    </Form>
  );
}
