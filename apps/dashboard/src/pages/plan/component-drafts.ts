import { typedNumber } from "@usance/ui";
import type { Component } from "../../api/records.ts";
import { newKey } from "../../ui/new-key.ts";

/** A tier in the form. The last one has no end. */
export interface TierDraft {
  readonly key: string;
  readonly upTo: string;
  readonly unitAmount: string;
  readonly flatAmount: string;
}

/** A component in the form: the fields of every type, as they were typed. */
export interface ComponentDraft {
  readonly key: string;
  readonly type: Component["type"];
  readonly description: string;
  readonly prefix: string;
  readonly measure: Measure;
  readonly included: string;
  readonly minimum: string;
  readonly unitAmount: string;
  readonly packageSize: string;
  readonly packageAmount: string;
  readonly percent: string;
  readonly amount: string;
  readonly tiers: readonly TierDraft[];
}

type Metered = Extract<Component, { prefix?: unknown }>;
export type Measure = NonNullable<Metered["measure"]>;

export const newTier = (): TierDraft => ({
  key: newKey(),
  upTo: "",
  unitAmount: "",
  flatAmount: "",
});

export const newComponent = (type: Component["type"] = "PER_UNIT"): ComponentDraft => ({
  key: newKey(),
  type,
  description: "",
  prefix: "",
  measure: "SUM",
  included: "",
  minimum: "",
  unitAmount: "",
  packageSize: "",
  packageAmount: "",
  percent: "",
  amount: "",
  tiers: [newTier(), newTier()],
});

/** The form's fields of a stored component, to make the next version of a card from the last one. */
export function draftOf(component: Component): ComponentDraft {
  const texts = Object.fromEntries(
    Object.entries(component).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
  const draft = { ...newComponent(component.type), ...texts };
  if (!("tiers" in component)) return draft;
  const tiers = component.tiers.map(({ upTo, unitAmount, flatAmount = "" }) => ({
    ...newTier(),
    ...{ upTo: upTo ?? "", unitAmount, flatAmount },
  }));
  return { ...draft, tiers };
}

/** A component as the API takes it. Empty optional fields are left out; the service checks the others. */
export function componentOf(draft: ComponentDraft): Component {
  const { type, description, prefix, measure, included, minimum } = draft;
  const metered = {
    description,
    ...given({ prefix, included: typedNumber(included), minimum: typedNumber(minimum) }),
    ...(measure !== "SUM" && { measure }),
  };
  switch (type) {
    case "PER_UNIT":
      return { type, ...metered, unitAmount: typedNumber(draft.unitAmount) };
    case "GRADUATED":
    case "VOLUME":
      return { type, ...metered, tiers: draft.tiers.map(tierOf) };
    case "PACKAGE":
      return {
        type,
        ...metered,
        packageSize: typedNumber(draft.packageSize),
        packageAmount: typedNumber(draft.packageAmount),
      };
    case "PERCENTAGE":
      return { type, ...metered, percent: typedNumber(draft.percent) };
    case "FLAT":
    case "MINIMUM":
      return { type, description, amount: typedNumber(draft.amount) };
  }
}

const tierOf = (
  { upTo, unitAmount, flatAmount }: TierDraft,
  place: number,
  all: readonly TierDraft[],
) => ({
  upTo: place === all.length - 1 ? null : typedNumber(upTo),
  unitAmount: typedNumber(unitAmount),
  ...given({ flatAmount: typedNumber(flatAmount) }),
});

/** The fields that are not empty. */
const given = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries<string>(fields).filter(([, value]) => value.trim() !== ""),
  ) as Partial<Record<Name, string>>;
