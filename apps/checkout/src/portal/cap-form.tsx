import {
  Aside,
  amountText,
  Button,
  Copyable,
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
import { signCap } from "./cap-flow.ts";
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

/** A new limit, which the wallet signs. It takes the place of the one before. */
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
  const amount = useAmountField(fieldText(cap?.amount ?? "100.000000"));
  const { connection } = state;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = amount.read();
    if (read === null || connection === null) return;
    const payer = { provider: connection.wallet.provider, address: connection.address, chainId };
    actions.run(async (signal, report) => {
      const terms = { subscriptionId: subscription.id, amount: read, shown };
      await signCap(terms, payer, { api, report, sleep, signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.kind === "refused") onRefused();
        throw error;
      });
      onDone(`The new limit is ${amountText(read)} USDC.`);
    });
  };

  if (isUnderWay) {
    const last = ["Save the limit", "Limit saved"] as const;
    return <WalletProgress state={state} last={last} onGiveUp={actions.giveUp} />;
  }
  return (
    <form className="form cap cap-on" noValidate onSubmit={submit}>
      <NumberField
        {...amount.field}
        label="New limit"
        hint={
          cap === null
            ? "The most that can be taken, all later invoices together."
            : "The most that can be taken from now on, all later invoices together. What was spent before does not count."
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
        button={<Button type="submit">Sign the limit</Button>}
      />
      <Problem text={state.problem} />
      <Aside>
        It is for {subscription.service.name} alone, and ends by itself after a year. If your wallet
        has to approve more than before, that is a transaction with a small network fee.
      </Aside>
      <Button kind="quiet" onClick={() => onDone(null)}>
        Keep it as it is
      </Button>
    </form>
  );
}
