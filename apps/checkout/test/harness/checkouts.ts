import { randomBytes } from "node:crypto";
import { settlementRegistryAbi } from "@usance/contracts";
import { createPublicClient, type Hex, http, keccak256, stringToBytes } from "viem";
import { monthly } from "../../../api/test/harness/checkout.ts";
import { restDoor } from "../../../api/test/harness/doors.ts";
import { balanceOf } from "../../../api/test/harness/payer.ts";
import type { TestService } from "../../../api/test/harness/service.ts";
import { Story } from "../../../api/test/harness/story.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface CheckoutTerms {
  readonly plan?: Fields;
  /** Fields of the session. */
  readonly session?: Fields;
  /** Whether the service has no payout address. */
  readonly isClosed?: boolean;
}

/** The service's address in the browser: a name, so that a link to its IP address leads to another origin. */
export const originOf = ({ url }: Pick<TestService, "url">) =>
  url.replace("127.0.0.1", "localhost");

/** A seller's checkout session, with functions that read its outcome. */
export async function aCheckout(
  service: () => TestService,
  { plan = {}, session: fields = {}, isClosed = false }: CheckoutTerms = {},
) {
  const story = new Story(restDoor, service);
  const payoutAddress: Hex = `0x${randomBytes(20).toString("hex")}`;
  const { id: serviceId } = await story.aService({
    name: "Weather API",
    owner: { email: `${randomBytes(4).toString("hex")}@example.com`, name: "Ada Developer" },
    ...(!isClosed && { payoutAddress }),
  });
  const { id: paymentPlanId } = await story.aPlan(serviceId, {
    name: "Pro",
    description: "Hourly forecasts for every place on Earth, and the archive back to 1979.",
    ...monthly,
    ...plan,
  });
  const session = await story.done("checkoutSessions.create", {
    serviceId,
    paymentPlanId,
    ...fields,
  });
  const { id } = session.checkoutSession as { id: string };
  return {
    id,
    story,
    url: `${originOf(service())}/checkout/${id}`,
    /** The balance of the seller's address. */
    received: () => balanceOf(service(), payoutAddress),
    /** The session, its subscriptions and their invoices, as the API returns them. */
    async records() {
      const { checkoutSession } = await story.done("checkoutSessions.get", {
        checkoutSessionId: id,
      });
      const { invoices } = await story.done("invoices.list", { serviceId });
      return { session: checkoutSession, subscriptions: checkoutSession.subscriptions, invoices };
    },
    cancel: () => story.done("checkoutSessions.cancel", { checkoutSessionId: id }),
  };
}

export const metered = {
  name: "Pay as you go",
  description: "Forecasts by the hour.",
  pricingType: "USAGE_BASED",
  billingInterval: "MONTH",
  amount: "0.0025",
  unit: "request",
};

/** The settlements of an invoice on the chain. */
export async function recordedFor({ anvil, contract }: TestService, invoiceId: string) {
  const client = createPublicClient({ transport: http(anvil.url) });
  const logs = await client.getContractEvents({
    address: contract,
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    args: { invoiceHash: keccak256(stringToBytes(invoiceId)) },
    fromBlock: 0n,
  });
  return logs.map(({ args }) => args);
}
