import type { ReactNode } from "react";
import type { Waiting } from "../api/patience.ts";
import { Mark, Spinner } from "./icons.tsx";
import { Message, Page } from "./page.tsx";
import { WaitingNote } from "./waiting-note.tsx";

export const Loading = ({ waiting = null }: { waiting?: Waiting | null }) => (
  <Alone title="Checkout" said="Loading the checkout.">
    <Message icon={<Spinner />} level={1} heading="Loading the checkout…">
      <WaitingNote waiting={waiting} />
    </Message>
  </Alone>
);

export const Unknown = () => (
  <Alone title="Checkout not found" said="There is no checkout at this address.">
    <Message icon={<Mark kind="over" />} level={1} heading="There is no checkout at this address">
      <p>Check that the link is complete, or ask the seller for a new one.</p>
    </Message>
  </Alone>
);

export const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <Alone title="Checkout not reachable" said="The checkout cannot be reached.">
    <Message icon={<Mark kind="bad" />} level={1} heading="The checkout cannot be reached">
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
