import { Copyable, Fact, webAddress } from "@usance/ui";
import type { Payable } from "../api/payable.ts";

interface TransactionProps {
  readonly hash: string;
  readonly chain: Payable["chain"];
}

/** A transaction: its hash to copy and, if the chain has a block explorer, a link to it. */
export function Transaction({ hash, chain }: TransactionProps) {
  const explorer = webAddress(chain?.explorerUrl ? `${chain.explorerUrl}/tx/${hash}` : null);
  return (
    <span className="transaction">
      <Copyable what="transaction hash" text={hash} />
      {explorer !== null && (
        <a href={explorer.href} rel="noreferrer noopener" target="_blank">
          View on {explorer.hostname}
        </a>
      )}
    </span>
  );
}

interface TransactionFactProps {
  readonly transactionHash: string;
  /** The transaction's page at the block explorer; null without an explorer. */
  readonly transactionUrl: string | null;
}

/** A transaction as a receipt has it: its whole hash, also on paper, with a link to the block explorer if there is one. */
export function TransactionFact({ transactionHash, transactionUrl }: TransactionFactProps) {
  const explorer = webAddress(transactionUrl);
  const hash = <code>{transactionHash}</code>;
  return (
    <Fact name="Transaction">
      {explorer === null ? (
        hash
      ) : (
        <a href={explorer.href} rel="noreferrer noopener" target="_blank">
          {hash}
        </a>
      )}
    </Fact>
  );
}
