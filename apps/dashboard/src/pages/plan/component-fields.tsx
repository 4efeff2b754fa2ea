import { Button, Field, measureWords, NumberField, Select, typeWords } from "@usance/ui";
import type { ComponentDraft } from "./component-drafts.ts";
import { TierFields } from "./tier-fields.tsx";

interface ComponentFieldsProps {
  /** From 0. */
  readonly place: number;
  readonly component: ComponentDraft;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (component: ComponentDraft) => void;
  /** null: it is the only one. */
  readonly onRemove: (() => void) | null;
}

interface DecimalField {
  readonly name:
    | "included"
    | "minimum"
    | "unitAmount"
    | "packageSize"
    | "packageAmount"
    | "percent"
    | "amount";
  readonly label: string;
  readonly unit?: string;
  readonly isOptional?: boolean;
}

const decimalsOfType: Readonly<Record<ComponentDraft["type"], readonly DecimalField[]>> = {
  PER_UNIT: [{ name: "unitAmount", label: "Price per unit", unit: "USDC" }],
  GRADUATED: [],
  VOLUME: [],
  PACKAGE: [
    { name: "packageSize", label: "Units of a block" },
    { name: "packageAmount", label: "Price of a block", unit: "USDC" },
  ],
  PERCENTAGE: [{ name: "percent", label: "Percentage", unit: "%" }],
  FLAT: [{ name: "amount", label: "Amount per period", unit: "USDC" }],
  MINIMUM: [{ name: "amount", label: "The whole card costs at least", unit: "USDC" }],
};

const meteredDecimals: readonly DecimalField[] = [
  { name: "included", label: "Included units", isOptional: true },
  { name: "minimum", label: "Costs at least", unit: "USDC", isOptional: true },
];

const optionsOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries<string>(words).map(([value, text]) => ({ value: value as Value, words: text }));

/** The fields of one component, by its type. */
export function ComponentFields({
  place,
  component,
  errorAt,
  onChange,
  onRemove,
}: ComponentFieldsProps) {
  const at = (name: string) => errorAt(`components.${place}.${name}`);
  const { type } = component;
  const isMetered = type !== "FLAT" && type !== "MINIMUM";
  const decimals = [...decimalsOfType[type], ...(isMetered ? meteredDecimals : [])];
  return (
    <fieldset className="component">
      <legend>Component {place + 1}</legend>
      <div className="fields">
        <Select
          label="Kind of price"
          value={type}
          onChange={(value) => onChange({ ...component, type: value })}
          options={optionsOf(typeWords)}
          error={at("type")}
        />
        <Field
          label="Description"
          value={component.description}
          onChange={(description) => onChange({ ...component, description })}
          error={at("description")}
          hint="Bills show it."
        />
        {isMetered && (
          <>
            <Field
              label="Prefix"
              isOptional
              value={component.prefix}
              onChange={(prefix) => onChange({ ...component, prefix })}
              error={at("prefix")}
              hint="The part of the event keys before the first colon. If empty: all usage."
            />
            <Select
              label="Measure"
              value={component.measure}
              onChange={(measure) => onChange({ ...component, measure })}
              options={optionsOf(measureWords)}
              error={at("measure")}
            />
          </>
        )}
        {decimals.map(({ name, ...terms }) => (
          <NumberField
            key={name}
            {...terms}
            value={component[name]}
            onChange={(value) => onChange({ ...component, [name]: value })}
            error={at(name)}
          />
        ))}
      </div>
      {(type === "GRADUATED" || type === "VOLUME") && (
        <TierFields
          tiers={component.tiers}
          errorAt={at}
          onChange={(tiers) => onChange({ ...component, tiers })}
        />
      )}
      {onRemove !== null && (
        <Button kind="quiet" isSmall onClick={onRemove}>
          Remove component {place + 1}
        </Button>
      )}
    </fieldset>
  );
}
