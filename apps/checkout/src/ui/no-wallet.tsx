import { Note, QrCode } from "@usance/ui";
import { addressIn } from "../session/address.ts";
import { isPhone } from "../wallet/device.ts";
import { walletApps } from "../wallet/wallet-apps.ts";

/** Help for a browser without a wallet: open the page in one that has one. */
export default function NoWallet() {
  return isPhone(navigator) ? <OnPhone /> : <OnDesktop />;
}

function OnPhone() {
  // The address of a portal opens all that its subscriber has: the site of a wallet that is not installed must not learn it.
  if (addressIn(location.pathname, import.meta.env.BASE_URL)?.kind === "portal") {
    return (
      <Note>
        This browser has no wallet. Copy this page’s address into the browser of your wallet’s app,
        and show it to nobody else.
      </Note>
    );
  }
  const page = new URL(location.href);
  return (
    <>
      <Note>This browser has no wallet. Open this page in your wallet’s app:</Note>
      <ul className="wallets">
        {walletApps.map(({ name, linkTo }) => (
          <li key={name}>
            <a className="wallet" href={linkTo(page)} rel="noreferrer">
              <span className="wallet-icon" aria-hidden="true">
                {name.slice(0, 1)}
              </span>
              <span className="wallet-name">{name}</span>
              <span className="wallet-do">Open</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="aside">Another wallet: copy this page’s address into the browser of its app.</p>
    </>
  );
}

const OnDesktop = () => (
  <>
    <Note>
      No wallet was found in this browser. Install a wallet as a browser extension and open this
      page again, or pay on your phone: scan this code.
    </Note>
    <QrCode text={location.href} label="QR code of this page’s address" />
  </>
);
