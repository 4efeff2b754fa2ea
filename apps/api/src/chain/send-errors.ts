/**
 * What a node's refusal of signed bytes says about them. "there": the node or the chain has them, or
 * others with their nonce. "never": this node's rules refuse these bytes for good, whatever the state
 * becomes. "later": everything else, and what is unknown.
 */
export type SendVerdict = "there" | "never" | "later";

/**
 * What the refusal of signed bytes by `eth_sendRawTransaction` says about them.
 *
 * @param words the node's error message, as viem gives it in `error.details`
 */
export function sendVerdict(words: string): SendVerdict {
  return refusals.find((refusal) => refusal.words.test(words))?.says ?? "later";
}

interface Refusal {
  readonly words: RegExp;
  readonly says: SendVerdict;
  /** Who says so, and the file of its source that holds the words. */
  readonly nodes: string;
}

/*
 * The first that fits decides. No row is tied to the start or the end of a message, since gateways put
 * words around the node's. A wrong "never" fails a payment, a wrong "later" costs time. So these are
 * left to "later" on purpose:
 * - "gas limit reached": Geth says it of the block that it builds, Nethermind of the transaction too.
 * - "Invalid sender" and "invalid signature": what we sign is well signed, so it is said of another chain's
 *   node, as older Geth does, or of a request.
 * - A fee over the node's configured cap: fees go down again.
 * - A fork that is "not yet" there, and a type that Nethermind does not support "in" one: that node is
 *   behind, and will catch up.
 * - Bytes that "failed to decode": they were whole when we stored them.
 */
const refusals: readonly Refusal[] = [
  {
    // The address leads to another chain: that is a fault of the setup, and none of these bytes.
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
