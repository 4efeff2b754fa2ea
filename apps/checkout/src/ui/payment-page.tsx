import { useState } from "react";
import type { Kind, PaymentApi } from "../api/payable.ts";
import { useSession } from "../session/use-session.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { type Parts, Session } from "./session.tsx";
import { Loading, Unknown, Unreachable } from "./without-session.tsx";

/** What a page knows of where it is. */
export interface PageProps {
  readonly apiUrl: string;
  /** Of the record in the page's address. */
  readonly id: string;
  readonly discovery: Discovery;
  readonly isPlayMoney: boolean;
}

interface PaymentPageProps extends PageProps {
  readonly kind: Kind;
  readonly makeApi: (apiUrl: string) => PaymentApi;
  readonly parts: Parts;
}

/** The content of a page: the record that is paid there, or the reason why it cannot be shown. */
export function PaymentPage({ kind, makeApi, apiUrl, id, ...props }: PaymentPageProps) {
  const [plain] = useState(() => makeApi(apiUrl));
  const { state, dispatch, api, waiting } = useSession(plain, id);
  switch (state.name) {
    case "loading":
      return <Loading kind={kind} waiting={waiting} />;
    case "unknown":
      return <Unknown kind={kind} />;
    case "unreachable":
      return <Unreachable kind={kind} onRetry={() => dispatch({ type: "asked-again" })} />;
    case "open":
      return <Session {...props} session={state} dispatch={dispatch} api={api} waiting={waiting} />;
  }
}
