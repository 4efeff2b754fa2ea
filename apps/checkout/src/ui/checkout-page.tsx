import { checkoutApi } from "../api/checkout-api.ts";
import { PaidCheckout } from "./paid-checkout.tsx";
import { type PageProps, PaymentPage } from "./payment-page.tsx";
import type { Parts } from "./session.tsx";
import { Summary } from "./summary.tsx";

const parts: Parts = {
  summary: (payable, screen) => <Summary payable={payable} screen={screen} />,
  paid: (props) => <PaidCheckout {...props} />,
  below: () => null,
};

/** The page of a checkout session. */
export default function CheckoutPage(props: PageProps) {
  return <PaymentPage {...props} kind="checkout" makeApi={checkoutApi} parts={parts} />;
}
