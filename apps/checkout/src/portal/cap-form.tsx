import {
  Aside,
  amountText,
  Button,
  Copyable,
  capPeriodOf,
  capPeriodText,
  fieldText,
  NumberField,
  Problem,
  Term,
  Terms,
} from "@usance/ui";
import type { FormEvent } from "react";
import { ApiError } from "../api/api-error.ts";
import type { CapAnswer, PortalApi, Subscription } from "../api/portal-api.ts";
import { sleep } from "../time.ts";
import { LazyOffer } from "../ui/lazy-offer.tsx";
import { WalletProgress } from "../ui/wallet-progress.tsx";
import { WalletSection } from "../ui/wallet-section.tsx";
import type { Discovery } from "../wallet/discovery.ts";
import { useOwnWallet } from "../wallet/use-own-wallet.ts";
import { renewCap } from "./cap-flow.ts";
import { useAmountField } from "./use-amount-field.ts";

interface CapFormProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
  readonly answer: CapAnswer;
  readonly chainId: number;
  readonly discovery: Discovery;
  /** Reads the terms again. */
  readonly onRefused: () => void;
  /** @param said what has changed; null: nothing */
  readonly onDone: (said: string | null) => void;
}

/** A new spending limit, which the wallet signs. It takes the place of the one before. */
export default function CapForm({
  api,
  subscription,
  answer: { spendingCap: cap, rateCards, terms: shown },
  chainId,
  discovery,
  onRefused,
  onDone,
}: CapFormProps) {
  const { state, wallets, actions, isUnderWay } = useOwnWallet(discovery, chainId);
  const periodSeconds = capPeriodOf(subscription.paymentPlan);
  const amount = useAmountField(fieldText(cap?.perPeriod ?? "100.000000"));
  const { connection } = state;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = amount.read();
    if (read === null || connection === null) return;
    const payer = { provider: connection.wallet.provider, address: connection.address, chainId };
    actions.run(async (signal, report) => {
      const limits = { perPeriod: read, periodSeconds };
      const terms = { subscriptionId: subscription.id, limits, shown };
      await renewCap(terms, payer, { api, report, sleep, signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.kind === "refused") onRefused();
        throw error;
      });
      onDone(
        `The new spending limit is ${amountText(read)} USDC per ${capPeriodText(periodSeconds)}.`,
      );
    });
  };

  if (isUnderWay) {
    const last = ["Save the spending limit", "Spending limit saved"] as const;
    return <WalletProgress state={state} last={last} onGiveUp={actions.giveUp} />;
  }
  return (
    <form className="form cap cap-on" noValidate onSubmit={submit}>
      <NumberField
        {...amount.field}
        label={`New spending limit per ${capPeriodText(periodSeconds)}`}
        hint={
          cap === null
            ? "The most that can be taken in one, all invoices together."
            : "The most that can be taken in one, all invoices together. What was taken in the current one counts."
        }
      />
      <LazyOffer plan={subscription.paymentPlan} cards={rateCards} />
      {rateCards.length > 0 && (
        <Aside>Your signature names these prices. Usage is taken at no higher ones.</Aside>
      )}
      {shown.merchantAddress !== null && (
        <Terms>
          <Term name="Paid to">
            <Copyable what="seller's address" text={shown.merchantAddress} />
          </Term>
        </Terms>
      )}
      <WalletSection
        wallet={state}
        chainId={chainId}
        wallets={wallets}
        actions={actions}
        purpose="Sign with"
        button={<Button type="submit">Sign the spending limit</Button>}
      />
      <Problem text={state.problem} />
      <Aside>
        It is for {subscription.service.name} alone, and ends by itself after a year. You only sign:
        there is no transaction and no fee.
      </Aside>
      <Button kind="quiet" onClick={() => onDone(null)}>
        Keep it as it is
      </Button>
    </form>
  );
}
