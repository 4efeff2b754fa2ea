import { Amount, Aside, Button, DataTable, Note, Problem, quantityText } from "@usance/ui";
import { type ReactNode, useCallback, useId } from "react";
import type { PortalApi, Subject, SubjectPage, Subscription } from "../api/portal-api.ts";
import { useAction } from "../ui/use-action.ts";
import { useMay } from "./may.ts";
import { PagedList } from "./paged-list.tsx";
import { Switch } from "./switch.tsx";
import { usePages } from "./use-pages.ts";

interface SubjectSectionProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
  readonly onSaid: (said: string) => void;
}

/** What each agent or user of the subscriber has used, with a switch, and one for all usage, also before any is recorded. */
export function SubjectSection({ api, subscription, onSaid }: SubjectSectionProps) {
  const { id, status, service } = subscription;
  const pages = usePages(
    useCallback(
      (cursor: string | null, signal: AbortSignal) => api.subjects(id, cursor, signal),
      [api, id],
    ),
  );
  const { isBusy, problem, run } = useAction();
  const mayStop = useMay("limits:write");
  const headingId = useId();
  const { answer, set } = pages;
  if (answer.state === "reading") return null;
  const page = answer.state === "read" ? answer.value : null;
  const isActive = status === "ACTIVE";
  if (page?.items.length === 0 && page.stoppedBy.length === 0 && !(isActive && mayStop))
    return null;

  /** @param subject null: all usage */
  const change = (subject: string | null, isStopped: boolean) =>
    run(async (signal) => {
      const stoppedBy = await api.stop(id, { subject, isStopped }, signal);
      onSaid(`${subject ?? "All usage"} is ${isStopped ? "stopped" : "started again"}.`);
      if (page === null) return;
      const items = page.items.map((one) =>
        one.subject === subject ? { ...one, stoppedBy } : one,
      );
      set(subject === null ? { ...page, stoppedBy } : { ...page, items });
    });
  const isAllStopped = page !== null && page.stoppedBy.length > 0;
  const switchOf = (subject: string | null, stoppedBy: SubjectPage["stoppedBy"]) => {
    const isStopped = stoppedBy.includes("SUBSCRIBER");
    // What somebody else stops, or all usage with it, cannot be started here.
    const isElsewhere = stoppedBy.includes("SELLER") || (subject !== null && isAllStopped);
    if (isElsewhere || !mayStop || (!isActive && !isStopped)) {
      return isElsewhere || isStopped ? "Stopped" : "On";
    }
    return (
      <Switch
        label={subject === null ? "All usage" : `Usage of ${subject}`}
        isOn={!isStopped}
        isBusy={isBusy}
        onChange={(isOn) => change(subject, !isOn)}
      >
        {isStopped ? "Stopped" : "On"}
      </Switch>
    );
  };

  return (
    <section className="part" aria-labelledby={headingId}>
      <h3 id={headingId}>Agents and users</h3>
      {page !== null && (
        <>
          <div className="all-usage">
            <span>All usage of this subscription</span>
            {switchOf(null, page.stoppedBy)}
          </div>
          {page.stoppedBy.includes("SUBSCRIBER") && (
            <Note>
              You have stopped all usage: {service.name} refuses it until you start it again.
            </Note>
          )}
          {page.stoppedBy.includes("SELLER") && (
            <Note>{service.name} has stopped all usage itself.</Note>
          )}
        </>
      )}
      <PagedList pages={pages} words={listWords}>
        {(subjects) => (
          <SubjectTable subjects={subjects} seller={service.name} switchOf={switchOf} />
        )}
      </PagedList>
      {answer.state === "failed" && isActive && mayStop && (
        // Usage that is too much to be shown is what somebody may want to stop.
        <div className="actions">
          <Button kind="quiet" isBusy={isBusy} onClick={() => change(null, true)}>
            Stop all usage
          </Button>
          <Button kind="quiet" isBusy={isBusy} onClick={() => change(null, false)}>
            Start it again
          </Button>
        </div>
      )}
      <Problem text={problem} />
      <Aside>What is stopped is refused from then on. What was used before is still charged.</Aside>
    </section>
  );
}

const listWords = {
  reading: "",
  failed: "What agents and users have used cannot be shown at the moment.",
  empty: "No agent or user has used anything in this period.",
  more: "Show more agents and users",
};

interface SubjectTableProps {
  readonly subjects: readonly Subject[];
  readonly seller: string;
  readonly switchOf: (subject: string, stoppedBy: Subject["stoppedBy"]) => ReactNode;
}

const SubjectTable = ({ subjects, seller, switchOf }: SubjectTableProps) => (
  <DataTable
    caption="What each agent and user has used and was charged in the current period, by name"
    rows={subjects}
    keyOf={({ subject }) => subject}
    columns={[
      {
        label: "Name",
        cell: (one) => (
          <>
            <bdi>{one.subject}</bdi>
            <span className="under">{usedText(one)}</span>
            {one.stoppedBy.includes("SELLER") && (
              <span className="under">{seller} has stopped it itself.</span>
            )}
          </>
        ),
      },
      { label: "USDC", cell: ({ charged }) => <Amount of={charged} />, isFigure: true },
      { label: "Usage", cell: ({ subject, stoppedBy }) => switchOf(subject, stoppedBy) },
    ]}
  />
);

const shownPrefixes = 3;

/** @returns `1,200 tokens, 3 images` */
function usedText({ prefixes, hasMorePrefixes }: Subject): string {
  const shown = prefixes
    .slice(0, shownPrefixes)
    .map(({ prefix, quantity }) => `${quantityText(quantity)} ${prefix}`);
  const isAll = !hasMorePrefixes && prefixes.length <= shownPrefixes;
  return shown.length === 0 ? "Nothing used" : `${shown.join(", ")}${isAll ? "" : " and more"}`;
}
