import { useNavigate } from "@tanstack/react-router";
import { type AnnouncedWallet, Aside, Button, CodeBlock, Field, Note, Problem } from "@usance/ui";
import { type FormEvent, useEffect, useState } from "react";
import { refusalOf } from "../api/client.ts";
import { messageOf } from "../ui/answer.tsx";
import { signInWithKey, signInWithWallet } from "./sign-in-calls.ts";
import { useWallets, WalletProblem } from "./wallets.ts";

/** The ways to sign in. @param props.hasEnded whether a session has just ended */
export function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    document.title = "Sign in · Usance";
  }, []);
  const run = (signIn: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    signIn()
      .then(() => {
        if (location.pathname.endsWith("/sign-in")) return navigate({ to: "/", replace: true });
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
      <WalletSection
        isBusy={isBusy}
        onWallet={(wallet, serviceId) => run(() => signInWithWallet(wallet, serviceId))}
      />
    </main>
  );
}

function KeyForm({ isBusy, onKey }: { isBusy: boolean; onKey: (key: string) => void }) {
  const [key, setKey] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setKey("");
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
  readonly onWallet: (wallet: AnnouncedWallet, serviceId: string) => void;
}

function WalletSection({ isBusy, onWallet }: WalletSectionProps) {
  const wallets = useWallets();
  const [serviceId, setServiceId] = useState("");
  return (
    <section aria-labelledby="by-wallet">
      <h2 id="by-wallet">With the wallet of a payout address</h2>
      {wallets.length === 0 ? (
        <Aside>This browser has no wallet.</Aside>
      ) : (
        <>
          <p>The wallet signs a message. It costs nothing and moves no money.</p>
          <Field
            label="Service id"
            isOptional
            value={serviceId}
            onChange={setServiceId}
            hint="Only if services of several sellers are paid to this wallet."
          />
          <div className="section-actions">
            {wallets.map((wallet) => (
              <Button
                key={wallet.id}
                kind="quiet"
                isSmall
                isBusy={isBusy}
                onClick={() => onWallet(wallet, serviceId.trim())}
              >
                {wallet.name}
              </Button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof WalletProblem) return error.message;
  const code = refusalOf(error)?.code;
  if (code === "invalid_api_key") return "This is not an API key that works here.";
  if (code === "missing_scope") {
    return "This key may not open the dashboard: it lacks the scope dashboard-sessions:write.";
  }
  return messageOf(error);
}
