import { useNavigate } from "@tanstack/react-router";
import { Aside, Button, Problem } from "@usance/ui";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../ui/answer.tsx";
import { SignIn } from "./sign-in.tsx";
import { signInWithLink } from "./sign-in-calls.ts";

/** The address of links that sign in: their token follows the `#`, which browsers send to no server. */
export function SignInPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();
  const isBegun = useRef(false);
  useEffect(() => {
    if (token === "" || isBegun.current) return;
    isBegun.current = true; // a link works once
    history.replaceState(history.state, "", location.pathname);
    signInWithLink(token).then(
      () => navigate({ to: "/", replace: true }),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [token, navigate]);
  if (token === "") return <SignIn hasEnded={false} />;
  return (
    <main className="alone-view">
      <h1>Signing in</h1>
      {problem === null ? (
        <Aside>One moment…</Aside>
      ) : (
        <>
          <Problem text={problem} />
          <Button kind="quiet" isSmall onClick={() => location.assign("/dashboard/sign-in")}>
            Sign in another way
          </Button>
        </>
      )}
    </main>
  );
}
