import { isZero, readAmount } from "@usance/ui";
import { useEffect, useId, useState } from "react";

/**
 * A field for an amount in USDC, more than zero. It has the focus when it is shown, and when its amount is not
 * accepted.
 *
 * @param first the initial text of the field
 */
export function useAmountField(first: string) {
  const [value, setValue] = useState(first);
  const [error, setError] = useState<string>();
  const id = useId();
  useEffect(() => focus(id), [id]);
  /** @returns the amount with six decimals; null: it is not accepted, and the field says why */
  const read = (): string | null => {
    const amount = readAmount(value);
    if (amount !== null && !isZero(amount)) return amount;
    setError("Enter an amount in USDC, more than zero.");
    focus(id);
    return null;
  };
  const onChange = (typed: string) => {
    setValue(typed);
    setError(undefined);
  };
  const constant = { unit: "USDC", autoComplete: "off" } as const;
  return { field: { ...constant, id, value, error, onChange }, read };
}

const focus = (id: string) => document.getElementById(id)?.focus();
