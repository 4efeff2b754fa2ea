import { Aside, LimitMeter, limitText } from "@usance/ui";
import { useCallback, useId } from "react";
import type { PortalApi, Subscription } from "../api/portal-api.ts";
import { useAnswer } from "./use-answer.ts";

interface LimitSectionProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
}

/** How much is used of the limits of a subscription; nothing if it has none. */
export function LimitSection({ api, subscription: { id, service } }: LimitSectionProps) {
  const { answer } = useAnswer(useCallback((signal) => api.limits(id, signal), [api, id]));
  const headingId = useId();
  if (answer.state !== "read" || answer.value.length === 0) return null;
  return (
    <section className="part" aria-labelledby={headingId}>
      <h3 id={headingId}>Usage limits</h3>
      <Aside>{service.name} refuses usage beyond them.</Aside>
      {answer.value.map(({ id: limitId, used, remaining, resetsAt, ...limit }) => (
        <LimitMeter
          key={limitId}
          name={limitText(limit)}
          {...{ limit, used, remaining, resetsAt }}
        />
      ))}
    </section>
  );
}
