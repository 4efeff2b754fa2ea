import { Aside, Check, Cross, TextButton } from "@usance/ui";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { Finding, Verified } from "../receipt/verify-billed.ts";

/** The checks of the billed usage, each with its outcome, and the proof to save. */
export function Findings({ verified }: { verified: Verified }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { findings, summary } = verified;
  return (
    <section className="findings" aria-labelledby={headingId}>
      <h3 id={headingId} ref={heading} tabIndex={-1}>
        What this browser checked
      </h3>
      <p>{summary}</p>
      <ul>
        {findings.map(({ outcome, words }) => (
          <li key={words} className={`finding finding-${outcome}`}>
            {marks[outcome]}
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <Aside>
        The proof has all that was checked here. <code>usance verify proof.json</code> checks it
        again, with the chain, and without this seller’s service.{" "}
        <TextButton onClick={() => save(verified)}>Save the proof</TextButton>
      </Aside>
    </section>
  );
}

const marks: Readonly<Record<Finding["outcome"], ReactNode>> = {
  good: <Check />,
  bad: <Cross />,
  open: <span aria-hidden="true">–</span>,
};

/** Saves the file that `usance verify` reads. */
function save({ proof, usageEvents }: Verified): void {
  const text = `${JSON.stringify({ proof, usageEvents })}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "proof.json";
  link.click();
  URL.revokeObjectURL(address);
}
