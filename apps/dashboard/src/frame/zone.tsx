import { useQuery } from "@tanstack/react-query";
import { Aside } from "@usance/ui";
import { createContext, type ReactNode, use } from "react";
import { client, refusalOf } from "../api/client.ts";
import { ownZone, utcZone, type Zone } from "../words/ranges.ts";
import { useMay } from "./session.tsx";

const ZoneContext = createContext<Zone>(utcZone);

/** The time zone whose days the charts show. */
export const useZone = (): Zone => use(ZoneContext);

/**
 * Asks the service whether it knows the visitor's time zone: browsers have names that it does not, and its database may be
 * older. If not, all days are those of UTC.
 */
export function ZoneProvider({ children }: { readonly children: ReactNode }) {
  const own = ownZone();
  const mayReport = useMay("reports:read");
  const mayMeter = useMay("usage-events:read");
  const known = useQuery({
    queryKey: ["time zone", own.timeZone],
    queryFn: async (): Promise<Zone> => {
      const at = new Date().toISOString();
      const nothing = { from: at, to: at, timeZone: own.timeZone };
      try {
        await (mayReport
          ? client.reports.settled.query(nothing)
          : client.usageEvents.series.query(nothing));
        return own;
      } catch (error) {
        if (refusalOf(error)?.param === "timeZone") return utcZone;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Without either scope there is no chart.
    enabled: mayReport || mayMeter,
  });
  // Until the answer, names that the service surely refuses are not tried: those without a region.
  const likely = own.timeZone === "UTC" || own.timeZone.includes("/") ? own : utcZone;
  return <ZoneContext value={known.data ?? likely}>{children}</ZoneContext>;
}

/** Says that days are not those of the visitor; nothing if they are. */
export function ZoneNote() {
  const { isOwn } = useZone();
  if (isOwn) return null;
  return (
    <Aside>
      The service does not know the time zone of your browser, {ownZone().timeZone}: days here begin
      at midnight UTC.
    </Aside>
  );
}
