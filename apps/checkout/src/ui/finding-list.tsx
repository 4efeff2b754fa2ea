import { Check, Cross } from "@usance/ui";
import type { ReactNode } from "react";
import type { Finding } from "../receipt/verify-billed.ts";

/** Checks, each with its outcome. */
export const FindingList = ({ findings }: { findings: readonly Finding[] }) => (
  <ul>
    {findings.map(({ outcome, words }) => (
      <li key={words} className={`finding finding-${outcome}`}>
        {marks[outcome]}
        <span>{words}</span>
      </li>
    ))}
  </ul>
);

const marks: Readonly<Record<Finding["outcome"], ReactNode>> = {
  good: <Check />,
  bad: <Cross />,
  open: <span aria-hidden="true">–</span>,
};
