import { Aside, Back, Seller, Side, Term, Terms, TextButton, Time, webAddress } from "@usance/ui";
import { useState } from "react";
import type { Portal, PortalApi, Subscriber } from "../api/portal-api.ts";
import { SubscriberForm } from "./subscriber-form.tsx";

interface AccountSideProps {
  readonly api: PortalApi;
  readonly portal: Portal;
  readonly onSubscriber: (subscriber: Subscriber) => void;
  readonly onSaid: (said: string) => void;
}

/** Whose account it is, with whom, and the way back. */
export function AccountSide({ api, portal, onSubscriber, onSaid }: AccountSideProps) {
  const { seller, subscriber, expiresAt } = portal;
  const [isChanging, setChanging] = useState(false);
  const returnUrl = webAddress(portal.returnUrl);
  return (
    <Side label="Your account">
      {seller?.name && <Seller service={{ name: seller.name }} seller={{ name: null }} />}
      <h1 className="account-name">Your account</h1>
      {isChanging ? (
        <SubscriberForm
          api={api}
          subscriber={subscriber}
          onDone={(changed) => {
            setChanging(false);
            if (changed === null) return;
            onSubscriber(changed);
            onSaid("Your name and e-mail address are saved.");
          }}
        />
      ) : (
        <>
          <Terms>
            <Term name="Name">
              {subscriber.name === null ? "Not given" : <bdi>{subscriber.name}</bdi>}
            </Term>
            <Term name="E-mail">{subscriber.email}</Term>
            <Term name="Link expires">
              <Time at={expiresAt} />
            </Term>
          </Terms>
          {subscriber.isChangeable && (
            <TextButton label="Change name or e-mail" onClick={() => setChanging(true)}>
              Change
            </TextButton>
          )}
        </>
      )}
      <Aside>Anyone with this link can see and change what is here. Do not pass it on.</Aside>
      {returnUrl !== null && (
        <a className="back" href={returnUrl.href}>
          <Back /> Back to {returnUrl.hostname}
        </a>
      )}
    </Side>
  );
}
