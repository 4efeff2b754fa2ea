import { useState } from "react";
import type { CheckoutApi } from "../api/client.ts";
import { useSession } from "../session/use-session.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { Session } from "./session.tsx";
import { Loading, Unknown, Unreachable } from "./without-session.tsx";

interface CheckoutProps {
  readonly api: CheckoutApi;
  readonly checkoutSessionId: string;
  readonly discovery: Discovery;
  readonly isPlayMoney: boolean;
}

export function Checkout({ checkoutSessionId, discovery, isPlayMoney, ...props }: CheckoutProps) {
  const [given] = useState(props.api);
  const { state, dispatch, api, waiting } = useSession(given, checkoutSessionId);
  switch (state.name) {
    case "loading":
      return <Loading waiting={waiting} />;
    case "unknown":
      return <Unknown />;
    case "unreachable":
      return <Unreachable onRetry={() => dispatch({ type: "asked-again" })} />;
    case "open":
      return (
        <Session
          session={state}
          dispatch={dispatch}
          api={api}
          waiting={waiting}
          discovery={discovery}
          isPlayMoney={isPlayMoney}
        />
      );
  }
}
