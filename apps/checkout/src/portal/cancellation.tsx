import { Aside, Button, Dialog, dateText, Note, Problem, TextButton } from "@usance/ui";
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
      <>
        <Note>
          {canRenew ? "You have cancelled this subscription." : `${service.name} has cancelled it.`}{" "}
          It ends on {dateText(cancelAt)}; until then you can use it. {lastInvoice(subscription)}
        </Note>
        {canRenew && (
          <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => decide(false)}>
            Keep subscription
          </Button>
        )}
        <Problem text={problem} />
      </>
    );
  }
  if (!canCancel || currentPeriodEnd === null) {
    return <Aside>To end this subscription, ask {service.name}.</Aside>;
  }
  return (
    <div className="cancel">
      <TextButton label={`Cancel subscription to ${service.name}`} onClick={() => setAsking(true)}>
        Cancel subscription
      </TextButton>
      {isAsking && (
        <Dialog heading="Cancel subscription?" onClose={() => setAsking(false)}>
          <p>
            It ends on {dateText(currentPeriodEnd)}, with the current period. Until then you can use{" "}
            {service.name}, and change your mind here. {lastInvoice(subscription)}
          </p>
          <Problem text={problem} />
          <div className="dialog-actions">
            <Button kind="quiet" isSmall onClick={() => setAsking(false)}>
              Keep subscription
            </Button>
            <Button kind="danger" isSmall isBusy={isBusy} onClick={() => decide(true)}>
              Cancel subscription
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

const lastInvoice = ({ paymentPlan }: Subscription) =>
  paymentPlan.pricingType === "USAGE_BASED"
    ? "What you use until then is still invoiced."
    : "There is no charge after that.";
