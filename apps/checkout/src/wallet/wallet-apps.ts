/** A wallet's app with a browser of its own, in which the page finds the wallet. */
export interface WalletApp {
  readonly name: string;
  /** The link that opens a page in the app's browser or, without the app, the wallet's site. */
  linkTo(page: URL): string;
}

/** The wallets whose link format is documented or visible in the app's source. */
export const walletApps: readonly WalletApp[] = [
  {
    name: "MetaMask",
    // https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/ (the address is neither
    // encoded nor has a scheme)
    linkTo: ({ host, pathname, search }) =>
      `https://link.metamask.io/dapp/${host}${pathname}${search}`,
  },
  {
    name: "Coinbase Wallet",
    // https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration
    linkTo: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(href)}`,
  },
  {
    name: "Trust Wallet",
    // https://developer.trustwallet.com/developer/develop-for-trust/deeplinking (60 is Ethereum's number in SLIP-44)
    linkTo: ({ href }) =>
      `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(href)}`,
  },
  {
    name: "Rainbow",
    // https://github.com/rainbow-me/rainbow/blob/develop/src/handlers/deeplinks.ts (the action `dapp`)
    linkTo: ({ href }) => `https://rnbwapp.com/dapp?url=${encodeURIComponent(href)}`,
  },
];
