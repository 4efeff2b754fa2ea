import { localChainId, publicDevAccount } from "@usance/local-stack";
import { DirectSigner } from "../../src/chain/direct-signer.ts";
import { rpcClient } from "../../src/chain/rpc-client.ts";
import type { TestService } from "./service.ts";

/** A second sender with the key of a test service. */
export function senderBeside({
  anvil,
  contract,
  parts,
}: Pick<TestService, "anvil" | "contract" | "parts">): DirectSigner {
  return new DirectSigner({
    client: rpcClient(anvil.url),
    chainId: localChainId,
    contract,
    token: parts.chain.token,
    signerKeys: [publicDevAccount.privateKey],
  });
}
