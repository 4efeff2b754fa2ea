import { parseArgs } from "node:util";
import { UsanceError, usanceClient } from "@usance/sdk";
import { billsIn } from "./bills.ts";
import { carryOutBill } from "./carry-out-bill.ts";
import { readConfig } from "./config.ts";
import { openDatabase } from "./database.ts";
import { decideBills, endOfLastPeriod } from "./decide-bills.ts";
import { findSale } from "./setup.ts";

/*
 * `bill`: bills the periods that have ended; run it every hour, say. `bill --now` bills all that was used so
 * far. What is billed is billed once, however often it runs.
 */

const { values } = parseArgs({ options: { now: { type: "boolean", default: false } } });
const config = readConfig(process.env);
const usance = usanceClient({ baseUrl: config.usanceUrl, apiKey: config.usanceKey });
const database = openDatabase(config.database);
const sale = findSale(database);
if (sale === null) throw new Error("Nothing is sold yet: start the API first.");

const bills = billsIn(database);
const now = new Date();
await decideBills(usance, bills, sale, (subscription) =>
  values.now ? now.toISOString() : endOfLastPeriod(subscription, now),
);
for (const bill of bills.open()) {
  const what = `${bill.subscriptionId}: ${bill.quantity} days, ${bill.amount} USDC`;
  try {
    const { id, status } = await carryOutBill(usance, bills, sale, bill);
    process.stdout.write(`${what}, invoice ${id} is ${status}\n`);
  } catch (error) {
    if (!(error instanceof UsanceError)) throw error;
    process.stderr.write(`${what}: ${error.message}\n`);
    process.exitCode = 1;
  }
}
database.close();
