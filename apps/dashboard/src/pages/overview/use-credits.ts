import { useQuery } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import type { CreditNote } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import type { Range } from "../../words/ranges.ts";

/** A page of a list, and the most pages that are read. */
const perPage = 100;
const maxPages = 5;

interface Credits {
  readonly creditNotes: readonly CreditNote[];
  /** Whether there are more than are read. */
  readonly isCut: boolean;
}

/** The newest credit notes of a time; undefined until they are read, or if the session may not read them. */
export function useCredits({ from, to }: Range, pollMs: number): Credits | undefined {
  const { data } = useQuery({
    queryKey: ["credits", from, to],
    queryFn: () => readCredits({ from, to }),
    refetchInterval: pollMs,
    enabled: useMay("credit-notes:read"),
  });
  return data;
}

async function readCredits(period: Pick<Range, "from" | "to">): Promise<Credits> {
  const creditNotes: CreditNote[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await client.creditNotes.list.query({ ...period, cursor, limit: perPage });
    creditNotes.push(...page.creditNotes);
    if (page.nextCursor === null) return { creditNotes, isCut: false };
    cursor = page.nextCursor;
  }
  return { creditNotes, isCut: true };
}
