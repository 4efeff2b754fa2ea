/** The event by which a remote wallet tells the address that its holder opens; ethers and wagmi know it by this name. */
export const displayUri = "display_uri";
