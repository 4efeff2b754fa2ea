import type { UsanceClient } from "@usance/sdk";
import {
  HTTPFacilitatorClient,
  x402HTTPResourceServer,
  x402ResourceServer,
} from "@x402/core/server";
import type { Network, PaymentPayload } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/server";
import {
  createSIWxResourceServerExtension,
  declareSIWxExtension,
} from "@x402/extensions/sign-in-with-x";
import type { CallTerms, PrepaidOptions } from "./options.ts";
import { tokenUnitsOf } from "./token-units.ts";

type SaleOptions = Pick<
  PrepaidOptions,
  "baseUrl" | "apiKey" | "serviceId" | "paymentPlanId" | "origin" | "onError"
>;

/** A route that is sold, in the words of the x402 packages. */
export interface Offer {
  /** Answers a request: with 402, or once it has settled the payment that the request has. */
  readonly server: x402HTTPResourceServer;
  /** Whether a payment was signed by the wallet that it names, for this offer, and was not used. */
  isSigned(payment: PaymentPayload): Promise<boolean>;
}

/** What is sold, as the service has it. */
export interface Sale {
  /** CAIP-2 name of the chain. */
  readonly network: Network;
  offer(terms: Pick<CallTerms, "topUp" | "description">): Offer;
}

/** How long the service may take to verify a payment, in milliseconds. */
const verifyMs = 5_000;

/** How long a challenge to sign in can be answered, in seconds. The package refuses older sign-ins too. */
const signInSeconds = 300;

/** What the service says of its token. */
type Token = Readonly<Record<"asset" | "name" | "version", string>>;

/** @throws UsanceError, or an Error of the packages, when the service does not answer or takes no payments */
export async function openSale(
  usance: UsanceClient,
  { baseUrl, apiKey, serviceId, paymentPlanId, origin, onError }: SaleOptions,
): Promise<Sale> {
  const { payoutAddress: payTo } = await usance.services.get({ serviceId });
  if (payTo === null) throw new Error("The service needs a payoutAddress.");
  const headers = { Authorization: `Bearer ${apiKey}` };
  const config = {
    url: `${baseUrl}/api/v1/x402`,
    createAuthHeaders: async () => ({ verify: headers, settle: headers, supported: headers }),
  };
  const facilitator = new ReportingClient(config, onError);
  const verifier = new HTTPFacilitatorClient({ ...config, timeoutMs: verifyMs });
  const [kind] = (await facilitator.getSupported()).kinds;
  if (kind?.extra === undefined) throw new Error("Usance takes no payments on this chain.");
  const { network } = kind;
  const { asset, ...domain } = kind.extra as Token;
  const payments = new x402ResourceServer(facilitator)
    .register(network, new ExactEvmScheme())
    .registerExtension(challengesOf(origin));
  await payments.initialize();

  return {
    network,
    offer: ({ topUp, description }) => {
      const price = {
        asset,
        amount: String(tokenUnitsOf(topUp)),
        // `upfront`: the payment is settled before the route runs. It becomes credit, so nothing is lost if the route fails.
        extra: { ...domain, paymentFlow: "upfront", usance: { paymentPlanId, topUp: true } },
      };
      const accepts = { scheme: "exact", network, payTo, price };
      const extensions = declareSIWxExtension({ network, expirationSeconds: signInSeconds });
      const route = { accepts, extensions, ...(description !== undefined && { description }) };
      const server = new x402HTTPResourceServer(payments, { "*": route });
      return {
        server,
        isSigned: async (payment) => {
          const [requirement] = await payments.buildPaymentRequirementsFromOptions([accepts], {});
          if (requirement === undefined) return false;
          const asked = { x402Version: 2, payload: payment.payload, accepted: requirement };
          const { isValid, invalidReason } = await verifier.verify(asked, requirement);
          // The token looks at the funds last.
          return isValid || invalidReason === "invalid_exact_evm_insufficient_balance";
        },
      };
    },
  };
}

/** Adds a challenge to sign in to each 402. The rest of that extension is not used: callers.ts finds who has signed in. */
function challengesOf(origin: string) {
  const storage = { hasPaid: () => false, recordPayment: () => undefined };
  const extension = createSIWxResourceServerExtension({ origin, storage });
  return { ...extension, hooks: {}, transportHooks: {} };
}

/** Reports settlements without an answer, of which the packages only tell the buyer. */
class ReportingClient extends HTTPFacilitatorClient {
  readonly #report: (error: unknown) => void;

  constructor(
    config: ConstructorParameters<typeof HTTPFacilitatorClient>[0],
    report: (error: unknown) => void,
  ) {
    super(config);
    this.#report = report;
  }

  override async settle(...asked: Parameters<HTTPFacilitatorClient["settle"]>) {
    try {
      return await super.settle(...asked);
    } catch (error) {
      this.#report(error);
      throw error;
    }
  }
}
