import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@usance/ui";
import { useRef } from "react";
import { client, queryClient, trpc } from "../api/client.ts";
import type { Session } from "../api/records.ts";
import { mayDo } from "../api/use-session.ts";

const views = [
  { to: "/", words: "Overview", scope: "events:read" },
  { to: "/invoices", words: "Invoices", scope: "invoices:read" },
  { to: "/disputes", words: "Disputes", scope: "disputes:read" },
  { to: "/upcoming", words: "Upcoming bills", scope: "subscriptions:read" },
  { to: "/subscribers", words: "Subscribers", scope: "subscribers:read" },
  { to: "/services", words: "Services", scope: "services:read" },
  { to: "/usage", words: "Usage", scope: "usage-events:read" },
  { to: "/settlements", words: "Settlements", scope: "settlements:read" },
  { to: "/webhooks", words: "Webhooks", scope: "webhook-endpoints:read" },
  { to: "/keys", words: "Keys", scope: "api-keys:read" },
  { to: "/audit", words: "Audit", scope: "audit-events:read" },
] as const;

/** Links to all views that the session may read. On a phone, the menu is closed at first. */
export function Navigation({ session }: { session: Session }) {
  const system = useQuery({
    ...trpc.system.get.queryOptions({}, { staleTime: 600_000 }),
    enabled: mayDo(session, "system:read") && mayDo(session, "test-clocks:read"),
  });
  const hasClocks = system.data?.system.allowsTestClocks ?? false;
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  const links = (
    <ul>
      {views
        .filter(({ scope }) => mayDo(session, scope))
        .map(({ to, words }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === "/" }} onClick={close}>
              {words}
            </Link>
          </li>
        ))}
      {hasClocks && (
        <li>
          <Link to="/clocks" onClick={close}>
            Test clocks
          </Link>
        </li>
      )}
      {session.ownerId === null && (
        <li>
          <Link to="/system" onClick={close}>
            System
          </Link>
        </li>
      )}
    </ul>
  );
  const who = <Who session={session} />;
  return (
    <header className="side-bar">
      <p className="brand">Usance</p>
      <nav className="wide-only" aria-label="Dashboard">
        {links}
        {who}
      </nav>
      <details className="menu" ref={menu}>
        <summary>Menu</summary>
        <nav aria-label="Menu">
          {links}
          {who}
        </nav>
      </details>
    </header>
  );
}

const signOut = async () => {
  await client.dashboard.signOut.mutate({});
  queryClient.clear();
  location.assign("/dashboard/sign-in");
};

/** The account of the session, and the button to sign out. */
const Who = ({ session: { ownerId, walletAddress } }: { session: Session }) => (
  <div className="who">
    <p className="aside">
      {ownerId === null ? "The platform: every seller" : "Your seller account"}
      {walletAddress !== null && ", signed in by wallet"}
    </p>
    <Button kind="quiet" isSmall onClick={() => void signOut().catch(reportError)}>
      Sign out
    </Button>
  </div>
);
