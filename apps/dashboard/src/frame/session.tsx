import { createContext, use } from "react";
import type { Session } from "../api/records.ts";
import { mayDo } from "../api/use-session.ts";

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

/** The session that is signed in. @throws Error outside of the frame */
export function useOwnSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("Only views in the frame have a session.");
  return session;
}

/** Whether the person may do something: `invoices:write`. */
export const useMay = (scope: string): boolean => mayDo(useOwnSession(), scope);
