import { localChainId, publicDevAccount } from "@usance/local-stack";
import { directSigner } from "../../src/chain/direct-signer.ts";
import type { DirectSigner } from "../../src/chain/ports/senders.ts";
import { rpcClient } from "../../src/chain/rpc-client.ts";
import type { TestService } from "./service.ts";

/** A second sender with the key of a test service. */
export function senderBeside({
  anvil,
  contract,
  parts,
}: Pick<TestService, "anvil" | "contract" | "parts">): DirectSigner {
  return directSigner({
    client: rpcClient(anvil.url),
    chainId: localChainId,
    contract,
    token: parts.chain.token,
    signerKeys: [publicDevAccount.privateKey],
  });
}
