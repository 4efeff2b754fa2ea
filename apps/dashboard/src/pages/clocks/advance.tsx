import { useQueryClient } from "@tanstack/react-query";
import { Aside, Button, Field, Section, Time } from "@usance/ui";
import { useState } from "react";
import { client, trpc } from "../../api/client.ts";
import type { Service, TestClock } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { CameDue, type Departure } from "./came-due.tsx";
import { clockSteps, wayOf } from "./clock-steps.ts";

interface AdvanceProps {
  readonly clock: TestClock;
  readonly services: readonly Service[];
}

/** The steps by which a clock is advanced, how far it has come, and what came due on the way. */
export function Advance({ clock, services }: AdvanceProps) {
  const { id: testClockId, status, now } = clock;
  const queries = useQueryClient();
  const [departure, setDeparture] = useState<Departure | null>(null);
  const mayWrite = useMay("test-clocks:write");
  const readAgain = () => queries.invalidateQueries(trpc.testClocks.pathFilter());
  const advance = async (to: string) => {
    setDeparture(await departureOf(now, services));
    const arrival = client.testClocks.advance.mutate({ testClockId, to });
    // The call waits for the clock. It is shown meanwhile as it moves.
    setTimeout(() => void readAgain(), 300);
    return arrival;
  };
  const form = useForm({
    draft: { to: "" },
    send: ({ to }) => advance(to.includes("T") ? to : `${to}T00:00:00Z`),
    said: "The clock has arrived.",
    changes: {},
  });
  const isMoving = status === "ADVANCING" || form.isPending;
  return (
    <Section heading="Advance the clock">
      {isMoving && <Progress clock={clock} start={departure?.now ?? now} />}
      {mayWrite ? (
        <>
          <div className="section-actions">
            {clockSteps.map(({ words, from }) => (
              <Button
                key={words}
                kind="quiet"
                isSmall
                isBusy={isMoving}
                onClick={() => form.submit({ to: from(now) })}
              >
                Advance by {words}
              </Button>
            ))}
          </div>
          <Form of={form} submit="Advance to this day">
            <div className="fields">
              <Field
                label="To the start of this day, in UTC"
                type="date"
                hint="At most two years later. A clock never goes back."
                {...form.at("to")}
              />
            </div>
          </Form>
        </>
      ) : (
        <Aside>Your session cannot advance test clocks.</Aside>
      )}
      {departure !== null && <CameDue departure={departure} isMoving={isMoving} />}
    </Section>
  );
}

/** More events than one change of a record writes, which all have the same time. */
const lastEvents = 20;

/** The newest events of each service, so that later ones are known. */
async function departureOf(
  now: string,
  services: readonly Pick<Service, "id">[],
): Promise<Departure> {
  const pages = await Promise.all(
    services.map(({ id: serviceId }) => client.events.list.query({ serviceId, limit: lastEvents })),
  );
  return {
    now,
    services: services.map(({ id: serviceId }, place) => ({
      serviceId,
      lastEvents: pages[place]?.events ?? [],
    })),
  };
}

/** How far a clock has come. */
function Progress({ clock: { now, advancingTo }, start }: { clock: TestClock; start: string }) {
  if (advancingTo === null) return <Aside>The clock starts…</Aside>;
  return (
    <div className="progress">
      <progress max={1_000} value={wayOf(start, now, advancingTo)} aria-label="The clock's way" />
      <p aria-live="polite">
        It is <Time at={now} />, on the way to <Time at={advancingTo} />.
      </p>
    </div>
  );
}
