import {
  Aside,
  Button,
  Check,
  Cross,
  Fact,
  Facts,
  Problem,
  quantityText,
  TextButton,
} from "@usance/ui";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { BilledApi, SettlementProof } from "../api/billed-api.ts";
import { type Finding, findingsOf } from "../receipt/verified-words.ts";
import type { Shown, Verified } from "../receipt/verify-billed.ts";
import type { Wallet } from "../wallet/discovery.ts";

type Standing =
  | { readonly name: "idle" }
  | { readonly name: "reading"; readonly eventCount: number }
  | { readonly name: "verified"; readonly verified: Verified }
  | { readonly name: "failed"; readonly problem: string };

interface VerifyBilledProps {
  readonly api: BilledApi;
  readonly linkToken: string;
  readonly shown: Shown;
  readonly wallets: readonly Wallet[];
}

/** Verifies the billed usage in this browser, and lists the checks. */
export function VerifyBilled(props: VerifyBilledProps) {
  const { shown } = props;
  const [standing, setStanding] = useState<Standing>({ name: "idle" });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const verify = () => {
    const abort = new AbortController();
    const { signal } = abort;
    running.current = abort;
    const onRead = (eventCount: number) => setStanding({ name: "reading", eventCount });
    onRead(0);
    verified({ ...props, signal, onRead }).then(
      (found) => setStanding({ name: "verified", verified: found }),
      (error: unknown) => {
        if (!signal.aborted) setStanding({ name: "failed", problem: problemOf(error) });
      },
    );
  };

  if (standing.name === "verified") return <Findings shown={shown} verified={standing.verified} />;
  return (
    <>
      <Button kind="quiet" isBusy={standing.name === "reading"} onClick={verify}>
        Verify what was billed
      </Button>
      <div role="status">
        {standing.name === "reading" && (
          <Aside>Reading usage events: {quantityText(String(standing.eventCount))} so far…</Aside>
        )}
      </div>
      <Problem text={standing.name === "failed" ? standing.problem : null} />
    </>
  );
}

interface Verifying extends VerifyBilledProps {
  readonly signal: AbortSignal;
  readonly onRead: (eventCount: number) => void;
}

async function verified({ shown, ...parts }: Verifying): Promise<Verified> {
  const { verifyBilled } = await import("../receipt/verify-billed.ts");
  return verifyBilled(shown, parts);
}

function problemOf(error: unknown): string {
  const isOfUsage = error instanceof Error && error.name === "UsageHashError";
  return isOfUsage
    ? `What was billed does not verify: ${error.message}`
    : "What was billed could not be read. Check your connection and try again.";
}

function Findings({ shown, verified }: { shown: Shown; verified: Verified }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { usageHash, proof } = verified;
  return (
    <section className="findings" aria-labelledby={headingId}>
      <h3 id={headingId} ref={heading} tabIndex={-1}>
        What this browser checked
      </h3>
      <ul>
        {findingsOf(shown, verified).map(({ outcome, words }) => (
          <li key={words} className={`finding finding-${outcome}`}>
            {marks[outcome]}
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <Facts>
        <Fact name="Usage hash">
          <code>{usageHash}</code>
        </Fact>
        <Fact name="Reference of the payment">
          <code>{proof.event.referenceHash}</code>
        </Fact>
      </Facts>
      <Aside>
        The proof names the record and its place on the chain, where anyone can check it.{" "}
        <TextButton onClick={() => save(proof)}>Save the proof</TextButton>
      </Aside>
    </section>
  );
}

const marks: Readonly<Record<Finding["outcome"], ReactNode>> = {
  good: <Check />,
  bad: <Cross />,
  open: <span aria-hidden="true">–</span>,
};

/** Saves the proof as the file that `usance verify` reads. */
function save(proof: SettlementProof): void {
  const file = new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: "application/json" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = "proof.json";
  link.click();
  URL.revokeObjectURL(address);
}
