import { useQuery } from "@tanstack/react-query";
import { client, refusalOf, sessionKey } from "./client.ts";
import type { OwnSession, Session } from "./records.ts";

/** The current session; null: nobody is signed in. It is read every 15 seconds, because it can be revoked. */
export const useSession = () =>
  useQuery({
    queryKey: sessionKey,
    queryFn: async (): Promise<OwnSession | null> => {
      try {
        return (await client.dashboard.session.query()).dashboardSession;
      } catch (error) {
        if (refusalOf(error)?.status === 401) return null;
        throw error;
      }
    },
    refetchInterval: 15_000,
  });

/** Whether a session may do something: `invoices:write`. */
export const mayDo = ({ scopes }: Pick<Session, "scopes">, scope: string) =>
  scopes.includes("*") || scopes.includes(scope);
