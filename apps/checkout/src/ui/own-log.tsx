import { Problem, TextButton } from "@usance/ui";
import { useState } from "react";
import type { Comparison, Verified } from "../receipt/verify-billed.ts";
import { DisputeForm, type SendDispute } from "./dispute-form.tsx";
import { FindingList } from "./finding-list.tsx";

interface OwnLogProps {
  readonly verified: Verified;
  /** null: the invoice cannot be disputed now. */
  readonly dispute: SendDispute | null;
}

const nothing: Comparison = { findings: [], disputable: [] };

/** Compares the verified usage events with a log of the payer's, who can dispute the differences. */
export function OwnLog({ verified, dispute }: OwnLogProps) {
  const [{ findings, disputable }, setCompared] = useState(nothing);
  const [problem, setProblem] = useState<string | null>(null);
  const compare = async (log: Blob | undefined) => {
    if (log === undefined) return;
    setProblem(null);
    try {
      const { compareLog } = await import("../receipt/verify-billed.ts");
      const { proof, usageEvents } = verified;
      setCompared(await compareLog(proof.bill, usageEvents, log));
    } catch (error) {
      setCompared(nothing);
      setProblem(`Your log cannot be compared: ${(error as Error).message}`);
    }
  };
  return (
    <>
      <p className="aside">
        Did you count yourself? A file with one JSON object a line, with <code>eventKey</code>,{" "}
        <code>quantity</code> and, if you have it, <code>occurredAt</code>, is compared in this
        browser. <TextButton onClick={() => choose(compare)}>Compare with your own log</TextButton>
      </p>
      <div role="status">
        <FindingList findings={findings} />
      </div>
      <Problem text={problem} />
      {dispute !== null && disputable.length > 0 && (
        <DisputeForm disputable={disputable} dispute={dispute} />
      )}
    </>
  );
}

function choose(onChosen: (file: Blob | undefined) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.onchange = () => onChosen(input.files?.[0]);
  input.click();
}
