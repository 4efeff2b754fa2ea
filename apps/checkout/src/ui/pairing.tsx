import { Copyable, QrCode } from "@usance/ui";
import { useEffect, useState } from "react";
import { isPhone } from "../wallet/device.ts";
import type { Wallet } from "../wallet/discovery.ts";
import { displayUri } from "../wallet/display-uri.ts";

/** How the holder of a remote wallet connects it: by a code to scan or, on a phone, a link to its app. */
export function Pairing({ wallet: { provider } }: { wallet: Wallet }) {
  const [uri, setUri] = useState<string | null>(null);
  useEffect(() => {
    const show = (value: unknown) => setUri(String(value));
    provider.on?.(displayUri, show);
    return () => provider.removeListener?.(displayUri, show);
  }, [provider]);
  if (uri === null) return null;
  return (
    <div className="pairing">
      {isPhone(navigator) && (
        <a className="wallet" href={uri} rel="noreferrer">
          <span className="wallet-name">A wallet on this phone</span>
          <span className="wallet-do">Open</span>
        </a>
      )}
      <p className="aside">Scan this code with your wallet’s app, and confirm there.</p>
      <QrCode text={uri} label="QR code that connects your wallet" />
      <Copyable what="connection address" text={uri} />
    </div>
  );
}
