import type { Hex } from "../../kit/evm-fields.ts";

interface Account {
  readonly address: Hex;
  readonly privateKey: Hex;
}

/*
 * Further accounts that every local chain has, each with 10,000 ETH (see publicDevAccount). Their keys are publicly
 * known, so use them on local chains only.
 */

/** The second account: the wallet that the checkout page offers in development. */
export const developmentWallet: Account = {
  address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  privateKey: "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
};

/** The third account: it receives the payments of the sample service, and the refund page offers it as the seller's wallet. */
export const sampleMerchant: Account = {
  address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  privateKey: "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
};

/** The eighth account. It only deploys the registry, which therefore has the same address on every local chain. */
export const registryDeployer: Account = {
  address: "0x14dC79964da2C08b23698B3D3cc7Ca32193d9955",
  privateKey: "0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356",
};

/** The ninth account. It only deploys the collector, for the same reason. */
export const collectorDeployer: Account = {
  address: "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
  privateKey: "0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97",
};

/** The tenth account. It deploys USDC for development, and is the admin of the contracts. */
export const paymentsDeployer: Account = {
  address: "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
  privateKey: "0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6",
};
