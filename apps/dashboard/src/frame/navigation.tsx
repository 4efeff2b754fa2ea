import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge, Button, chainName, Dialog } from "@usance/ui";
import { Menu, Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { client, queryClient, trpc } from "../api/client.ts";
import type { OwnSession } from "../api/records.ts";
import { mayDo } from "../api/use-session.ts";
import { sellerWords } from "../sign-in/seller-words.ts";
import { type Group, groupsFor } from "./view-links.ts";

const loadPalette = () => import("./palette.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

/** When the search is loaded, in milliseconds: behind the first view, and before it is needed. */
const paletteAfterMs = 1_000;

/** The way to all views that the session may read, and the search. On a phone they are in a dialog. */
export function Navigation({ session }: { readonly session: OwnSession }) {
  const { data } = useQuery({
    ...trpc.system.get.queryOptions({}, { staleTime: 600_000 }),
    enabled: mayDo(session, "system:read"),
  });
  const [open, setOpen] = useState<"menu" | "search" | null>(null);
  const close = () => setOpen(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen("search");
    };
    addEventListener("keydown", listen);
    const loading = setTimeout(() => void loadPalette().catch(() => undefined), paletteAfterMs);
    return () => {
      removeEventListener("keydown", listen);
      clearTimeout(loading);
    };
  }, []);
  const shown = groupsFor(session, data?.system.allowsTestClocks ?? false);
  const links = <Links groups={shown} onFollow={close} />;
  return (
    <header className="side-bar">
      <div className="brand">
        <p className="brand-name">{session.seller?.name ?? session.seller?.email ?? "Usance"}</p>
        {data !== undefined && (
          <Badge kind={data.system.allowsTestClocks ? "late" : "good"}>
            {data.system.allowsTestClocks ? "Test" : "Live"}
          </Badge>
        )}
      </div>
      <button
        type="button"
        className="search-button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen("search")}
      >
        <Search className="icon icon-nav" />
        <span>Search</span>
        <kbd>{/mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <nav className="wide-only" aria-label="Dashboard">
        {links}
        <Who session={session} chainId={data?.system.chainId ?? null} />
      </nav>
      <button
        type="button"
        className="menu-opener"
        aria-haspopup="dialog"
        onClick={() => setOpen("menu")}
      >
        <Menu className="icon icon-nav" />
        Menu
      </button>
      {open === "menu" && (
        <Dialog heading="Menu" isDrawer onClose={close}>
          <nav className="side-bar-menu" aria-label="Menu">
            {links}
            <Who session={session} chainId={data?.system.chainId ?? null} />
          </nav>
        </Dialog>
      )}
      {open === "search" && (
        <Suspense>
          <Palette groups={shown} onClose={close} />
        </Suspense>
      )}
    </header>
  );
}

interface LinksProps {
  readonly groups: readonly Group[];
  readonly onFollow: () => void;
}

const Links = ({ groups: shown, onFollow }: LinksProps) => (
  <div className="nav-groups">
    {shown.map(({ name, links }) => (
      <section key={name} aria-label={name ?? "Start"}>
        {name !== null && <h2>{name}</h2>}
        <ul>
          {links.map(({ to, words, Icon }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: to === "/" }} onClick={onFollow}>
                <Icon className="icon icon-nav" />
                {words}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);

const signOut = async () => {
  await client.dashboard.signOut.mutate({});
  queryClient.clear();
  location.assign("/dashboard/sign-in");
};

interface WhoProps {
  readonly session: OwnSession;
  readonly chainId: number | null;
}

/** The account of the session, and the button to sign out. */
const Who = ({ session: { seller, walletAddress }, chainId }: WhoProps) => (
  <div className="who">
    <p className="aside">
      {sellerWords(seller)}
      {walletAddress !== null && ", signed in by wallet"}
      {chainId !== null && <span className="under">On {chainName(chainId)}</span>}
    </p>
    <Button kind="quiet" isSmall onClick={() => void signOut().catch(reportError)}>
      Sign out
    </Button>
  </div>
);
