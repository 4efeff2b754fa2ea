import { Copyable, Fact, webAddress } from "@usance/ui";

interface TransactionFactProps {
  readonly transactionHash: string;
  /** The transaction's page at the block explorer; null without an explorer. */
  readonly transactionUrl: string | null;
}

/** A transaction, with a link to the block explorer or, without an explorer, a hash to copy. */
export function TransactionFact({ transactionHash, transactionUrl }: TransactionFactProps) {
  const explorer = webAddress(transactionUrl);
  return (
    <Fact name="Transaction">
      {explorer === null ? (
        <Copyable what="transaction hash" text={transactionHash} />
      ) : (
        <a href={explorer.href} rel="noreferrer noopener" target="_blank">
          <code>{transactionHash}</code>
        </a>
      )}
    </Fact>
  );
}
