import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  Aside,
  amountText,
  DataTable,
  Empty,
  NumberField,
  Problem,
  quantityText,
  Section,
  Select,
} from "@usance/ui";
import { useState } from "react";
import { client, refusalOf } from "../../api/client.ts";
import type { Quote } from "../../api/records.ts";
import { messageOf } from "../../ui/answer.tsx";
import {
  errorOf,
  inputsOf,
  type Prices,
  type Typed,
  type UsageInput,
  usageOf,
} from "./calculator-usage.ts";
import { CostPlot } from "./cost-plot.tsx";
import { useSettled } from "./use-settled.ts";

/** What usage would cost, by quotes of usage that is typed in. Nothing is stored. */
export function Calculator({ choices }: { choices: readonly Prices[] }) {
  const [key, setKey] = useState("");
  const prices = choices.find((one) => one.key === key) ?? choices[0];
  return (
    <Section heading="Calculator">
      {prices === undefined ? (
        <Empty heading="No prices yet">
          <p>Add a rate card. Then enter usage here, and see what it costs.</p>
        </Empty>
      ) : (
        <>
          {choices.length > 1 && (
            <div className="fields">
              <Select
                label="Prices"
                value={prices.key}
                onChange={setKey}
                options={choices.map((one) => ({ value: one.key, words: one.name }))}
              />
            </div>
          )}
          <Calculation key={prices.key} prices={prices} />
        </>
      )}
    </Section>
  );
}

function Calculation({ prices }: { prices: Prices }) {
  const [typed, setTyped] = useState<Typed>({});
  const inputs = inputsOf(prices.components);
  const settled = useSettled(typed);
  const isRight = inputs.every((input) => errorOf(input, settled[input.key]) === undefined);
  const usage = usageOf(inputs, isRight ? settled : {});
  const quote = useQuery({
    queryKey: ["quote", prices.of, usage],
    queryFn: async () => (await client.quotes.create.mutate({ ...prices.of, usage })).quote,
    placeholderData: keepPreviousData,
    enabled: isRight,
  });
  return (
    <>
      {inputs.length === 0 ? (
        <Aside>These prices do not depend on usage.</Aside>
      ) : (
        <div className="fields">
          {inputs.map((input) => (
            <NumberField
              key={input.key}
              label={input.label}
              isOptional
              value={typed[input.key] ?? ""}
              onChange={(value) => setTyped({ ...typed, [input.key]: value })}
              error={errorOf(input, typed[input.key])}
            />
          ))}
        </div>
      )}
      <Problem text={quote.error === null ? null : problemOf(quote.error)} />
      {quote.error === null && quote.data && (
        <Bill quote={quote.data} isOld={settled !== typed || quote.isPlaceholderData} />
      )}
      {quote.error === null && isRight && inputs.length > 0 && (
        <Plots
          {...{ prices, inputs, typed: settled }}
          isAsked={quote.isSuccess && !quote.isPlaceholderData}
        />
      )}
    </>
  );
}

/** The form shows what is wrong with its components itself. */
const problemOf = (error: unknown) =>
  refusalOf(error)?.param?.startsWith("components") === true
    ? "Correct the rate card to see what usage costs."
    : messageOf(error);

interface BillProps {
  readonly quote: Quote;
  /** Whether it is of what was typed before. */
  readonly isOld: boolean;
}

const Bill = ({ quote: { amount, lines }, isOld }: BillProps) => (
  <>
    <p aria-live="polite">
      {isOld ? (
        "Calculating…"
      ) : (
        <>
          This costs <strong>{amountText(amount)} USDC</strong> per period.
        </>
      )}
    </p>
    <DataTable
      caption="What the usage costs"
      rows={lines}
      columns={[
        { label: "Component", cell: ({ description }) => description },
        {
          label: "Quantity × price",
          cell: ({ parts }) => <Parts parts={parts} />,
          isFigure: true,
          isSoft: true,
        },
        { label: "USDC", cell: (line) => amountText(line.amount), isFigure: true },
      ]}
    />
  </>
);

const Parts = ({ parts }: Pick<Quote["lines"][number], "parts">) =>
  parts.length === 0 ? (
    "—"
  ) : (
    <ul className="parts">
      {Array.from(parts.entries(), ([place, { quantity, unitAmount }]) => (
        <li key={place}>
          {quantityText(quantity)} × {quantityText(unitAmount)}
        </li>
      ))}
    </ul>
  );

interface PlotsProps {
  readonly prices: Prices;
  readonly inputs: readonly UsageInput[];
  readonly typed: Typed;
  /** Whether the service accepts the prices and the usage. */
  readonly isAsked: boolean;
}

/** The cost by one of the inputs, while the others stay as they were typed. */
function Plots({ prices, inputs, typed, isAsked }: PlotsProps) {
  const [key, setKey] = useState("");
  const input = inputs.find((one) => one.key === key) ?? inputs[0];
  if (input === undefined) return null;
  return (
    <>
      {inputs.length > 1 && (
        <div className="fields">
          <Select
            label="Plot the cost by"
            value={input.key}
            onChange={setKey}
            options={inputs.map(({ key: value, label }) => ({ value, words: label }))}
          />
        </div>
      )}
      <CostPlot {...{ prices, inputs, input, typed, isAsked }} />
    </>
  );
}
