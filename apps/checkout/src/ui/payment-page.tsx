import { useState } from "react";
import { billedApi } from "../api/billed-api.ts";
import { checkoutApi } from "../api/checkout-api.ts";
import { invoiceApi } from "../api/invoice-api.ts";
import type { Kind } from "../api/payable.ts";
import { useSession } from "../session/use-session.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { Session } from "./session.tsx";
import { Loading, Unknown, Unreachable } from "./without-session.tsx";

const apis = { checkout: checkoutApi, invoice: invoiceApi };

interface PaymentPageProps {
  readonly apiUrl: string;
  readonly address: { readonly kind: Kind; readonly id: string };
  readonly discovery: Discovery;
  readonly isPlayMoney: boolean;
}

/** The content of a page: the record that is paid there, or the reason why it cannot be shown. */
export default function PaymentPage({
  apiUrl,
  address: { kind, id },
  discovery,
  isPlayMoney,
}: PaymentPageProps) {
  const [given] = useState(() => apis[kind](apiUrl));
  const [billed] = useState(() => billedApi(apiUrl));
  const { state, dispatch, api, waiting } = useSession(given, id);
  switch (state.name) {
    case "loading":
      return <Loading kind={kind} waiting={waiting} />;
    case "unknown":
      return <Unknown kind={kind} />;
    case "unreachable":
      return <Unreachable kind={kind} onRetry={() => dispatch({ type: "asked-again" })} />;
    case "open":
      return (
        <Session
          session={state}
          dispatch={dispatch}
          api={api}
          billed={billed}
          waiting={waiting}
          discovery={discovery}
          isPlayMoney={isPlayMoney}
        />
      );
  }
}
