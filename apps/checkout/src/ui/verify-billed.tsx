import { Aside, Button, Problem, quantityText } from "@usance/ui";
import { useEffect, useRef, useState } from "react";
import type { BilledApi, Dispute, Objection } from "../api/billed-api.ts";
import type { Shown, Verified } from "../receipt/verify-billed.ts";
import type { Wallet } from "../wallet/discovery.ts";
import { Findings } from "./findings.tsx";
import { eventsOf } from "./words.ts";

type Standing =
  | { readonly name: "idle" }
  | { readonly name: "reading"; readonly eventCount: number }
  | { readonly name: "verified"; readonly verified: Verified }
  | { readonly name: "failed"; readonly problem: string };

export interface VerifyBilledProps {
  readonly api: BilledApi;
  readonly linkToken: string;
  readonly shown: Shown;
  readonly wallets: readonly Wallet[];
  readonly disputes: readonly Dispute[];
}

/** Verifies the billed usage in this browser, and lists the checks. */
export default function VerifyBilled(props: VerifyBilledProps) {
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

  const { api, linkToken, disputes } = props;
  const [sent, setSent] = useState<Dispute | null>(null);
  const isOpen = sent !== null || disputes.some(({ status }) => status === "OPEN");
  const dispute = async (objection: Objection, signal: AbortSignal) =>
    setSent(await api.dispute(linkToken, objection, signal));

  if (standing.name === "verified") {
    return (
      <>
        <Findings verified={standing.verified} dispute={isOpen ? null : dispute} />
        <div role="status">
          {sent !== null && (
            <p>
              You have disputed {eventsOf(sent.usageEventCount)}. The seller’s answer will be on
              this page.
            </p>
          )}
        </div>
      </>
    );
  }
  return (
    <>
      <Button kind="quiet" isBusy={standing.name === "reading"} onClick={verify}>
        Verify what is billed
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
  const isOfBill = error instanceof Error && /^(?:Proof|Rating)Error$/.test(error.name);
  return isOfBill
    ? `What is billed does not verify: ${error.message}`
    : "What is billed could not be read. Check your connection and try again.";
}
