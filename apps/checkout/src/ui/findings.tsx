import { Aside, Check, Cross, Fact, Facts, TextButton } from "@usance/ui";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { SettlementProof } from "../api/billed-api.ts";
import { type Finding, summaryOf } from "../receipt/findings.ts";
import type { Verified } from "../receipt/verify-billed.ts";

/** The checks of the billed usage, each with its outcome, and the proof to save. */
export function Findings({ verified }: { verified: Verified }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { billHash, settlement, findings } = verified;
  return (
    <section className="findings" aria-labelledby={headingId}>
      <h3 id={headingId} ref={heading} tabIndex={-1}>
        What this browser checked
      </h3>
      <p>{summaryOf(findings)}</p>
      <ul>
        {findings.map(({ outcome, words }) => (
          <li key={words} className={`finding finding-${outcome}`}>
            {marks[outcome]}
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <Facts>
        <Fact name="Bill">
          <code>{billHash}</code>
        </Fact>
        <Fact name="Reference of the payment">
          <code>{settlement.event.referenceHash}</code>
        </Fact>
      </Facts>
      <Aside>
        The proof names the record and its place on the chain, where anyone can check it.{" "}
        <TextButton onClick={() => save(settlement)}>Save the proof</TextButton>
      </Aside>
    </section>
  );
}

const marks: Readonly<Record<Finding["outcome"], ReactNode>> = {
  good: <Check />,
  bad: <Cross />,
  open: <span aria-hidden="true">–</span>,
};

/** Saves the proof of the payment, which `usance verify` reads from a file. */
function save(proof: SettlementProof): void {
  const file = new Blob([`${JSON.stringify({ proof }, null, 2)}\n`], { type: "application/json" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = "proof.json";
  link.click();
  URL.revokeObjectURL(address);
}
