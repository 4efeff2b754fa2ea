import { AlertValue } from "@usance/ui";
import { useCallback, useId } from "react";
import type { PortalApi, Subscription } from "../api/portal-api.ts";
import { useAnswer } from "./use-answer.ts";

interface AlertSectionProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
}

/** The levels of which the subscriber is told by e-mail too; nothing if there are none. */
export function AlertSection({ api, subscription: { id } }: AlertSectionProps) {
  const { answer } = useAnswer(useCallback((signal) => api.alerts(id, signal), [api, id]));
  const headingId = useId();
  if (answer.state !== "read" || answer.value.length === 0) return null;
  return (
    <section className="part" aria-labelledby={headingId}>
      <h3 id={headingId}>Alerts</h3>
      {answer.value.map(({ id: alertId, balanceId, value, crossed, ...alert }) => (
        <AlertValue key={`${alertId} ${balanceId}`} {...{ alert, value, crossed }} />
      ))}
    </section>
  );
}
