import { fieldText, isZero, Page, Panel, useBrand, type Waiting } from "@usance/ui";
import { type Dispatch, useEffect, useRef, useState } from "react";
import type { BilledApi } from "../api/billed-api.ts";
import type { PaymentApi } from "../api/payable.ts";
import { usePayment } from "../payment/use-payment.ts";
import { type Event, type OpenSession, type Screen, screenOf } from "../session/state.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { useWallets } from "../wallet/use-wallets.ts";
import { type Filled, needsWallet } from "./form.ts";
import { InvoiceSummary } from "./invoice-summary.tsx";
import { Cancelled, Closed, Expired, Failed, NotDue, NothingDue } from "./outcomes.tsx";
import { PaidCheckout } from "./paid-checkout.tsx";
import { PaidInvoice } from "./paid-invoice.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { Progress } from "./progress.tsx";
import { Summary } from "./summary.tsx";
import { useInvoiceUsage } from "./use-invoice-usage.ts";
import { Verification } from "./verification.ts";
import { saidOn, titleOn } from "./words.ts";

interface SessionProps {
  readonly session: OpenSession;
  readonly dispatch: Dispatch<Event>;
  readonly api: PaymentApi;
  readonly billed: BilledApi;
  readonly waiting: Waiting | null;
  readonly discovery: Discovery;
  readonly isPlayMoney: boolean;
}

/** The card: the plan on one side, and the state of the payment on the other. */
export function Session({ session, dispatch, api, billed, waiting, ...props }: SessionProps) {
  const { payable } = session;
  useBrand(payable.service.branding?.color ?? null);
  const wallets = useWallets(props.discovery);
  const actions = usePayment(session, api, dispatch);
  // Kept here, so that it survives when another view replaces the form.
  const [filled, setFilled] = useState<Filled>(() => emptyForm(payable.paymentPlan));
  const screen = shownScreen(session, filled);
  const headingRef = useFocusKept(screen);
  const shared = { session, headingRef, waiting };
  const hasUsage = (payable.invoice?.usageEventCount ?? 0) > 0;
  const usage = useInvoiceUsage(billed, payable.id, hasUsage);

  const panel = () => {
    switch (screen) {
      case "paid":
      case "already-paid":
        if (payable.invoice !== null) {
          return <PaidInvoice {...shared} api={api} billed={billed} wallets={wallets} />;
        }
        return <PaidCheckout {...shared} api={api} isNews={screen === "paid"} />;
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
            {payable.invoice !== null && hasUsage && (
              <div className="verification">
                <Verification
                  api={billed}
                  linkToken={payable.id}
                  shown={{ invoice: payable.invoice, receipt: null }}
                  wallets={wallets}
                  disputes={payable.invoice.disputes}
                />
              </div>
            )}
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
      {payable.invoice === null ? (
        <Summary payable={payable} isOpen={open.has(screen)} hasWayBack={withForm.has(screen)} />
      ) : (
        <InvoiceSummary payable={payable} invoice={payable.invoice} usage={usage} />
      )}
      <Panel label={isZero(payable.amountDue) ? "Subscription" : "Payment"}>{panel()}</Panel>
    </Page>
  );
}

const withForm: ReadonlySet<Screen> = new Set(["payable", "connecting", "wrong-chain"]);

const open: ReadonlySet<Screen> = new Set([
  ...withForm,
  "closed",
  "failed",
  "expired",
  "cancelled",
]);

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
