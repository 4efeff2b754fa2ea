import { createWalletClient, http, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/*
 * Pays a checkout session with the wallet that the page has in development, as a subscriber does there:
 *   node apps/checkout/scripts/pay.mjs <url of the API>/checkout/<session> [amount of a spending cap]
 */

const [session, capAmount] = process.argv.slice(2);

const { developmentWallet } = await (await fetch(new URL("/checkout/config.json", session))).json();
const account = privateKeyToAccount(developmentWallet.privateKey);
const wallet = createWalletClient({ account, transport: http(developmentWallet.rpcUrl) });
const payerAddress = account.address;

const { payment, cap } = (await post("prepare", { payerAddress, capAmount })).preparedCheckout;
if (cap?.approval) {
  const { to, data } = cap.approval;
  const hash = await wallet.sendTransaction({ chain: null, to, data });
  await wallet.extend(publicActions).waitForTransactionReceipt({ hash });
}
const paid = await post("pay", {
  payerAddress,
  user: { email: "pat@example.com" },
  ...(payment && { payment: await signed(payment) }),
  ...(cap && { cap: { amount: cap.amount, nonce: cap.nonce, ...(await signed(cap)) } }),
});
process.stdout.write(`${paid.checkoutStatus.status}\n`);

async function signed({ validUntil, typedData }) {
  return { validUntil, signature: await account.signTypedData(typedData) };
}

async function post(action, body) {
  const response = await fetch(`${session}/${action}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
