import { Aside, TextButton } from "@usance/ui";
import { useEffect, useId, useRef } from "react";
import type { Verified } from "../receipt/verify-billed.ts";
import type { SendDispute } from "./dispute-form.tsx";
import { FindingList } from "./finding-list.tsx";
import { OwnLog } from "./own-log.tsx";
import { saveJson } from "./save-json.ts";

interface FindingsProps {
  readonly verified: Verified;
  readonly dispute: SendDispute | null;
}

/** The checks of the billed usage, each with its outcome, and the proof to save. */
export function Findings({ verified, dispute }: FindingsProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { findings, summary, proof, usageEvents, usageRoots } = verified;
  // The file that `usance verify` reads.
  const file = { proof, usageEvents, ...(usageRoots && { usageRoots }) };
  const save = () => saveJson("proof.json", file);
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
        <TextButton onClick={save}>Save the proof</TextButton>
      </Aside>
      {usageEvents.length > 0 && <OwnLog verified={verified} dispute={dispute} />}
    </section>
  );
}
