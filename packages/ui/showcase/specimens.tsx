import { type ReactNode, useState } from "react";
import * as ui from "../src/index.ts";

const {
  AlertValue,
  Alone,
  Amount,
  Aside,
  Back,
  Badge,
  Button,
  ButtonLink,
  Check,
  Choice,
  CodeBlock,
  Cross,
  Copyable,
  CreditTerms,
  Empty,
  Fact,
  Facts,
  Field,
  NumberField,
  Figure,
  LegalLinks,
  LimitMeter,
  LinePlot,
  Lock,
  LongText,
  Mark,
  Message,
  Note,
  OfferedCards,
  OfferPrice,
  Price,
  Problem,
  QrCode,
  Section,
  Select,
  Seller,
  SellerMark,
  Spinner,
  StackedBars,
  Stages,
  Stat,
  Stats,
  Table,
  Term,
  Terms,
  TextButton,
  Time,
  UsagePlot,
  WaitingNote,
} = ui;

type Exports = keyof typeof ui;

/** What begins with a capital letter is a component. */
type ComponentName = { [Name in Exports]: Name extends Capitalize<Name> ? Name : never }[Exports];

const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const hash = `0x${"4e1f".repeat(16)}`;
const nothing = () => undefined;
const frame = <Aside>This page stands in it.</Aside>;

const plan = {
  pricingType: "USAGE_BASED",
  billingInterval: "MONTH",
  amount: "0.002",
  currency: "USDC",
  unit: "request",
} as const;

const card: ui.OfferedCard = {
  id: "1",
  isInEffect: true,
  effectiveFrom: "2026-01-31T12:00:00.000Z",
  components: [
    { type: "FLAT", description: "Base fee", amount: "10" },
    {
      type: "GRADUATED",
      description: "Requests",
      prefix: "requests",
      included: "1000",
      tiers: [
        { upTo: "10000", unitAmount: "0.002" },
        { upTo: null, unitAmount: "0.001", flatAmount: "5" },
      ],
    },
    {
      type: "VOLUME",
      description: "Seats",
      measure: "MAX",
      tiers: [{ upTo: null, unitAmount: "4" }],
    },
  ],
  baseAmount: "10.000000",
  workedExample: {
    lines: [
      { description: "Base fee", quantity: null, amount: "10.000000" },
      { description: "Requests", quantity: "22000", amount: "36.000000" },
      { description: "Seats", quantity: "1000", amount: "4000.000000" },
    ],
    amount: "4046.000000",
  },
};

const limit = {
  measure: "quantity",
  max: "1000.000000",
  window: "day",
  timeZone: "UTC",
  seconds: null,
  keyPrefix: null,
} as const;
const spent = { ...limit, measure: "charge", max: "5.000000", window: "ever" } as const;

