// Generated from test/ by `pnpm --filter @usance/contracts run generate`. Do not edit.

export { usdcLikeAbi, usdcLikeBytecode } from "./usdc-like.ts";
export { usdcLikeProxyAbi, usdcLikeProxyBytecode } from "./usdc-like-proxy.ts";
export { smartWalletAbi, smartWalletBytecode } from "./smart-wallet.ts";
export { hostileWalletAbi, hostileWalletBytecode } from "./hostile-wallet.ts";
export { walletFactoryAbi, walletFactoryBytecode } from "./wallet-factory.ts";
export { proxyWalletFactoryAbi, proxyWalletFactoryBytecode } from "./proxy-wallet-factory.ts";
export { bundlerAbi, bundlerBytecode } from "./bundler.ts";
