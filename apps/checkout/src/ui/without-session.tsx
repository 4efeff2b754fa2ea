import type { ReactNode } from "react";
import type { Waiting } from "../api/patience.ts";
import type { Kind } from "../api/payable.ts";
import { Mark, Spinner } from "./icons.tsx";
import { Message, Page } from "./page.tsx";
import { WaitingNote } from "./waiting-note.tsx";
import { titled } from "./words.ts";

interface WithoutProps {
  readonly kind: Kind;
}

export const Loading = ({ kind, waiting = null }: WithoutProps & { waiting?: Waiting | null }) => (
  <Alone title={titled(kind)} said={`Loading the ${kind}.`}>
    <Message icon={<Spinner />} level={1} heading={`Loading the ${kind}…`}>
      <WaitingNote waiting={waiting} />
    </Message>
  </Alone>
);

export const Unknown = ({ kind }: WithoutProps) => (
  <Alone title={`${titled(kind)} not found`} said={`There is no ${kind} at this address.`}>
    <Message icon={<Mark kind="bad" />} level={1} heading={`There is no ${kind} at this address`}>
      <p>Check that the link is complete, or ask the seller for a new one.</p>
    </Message>
  </Alone>
);

export const Unreachable = ({ kind, onRetry }: WithoutProps & { onRetry: () => void }) => (
  <Alone title={`${titled(kind)} not reachable`} said={`The ${kind} cannot be reached.`}>
    <Message icon={<Mark kind="bad" />} level={1} heading={`The ${kind} cannot be reached`}>
      <p>
        Check your connection, or try again in a moment. A payment that was sent goes on by itself.
      </p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </Message>
  </Alone>
);

/** A page that has nothing to say of a session. */
const Alone = (props: { title: string; said: string; children: ReactNode }) => (
  <Page title={props.title} said={props.said}>
    <section className="alone">{props.children}</section>
  </Page>
);