/** Each component in each of its states. A component that is missing here is a type error. */
export const specimens: Readonly<Record<ComponentName, ReactNode>> = {
  Page: frame,
  Side: frame,
  Panel: frame,
  Alone: (
    <Alone>
      <Message heading="A card of one part" />
    </Alone>
  ),
  Amount: (
    <p>
      <Amount of="1234.5" /> USDC
    </p>
  ),
  LongText: (
    <>
      <LongText text="Forecasts by the hour." />
      <LongText text={"A forecast for every place on Earth, by the hour. ".repeat(12)} />
    </>
  ),
  Figure: (
    <p>
      <Figure text="123,456,789,012.5" />
    </p>
  ),
  OfferPrice: (
    <>
      <OfferPrice plan={plan} cards={[]} />
      <OfferPrice plan={plan} cards={[card]} />
      <OfferPrice plan={plan} cards={[{ ...card, baseAmount: "0.000000" }]} />
    </>
  ),
  OfferedCards: (
    <OfferedCards
      plan={plan}
      cards={[card, { ...card, id: "2", isInEffect: false, workedExample: null }]}
    />
  ),
  Price: (
    <>
      <Price of="25" unit="USDC every month" />
      <Price of="999999999999999999.999999" unit="USDC once" />
    </>
  ),
  SellerMark: <SellerMark name="Weather API" logo={null} />,
  Seller: (
    <>
      <Seller service={{ name: "Weather API" }} seller={{ name: "Ada Developer" }} />
      <Seller service={{ name: "Weather API" }} seller={{ name: null }} />
    </>
  ),
  LegalLinks: (
    <LegalLinks
      supportUrl="https://example.com/support"
      termsUrl="https://example.com/terms"
      privacyUrl="https://example.com/privacy"
    />
  ),
  Button: (
    <>
      <Button>Pay 25.00 USDC</Button>
      <Button isBusy>Confirm in your wallet…</Button>
      <Button kind="quiet">Start over</Button>
      <Button kind="danger">Void the invoice</Button>
      <Button kind="quiet" isSmall>
        Download CSV
      </Button>
    </>
  ),
  ButtonLink: (
    <>
      <ButtonLink href="#Button">Continue to example.com</ButtonLink>
      <ButtonLink kind="quiet" href="#Button">
        Back to example.com
      </ButtonLink>
    </>
  ),
  TextButton: (
    <p>
      Confirm in your wallet. <TextButton onClick={nothing}>Choose another</TextButton>
    </p>
  ),
  Field: <Fields />,
  NumberField: <NumberFields />,
  Choice: <Choices />,
  Note: <Note>Your wallet is on Ethereum (chain id 1). This is paid on Base (chain id 8453).</Note>,
  Problem: <Problem text="You declined in your wallet. You can try again." />,
  Aside: <Aside>You never pay twice, however often you try.</Aside>,
  WaitingNote: (
    <>
      <WaitingNote waiting="too-many" />
      <WaitingNote waiting="unreachable" />
      <WaitingNote waiting={null} />
    </>
  ),
  Message: (
    <Message heading="The payment did not go through" icon={<Mark kind="bad" />}>
      <p>The wallet has too little USDC.</p>
      <Button>Try again</Button>
      <Aside>You never pay twice, however often you try.</Aside>
    </Message>
  ),
  Mark: (
    <>
      <Mark kind="good" />
      <Mark kind="bad" />
      <Mark kind="over" />
      <Mark kind="off" />
    </>
  ),
  Spinner: <Spinner />,
  Check: <Check />,
  Cross: <Cross />,
  Back: <Back />,
  Lock: <Lock />,
  Terms: (
    <Terms>
      <Term name="Due now" isStrong>
        1,234.50 USDC
      </Term>
      <Term name="Paid to">
        <Copyable what="seller's address" text={address} />
      </Term>
    </Terms>
  ),
  Term: <Aside>See Terms.</Aside>,
  CreditTerms: (
    <Terms>
      <CreditTerms
        creditNotes={(["APPLIED", "ISSUED", "REFUNDING", "REFUNDED"] as const).map((status) => ({
          amount: "12.500000",
          reason: "Outage on 3 January",
          status,
        }))}
      />
    </Terms>
  ),
  Facts: (
    <Facts>
      <Fact name="From">
        <code>{address}</code>
      </Fact>
      <Fact name="Transaction">
        <code>{hash}</code>
      </Fact>
    </Facts>
  ),
  Fact: <Aside>See Facts.</Aside>,
  Time: (
    <>
      <Time at="2026-01-31T12:00:00.000Z" />
      <Time at="2026-01-31T12:00:00.000Z" isFull />
      <Time at="2026-01-31T12:00:00.000Z" isDate />
    </>
  ),
  Badge: (
    <p>
      <Badge kind="good">Paid</Badge> <Badge kind="now">Submitted</Badge>{" "}
      <Badge kind="late">Open</Badge> <Badge kind="bad">Failed</Badge>{" "}
      <Badge kind="off">Void</Badge>
    </p>
  ),
  Select: <Selects />,
  Section: (
    <Section
      heading="Latest events"
      actions={
        <Button kind="quiet" isSmall>
          Download CSV
        </Button>
      }
    >
      <Aside>Nothing has happened yet.</Aside>
    </Section>
  ),
  Stats: (
    <Stats>
      <Stat name="Settled" value="1,234.50" unit="USDC" note="+12 % to the month before" />
      <Stat name="Subscribers" value="7" />
    </Stats>
  ),
  Stat: <Aside>See Stats.</Aside>,
  Empty: (
    <Empty heading="No service yet">
      <p>A service is a product that you sell.</p>
      <CodeBlock what="call" text={`curl -s "$API/services" -d '{ "name": "Weather API" }'`} />
    </Empty>
  ),
  QrCode: <QrCode text="https://example.com/checkout/k3v9" label="The checkout's address" />,
  CodeBlock: <CodeBlock what="command" text="npx --yes pnpm@12.21.0 usance dashboard link" />,
  AlertValue: (
    <AlertValue
      alert={{ on: "balance", levels: ["1.000000", "5.000000"], keyPrefix: null }}
      value="4.900000"
      crossed={["5.000000"]}
    />
  ),
  LimitMeter: (
    <>
      <LimitMeter
        name="tokens-per-day"
        limit={limit}
        used="800.000000"
        remaining="200.000000"
        resetsAt="2026-02-01T00:00:00.000Z"
      />
      <LimitMeter
        name={ui.limitText(spent)}
        limit={spent}
        used="5.000000"
        remaining="0.000000"
        resetsAt={null}
      />
    </>
  ),
  StackedBars: (
    <StackedBars
      caption="Payments"
      unit="USDC"
      interval="DAY"
      from="2026-01-01"
      to="2026-01-14"
      series={[
        {
          name: "Settled",
          kind: "good",
          intervals: [
            { start: "2026-01-02", value: "50.000000" },
            { start: "2026-01-09", value: "999999.500000" },
          ],
        },
        {
          name: "Failed",
          kind: "bad",
          intervals: [{ start: "2026-01-09", value: "250000.250000" }],
        },
      ]}
      before={[{ start: "2026-01-05", value: "400000" }]}
      marks={["2026-01-07"]}
    />
  ),
  LinePlot: (
    <LinePlot
      caption="Cost by requests"
      of="requests"
      points={[
        { quantity: "0", amount: "20" },
        { quantity: "1000", amount: "20" },
        { quantity: "10000", amount: "38" },
        { quantity: "10000.000001", amount: "58" },
        { quantity: "20000", amount: "68" },
      ]}
      mark={{ quantity: "12000", amount: "60" }}
    />
  ),
  Copyable: <Copyable what="transaction hash" text={hash} />,
  Stages: (
    <Stages
      stages={[
        { key: "sign", label: "Payment signed", standing: "done" },
        {
          key: "send",
          label: "Send to the chain",
          standing: "now",
          more: <Copyable what="sent transaction's hash" text={hash} />,
        },
        { key: "confirm", label: "Confirm on the chain", standing: "to-do" },
      ]}
    />
  ),
  Table: (
    <Table
      caption="What an invoice bills"
      columns={[
        { label: "Description" },
        { label: "Quantity × price", width: "36%", isSoft: true },
        { label: "USDC", width: "25%" },
      ]}
      rows={[
        { key: 1, cells: ["Requests in October", "5,000 × 0.0025", "12.50"] },
        { key: 2, cells: ["Archive", "1 × 12.50", "12.50"] },
      ]}
    />
  ),
  UsagePlot: (
    <UsagePlot
      interval="DAY"
      series={[
        {
          name: "requests",
          quantity: "13450",
          intervals: [
            { start: "2026-01-02", quantity: "5000" },
            { start: "2026-01-03", quantity: "8400" },
            { start: "2026-01-12", quantity: "50" },
          ],
        },
        {
          name: "gigabytes",
          quantity: "0.25",
          intervals: [{ start: "2026-01-07", quantity: "0.25" }],
        },
      ]}
    />
  ),
};

