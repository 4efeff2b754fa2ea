import type { ReactNode } from "react";
import * as ui from "../src/index.ts";
import { chartSpecimens } from "./charts.tsx";
import { Choices, ChosenTab, Dialogs, Fields, NumberFields, Selects } from "./interactive.tsx";

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
  CodeBlock,
  Cross,
  Copyable,
  CreditTerms,
  DataTable,
  Empty,
  Fact,
  Facts,
  Figure,
  LegalLinks,
  LimitMeter,
  Lock,
  LongText,
  Mark,
  Menu,
  Message,
  Note,
  OfferedCards,
  OfferPrice,
  Price,
  Problem,
  QrCode,
  Section,
  Seller,
  SellerMark,
  Skeleton,
  Spinner,
  Stages,
  Stat,
  Stats,
  Term,
  Terms,
  TextButton,
  Time,
  Tip,
  Toasts,
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
  Dialog: <Dialogs />,
  Menu: (
    <Menu
      label="Actions of the invoice"
      items={[
        { words: "Download CSV", onChoose: nothing },
        { words: "Replace the link", onChoose: nothing },
      ]}
    />
  ),
  Tabs: <ChosenTab />,
  Tip: (
    <p>
      <Tip text="1,234,567.890123 USDC">1.23 million USDC</Tip>
    </p>
  ),
  Toasts: (
    <>
      <Button kind="quiet" isSmall onClick={() => ui.toast("The plan was created.")}>
        Say what was done
      </Button>
      <Toasts />
    </>
  ),
  Skeleton: <Skeleton />,
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
  ...chartSpecimens,
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
  DataTable: (
    <DataTable
      caption="Invoices"
      keyOf={({ id }) => id}
      rows={[
        { id: "1", email: "pat@example.com", amount: "12.500000" },
        { id: "2", email: "ada@example.com", amount: "1250.750000" },
      ]}
      columns={[
        { label: "Invoice", cell: ({ id }) => <a href="#DataTable">Invoice {id}</a> },
        { label: "Subscriber", cell: ({ email }) => email, sortBy: ({ email }) => email },
        {
          label: "USDC",
          cell: ({ amount }) => ui.amountText(amount),
          sortBy: ({ amount }) => amount,
          isFigure: true,
        },
      ]}
    />
  ),
};
