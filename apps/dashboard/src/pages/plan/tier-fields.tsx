import { Button, NumberField } from "@usance/ui";
import { newTier, type TierDraft } from "./component-drafts.ts";

interface TierFieldsProps {
  readonly tiers: readonly TierDraft[];
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (tiers: readonly TierDraft[]) => void;
}

/** The tiers of a component, the first one from the first unit on. */
export function TierFields({ tiers, errorAt, onChange }: TierFieldsProps) {
  const change = (key: string, changed: Partial<TierDraft>) =>
    onChange(tiers.map((tier) => (tier.key === key ? { ...tier, ...changed } : tier)));
  return (
    <>
      {tiers.map((tier, place) => {
        const at = (name: string) => errorAt(`tiers.${place}.${name}`);
        const isLast = place === tiers.length - 1;
        return (
          <fieldset key={tier.key} className="tier">
            <legend>{isLast ? `Tier ${place + 1}: all units above` : `Tier ${place + 1}`}</legend>
            <div className="fields">
              {!isLast && (
                <NumberField
                  label="Up to this unit"
                  value={tier.upTo}
                  onChange={(upTo) => change(tier.key, { upTo })}
                  error={at("upTo")}
                />
              )}
              <NumberField
                label="Price per unit"
                unit="USDC"
                value={tier.unitAmount}
                onChange={(unitAmount) => change(tier.key, { unitAmount })}
                error={at("unitAmount")}
              />
              <NumberField
                label="Once, if it is reached"
                unit="USDC"
                isOptional
                value={tier.flatAmount}
                onChange={(flatAmount) => change(tier.key, { flatAmount })}
                error={at("flatAmount")}
              />
              {tiers.length > 1 && (
                <Button
                  kind="quiet"
                  isSmall
                  onClick={() => onChange(tiers.filter(({ key }) => key !== tier.key))}
                >
                  Remove tier {place + 1}
                </Button>
              )}
            </div>
          </fieldset>
        );
      })}
      <Button kind="quiet" isSmall onClick={() => onChange([...tiers, newTier()])}>
        Add a tier
      </Button>
    </>
  );
}