function Fields() {
  const [email, setEmail] = useState("");
  return (
    <>
      <Field label="E-mail" type="email" value={email} onChange={setEmail} />
      <Field label="Name" isOptional value="" hint="As on the receipt." onChange={nothing} />
      <Field
        label="Broken e-mail"
        value="pat@"
        error="Enter a valid e-mail address."
        onChange={nothing}
      />
    </>
  );
}

function NumberFields() {
  const [cap, setCap] = useState("300.00");
  return (
    <>
      <NumberField label="Spending cap" unit="USDC" value={cap} onChange={setCap} />
      {["0", "1,234"].map((value) => (
        <NumberField
          key={value}
          label={`Spending cap of ${value}`}
          unit="USDC"
          value={value}
          error="Enter an amount of more than zero."
          onChange={nothing}
        />
      ))}
    </>
  );
}

function Selects() {
  const [status, setStatus] = useState("OPEN");
  const options = [
    { value: "OPEN", words: "Open" },
    { value: "PAID", words: "Paid" },
  ];
  return (
    <>
      <Select label="Status" value={status} options={options} onChange={setStatus} />
      <Select
        label="Broken status"
        value="PAID"
        options={options}
        error="Must be open."
        onChange={nothing}
      />
    </>
  );
}

function Choices() {
  const [isChecked, setChecked] = useState(true);
  return (
    <>
      <Choice
        label="Pay later invoices automatically, up to a limit"
        hint="Without it, you pay every later invoice yourself."
        isChecked={isChecked}
        onChange={setChecked}
      />
      <Choice label="Without a hint" isChecked={false} onChange={nothing} />
    </>
  );
}
