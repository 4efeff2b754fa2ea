import { Button, NumberField, Problem, webAddress } from "@usance/ui";
import type { FormEvent } from "react";
import type { Balance, PortalApi } from "../api/portal-api.ts";
import { useAction } from "../ui/use-action.ts";
import { useAmountField } from "./use-amount-field.ts";

interface TopUpFormProps {
  readonly api: PortalApi;
  readonly balance: Balance;
  /** Told when nothing is to be paid. */
  readonly onDone: () => void;
}

/** How much to pay in advance. The page of its invoice takes the payment. */
export function TopUpForm({ api, balance, onDone }: TopUpFormProps) {
  const amount = useAmountField("");
  const { isBusy, problem, run } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = amount.read();
    if (read === null) return;
    run(async (signal) => {
      const page = webAddress(await api.topUp(balance.id, read, signal));
      if (page !== null) location.assign(page.href);
    });
  };
  return (
    <form className="form cap cap-on" noValidate onSubmit={submit}>
      <NumberField
        {...amount.field}
        label="Amount"
        hint={`You pay this amount to ${balance.service.name} on the next page. It is credited as soon as the payment is confirmed.`}
      />
      <Problem text={problem} />
      <div className="actions">
        <Button type="submit" isBusy={isBusy}>
          Continue to payment
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Not now
        </Button>
      </div>
    </form>
  );
}
