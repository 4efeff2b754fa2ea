import { Aside, Button, dateText, Note, Problem } from "@usance/ui";
import { useState } from "react";
import type { PortalApi, Subscription } from "../api/portal-api.ts";
import { useAction } from "../ui/use-action.ts";

interface CancellationProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
  readonly onChange: (subscription: Subscription) => void;
  readonly onSaid: (said: string) => void;
}

/** How the subscription is stopped, or kept after all. */
export function Cancellation({ api, subscription, onChange, onSaid }: CancellationProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, problem, run } = useAction();
  const { id, status, cancelAt, currentPeriodEnd, canCancel, canRenew, service } = subscription;
  if (status !== "ACTIVE") return null;

  const decide = (atPeriodEnd: boolean) =>
    run(async (signal) => {
      const changed = await api.cancel(id, atPeriodEnd, signal);
      setAsking(false);
      onChange(changed);
      onSaid(
        changed.cancelAt === null
          ? "The subscription goes on."
          : `The subscription ends on ${dateText(changed.cancelAt)}.`,
      );
    });

  if (cancelAt !== null) {
    return (
      <div className="part">
        <Note>
          {canRenew ? "You have cancelled this subscription." : `${service.name} has cancelled it.`}{" "}
          It ends on {dateText(cancelAt)}; until then you can use it. {lastInvoice(subscription)}
        </Note>
        {canRenew && (
          <Button kind="quiet" isBusy={isBusy} onClick={() => decide(false)}>
            Keep the subscription
          </Button>
        )}
        <Problem text={problem} />
      </div>
    );
  }
  if (!canCancel || currentPeriodEnd === null) {
    return <Aside>To end this subscription, ask {service.name}.</Aside>;
  }
  return (
    <div className="part">
      {isAsking ? (
        <>
          <p>
            The subscription ends on {dateText(currentPeriodEnd)}. Until then you can use it, and
            change your mind. {lastInvoice(subscription)}
          </p>
          <div className="actions">
            <Button isBusy={isBusy} onClick={() => decide(true)}>
              Cancel the subscription
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </div>
        </>
      ) : (
        <Button kind="quiet" onClick={() => setAsking(true)}>
          Cancel subscription…
        </Button>
      )}
      <Problem text={problem} />
    </div>
  );
}

const lastInvoice = ({ paymentPlan }: Subscription) =>
  paymentPlan.pricingType === "USAGE_BASED"
    ? "What you use until then is still invoiced."
    : "There is no charge after that.";
