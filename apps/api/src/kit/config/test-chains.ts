/**
 * The chains on which money is worth nothing, by their ids: local chains, and the testnets of viem's chain definitions
 * (`testnet: true`) on which USDC was issued for tests. A test compares this table with those definitions.
 */
export const localChains: Readonly<Record<number, string>> = {
  1337: "Localhost",
  31337: "Anvil, Foundry, Hardhat",
};

export const testnets: Readonly<Record<number, string>> = {
  300: "ZKsync Sepolia Testnet",
  919: "Mode Testnet",
  1301: "Unichain Sepolia",
  1328: "Sei Testnet",
  4801: "World Chain Sepolia",
  10143: "Monad Testnet",
  10200: "Gnosis Chiado",
  43113: "Avalanche Fuji",
  59141: "Linea Sepolia Testnet",
  80002: "Polygon Amoy",
  84532: "Base Sepolia",
  421614: "Arbitrum Sepolia",
  534351: "Scroll Sepolia",
  763373: "Ink Sepolia",
  11142220: "Celo Sepolia Testnet",
  11155111: "Sepolia",
  11155420: "OP Sepolia",
};

/** Whether a chain is a local one or a testnet. */
export const isTestChain = (chainId: number): boolean =>
  chainId in localChains || chainId in testnets;
