import {
  Aside,
  amountText,
  Button,
  Field,
  isZero,
  Lock,
  Problem,
  Time,
  type Waiting,
  WaitingNote,
} from "@usance/ui";
import { type FormEvent, type Ref, useId, useState } from "react";
import type { Payable, PaymentApi } from "../api/payable.ts";
import type { PaymentActions } from "../payment/use-payment.ts";
import { useWalletCheck } from "../payment/use-wallet-check.ts";
import { changesBetween } from "../session/changed-terms.ts";
import type { OpenSession } from "../session/state.ts";
import type { Wallet } from "../wallet/discovery.ts";
import { CapFields } from "./cap-fields.tsx";
import { type Filled, type FormErrors, needsWallet, offersCap, readForm } from "./form.ts";
import { WalletSection } from "./wallet-section.tsx";
import { nextText } from "./words.ts";

interface PaymentFormProps {
  readonly session: OpenSession;
  readonly api: PaymentApi;
  readonly waiting: Waiting | null;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly wallets: readonly Wallet[];
  readonly filled: Filled;
  readonly onFill: (change: Partial<Filled>) => void;
  readonly actions: PaymentActions;
}

/** The meaning and the cost of the signatures. */
function assurance(isFree: boolean, withCap: boolean): string {
  if (!withCap) {
    return "You sign in your wallet for exactly this amount, to this seller alone. The payment has no network fee for you.";
  }
  const today = isFree ? "Nothing is paid today." : "Today's payment is the first one under it.";
  return `You sign the spending limit and its allowance in your wallet. You pay no network fee. ${today}`;
}

/** What the seller has changed since the payer agreed to it; null: nothing. */
function changedText({ agreed, payable }: OpenSession): string | null {
  const changes = changesBetween(agreed, payable);
  return changes.length === 0
    ? null
    : `The seller has changed what you see here. ${changes.join(" ")} Nothing was taken. Go on only if you agree.`;
}

/** What is charged after today, and how; nothing for what is paid once. */
const Then = ({ payable, withCap }: { readonly payable: Payable; readonly withCap: boolean }) => {
  const { nextCharge } = payable;
  if (nextCharge === null) return null;
  return (
    <p className="aside then">
      Then {nextText(nextCharge)} on <Time at={nextCharge.at} isDate />
      {withCap ? ", taken within your spending limit." : ". You get an invoice to pay."}
    </p>
  );
};

/** Who subscribes, with which wallet, and the button that pays. */
export function PaymentForm({
  session,
  api,
  waiting,
  headingRef,
  wallets,
  filled,
  onFill,
  actions,
}: PaymentFormProps) {
  const { payable, problem } = session;
  const { balance, refusal } = useWalletCheck(session, api);
  const [errors, setErrors] = useState<FormErrors>({});
  const emailId = useId();
  const capId = useId();
  const isFree = isZero(payable.amountDue);
  const withWallet = needsWallet(payable, filled);

  const fill = (change: Partial<Filled>) => {
    onFill(change);
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readForm(payable, filled);
    if ("terms" in read) {
      actions.pay(read.terms, withWallet);
      return;
    }
    setErrors(read.errors);
    document.getElementById(read.errors.email === undefined ? capId : emailId)?.focus();
  };
  const failure = payable.payment?.failure ?? null;
  const lastTry = failure && `The last try did not go through: ${failure}`;
  const shownProblem = problem ?? lastTry ?? refusal;
  const withCap = filled.wantsCap && offersCap(payable);
  const button = (
    <>
      <Then payable={payable} withCap={withCap} />
      <Button type="submit">
        {isFree ? "Subscribe" : `Pay ${amountText(payable.amountDue)} USDC`}
      </Button>
    </>
  );

  return (
    <form className="form" noValidate onSubmit={submit}>
      <h2 ref={headingRef} tabIndex={-1}>
        {isFree ? "Subscribe" : "Pay with USDC"}
      </h2>
      {isFree && <Aside>Nothing is due today.</Aside>}
      {payable.takesEmail && (
        <>
          <Field
            id={emailId}
            label="E-mail"
            type="email"
            autoComplete="email"
            value={filled.email}
            error={errors.email}
            onChange={(email) => fill({ email })}
          />
          <Field
            label="Name"
            isOptional
            autoComplete="name"
            value={filled.name}
            onChange={(name) => fill({ name })}
          />
        </>
      )}
      {offersCap(payable) && (
        <CapFields id={capId} payable={payable} filled={filled} error={errors.cap} onFill={fill} />
      )}
      {withWallet ? (
        <WalletSection
          wallet={session}
          chainId={payable.chain?.chainId ?? null}
          wallets={wallets}
          actions={actions}
          purpose={isFree ? "Sign with" : "Pay from"}
          balance={balance}
          button={button}
        />
      ) : (
        button
      )}
      <Problem text={changedText(session)} />
      <Problem text={shownProblem} />
      <WaitingNote waiting={waiting} />
      {withWallet && (
        <p className="aside assurance">
          <Lock />
          <span>{assurance(isFree, withCap)}</span>
        </p>
      )}
    </form>
  );
}
