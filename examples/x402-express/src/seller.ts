import { setTimeout as sleep } from "node:timers/promises";
import { prepaid } from "@usance/express";
import { usanceClient } from "@usance/sdk";
import express from "express";
import { ensureSale } from "./sale.ts";

/* An API whose calls programs pay for. One payment of 1 USDC pays for many calls. */

const {
  USANCE_URL: baseUrl = "http://127.0.0.1:3000",
  USANCE_API_KEY: apiKey = "",
  PAYOUT_ADDRESS = "",
  PORT = "4000",
} = process.env;
const origin = `http://127.0.0.1:${PORT}`;
const sale = await ensureSale(usanceClient({ baseUrl, apiKey }), PAYOUT_ADDRESS);

const onError = (error: unknown) => void process.stderr.write(`${error}\n`);
const usance = prepaid({ baseUrl, apiKey, ...sale, origin, onError });
const app = express();

// A price that is known before the call.
app.get("/cheap", usance.call({ price: "0.001" }), (_, res) => {
  res.json({ weather: "sunny" });
});

// A price that is known after the call. The most that it may cost is set aside before.
app.get("/metered", usance.call({ atMost: "0.02" }), (req, res) => {
  const cost = String(req.query.cost);
  if (!/^0\.\d{1,6}$/.test(cost)) {
    res.status(400).json({ error: "cost must be like 0.005." });
    return;
  }
  usance.charge(res, { amount: cost });
  res.json({ weather: "cloudy", cost });
});

// A stream, which costs what was sent until it ended: 0.0001 USDC a word.
app.get("/stream", usance.call({ atMost: "0.001", keyPrefix: "words" }), async (req, res) => {
  let words = 0;
  for (const word of "It will rain in the morning, and be dry then".split(" ")) {
    res.write(words === 0 ? word : ` ${word}`);
    words += 1;
    const quantity = String(words);
    usance.charge(res, { amount: `0.${quantity.padStart(4, "0")}`, quantity });
    await sleep(20);
    if (req.socket.destroyed) break;
  }
  res.end();
});

// A call that fails costs nothing.
app.get("/fails", usance.call({ price: "0.001" }), (_, res) => {
  res.status(500).json({ error: "The sensor is off." });
});

await usance.ready();
const server = app.listen(Number(PORT), () => process.stdout.write(`Weather API on ${origin}\n`));
process.once("SIGTERM", () => server.close(() => void usance.close()));
