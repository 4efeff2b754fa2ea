import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Aside, changeText, Field, quantityText, Section, Select } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import { useZone, ZoneNote } from "../../frame/zone.tsx";
import { Answer } from "../../ui/answer.tsx";
import { CsvButton } from "../../ui/csv-button.tsx";
import { Records } from "../../ui/records.tsx";
import { ServiceSelect } from "../../ui/service-select.tsx";
import { View } from "../../ui/view.tsx";
import { lastDays, type Range } from "../../words/ranges.ts";
import { UsageChart } from "./usage-chart.tsx";
import { UsageEvents } from "./usage-events.tsx";

const route = getRouteApi("/frame/usage");

/** The stretches that can be looked at: by the hour, a week at most. */
const stretches = [
  { value: "1", words: "Today" },
  { value: "7", words: "7 days" },
  { value: "30", words: "30 days" },
  { value: "90", words: "90 days" },
] as const;
const hourlyAtMost = 7;

/** Usage of all services, or of one, or of one subscription, by prefix, compared with the time before. */
export function Usage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/usage" });
  const [now] = useState(() => new Date());
  const { serviceId, subscriptionId, prefix } = search;
  const days = Number(stretches.find(({ value }) => value === search.days)?.value ?? "30");
  const interval = search.by === "hour" && days <= hourlyAtMost ? "hour" : "day";
  const set = (name: keyof typeof search) => (value: string) =>
    void navigate({ search: (before) => ({ ...before, [name]: value || undefined }) });
  const of = { serviceId, subscriptionId, prefix };
  const zone = useZone();
  const range = lastDays(now, days, zone);
  const before = lastDays(now, days, zone, 1);
  const billing = search.billing === "outside" ? ("outside" as const) : undefined;
  const listed = {
    ...{ serviceId, subscriptionId, billing },
    ...(billing === undefined && { occurredFrom: range.from, occurredTo: range.to }),
  };
  return (
    <View
      heading="Usage"
      lead="Usage of your subscribers, by the time at which it occurred. Usage that was recorded after the end of its billing period is late."
      actions={<CsvButton path={csvPath("/usage-events", listed)} fileName="usage-events.csv" />}
    >
      <ZoneNote />
      <Section heading="Over time">
        <div className="fields">
          <ServiceSelect value={serviceId} onChange={set("serviceId")} />
          <Select label="Time" value={String(days)} onChange={set("days")} options={stretches} />
          <Select
            label="By"
            value={interval}
            onChange={set("by")}
            options={[
              { value: "day", words: "Day" },
              ...(days <= hourlyAtMost ? [{ value: "hour", words: "Hour" }] : []),
            ]}
          />
          <Field
            label="Subscription id"
            isOptional
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
            <Records
              caption="Usage by prefix"
              columns={[
                { label: "Prefix" },
                { label: "Quantity", isFigure: true },
                { label: "Change", isFigure: true },
                { label: "Late", isFigure: true },
                { label: "Events", isFigure: true },
              ]}
              rows={prefixes.map(({ prefix, quantity, lateQuantity, count }) => {
                const was = earlier.data?.usageSeries.prefixes.find((one) => one.prefix === prefix);
                return {
                  key: prefix,
                  cells: [
                    <button
                      key="prefix"
                      type="button"
                      className="link"
                      aria-pressed={chosen === prefix}
                      onClick={() => onChoose(chosen === prefix ? "" : prefix)}
                    >
                      {prefix}
                    </button>,
                    quantityText(quantity),
                    (was && changeText(quantity, was.quantity)) ?? "new",
                    quantityText(lateQuantity),
                    count.toLocaleString("en"),
                  ],
                };
              })}
            />
          )
        }
      </Answer>
    </Section>
  );
}
