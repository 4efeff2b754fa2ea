import { usanceClient } from "@usance/sdk";
import { HTTPFacilitatorClient } from "@x402/core/server";
import { ExactEvmScheme } from "@x402/evm/exact/server";
import { paymentMiddleware, x402ResourceServer } from "@x402/express";
import express from "express";
import { ensureSale } from "./sale.ts";

/* An API that programs pay call by call, each in a payment of its own. It uses the packages of x402 alone. */

const {
  USANCE_URL = "http://127.0.0.1:3000",
  USANCE_API_KEY = "",
  PAYOUT_ADDRESS = "",
  PORT = "4000",
} = process.env;

await ensureSale(usanceClient({ baseUrl: USANCE_URL, apiKey: USANCE_API_KEY }), PAYOUT_ADDRESS);

const headers = { Authorization: `Bearer ${USANCE_API_KEY}` };
const facilitator = new HTTPFacilitatorClient({
  url: `${USANCE_URL}/api/v1/x402`,
  createAuthHeaders: async () => ({ verify: headers, settle: headers, supported: headers }),
});
const [kind] = (await facilitator.getSupported()).kinds;
if (kind?.extra === undefined) throw new Error("Usance takes no payments here.");
const { network } = kind;
const { asset, ...extra } = kind.extra as { asset: string; name: string; version: string };

/** An offer of a route. USDC has six decimals, so 1000 is 0.001 USDC. */
const offer = (amount: string) => ({
  accepts: { scheme: "exact", network, payTo: PAYOUT_ADDRESS, price: { asset, amount, extra } },
});

const app = express();
app.use(
  paymentMiddleware(
    { "GET /cheap": offer("1000") },
    new x402ResourceServer(facilitator).register(network, new ExactEvmScheme()),
  ),
);
app.get("/cheap", (_, response) => void response.json({ weather: "sunny" }));
app.listen(Number(PORT), () => {
  process.stdout.write(`Weather API on http://127.0.0.1:${PORT}\n`);
});
