import { useState } from "react";
import type { BilledApi } from "../api/billed-api.ts";
import type { Kind, PaymentApi } from "../api/payable.ts";
import { useSession } from "../session/use-session.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { Session } from "./session.tsx";
import { Loading, Unknown, Unreachable } from "./without-session.tsx";

interface StandingProps {
  readonly api: PaymentApi;
  readonly billed: BilledApi;
  readonly address: { readonly kind: Kind; readonly id: string };
  readonly discovery: Discovery;
  readonly isPlayMoney: boolean;
}

/** What is shown of an address: what is paid there, or why it cannot be shown. */
export function Standing({ address, discovery, isPlayMoney, ...props }: StandingProps) {
  const [given] = useState(props.api);
  const [billed] = useState(props.billed);
  const { state, dispatch, api, waiting } = useSession(given, address.id);
  const { kind } = address;
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
