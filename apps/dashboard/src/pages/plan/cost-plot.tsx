import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Aside, Button, isEqual } from "@usance/ui";
import { lazy, Suspense } from "react";
import { client } from "../../api/client.ts";
import { saveRows } from "../../api/csv.ts";
import {
  type Prices,
  plottedQuantities,
  type Typed,
  type UsageInput,
  usageOf,
} from "./calculator-usage.ts";

// Charts are loaded when one is shown.
const LinePlot = lazy(async () => ({ default: (await import("../../ui/charts.ts")).LinePlot }));

interface CostPlotProps {
  readonly prices: Prices;
  readonly inputs: readonly UsageInput[];
  /** The value that varies. */
  readonly input: UsageInput;
  readonly typed: Typed;
  readonly isAsked: boolean;
}

/** What usage costs by one of its quantities, each amount a quote; as a table and as CSV too. */
export function CostPlot({ prices, inputs, input, typed, isAsked }: CostPlotProps) {
  const quantities = plottedQuantities(prices.components, input, typed);
  const points = useQuery({
    queryKey: ["quotes", prices.of, input, typed],
    queryFn: () =>
      Promise.all(
        quantities.map(async (quantity) => {
          const usage = usageOf(inputs, { ...typed, [input.key]: quantity });
          const { quote } = await client.quotes.create.mutate({ ...prices.of, usage });
          return { quantity, amount: quote.amount };
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: isAsked,
  });
  if (points.data === undefined) return points.isPending ? <Aside>Loading the plot…</Aside> : null;
  const caption = `Cost by ${input.label}`;
  const chosen = typed[input.key]?.trim();
  const mark = points.data.find(({ quantity }) => chosen && isEqual(quantity, chosen));
  return (
    <div className="chart">
      <Suspense fallback={<Aside>Loading the plot…</Aside>}>
        <LinePlot caption={caption} of={input.label} points={points.data} mark={mark} />
      </Suspense>
      <Button
        kind="quiet"
        isSmall
        onClick={() =>
          saveRows("cost.csv", [
            [input.label, "amount"],
            ...points.data.map(({ quantity, amount }) => [quantity, amount]),
          ])
        }
      >
        Download CSV
      </Button>
    </div>
  );
}
