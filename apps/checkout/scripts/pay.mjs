import { privateKeyToAccount } from "viem/accounts";

/*
 * Pays a checkout session with the wallet that the page has in development, as a subscriber does there:
 *   node apps/checkout/scripts/pay.mjs <url of the API>/checkout/<session> [limit of a spending cap, a month]
 */

const [session, perPeriod] = process.argv.slice(2);

const { developmentWallet } = await (await fetch(new URL("/checkout/config.json", session))).json();
const account = privateKeyToAccount(developmentWallet.privateKey);
const payerAddress = account.address;

const paid = await pay().catch((error) => {
  // One allowance is for all caps that the wallet has signed.
  const [, allowance] = /the spending cap needs ([\d.]+) USDC/.exec(error.message) ?? [];
  if (allowance === undefined) throw error;
  return pay({ allowance });
});
process.stdout.write(`${paid.checkoutStatus.status}\n`);

async function pay(more = {}) {
  const limits = perPeriod === undefined ? {} : { cap: { perPeriod, ...more } };
  const { payment, cap } = (await post("prepare", { payerAddress, ...limits })).preparedCheckout;
  return post("pay", {
    payerAddress,
    user: { email: "pat@example.com" },
    ...(payment && { payment: await signed(payment) }),
    ...(cap && {
      cap: { ...(await signed(cap)), ...(cap.permit && { permit: await signed(cap.permit) }) },
    }),
  });
}

/** The terms of typed data, with the wallet's signature. */
async function signed({ typedData, permit, ...terms }) {
  return { ...terms, signature: await account.signTypedData(typedData) };
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
