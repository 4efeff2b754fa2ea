import {
  Banknote,
  Bell,
  Boxes,
  CalendarClock,
  ChartColumn,
  Clock,
  House,
  KeyRound,
  type LucideIcon,
  ReceiptText,
  Scale,
  ScrollText,
  Server,
  Users,
} from "lucide-react";
import type { OwnSession } from "../api/records.ts";
import { mayDo } from "../api/use-session.ts";

/** A view that has a link in the navigation. */
interface ViewLink {
  readonly to:
    | "/"
    | "/invoices"
    | "/disputes"
    | "/upcoming"
    | "/subscribers"
    | "/services"
    | "/usage"
    | "/settlements"
    | "/webhooks"
    | "/keys"
    | "/audit"
    | "/clocks"
    | "/system";
  readonly words: string;
  readonly Icon: LucideIcon;
  readonly scope: string;
  /** Shown only to the platform, or only on a test chain. */
  readonly only?: "platform" | "test";
}

export interface Group {
  readonly name: string | null;
  readonly links: readonly ViewLink[];
}

const groups: readonly Group[] = [
  { name: null, links: [{ to: "/", words: "Overview", Icon: House, scope: "events:read" }] },
  {
    name: "Sales",
    links: [
      { to: "/subscribers", words: "Subscribers", Icon: Users, scope: "subscribers:read" },
      { to: "/services", words: "Services", Icon: Boxes, scope: "services:read" },
      { to: "/usage", words: "Usage", Icon: ChartColumn, scope: "usage-events:read" },
    ],
  },
  {
    name: "Billing",
    links: [
      { to: "/invoices", words: "Invoices", Icon: ReceiptText, scope: "invoices:read" },
      {
        to: "/upcoming",
        words: "Upcoming bills",
        Icon: CalendarClock,
        scope: "subscriptions:read",
      },
      { to: "/settlements", words: "Settlements", Icon: Banknote, scope: "settlements:read" },
      { to: "/disputes", words: "Disputes", Icon: Scale, scope: "disputes:read" },
    ],
  },
  {
    name: "Developers",
    links: [
      { to: "/keys", words: "Keys", Icon: KeyRound, scope: "api-keys:read" },
      { to: "/webhooks", words: "Webhooks", Icon: Bell, scope: "webhook-endpoints:read" },
      { to: "/audit", words: "Audit", Icon: ScrollText, scope: "audit-events:read" },
      {
        to: "/clocks",
        words: "Test clocks",
        Icon: Clock,
        scope: "test-clocks:read",
        only: "test",
      },
    ],
  },
  {
    name: "System",
    links: [
      { to: "/system", words: "System", Icon: Server, scope: "system:read", only: "platform" },
    ],
  },
];

/** The links that a session may follow. @param isTest whether the chain is local or a testnet */
export function groupsFor(session: OwnSession, isTest: boolean): readonly Group[] {
  const isShown = ({ scope, only }: ViewLink) =>
    mayDo(session, scope) &&
    (only !== "test" || isTest) &&
    (only !== "platform" || session.ownerId === null);
  return groups
    .map(({ name, links }) => ({ name, links: links.filter(isShown) }))
    .filter(({ links }) => links.length > 0);
}
