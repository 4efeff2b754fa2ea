import { Aside, Check, Cross, Fact, Facts, TextButton } from "@usance/ui";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { SettlementProof } from "../api/billed-api.ts";
import { type Finding, findingsOf } from "../receipt/verified-words.ts";
import type { Shown, Verified } from "../receipt/verify-billed.ts";

/** The checks of the billed usage, each with its outcome, and the proof to save. */
export function Findings({ shown, verified }: { shown: Shown; verified: Verified }) {
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

/** Saves the proof as the service returns it, which `usance verify` reads from a file. */
function save(proof: SettlementProof): void {
  const file = new Blob([`${JSON.stringify({ proof }, null, 2)}\n`], { type: "application/json" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = "proof.json";
  link.click();
  URL.revokeObjectURL(address);
}
