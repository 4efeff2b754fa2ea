const names: Readonly<Record<number, string>> = {
  1: "Ethereum",
  10: "OP Mainnet",
  137: "Polygon",
  8453: "Base",
  31337: "the local development chain",
  42161: "Arbitrum",
  43114: "Avalanche",
  84532: "Base Sepolia",
  11155111: "Sepolia",
};

/** @returns `Base`, or `chain 1234` where it has no name here */
export const chainName = (chainId: number) => names[chainId] ?? `chain ${chainId}`;

/** @returns `Base (chain id 8453)`: wallets name chains as they like, the id is the same in all */
export const chainInFull = (chainId: number) =>
  names[chainId] === undefined
    ? `the chain with id ${chainId}`
    : `${names[chainId]} (chain id ${chainId})`;
