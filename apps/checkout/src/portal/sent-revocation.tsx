import { Button, Copyable, Note } from "@usance/ui";
import { useEffect } from "react";

interface SentRevocationProps {
  readonly transactionHash: string;
  readonly onLook: () => void;
  readonly onGiveUp: () => void;
}

const lookEveryMs = 3_000;

/** A revocation that was sent before the page was loaded again: it is followed without the wallet. */
export function SentRevocation({ transactionHash, onLook, onGiveUp }: SentRevocationProps) {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) onLook();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [onLook]);
  return (
    <>
      <Note>Your wallet has sent the revocation, which is on its way into a block.</Note>
      <Copyable what="transaction hash" text={transactionHash} />
      <Button kind="quiet" onClick={onGiveUp}>
        Stop waiting
      </Button>
    </>
  );
}
