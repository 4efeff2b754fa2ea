import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Aside, quantityText, Section } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Service } from "../../api/records.ts";
import { Records } from "../../ui/records.tsx";
import type { Range } from "../../words/ranges.ts";

/** How many services are looked at: the newest. */
const most = 8;

/** The usage of each service, by prefix. */
export function UsageByService({
  range,
  services,
}: {
  range: Range;
  services: readonly Service[];
}) {
  const { from, to, timeZone } = range;
  const found = useQueries({
    queries: services
      .slice(0, most)
      .map(({ id }) =>
        trpc.usageEvents.series.queryOptions(
          { serviceId: id, from, to, timeZone, interval: "day", limit: 3 },
          { staleTime: 60_000 },
        ),
      ),
  });
  const rows = services.slice(0, most).flatMap(({ id, name }, index) =>
    (found[index]?.data?.usageSeries.prefixes ?? []).map(({ prefix, quantity, count }) => ({
      key: `${id} ${prefix}`,
      cells: [
        <span key="name">
          <Link to="/usage" search={{ serviceId: id, prefix }}>
            {prefix}
          </Link>
          <span className="under">{name}</span>
        </span>,
        quantityText(quantity),
        count.toLocaleString("en"),
      ],
    })),
  );
  return (
    <Section heading="Usage by service and prefix">
      {rows.length === 0 ? (
        <Aside>
          {found.some(({ isPending }) => isPending) ? "Loading…" : "Nothing was used in this time."}
        </Aside>
      ) : (
        <Records
          caption="Usage by service and prefix"
          columns={[
            { label: "Prefix" },
            { label: "Quantity", isFigure: true },
            { label: "Events", isFigure: true },
          ]}
          rows={rows}
        />
      )}
    </Section>
  );
}
