import { Amount, isZero, Term, Time } from "@usance/ui";
import { useCallback } from "react";
import type { PortalApi, Subscription, UpcomingInvoice } from "../api/portal-api.ts";
import { useAnswer } from "./use-answer.ts";

type Upcoming = UpcomingInvoice | null | "reading";

/** Reads the next bill of a subscription's usage; null if its plan has no rate card, no bill is expected, or the read failed. */
export function useUpcoming(
  api: PortalApi,
  { id, rateCards: { length } }: Pick<Subscription, "id" | "rateCards">,
): Upcoming {
  const { answer } = useAnswer(
    useCallback(
      async (signal) => (length === 0 ? null : api.upcomingInvoice(id, signal)),
      [api, id, length],
    ),
  );
  if (answer.state === "reading") return length === 0 ? null : "reading";
  const isBill = answer.state === "read" && answer.value !== null && answer.value.status !== "DONE";
  return isBill ? answer.value : null;
}

interface NextChargeProps {
  readonly subscription: Subscription;
  readonly upcoming: Upcoming;
}

/** What is charged next, as far as it is known, and when. */
export function NextCharge({ subscription, upcoming }: NextChargeProps) {
  const { status, nextCharge, cancelAt } = subscription;
  const charge = status === "ACTIVE" ? nextCharge : null;
  if (upcoming === null && charge === null) return null;
  const isFixed = charge !== null && charge.amount !== null;
  return (
    <>
      {upcoming !== null ? (
        <Estimate upcoming={upcoming} />
      ) : (
        <Term name="Next charge" isStrong>
          {isFixed ? (
            <>
              <Amount of={charge.amount ?? "0"} /> USDC
            </>
          ) : (
            "By your usage"
          )}
        </Term>
      )}
      {charge !== null && (
        <Term name={isFixed && cancelAt === null ? "Renews on" : "Billed on"}>
          <Time at={charge.at} isDate />
        </Term>
      )}
    </>
  );
}

/** What is billed; a credit, or too little for a bill of its own, is left for the next one. */
function Estimate({ upcoming }: { readonly upcoming: UpcomingInvoice | "reading" }) {
  if (upcoming === "reading") {
    return (
      <Term name="Estimated bill so far" isStrong>
        …
      </Term>
    );
  }
  const { status, amount, carriedForward } = upcoming;
  if (isZero(carriedForward)) {
    return (
      <Term name={status === "RUNNING" ? "Estimated bill so far" : "Next bill"} isStrong>
        <Amount of={amount} /> USDC
      </Term>
    );
  }
  return (
    <Term name={carriedForward.startsWith("-") ? "Credit for later" : "For the next bill"} isStrong>
      <Amount of={carriedForward.replace("-", "")} /> USDC
    </Term>
  );
}
