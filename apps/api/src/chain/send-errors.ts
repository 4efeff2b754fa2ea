/**
 * What a node's rejection says about signed bytes. "there": the node or the chain already has them, or another
 * transaction with their nonce. "never": the node's rules reject these bytes permanently. "later": everything else,
 * including unknown errors.
 */
export type SendVerdict = "there" | "never" | "later";

/**
 * Classifies a rejection by `eth_sendRawTransaction`.
 *
 * @param words the node's error message, as viem returns it in `error.details`
 */
export function sendVerdict(words: string): SendVerdict {
  return refusals.find((refusal) => refusal.words.test(words))?.says ?? "later";
}

interface Refusal {
  readonly words: RegExp;
  readonly says: SendVerdict;
  /** The nodes that use these words, with the source file that contains them. */
  readonly nodes: string;
}

/*
 * The first match decides. The patterns are not anchored, because gateways add text around the node's message. A wrong
 * "never" fails a payment; a wrong "later" only costs time. These messages are therefore deliberately left to "later":
 * - "gas limit reached": Geth means the block that it builds, Nethermind possibly the transaction.
 * - "Invalid sender" and "invalid signature": our transactions are signed correctly, so the message comes from a node
 *   of another chain (as in older Geth) or concerns the request.
 * - A fee above the node's configured cap: fees fall again.
 * - A fork that is "not yet" active, and a type that Nethermind does not support "in" one: that node is behind and will
 *   catch up.
 * - Bytes that "failed to decode": they were complete when they were stored.
 */
const refusals: readonly Refusal[] = [
  {
    // The RPC address leads to another chain: a configuration error, not a fault of these bytes.
    words: /chain ?id/i,
    says: "later",
    nodes:
      "Geth core/types/transaction_signing.go, Erigon rpc/jsonrpc/send_transaction.go, Nethermind TxErrorMessages.cs, Besu RpcErrorType.java",
  },
  {
    words: /already ?known|already imported|\bknown transaction|existing txn? with same hash/i,
    says: "there",
    nodes:
      "Geth core/txpool/errors.go, Nethermind TxPool/AcceptTxResult.cs, Anvil eth/error/mod.rs, Besu RpcErrorType.java, Erigon txpoolcfg.go",
  },
  {
    words:
      /nonce (?:\d+ )?too low|transaction nonce is too low|\bOldNonce\b|\bOwnNonceAlreadyUsed\b/i,
    says: "there",
    nodes:
      "Geth core/error.go, Reth rpc-eth-types/src/error/mod.rs, revm interface/src/result.rs, Parity and older Nethermind by Chainlink client/errors.go",
  },
  {
    words:
      /replacement transaction underpriced|\bReplacementNotAllowed\b|could not replace existing tx|to replace existing transaction|another transaction with same nonce/i,
    says: "there",
    nodes:
      "Geth core/txpool/errors.go, Nethermind TxPool/AcceptTxResult.cs, Erigon txpoolcfg.go, Reth transaction-pool/src/error.rs, Parity by Chainlink client/errors.go",
  },
  {
    words: /exceeds (?:the )?block(?:'s)? gas limit|gas limit of rejected tx|\bGasLimitExceeded\b/i,
    says: "never",
    nodes:
      "Geth core/txpool/errors.go, Reth transaction-pool/src/error.rs, revm interface/src/result.rs, Besu RpcErrorType.java, Nethermind TxPool/Filters/GasLimitTxFilter.cs",
  },
  {
    words:
      /gas limit (?:is )?too high|exceeds max(?:imum per-)? ?transaction gas limit|gas limit cap exceeded|\bTxGasLimitCapExceeded\b|gas limit (?:\(\d+\) )?is greater than the (?:cap|block gas limit)/i,
    says: "never",
    nodes:
      "Geth core/error.go (EIP-7825), Erigon txpoolcfg.go, Reth rpc-eth-types/src/error/mod.rs, Besu RpcErrorType.java, Nethermind TxErrorMessages.cs, revm interface/src/result.rs, Anvil eth/error/mod.rs",
  },
  {
    words:
      /intrinsic gas too (?:low|high)|intrinsic gas (?:cost \d+ )?exceeds gas limit|\bIntrinsicGas(?:TooLow)?\b|floor data (?:gas )?cost|(?:call gas cost|gas floor) \(\d+\) exceeds the gas limit|gas uint64 overflow|\bGasUintOverflow\b/i,
    says: "never",
    nodes:
      "Geth core/error.go, Anvil eth/error/mod.rs, Besu RpcErrorType.java and MainnetTransactionValidator.java, Erigon txpoolcfg.go, Nethermind TxErrorMessages.cs, revm interface/src/result.rs",
  },
  {
    words: /oversized data|transaction too large|\bRLPTooLong\b/i,
    says: "never",
    nodes: "Geth core/txpool/errors.go, Nethermind TxPoolErrorMessages.cs, Erigon txpoolcfg.go",
  },
  {
    words:
      /transaction type not supported(?!: type \d)|unsupported transaction type|invalid transaction type/i,
    says: "never",
    nodes:
      "Geth core/txpool/validation.go, Reth rpc-eth-types/src/error/mod.rs, Nethermind TxPoolErrorMessages.cs, Besu RpcErrorType.java",
  },
  {
    words:
      /max priority fee per gas (?:higher than|exceeds) max fee per gas|priority fee is greater than max fee|\bInvalidMaxPriorityFeePerGas\b/i,
    says: "never",
    nodes:
      "Geth core/error.go, Besu RpcErrorType.java, revm interface/src/result.rs, Nethermind TxErrorMessages.cs",
  },
];
