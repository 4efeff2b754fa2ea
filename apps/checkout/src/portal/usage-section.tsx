import { Aside, Note, rangeText, UsagePlot } from "@usance/ui";
import { useCallback, useId, useState } from "react";
import type { PortalApi, Subscription, Usage } from "../api/portal-api.ts";
import { useAnswer } from "./use-answer.ts";

interface UsageSectionProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
}

/** The usage of a period, and of the ones before it. */
export function UsageSection({ api, subscription: { id } }: UsageSectionProps) {
  const [periodsAgo, setPeriodsAgo] = useState(0);
  const { answer, again } = useAnswer(
    useCallback((signal) => api.usage(id, periodsAgo, signal), [api, id, periodsAgo]),
  );
  const headingId = useId();
  return (
    <section className="part" aria-labelledby={headingId}>
      <h3 id={headingId}>Usage</h3>
      {answer.state === "reading" && <Aside>Adding up the usage…</Aside>}
      {answer.state === "failed" && (
        <>
          <Note>The usage cannot be shown at the moment.</Note>
          <button type="button" className="button button-quiet" onClick={again}>
            Try again
          </button>
        </>
      )}
      {answer.state === "read" && (
        <>
          <PeriodUsage usage={answer.value} />
          {(answer.value.hasEarlier || periodsAgo > 0) && (
            <div className="periods">
              <PeriodButton
                isThere={answer.value.hasEarlier}
                onClick={() => setPeriodsAgo(periodsAgo + 1)}
              >
                Earlier period
              </PeriodButton>
              <PeriodButton isThere={periodsAgo > 0} onClick={() => setPeriodsAgo(periodsAgo - 1)}>
                Later period
              </PeriodButton>
            </div>
          )}
        </>
      )}
    </section>
  );
}

interface PeriodButtonProps {
  readonly isThere: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** Stays where it is, so that it can be pressed again and again; disabled at the end. */
const PeriodButton = ({ isThere, onClick, children }: PeriodButtonProps) => (
  <button
    type="button"
    className="link"
    aria-disabled={!isThere}
    onClick={() => isThere && onClick()}
  >
    {children}
  </button>
);

const PeriodUsage = ({ usage }: { usage: Usage }) => (
  <>
    <p className="aside" aria-live="polite">
      {rangeText(usage.from, usage.to)}
      {usage.count === 0 && ": nothing was used."}
    </p>
    {usage.count > 0 && (
      <UsagePlot
        interval={usage.interval}
        series={usage.prefixes.map(({ prefix, ...sums }) => ({ name: prefix, ...sums }))}
      />
    )}
    {usage.hasMorePrefixes && (
      <Aside>Usage under other keys, with fewer events, is not shown.</Aside>
    )}
  </>
);
