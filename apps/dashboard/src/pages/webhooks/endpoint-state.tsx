import { Badge } from "@usance/ui";
import type { Endpoint } from "../../api/records.ts";
import { State } from "../../ui/state.tsx";

/** Whether events are sent to an endpoint, and whether they arrive. */
export const EndpointState = ({ of: { status, failingSince } }: { readonly of: Endpoint }) =>
  failingSince !== null && status === "ENABLED" ? (
    <Badge kind="bad">Failing</Badge>
  ) : (
    <State status={status} />
  );
