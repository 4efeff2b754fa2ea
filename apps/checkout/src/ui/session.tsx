import { fieldText, isZero, Page, Panel, useBrand, type Waiting } from "@usance/ui";
import { type Dispatch, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import type { Payable, PaymentApi } from "../api/payable.ts";
import { usePayment } from "../payment/use-payment.ts";
import { type Event, type OpenSession, type Screen, screenOf } from "../session/state.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { useWallets } from "../wallet/use-wallets.ts";
import { type Filled, needsWallet } from "./form.ts";
import { Cancelled, Closed, Expired, Failed, NotDue, NothingDue } from "./outcomes.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { Progress } from "./progress.tsx";
import { saidOn, titleOn } from "./words.ts";

export interface PaidProps {
  readonly session: OpenSession;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly api: PaymentApi;
  /** Whether it was paid just now. */
  readonly isNews: boolean;
}

/** What differs between the pages of checkouts and of invoices, so that neither loads what only the other one shows. */
export interface Parts {
  /** What is paid for, beside every state. */
  readonly summary: (payable: Payable, screen: Screen) => ReactNode;
  /** What it led to, once it is paid. */
  readonly paid: (props: PaidProps) => ReactNode;
  /** What is below the form. */
  readonly below: (payable: Payable) => ReactNode;
}

interface SessionProps {
  readonly session: OpenSession;
  readonly dispatch: Dispatch<Event>;
  readonly api: PaymentApi;
  readonly parts: Parts;
  readonly waiting: Waiting | null;
  readonly discovery: Discovery;
  readonly isPlayMoney: boolean;
}

/** The card: the plan on one side, and the state of the payment on the other. */
export function Session({ session, dispatch, api, parts, waiting, ...props }: SessionProps) {
  const { payable } = session;
  useBrand(payable.service.branding?.color ?? null);
  const wallets = useWallets(props.discovery);
  const actions = usePayment(session, api, dispatch);
  // Kept here, so that it survives when another view replaces the form.
  const [filled, setFilled] = useState<Filled>(() => emptyForm(payable.paymentPlan));
  const screen = shownScreen(session, filled);
  const headingRef = useFocusKept(screen);
  const shared = { session, headingRef, waiting };

  const panel = () => {
    switch (screen) {
      case "paid":
      case "already-paid":
        return parts.paid({ session, headingRef, api, isNews: screen === "paid" });
      case "expired":
        return <Expired {...shared} />;
      case "cancelled":
        return <Cancelled {...shared} />;
      case "not-due":
        return <NotDue {...shared} />;
      case "nothing-due":
        return <NothingDue {...shared} />;
      case "closed":
        return <Closed {...shared} />;
      case "failed":
        return <Failed {...shared} onAgain={actions.seeFailure} />;
      case "preparing":
      case "asking":
      case "sending":
      case "under-way":
        return <Progress {...shared} screen={screen} onGiveUp={actions.giveUp} />;
      default:
        return (
          <>
            <PaymentForm
              {...shared}
              api={api}
              wallets={wallets}
              filled={filled}
              onFill={(change) => setFilled((before) => ({ ...before, ...change }))}
              actions={actions}
            />
            {parts.below(payable)}
          </>
        );
    }
  };

  return (
    <Page
      title={`${titleOn(screen, payable)} · ${payable.service.name}`}
      said={saidOn(screen, session)}
      banner={props.isPlayMoney ? "Development wallet: play money on the local chain" : null}
    >
      {parts.summary(payable, screen)}
      <Panel label={isZero(payable.amountDue) ? "Subscription" : "Payment"}>{panel()}</Panel>
    </Page>
  );
}

/** A wallet's chain matters only to those who need the wallet. */
function shownScreen(session: OpenSession, filled: Filled): Screen {
  const screen = screenOf(session);
  return screen === "wrong-chain" && !needsWallet(session.payable, filled) ? "payable" : screen;
}

/** The cap that covers a fixed plan. For a metered plan the amount is unknown. */
function emptyForm({ pricingType, amount }: OpenSession["payable"]["paymentPlan"]): Filled {
  const suggested = pricingType === "USAGE_BASED" ? "100.000000" : amount;
  return { email: "", name: "", wantsCap: false, cap: fieldText(suggested) };
}

/** If the element with the focus has disappeared with its screen, the heading of the new screen gets the focus. */
function useFocusKept(screen: Screen) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) heading.current?.focus();
  }, [screen]);
  return heading;
}
