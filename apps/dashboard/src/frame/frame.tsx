import { Outlet } from "@tanstack/react-router";
import { Aside, Button, Problem } from "@usance/ui";
import { Suspense, useRef } from "react";
import { useEvents } from "../api/use-events.ts";
import { mayDo, useSession } from "../api/use-session.ts";
import { SignIn } from "../sign-in/sign-in.tsx";
import { messageOf } from "../ui/answer.tsx";
import { Navigation } from "./navigation.tsx";
import { SessionProvider } from "./session.tsx";
import { ZoneProvider } from "./zone.tsx";

/** The frame of all views if a person is signed in, and the sign-in page otherwise. */
export function Frame() {
  const { data: session, error, refetch } = useSession();
  const hadSession = useRef(false);
  if (session) hadSession.current = true;
  useEvents(session ? mayDo(session, "events:read") : null);
  if (session === undefined) {
    return (
      <main className="alone-view">
        {error === null ? (
          <Aside>Loading…</Aside>
        ) : (
          <>
            <Problem text={messageOf(error)} />
            <Button kind="quiet" isSmall onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        )}
      </main>
    );
  }
  if (session === null) return <SignIn hasEnded={hadSession.current} />;
  return (
    <SessionProvider value={session}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <div className="frame">
        <Navigation session={session} />
        <main className="main" id="main">
          <Suspense fallback={<Aside>Loading…</Aside>}>
            <ZoneProvider>
              <Outlet />
            </ZoneProvider>
          </Suspense>
        </main>
      </div>
    </SessionProvider>
  );
}
