/** The block explorers of chains with USDC, by the chains' ids, as viem's chain definitions have them: a test compares them. */
export const explorers: Readonly<Record<number, string>> = {
  1: "https://etherscan.io",
  10: "https://optimistic.etherscan.io",
  137: "https://polygonscan.com",
  8453: "https://basescan.org",
  42161: "https://arbiscan.io",
  43113: "https://testnet.snowtrace.io",
  43114: "https://snowtrace.io",
  80002: "https://amoy.polygonscan.com",
  84532: "https://sepolia.basescan.org",
  421614: "https://sepolia.arbiscan.io",
  11155111: "https://sepolia.etherscan.io",
  11155420: "https://optimism-sepolia.blockscout.com",
};
