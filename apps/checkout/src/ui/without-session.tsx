import { Alone, Button, Mark, Message, Page, Spinner, type Waiting, WaitingNote } from "@usance/ui";
import type { ReactNode } from "react";
import type { Address } from "../session/address.ts";
import { titled } from "./words.ts";

interface WithoutProps {
  readonly kind: Address["kind"];
}

export const Loading = ({ kind, waiting = null }: WithoutProps & { waiting?: Waiting | null }) => (
  <Lone title={titled(kind)} said={`Loading the ${named(kind)}.`}>
    <Message icon={<Spinner />} level={1} heading={`Loading the ${named(kind)}…`}>
      <WaitingNote waiting={waiting} />
    </Message>
  </Lone>
);

export const Unknown = ({ kind }: WithoutProps) => (
  <Lone title={`${titled(kind)} not found`} said={`There is no ${named(kind)} at this address.`}>
    <Message
      icon={<Mark kind="bad" />}
      level={1}
      heading={`There is no ${named(kind)} at this address`}
    >
      <p>Check that the link is complete, or ask the seller for a new one.</p>
    </Message>
  </Lone>
);

export const Unreachable = ({ kind, onRetry }: WithoutProps & { onRetry: () => void }) => (
  <Lone title={`${titled(kind)} not reachable`} said={`The ${named(kind)} cannot be reached.`}>
    <Message icon={<Mark kind="bad" />} level={1} heading={`The ${named(kind)} cannot be reached`}>
      <p>
        Check your connection, or try again in a moment. A payment that was sent goes on by itself.
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </Message>
  </Lone>
);

const named = (kind: Address["kind"]) => titled(kind).toLowerCase();

/** A page without a session. */
export const Lone = (props: { title: string; said: string; children: ReactNode }) => (
  <Page title={props.title} said={props.said}>
    <Alone>{props.children}</Alone>
  </Page>
);
