import { useNavigate } from "@tanstack/react-router";
import { Aside, Button, Note, Problem, Term, Terms } from "@usance/ui";
import { useEffect, useState } from "react";
import { client } from "../api/client.ts";
import type { Link } from "../api/records.ts";
import { useSession } from "../api/use-session.ts";
import { messageOf } from "../ui/answer.tsx";
import { sellerWords } from "./seller-words.ts";
import { SignIn } from "./sign-in.tsx";
import { signInWithLink } from "./sign-in-calls.ts";

/** The address of links that sign in: their token follows the `#`, which browsers send to no server. */
export function SignInPage() {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    // Another link opened in this tab changes only the part after the `#`, for which browsers load nothing.
    const reload = () => location.reload();
    addEventListener("hashchange", reload);
    return () => removeEventListener("hashchange", reload);
  }, []);
  if (token === "") return <SignIn hasEnded={false} />;
  return <LinkOpened token={token} />;
}

/**
 * Asks before a link signs in. Any page can send the browser here with a link of its own seller: a person must not work in
 * that dashboard without noticing.
 */
function LinkOpened({ token }: { token: string }) {
  const [link, setLink] = useState<Link | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { data: session } = useSession();
  const failed = (error: unknown) => setProblem(messageOf(error));
  useEffect(() => {
    document.title = "Sign in · Usance";
    history.replaceState(history.state, "", location.pathname);
    client.dashboard.viewLink.mutate({ linkToken: token }).then(
      ({ dashboardLink }) => setLink(dashboardLink),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [token]);

  if (problem !== null) {
    return (
      <main className="alone-view">
        <h1>Sign in</h1>
        <Problem text={problem} />
        {session ? (
          <ToOwnDashboard />
        ) : (
          <Button kind="quiet" isSmall onClick={() => location.assign("/dashboard/sign-in")}>
            Sign in another way
          </Button>
        )}
      </main>
    );
  }
  if (link === null || session === undefined) {
    return (
      <main className="alone-view">
        <h1>Sign in</h1>
        <Aside>One moment…</Aside>
      </main>
    );
  }
  const signIn = () => {
    setBusy(true);
    signInWithLink(token)
      .then(() => navigate({ to: "/", replace: true }), failed)
      .finally(() => setBusy(false));
  };
  return (
    <main className="alone-view">
      <h1>Sign in to this dashboard?</h1>
      <Terms>
        <Term name="It belongs to" isStrong>
          {sellerWords(link.seller)}
        </Term>
        {session !== null && <Term name="You are signed in as">{sellerWords(session.seller)}</Term>}
      </Terms>
      {session === null ? (
        <Aside>Sign in only if you expected this link.</Aside>
      ) : (
        <Note>
          Signing in replaces your present session in this browser. Sign in only if you expected
          this link.
        </Note>
      )}
      <div className="section-actions">
        <Button isBusy={isBusy} onClick={signIn}>
          Sign in
        </Button>
        {session !== null && <ToOwnDashboard />}
      </div>
    </main>
  );
}

/** Leaves the link unused. */
const ToOwnDashboard = () => (
  <Button kind="quiet" onClick={() => location.assign("/dashboard")}>
    Stay in your dashboard
  </Button>
);
