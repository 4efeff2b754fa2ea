import { Button, CodeBlock, QrCode } from "@usance/ui";
import { useState } from "react";

interface LinkToSendProps {
  /** The record that the link opens: `invoice`. */
  readonly what: string;
  readonly url: string;
}

/** A link for a subscriber, as text to copy and as a QR code. */
export function LinkToSend({ what, url }: LinkToSendProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="link-to-send">
      <CodeBlock what={`${what}'s link`} text={url} isWrapped />
      <Button kind="quiet" isSmall onClick={() => setShown(!isShown)}>
        {isShown ? "Hide the QR code" : "Show a QR code"}
      </Button>
      {isShown && <QrCode text={url} label={`QR code of the ${what}'s link`} />}
    </div>
  );
}
