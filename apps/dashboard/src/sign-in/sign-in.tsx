import { useNavigate } from "@tanstack/react-router";
import { type AnnouncedWallet, Aside, Button, CodeBlock, Field, Note, Problem } from "@usance/ui";
import { type FormEvent, useEffect, useState } from "react";
import { refusalOf } from "../api/client.ts";
import { messageOf } from "../ui/answer.tsx";
import { sellerWords } from "./seller-words.ts";
import {
  type SignedWallet,
  signByWallet,
  signInWithGrant,
  signInWithKey,
} from "./sign-in-calls.ts";
import { useWallets, WalletProblem } from "./wallets.ts";

/** The ways to sign in. @param props.hasEnded whether a session has just ended */
export function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    document.title = "Sign in · Usance";
  }, []);
  const run = (step: () => Promise<void>, isLast = true) => {
    setBusy(true);
    setProblem(null);
    step()
      .then(() => {
        if (isLast && location.pathname.endsWith("/sign-in"))
          return navigate({ to: "/", replace: true });
      })
      .catch((error: unknown) => setProblem(reasonOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <main className="alone-view sign-in">
      <h1>Sign in to the dashboard</h1>
      {hasEnded && <Note>Your session has ended. Sign in again to go on.</Note>}
      <Problem text={problem} />
      <KeyForm isBusy={isBusy} onKey={(key) => run(() => signInWithKey(key))} />
      <section aria-labelledby="by-link">
        <h2 id="by-link">With a link</h2>
        <p>
          In a terminal that has the API key, this command prints a link that signs you in once:
        </p>
        <CodeBlock what="command" text="npx --yes pnpm@12.21.0 usance dashboard link" />
      </section>
      <WalletSection isBusy={isBusy} run={run} />
    </main>
  );
}

function KeyForm({ isBusy, onKey }: { isBusy: boolean; onKey: (key: string) => void }) {
  const [key, setKey] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onKey(key.trim());
  };
  return (
    <form className="form" onSubmit={submit}>
      <Field
        label="API key"
        type="password"
        autoComplete="off"
        value={key}
        onChange={setKey}
        hint="The page sends the key once and does not store it. You stay signed in for 12 hours."
      />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? "Signing in…" : "Sign in with the key"}
      </Button>
    </form>
  );
}

interface WalletSectionProps {
  readonly isBusy: boolean;
  /** Runs a step of signing in. @param isLast whether the person is signed in after it */
  readonly run: (step: () => Promise<void>, isLast?: boolean) => void;
}

/** The wallet signs first, and then the person sees whose dashboard it opens. */
function WalletSection({ isBusy, run }: WalletSectionProps) {
  const wallets = useWallets();
  const [signed, setSigned] = useState<SignedWallet | null>(null);
  const sign = (wallet: AnnouncedWallet) =>
    run(async () => {
      const answer = await signByWallet(wallet);
      if (answer.grants.length === 0) {
        throw new WalletProblem("No seller has let this wallet sign in. Ask for a wallet grant.");
      }
      setSigned(answer);
    }, false);
  return (
    <section aria-labelledby="by-wallet">
      <h2 id="by-wallet">With a wallet</h2>
      {wallets.length === 0 && <Aside>This browser has no wallet.</Aside>}
      {wallets.length > 0 && signed === null && (
        <>
          <p>
            For wallets that a seller has let in. The wallet signs a message. It costs nothing and
            moves no money.
          </p>
          <div className="section-actions">
            {wallets.map((wallet) => (
              <Button
                key={wallet.id}
                kind="quiet"
                isSmall
                isBusy={isBusy}
                onClick={() => sign(wallet)}
              >
                {wallet.name}
              </Button>
            ))}
          </div>
        </>
      )}
      {signed?.grants.map(({ id, seller }) => (
        <Button key={id} isBusy={isBusy} onClick={() => run(() => signInWithGrant(signed, id))}>
          Sign in to {sellerWords(seller)}
        </Button>
      ))}
    </section>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof WalletProblem) return error.message;
  const code = refusalOf(error)?.code;
  if (code === "invalid_api_key") return "This API key is invalid or was revoked.";
  if (code === "missing_scope") {
    return "This key may not open the dashboard: it lacks the scope dashboard-sessions:write.";
  }
  return messageOf(error);
}
