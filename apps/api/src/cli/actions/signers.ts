import { privateKeyToAddress } from "viem/accounts";
import { rpcClient, withChainErrors } from "../../chain/rpc-client.ts";
import { ConfigError, withSecretFiles } from "../../kit/config/config.ts";
import { variables } from "../../kit/config/variables.ts";
import { resumeSigner } from "../../settlements/signers/signers.ts";
import { findEverySigner } from "../../settlements/signers/store.ts";
import { CommandError } from "../command-error.ts";
import type { Answer, Surroundings } from "../command-line.ts";
import { findAddress, readAddress } from "./find-address.ts";
import { withDatabase } from "./with-database.ts";

/** The addresses of the keys in SETTLEMENT_SIGNER_KEY, in their order. */
export function signerAddresses({ environment }: Surroundings): Answer {
  const { SETTLEMENT_SIGNER_KEY } = withSecretFiles(environment);
  const keys = variables.SETTLEMENT_SIGNER_KEY.safeParse(SETTLEMENT_SIGNER_KEY || undefined);
  if (!keys.success) throw new ConfigError("SETTLEMENT_SIGNER_KEY must be a private key.");
  const addresses = keys.data.map(privateKeyToAddress);
  return { lines: addresses, json: { addresses } };
}

/** Lists every account that has signed for the service. */
export function listEverySigner({ environment, clock }: Surroundings): Promise<Answer> {
  return withDatabase({ environment: withSecretFiles(environment), clock }, async (store) => {
    const signers = await findEverySigner(store.db);
    return {
      lines: signers.length === 0 ? ["No settlement has been signed yet."] : signers.map(describe),
      json: { signers: signers.map(asJson) },
    };
  });
}

/**
 * Lets a halted signer sign again.
 *
 * @throws CommandError when it has not halted; WrongUse for an invalid address
 */
export async function resumeHalted(surroundings: Surroundings, signer: string): Promise<Answer> {
  const address = readAddress("Signer", signer);
  const environment = withSecretFiles(surroundings.environment);
  return withDatabase({ environment, clock: surroundings.clock }, async (store) => {
    const client = rpcClient(await findAddress(environment, "SETTLEMENT_RPC_URL"));
    const [chainId, count] = await withChainErrors(() =>
      Promise.all([client.getChainId(), client.getTransactionCount({ address })]),
    );
    const resumed = await resumeSigner(store, { chainId, address }, count);
    if (resumed === null) {
      throw new CommandError(`No signer ${address} has halted on chain ${chainId}.`);
    }
    return { lines: [describe(resumed)], json: { signer: asJson(resumed) } };
  });
}

type Signer = Awaited<ReturnType<typeof findEverySigner>>[number];

/** `0xf39F…  chain 8453  next nonce 42  halted 2027-…` */
function describe({ address, chainId, nextNonce, haltedAt }: Signer): string {
  return [
    address,
    `chain ${chainId}`,
    `next nonce ${nextNonce}`,
    ...(haltedAt === null ? [] : [`halted ${haltedAt.toISOString()}`]),
  ].join("  ");
}

const asJson = ({ address, chainId, nextNonce, haltedAt }: Signer) => ({
  address,
  chainId,
  nextNonce,
  haltedAt,
});
