import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Aside, DataTable, quantityText, Section, Skeleton } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Service } from "../../api/records.ts";
import type { Range } from "../../words/ranges.ts";
import { withOthers } from "./with-others.ts";

/** How many services are looked at: the newest. */
const most = 8;

/** The usage of each service, by prefix. */
export function UsageByService({
  range,
  services,
}: {
  range: Range;
  /** undefined: they are being read. */
  services: readonly Service[] | undefined;
}) {
  const { from, to, timeZone } = range;
  const found = useQueries({
    queries: (services ?? [])
      .slice(0, most)
      .map(({ id }) =>
        trpc.usageEvents.series.queryOptions(
          { serviceId: id, from, to, timeZone, interval: "day", limit: 3 },
          { staleTime: 60_000 },
        ),
      ),
  });
  const rows = (services ?? []).slice(0, most).flatMap(({ id: serviceId, name }, index) => {
    const series = found[index]?.data?.usageSeries;
    return series === undefined
      ? []
      : withOthers(series).map((one) => ({ ...one, serviceId, name }));
  });
  return (
    <Section heading="Usage by service and prefix">
      {rows.length === 0 ? (
        services === undefined || found.some(({ isPending }) => isPending) ? (
          <Skeleton />
        ) : (
          <Aside>Nothing was used in this time.</Aside>
        )
      ) : (
        <DataTable
          caption="Usage by service and prefix"
          rows={rows}
          keyOf={({ serviceId, prefix }) => `${serviceId} ${prefix}`}
          columns={[
            {
              label: "Prefix",
              cell: ({ serviceId, prefix, name }) => (
                <>
                  <Link to="/usage" search={{ serviceId, ...(prefix !== null && { prefix }) }}>
                    {prefix ?? "Other"}
                  </Link>
                  <span className="under">{name}</span>
                </>
              ),
            },
            { label: "Quantity", cell: ({ quantity }) => quantityText(quantity), isFigure: true },
            {
              label: "Events",
              cell: ({ count }) => count.toLocaleString("en"),
              isFigure: true,
              isWide: true,
            },
          ]}
        />
      )}
    </Section>
  );
}
