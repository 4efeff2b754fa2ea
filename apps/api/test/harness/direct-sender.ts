import { localChainId, publicDevAccount } from "@usance/local-stack";
import { directSender } from "../../src/chain/direct-sender.ts";
import { rpcClient } from "../../src/chain/rpc-client.ts";
import type { DirectSender } from "../../src/ports/senders.ts";
import type { TestService } from "./service.ts";

/** A sender with the key of a test service, beside the one that the service has. */
export function senderBeside({
  anvil,
  contract,
  parts,
}: Pick<TestService, "anvil" | "contract" | "parts">): DirectSender {
  return directSender({
    client: rpcClient(anvil.url),
    chainId: localChainId,
    contract,
    token: parts.chain.token,
    signerKeys: [publicDevAccount.privateKey],
  });
}
