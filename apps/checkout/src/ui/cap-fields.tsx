import {
  amountText,
  Choice,
  capPeriodOf,
  capPeriodsOfYear,
  capPeriodText,
  multiply,
  NumberField,
  readAmount,
} from "@usance/ui";
import type { Payable } from "../api/payable.ts";
import type { Filled } from "./form.ts";

interface CapFieldsProps {
  /** Of the field that takes the amount. */
  readonly id: string;
  readonly payable: Payable;
  readonly filled: Filled;
  readonly error: string | undefined;
  readonly onFill: (change: Partial<Filled>) => void;
}

/** The choice to have later invoices paid by itself, and how much they may take. */
export function CapFields({ id, payable, filled, error, onFill }: CapFieldsProps) {
  const { service, paymentPlan } = payable;
  const invoices = paymentPlan.pricingType === "USAGE_BASED" ? "usage" : "later invoices";
  const periodSeconds = capPeriodOf(paymentPlan);
  const period = capPeriodText(periodSeconds);
  const amount = readAmount(filled.cap);
  return (
    <div className={filled.wantsCap ? "cap cap-on" : "cap"}>
      <Choice
        label={`Automatic payment of ${invoices}, up to a spending limit`}
        hint={
          filled.wantsCap
            ? `${service.name} takes what is invoiced from your wallet when it is due, within this spending limit.`
            : "Without it, you pay every later invoice yourself."
        }
        isChecked={filled.wantsCap}
        onChange={(wantsCap) => onFill({ wantsCap })}
      />
      {filled.wantsCap && (
        <>
          <NumberField
            id={id}
            label={`Spending limit per ${period}`}
            unit="USDC"
            autoComplete="off"
            value={filled.cap}
            error={error}
            onChange={(cap) => onFill({ cap })}
          />
          <ul className="promises">
            <li>It is the most that can be taken in a {period}, all invoices together.</li>
            {payable.rateCards.length > 0 && (
              <li>Your signature names the prices shown here. Usage is taken at no higher ones.</li>
            )}
            <li>
              It ends by itself after a year
              {amount !== null &&
                `, with ${amountText(multiply(amount, capPeriodsOfYear(periodSeconds)))} USDC at most in all`}
              .
            </li>
            <li>It is for {service.name} alone.</li>
            <li>You can revoke it at any time.</li>
          </ul>
        </>
      )}
    </div>
  );
}
