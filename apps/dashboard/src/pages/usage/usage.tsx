import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Aside, changeText, DataTable, quantityText, Section, Select } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import { useZone, ZoneNote } from "../../frame/zone.tsx";
import { Answer } from "../../ui/answer.tsx";
import { ListMenu } from "../../ui/list-menu.tsx";
import { RangePicker } from "../../ui/range-picker.tsx";
import { ServiceSelect } from "../../ui/service-select.tsx";
import { SubscriptionField } from "../../ui/subscription-field.tsx";
import { View } from "../../ui/view.tsx";
import { chosenRange, type Range } from "../../words/ranges.ts";
import { UsageChart } from "./usage-chart.tsx";
import { UsageEvents } from "./usage-events.tsx";

const route = getRouteApi("/frame/usage");

/** The most days that can be looked at by the hour. */
const hourlyAtMost = 7;

/** Usage of all services, or of one, or of one subscription, by prefix, compared with the time before. */
export function Usage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/usage" });
  const [now] = useState(() => new Date());
  const { serviceId, subscriptionId, prefix } = search;
  const zone = useZone();
  const chosen = chosenRange(search.range, now, zone);
  const { range, before, days } = chosen;
  const interval = search.by === "hour" && days <= hourlyAtMost ? "hour" : "day";
  const set = (name: keyof typeof search) => (value: string) =>
    void navigate({ search: (before) => ({ ...before, [name]: value || undefined }) });
  const of = { serviceId, subscriptionId, prefix };
  const billing = search.billing === "outside" ? ("outside" as const) : undefined;
  const listed = {
    ...{ serviceId, subscriptionId, billing },
    ...(billing === undefined && { occurredFrom: range.from, occurredTo: range.to }),
  };
  return (
    <View
      heading="Usage"
      lead="Usage of your subscribers, by the time at which it occurred. Usage that was recorded after the end of its billing period is late."
      actions={<ListMenu what="usage-events" path={csvPath("/usage-events", listed)} />}
    >
      <ZoneNote />
      <Section heading="Over time">
        <div className="fields">
          <ServiceSelect value={serviceId} onChange={set("serviceId")} />
          <RangePicker chosen={chosen} onChange={set("range")} />
          <Select
            label="By"
            value={interval}
            onChange={set("by")}
            options={[
              { value: "day", words: "Day" },
              ...(days <= hourlyAtMost ? [{ value: "hour", words: "Hour" }] : []),
            ]}
          />
          <SubscriptionField
            serviceId={serviceId}
            value={subscriptionId ?? ""}
            onChange={set("subscriptionId")}
          />
        </div>
        {prefix !== undefined && (
          <Aside>
            Only usage of <strong>{prefix}</strong>.
          </Aside>
        )}
        <UsageChart {...{ of, range, before, interval }} />
      </Section>
      <Prefixes {...{ of, range, before, chosen: prefix, onChoose: set("prefix") }} />
      <UsageEvents listed={listed} onShow={(outside) => set("billing")(outside ? "outside" : "")} />
    </View>
  );
}

interface PrefixesProps {
  readonly of: {
    readonly serviceId?: string | undefined;
    readonly subscriptionId?: string | undefined;
  };
  readonly range: Range;
  readonly before: Range;
  readonly chosen: string | undefined;
  readonly onChoose: (prefix: string) => void;
}

/** What was used of each kind, and how much more or less than before. */
function Prefixes({
  of: { serviceId, subscriptionId },
  range,
  before,
  chosen,
  onChoose,
}: PrefixesProps) {
  const query = ({ from, to, timeZone }: Range) =>
    trpc.usageEvents.series.queryOptions({
      ...{ serviceId, subscriptionId, from, to, timeZone, interval: "day", limit: 20 },
    });
  const now = useQuery(query(range));
  const earlier = useQuery(query(before));
  return (
    <Section heading="By prefix">
      <Answer of={now}>
        {({ usageSeries: { prefixes } }) =>
          prefixes.length === 0 ? (
            <Aside>Nothing was used in this time.</Aside>
          ) : (
            <DataTable
              caption="Usage by prefix"
              rows={prefixes}
              keyOf={({ prefix }) => prefix}
              columns={[
                {
                  label: "Prefix",
                  cell: ({ prefix }) => (
                    <button
                      type="button"
                      className="row-button"
                      aria-pressed={chosen === prefix}
                      onClick={() => onChoose(chosen === prefix ? "" : prefix)}
                    >
                      {prefix}
                    </button>
                  ),
                  sortBy: ({ prefix }) => prefix,
                },
                {
                  label: "Quantity",
                  cell: ({ quantity }) => quantityText(quantity),
                  sortBy: ({ quantity }) => quantity,
                  isFigure: true,
                },
                {
                  label: "Change",
                  cell: ({ prefix, quantity }) => {
                    const was = earlier.data?.usageSeries.prefixes.find(
                      (one) => one.prefix === prefix,
                    );
                    return (was && changeText(quantity, was.quantity)) ?? "new";
                  },
                  isFigure: true,
                  isWide: true,
                },
                {
                  label: "Late",
                  cell: ({ lateQuantity }) => quantityText(lateQuantity),
                  isFigure: true,
                  isWide: true,
                },
                {
                  label: "Events",
                  cell: ({ count }) => count.toLocaleString("en"),
                  sortBy: ({ count }) => String(count),
                  isFigure: true,
                  isWide: true,
                },
              ]}
            />
          )
        }
      </Answer>
    </Section>
  );
}
