import { Aside, Back, Seller, Side, webAddress } from "@usance/ui";
import type { Portal } from "../api/portal-api.ts";

/** Whose account it is, with whom, and the way back. */
export function AccountSide({ portal: { seller, subscriber, returnUrl } }: { portal: Portal }) {
  const back = webAddress(returnUrl);
  return (
    <Side label="Your account">
      {seller?.name && <Seller service={{ name: seller.name }} seller={{ name: null }} />}
      <h1 className="account-name">Your account</h1>
      <p className="description">{subscriber.email}</p>
      {back !== null && (
        <a className="back" href={back.href}>
          <Back /> Back to {back.hostname}
        </a>
      )}
      <Aside>Anyone with this link can see and change what is here. Do not pass it on.</Aside>
    </Side>
  );
}
