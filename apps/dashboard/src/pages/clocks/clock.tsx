import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { DataTable, Empty, Section, Stat, Stats, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Service, TestClock } from "../../api/records.ts";
import { pollWhile } from "../../api/under-way.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";
import { Advance } from "./advance.tsx";

const route = getRouteApi("/frame/clocks/$testClockId");

/** One test clock: its time, its services, and the ways to advance it. */
export function ClockPage() {
  const { testClockId } = route.useParams();
  const found = useQuery(
    trpc.testClocks.get.queryOptions(
      { testClockId },
      { refetchInterval: pollWhile(({ testClock }) => testClock.status === "ADVANCING", 500) },
    ),
  );
  const services = useQuery(trpc.services.list.queryOptions());
  return (
    <Answer of={found}>
      {({ testClock }) => {
        const own = services.data?.services.filter((one) => one.testClockId === testClockId);
        return (
          <View
            heading={testClock.name ?? "Test clock"}
            within={<Link to="/clocks">Test clocks</Link>}
            lead="Its services do not see the real time, but the time of this clock."
            actions={<State status={testClock.status} />}
          >
            <Stats>
              <Stat name="Its time" value={<Time at={testClock.now} />} />
              <Stat name="Services on it" value={own?.length ?? "…"} />
            </Stats>
            {own !== undefined && <Advance clock={testClock} services={own} />}
            {own !== undefined && <Services clock={testClock} services={own} />}
          </View>
        );
      }}
    </Answer>
  );
}

interface ServicesProps {
  readonly clock: TestClock;
  readonly services: readonly Service[];
}

function Services({ clock: { id: testClockId }, services }: ServicesProps) {
  const mayWrite = useMay("services:write");
  const create = (
    <Link to="/services" search={{ testClockId }} hash="new">
      Create a service on this clock
    </Link>
  );
  return (
    <Section heading="Services on it" actions={mayWrite && services.length > 0 && create}>
      {services.length === 0 ? (
        <Empty heading="No services yet">
          <p>
            A service is put on a clock when it is created, and stays on it. {mayWrite && create}
          </p>
        </Empty>
      ) : (
        <DataTable
          caption="Services on the clock"
          rows={services}
          keyOf={({ id }) => id}
          columns={[
            {
              label: "Service",
              cell: ({ id, name }) => (
                <Link to="/services/$serviceId" params={{ serviceId: id }}>
                  {name}
                </Link>
              ),
            },
            { label: "Status", cell: ({ status }) => <State status={status} /> },
          ]}
        />
      )}
    </Section>
  );
}
