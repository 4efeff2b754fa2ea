import { Aside, Note, Problem, rangeText, TextButton, timeText } from "@usance/ui";
import { useCallback, useId, useState } from "react";
import type { PortalApi, Subscription, Usage } from "../api/portal-api.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { saveJson } from "../ui/save-json.ts";
import { useAction } from "../ui/use-action.ts";
import { useAnswer } from "./use-answer.ts";

const UsageChart = lazyPart("The chart", async () => ({
  default: (await import("../ui/invoice-usage.tsx")).UsagePlot,
}));

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
          {answer.value.fixedAt !== null && (
            <FixedUsage api={api} subscriptionId={id} fixedAt={answer.value.fixedAt} />
          )}
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

interface FixedUsageProps {
  readonly api: PortalApi;
  readonly subscriptionId: string;
  readonly fixedAt: string;
}

/** Until when the usage is fixed, and the root that proves it, to keep. */
function FixedUsage({ api, subscriptionId, fixedAt }: FixedUsageProps) {
  const { problem, run } = useAction();
  const save = () =>
    run(async (signal) => {
      const root = await api.newestRoot(subscriptionId, signal);
      if (root !== undefined) saveJson(`usage-root-${root.number}.json`, root);
    });
  return (
    <>
      <Aside>
        Your usage is fixed as of {timeText(fixedAt)}: a signed hash shows any later change.{" "}
        <TextButton onClick={save}>Save the hash</TextButton>
      </Aside>
      <Problem text={problem} />
    </>
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
      <UsageChart
        interval={usage.interval}
        series={usage.prefixes.map(({ prefix, ...sums }) => ({ name: prefix, ...sums }))}
      />
    )}
    {usage.hasMorePrefixes && (
      <Aside>Usage under other keys, with fewer events, is not shown.</Aside>
    )}
  </>
);
