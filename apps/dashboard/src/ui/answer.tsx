import type { UseQueryResult } from "@tanstack/react-query";
import { Button, Problem, Skeleton } from "@usance/ui";
import type { ReactNode } from "react";

interface AnswerProps<Value> {
  readonly of: Pick<UseQueryResult<Value, unknown>, "data" | "error" | "refetch">;
  readonly children: (value: Value) => ReactNode;
}

/** Shows the data of a query, a loading state, or the error. If a new read fails, the old data stays. */
export function Answer<Value>({ of: { data, error, refetch }, children }: AnswerProps<Value>) {
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton />;
  return (
    <>
      <Problem text={messageOf(error)} />
      <Button kind="quiet" isSmall onClick={() => void refetch()}>
        Try again
      </Button>
    </>
  );
}

/** The service's message of a failed call, which is written for people. */
export function messageOf(error: unknown): string {
  const isTold = error instanceof Error && "data" in error && error.data != null;
  return isTold ? error.message : "The service does not answer at the moment.";
}
