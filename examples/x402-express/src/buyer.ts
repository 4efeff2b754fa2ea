import { decodePaymentResponseHeader } from "@x402/core/http";
import { ExactEvmScheme } from "@x402/evm";
import { createSIWxClientExtension } from "@x402/extensions/sign-in-with-x";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { formatUnits, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/* A program that pays for what it calls, with the wallet whose key is in WALLET_KEY. */

const [address = "http://127.0.0.1:4000/cheap"] = process.argv.slice(2);
const account = privateKeyToAccount(process.env.WALLET_KEY as Hex);
// Its limits on spending know USDC of public chains. This one is of a local chain.
const client = new x402Client()
  .setSpendControls(false)
  .register("eip155:*", new ExactEvmScheme(account))
  // It signs in first, and pays only if its credit does not suffice.
  .registerExtension(createSIWxClientExtension({ signers: [account] }));

const response = await wrapFetchWithPayment(fetch, client)(address);
process.stdout.write(`${response.status} ${await response.text()}\n`);
const paid = response.headers.get("PAYMENT-RESPONSE");
if (paid !== null) {
  const { amount = "0", payer } = decodePaymentResponseHeader(paid);
  process.stdout.write(`${payer} has paid ${formatUnits(BigInt(amount), 6)} USDC.\n`);
}
