import type { ReactNode } from "react";
import { amountText } from "../words/money.ts";

/** A number in words that may be very long: it breaks after its commas, and not within three digits. */
export const Figure = ({ text }: { readonly text: string }) =>
  text
    .split(",")
    .map((group): ReactNode => group)
    .reduce((before, group) => (
      <>
        {before},<wbr />
        {group}
      </>
    ));

interface AmountProps {
  /** A decimal string, as the API has it. */
  readonly of: string;
}

export const Amount = ({ of }: AmountProps) => <Figure text={amountText(of)} />;

/** The amount that a page is about, with what it is for beside it. */
export const Price = ({ of, unit }: AmountProps & { readonly unit: string }) => (
  <p className="price">
    <span className={amountText(of).length > maxLarge ? "price-amount price-long" : "price-amount"}>
      <Amount of={of} />
    </span>{" "}
    <span className="price-unit">{unit}</span>
  </p>
);

/** How many characters fit a phone in large figures. */
const maxLarge = 12;
