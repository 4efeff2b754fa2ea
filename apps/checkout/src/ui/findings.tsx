import { Aside, TextButton } from "@usance/ui";
import { useEffect, useId, useRef } from "react";
import type { Verified } from "../receipt/verify-billed.ts";
import { FindingList } from "./finding-list.tsx";
import { OwnLog } from "./own-log.tsx";

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
      <FindingList findings={findings} />
      <Aside>
        The proof has all that was checked here. <code>usance verify proof.json</code> checks it
        again, with the chain, and without this seller’s service.{" "}
        <TextButton onClick={() => save(verified)}>Save the proof</TextButton>
      </Aside>
      {verified.usageEvents.length > 0 && <OwnLog verified={verified} />}
    </section>
  );
}

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
