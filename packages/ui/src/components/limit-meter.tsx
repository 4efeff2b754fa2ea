import type { ReactNode } from "react";
import { type LimitTerms, usedText } from "../words/limits.ts";
import { isZero } from "../words/money.ts";
import { Time } from "./time.tsx";

interface LimitMeterProps {
  readonly name: string;
  readonly limit: LimitTerms;
  readonly used: string;
  readonly remaining: string;
  /** null: never. */
  readonly resetsAt: string | null;
  /** What else there is to say of the limit. */
  readonly children?: ReactNode;
}

/** How much of a limit is used, as a bar and in words. */
export function LimitMeter({ name, limit, used, remaining, resetsAt, children }: LimitMeterProps) {
  const isReached = isZero(remaining);
  // A limit of zero has no part to draw: it is full.
  const [max, value] = isZero(limit.max) ? ["1", "1"] : [limit.max, used];
  return (
    <div className="limit">
      <p className="limit-name">{name}</p>
      {children}
      <meter
        className={isReached ? "meter meter-full" : "meter"}
        aria-label={name}
        max={max}
        value={value}
      />
      <p className="aside">
        {usedText(limit, used)}
        {resetsAt !== null && (
          <>
            , {limit.window === "rolling" ? "some is free again" : "resets"} <Time at={resetsAt} />
          </>
        )}
      </p>
    </div>
  );
}
