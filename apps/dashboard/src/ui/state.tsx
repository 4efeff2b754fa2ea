import { Badge } from "@usance/ui";
import { wordsOf } from "../words/states.ts";

/** The state of a record, in a word. */
export const State = ({ status }: { status: string }) => {
  const [kind, words] = wordsOf(status);
  return <Badge kind={kind}>{words}</Badge>;
};
