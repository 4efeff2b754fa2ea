// Made by `pnpm generate` from openapi.json: changes belong there.
/** @description Something that a seller sells, with its owner and plans. */
export interface Service {
    /** @description What other calls name it by */
    id: string;
    /** @description Name of the service */
    name: string;
    /** @description Description of the service; null if none was given */
    description: string | null;
    /**
     * @description `DRAFT`: not open for checkout yet. `ACTIVE`: accepts new checkout sessions. `DISABLED`: accepts no new ones; existing subscriptions continue.
     * @enum {string}
     */
    status: "DRAFT" | "ACTIVE" | "DISABLED";
    /**
     * Format: hex
     * @description EVM address that receives checkout payments; null: subscribers cannot pay at checkout
     */
    payoutAddress: `0x${string}` | null;
    /** @description Id of the user who owns the service */
    ownerId: string;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
    /** @description How the pages look; null if no branding was given */
    branding: {
        /** @description Address of the logo, a PNG, JPEG or WebP image of at most 256 KiB. The service loads it, and visitors of a page get it from the service; null if none was given */
        logoUrl: string | null;
        /** @description Color of buttons and links. Pages use lighter and darker shades of it, so that text has enough contrast in light and in dark mode; null if none was given */
        color: string | null;
        /** @description Page where subscribers get help; null if none was given */
        supportUrl: string | null;
        /** @description The terms of service; null if none was given */
        termsUrl: string | null;
        /** @description The privacy policy; null if none was given */
        privacyUrl: string | null;
    } | null;
    /** @description Why the logo of `branding.logoUrl` cannot be shown, so that pages show the first letter of the service's name; null: it can be shown, or was not loaded yet. It is loaded within about a minute after `branding` was set */
    logoProblem: string | null;
    /** @description What subscribers may do in the portal */
    portal: {
        /** @description Whether subscribers may cancel a subscription at the end of its period, and take that back */
        allowsCancel: boolean;
    };
    /** @description Id of the service's test clock; null: the service has the real time */
    testClockId: string | null;
    owner: User;
    /** @description Plans of the service, newest first */
    paymentPlans: Plan[];
}
/** @description A person who sells or pays, identified by e-mail address. */
export interface User {
    /** @description What other calls name it by */
    id: string;
    /** @description E-mail address. Comparisons ignore case. A domain with letters outside of ASCII is in Punycode */
    email: string;
    /** @description Name of the user; null if none was given */
    name: string | null;
    /**
     * @description Role given when the user was created. `DEVELOPER`: sells. `PAYER`: pays
     * @enum {string}
     */
    role: "DEVELOPER" | "PAYER";
}
/** @description A price of a service. */
export interface Plan {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Name of the plan, shown on invoices and at checkout */
    name: string;
    /** @description Description of the plan; null if none was given */
    description: string | null;
    /**
     * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount per unit of usage. `ONE_TIME`: one payment.
     * @enum {string}
     */
    pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
    /**
     * @description How often subscriptions renew. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: never; a subscription has one period without an end, so a `FIXED_RECURRING` plan is paid once, and usage is billed when the subscription is cancelled.
     * @enum {string}
     */
    billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
    /** @description Price in USDC with six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`) */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description What one unit of usage is; null if none was given */
    unit: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description What the usage of a plan costs: a version that never changes. */
export interface RateCard {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the payment plan */
    paymentPlanId: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description 1 for the first card of the plan, 2 for the next */
    version: number;
    /** @description What is priced and how: 1 to 20 components, each of which is a line of a quote. docs/billing.md has the rules */
    components: RateCardComponent[];
    /**
     * Format: date-time
     * @description Periods that begin then or later cost what this card says, until another card's `effectiveFrom`
     */
    effectiveFrom: string;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
}
/** @description A price of a rate card. */
export type RateCardComponent = {
    /**
     * @description `PER_UNIT`: the same price for every unit
     * @enum {string}
     */
    type: "PER_UNIT";
    /** @description What is priced, in one line. The lines of quotes and bills show it */
    description: string;
    /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
    prefix?: string | undefined;
    /**
     * @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM`
     * @enum {string}
     */
    measure?: "SUM" | "COUNT" | "MAX" | "LAST" | undefined;
    /** @description Units that cost nothing. Default 0 */
    included?: string | undefined;
    /** @description USDC that the component costs at least, also without usage. Default 0 */
    minimum?: string | undefined;
    /** @description Price of a unit in USDC, with at most 12 decimal places */
    unitAmount: string;
} | {
    /**
     * @description `GRADUATED`: each unit at the price of the tier that it is in
     * @enum {string}
     */
    type: "GRADUATED";
    /** @description What is priced, in one line. The lines of quotes and bills show it */
    description: string;
    /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
    prefix?: string | undefined;
    /**
     * @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM`
     * @enum {string}
     */
    measure?: "SUM" | "COUNT" | "MAX" | "LAST" | undefined;
    /** @description Units that cost nothing. Default 0 */
    included?: string | undefined;
    /** @description USDC that the component costs at least, also without usage. Default 0 */
    minimum?: string | undefined;
    /** @description 1 to 50 tiers, the first one from the first unit on */
    tiers: {
        /** @description The last unit of the tier; null in the last tier, and only there */
        upTo: string | null;
        /** @description Price of a unit of the tier in USDC, with at most 12 decimal places */
        unitAmount: string;
        /** @description USDC that are due once if the tier is reached. Default 0 */
        flatAmount?: string | undefined;
    }[];
} | {
    /**
     * @description `VOLUME`: all units at the price of the tier that the last one is in
     * @enum {string}
     */
    type: "VOLUME";
    /** @description What is priced, in one line. The lines of quotes and bills show it */
    description: string;
    /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
    prefix?: string | undefined;
    /**
     * @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM`
     * @enum {string}
     */
    measure?: "SUM" | "COUNT" | "MAX" | "LAST" | undefined;
    /** @description Units that cost nothing. Default 0 */
    included?: string | undefined;
    /** @description USDC that the component costs at least, also without usage. Default 0 */
    minimum?: string | undefined;
    /** @description 1 to 50 tiers, the first one from the first unit on */
    tiers: {
        /** @description The last unit of the tier; null in the last tier, and only there */
        upTo: string | null;
        /** @description Price of a unit of the tier in USDC, with at most 12 decimal places */
        unitAmount: string;
        /** @description USDC that are due once if the tier is reached. Default 0 */
        flatAmount?: string | undefined;
    }[];
} | {
    /**
     * @description `PACKAGE`: a price per started block of units
     * @enum {string}
     */
    type: "PACKAGE";
    /** @description What is priced, in one line. The lines of quotes and bills show it */
    description: string;
    /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
    prefix?: string | undefined;
    /**
     * @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM`
     * @enum {string}
     */
    measure?: "SUM" | "COUNT" | "MAX" | "LAST" | undefined;
    /** @description Units that cost nothing. Default 0 */
    included?: string | undefined;
    /** @description USDC that the component costs at least, also without usage. Default 0 */
    minimum?: string | undefined;
    /** @description Units of a block */
    packageSize: string;
    /** @description Price of a started block in USDC, with at most 12 decimal places */
    packageAmount: string;
} | {
    /**
     * @description `PERCENTAGE`: a percentage of the usage, whose quantities are amounts of USDC
     * @enum {string}
     */
    type: "PERCENTAGE";
    /** @description What is priced, in one line. The lines of quotes and bills show it */
    description: string;
    /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
    prefix?: string | undefined;
    /**
     * @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM`
     * @enum {string}
     */
    measure?: "SUM" | "COUNT" | "MAX" | "LAST" | undefined;
    /** @description Units that cost nothing. Default 0 */
    included?: string | undefined;
    /** @description USDC that the component costs at least, also without usage. Default 0 */
    minimum?: string | undefined;
    /** @description Percentage of the usage, with at most 12 decimal places */
    percent: string;
} | {
    /**
     * @description `FLAT`: due every period, with or without usage
     * @enum {string}
     */
    type: "FLAT";
    /** @description What is priced, in one line. The lines of quotes and bills show it */
    description: string;
    /** @description USDC per period */
    amount: string;
} | {
    /**
     * @description `MINIMUM`: the difference to an amount, if the lines of all other components add up to less; only as the last component
     * @enum {string}
     */
    type: "MINIMUM";
    /** @description What is priced, in one line. The lines of quotes and bills show it */
    description: string;
    /** @description USDC that the whole card costs at least */
    amount: string;
};
/** @description What usage costs. It is not stored. */
export interface Quote {
    /** @description Id of the subscription whose usage is priced; null if the call gave the usage */
    subscriptionId: string | null;
    /** @description Id of the rate card; null if the call gave its components */
    rateCardId: string | null;
    /**
     * Format: date-time
     * @description Only usage that occurred at this time or later is priced; null if the call gave the usage
     */
    from: string | null;
    /**
     * Format: date-time
     * @description Only usage that occurred before this time is priced; null if the call gave the usage
     */
    usageUntil: string | null;
    /** @description USDC, with six decimal places: the sum of the lines' amounts */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description One line per component of the card, in their order */
    lines: QuoteLine[];
    /** @description How many recorded events are priced; null if the call gave the usage */
    usageEventCount: number | null;
    /**
     * Format: hex
     * @description Hash of the priced usage, its prices and its cost, as docs/proofs.md specifies: what an invoice with this `usage` commits to. Null if the call gave the usage
     */
    usageHash: `0x${string}` | null;
}
/** @description What one component of a rate card costs. */
export interface QuoteLine {
    /** @description As in the rate card */
    description: string;
    /** @description Type of the component */
    type: string;
    /** @description Prefix of the component; null if it prices all usage, or none */
    prefix: string | null;
    /** @description What the component prices; null for `FLAT` and `MINIMUM` */
    measure: ("SUM" | "COUNT" | "MAX" | "LAST") | null;
    /** @description Measured quantity, including the units that cost nothing */
    quantity: string;
    /** @description How the amount is calculated: the parts' amounts add up to `exactAmount` */
    parts: {
        /** @description Units at one price */
        quantity: string;
        /** @description Price of one unit in USDC */
        unitAmount: string;
        /** @description The product of the two, not rounded */
        amount: string;
    }[];
    /** @description USDC before rounding */
    exactAmount: string;
    /** @description USDC: `exactAmount`, rounded once, half up, to six decimal places */
    amount: string;
}
/** @description A clock that gives services on a local chain or a testnet its own time instead of the real time. */
export interface TestClock {
    /** @description What other calls name it by */
    id: string;
    /** @description Name of the clock; null if you sent none */
    name: string | null;
    /**
     * @description `ADVANCING`: the clock moves to `advancingTo`, and the service does everything that comes due on the way. `READY`: the clock stands at `now`
     * @enum {string}
     */
    status: "READY" | "ADVANCING";
    /**
     * Format: date-time
     * @description The time of the clock's services
     */
    now: string;
    /** @description The time that an `ADVANCING` clock moves to; null if it is `READY` */
    advancingTo: string | null;
    /**
     * Format: date-time
     * @description Creation time, by the real clock
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change, by the real clock
     */
    updatedAt: string;
}
/** @description A subscriber's checkout of a plan. */
export interface CheckoutSession {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the payment plan */
    paymentPlanId: string;
    /** @description Id of the subscriber; null until known */
    userId: string | null;
    /**
     * @description `PENDING`: waiting for payment. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` passed without payment; a payment that was started in time can still make it `PAID`. `CANCELLED`: cancelled by the seller
     * @enum {string}
     */
    status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
    /** @description When the session becomes `EXPIRED`, unless it is paid first; null: never */
    expiresAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description The service that is subscribed to */
    service: {
        /** @description What other calls name it by */
        id: string;
        /** @description Name of the service */
        name: string;
        /**
         * @description `DRAFT`: not open for checkout yet. `ACTIVE`: accepts new checkout sessions. `DISABLED`: accepts no new ones; existing subscriptions continue.
         * @enum {string}
         */
        status: "DRAFT" | "ACTIVE" | "DISABLED";
    };
    /** @description The plan and its price */
    paymentPlan: {
        /** @description What other calls name it by */
        id: string;
        /** @description Name of the plan, shown on invoices and at checkout */
        name: string;
        /** @description Price in USDC with six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`) */
        amount: string;
        /** @description Always `USDC` */
        currency: string;
    };
    /** @description The subscriber; null until known */
    user: User | null;
    /** @description Where the checkout page redirects after payment; null: nowhere */
    successUrl: string | null;
    /** @description Where the checkout page redirects a subscriber who decides not to pay; null: nowhere */
    cancelUrl: string | null;
    /** @description URL of the checkout page. Redirect the subscriber to it */
    url: string;
}
/** @description A checkout session with its subscriptions. */
export interface CheckoutSessionWithSubscriptions {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the payment plan */
    paymentPlanId: string;
    /** @description Id of the subscriber; null until known */
    userId: string | null;
    /**
     * @description `PENDING`: waiting for payment. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` passed without payment; a payment that was started in time can still make it `PAID`. `CANCELLED`: cancelled by the seller
     * @enum {string}
     */
    status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
    /** @description When the session becomes `EXPIRED`, unless it is paid first; null: never */
    expiresAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description The service that is subscribed to */
    service: {
        /** @description What other calls name it by */
        id: string;
        /** @description Name of the service */
        name: string;
        /**
         * @description `DRAFT`: not open for checkout yet. `ACTIVE`: accepts new checkout sessions. `DISABLED`: accepts no new ones; existing subscriptions continue.
         * @enum {string}
         */
        status: "DRAFT" | "ACTIVE" | "DISABLED";
    };
    /** @description The plan and its price */
    paymentPlan: {
        /** @description What other calls name it by */
        id: string;
        /** @description Name of the plan, shown on invoices and at checkout */
        name: string;
        /** @description Price in USDC with six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`) */
        amount: string;
        /** @description Always `USDC` */
        currency: string;
    };
    /** @description The subscriber; null until known */
    user: User | null;
    /** @description Where the checkout page redirects after payment; null: nowhere */
    successUrl: string | null;
    /** @description Where the checkout page redirects a subscriber who decides not to pay; null: nowhere */
    cancelUrl: string | null;
    /** @description URL of the checkout page. Redirect the subscriber to it */
    url: string;
    /**
     * Format: hex
     * @description Hash of the transaction that paid on the checkout page, or the hash given on completion; null before that, or if there is none
     */
    transactionHash: `0x${string}` | null;
    /** @description Empty until the session is `PAID`, then its one subscription */
    subscriptions: Subscription[];
}
/** @description A subscriber's subscription to a plan of a service. */
export interface Subscription {
    /** @description What other calls name it by */
    id: string;
    /**
     * @description `ACTIVE`: accepts usage and, if its plan has a billing interval and `cancelAt` is null, renews. `CANCELLED`: ended permanently
     * @enum {string}
     */
    status: "ACTIVE" | "CANCELLED";
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the payment plan */
    paymentPlanId: string;
    /** @description Id of the subscriber */
    userId: string;
    /** @description Id of the checkout session that created the subscription */
    checkoutSessionId: string;
    /**
     * Format: date-time
     * @description When the current billing period began
     */
    currentPeriodStart: string;
    /** @description When the current period ends, and with it the subscription if `cancelAt` is set. Otherwise the next one begins; null if the plan's `billingInterval` is `NONE` */
    currentPeriodEnd: string | null;
    /** @description When the subscription ends, or ended, with a period, because it was cancelled with `atPeriodEnd`; null if it renews or was cancelled immediately */
    cancelAt: string | null;
    /** @description When the subscription ended, and its last period with it; null while it is `ACTIVE`. Usage that occurred before then is accepted for an hour after it */
    endedAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description A checkout session as its subscriber sees it. */
export interface Checkout {
    /** @description What other calls name it by */
    id: string;
    /**
     * @description `PENDING`: waiting for payment. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` passed without payment; a payment that was started in time can still make it `PAID`. `CANCELLED`: cancelled by the seller
     * @enum {string}
     */
    status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
    /** @description When the session becomes `EXPIRED`, unless it is paid first; null: never */
    expiresAt: string | null;
    /** @description The seller */
    seller: {
        /** @description The seller's name; null if none was given */
        name: string | null;
    };
    /** @description The service that is subscribed to */
    service: {
        /** @description Name of the service */
        name: string;
        /** @description Description of the service; null if none was given */
        description: string | null;
        /** @description How the page looks; null if no branding was given */
        branding: {
            /** @description Path of the logo on the service's own origin; null if there is none */
            logoPath: string | null;
            /** @description Color of buttons and links. Pages use lighter and darker shades of it, so that text has enough contrast in light and in dark mode; null if none was given */
            color: string | null;
            /** @description Page where subscribers get help; null if none was given */
            supportUrl: string | null;
            /** @description The terms of service; null if none was given */
            termsUrl: string | null;
            /** @description The privacy policy; null if none was given */
            privacyUrl: string | null;
        } | null;
    };
    /** @description The plan and its price */
    paymentPlan: {
        /** @description Name of the plan, shown on invoices and at checkout */
        name: string;
        /** @description Description of the plan; null if none was given */
        description: string | null;
        /**
         * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount per unit of usage. `ONE_TIME`: one payment.
         * @enum {string}
         */
        pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
        /**
         * @description How often subscriptions renew. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: never; a subscription has one period without an end, so a `FIXED_RECURRING` plan is paid once, and usage is billed when the subscription is cancelled.
         * @enum {string}
         */
        billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
        /** @description Price in USDC with six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`) */
        amount: string;
        /** @description Always `USDC` */
        currency: string;
        /** @description What one unit of usage is; null if none was given */
        unit: string | null;
    };
    /** @description The rate cards of the plan: the one in effect, then the next one that is announced. Empty if the plan has none: then usage costs the plan's `amount` per unit */
    rateCards: OfferedRateCard[];
    /** @description Amount to pay now, in USDC; zero if the plan bills usage later */
    amountDue: string;
    /** @description Whether the subscriber must give an e-mail address: the session has no user */
    takesEmail: boolean;
    /** @description Where the checkout page redirects after payment; null: nowhere */
    successUrl: string | null;
    /** @description Where the checkout page redirects a subscriber who decides not to pay; null: nowhere */
    cancelUrl: string | null;
    /** @description The charge after the one that is due now, if the subscription begins now; null if none is planned */
    nextCharge: {
        /**
         * Format: date-time
         * @description When the next invoice is due to be made
         */
        at: string;
        /** @description Its amount in USDC; null: it depends on the usage until then */
        amount: string | null;
    } | null;
    /** @description Where to pay; null if this checkout cannot take payments */
    chain: {
        /** @description EIP-155 chain id */
        chainId: number;
        /**
         * Format: hex
         * @description Address of the USDC contract
         */
        token: `0x${string}`;
        /**
         * Format: hex
         * @description Address of the contract that collects and records the payment
         */
        collector: `0x${string}`;
        /**
         * Format: hex
         * @description Address that receives the payment
         */
        merchantAddress: `0x${string}`;
        /** @description A block explorer of the chain, which shows a transaction at `<explorerUrl>/tx/<hash>`; null if none is known */
        explorerUrl: string | null;
    } | null;
    terms: PaymentTerms;
    /** @description The payment in progress or completed, otherwise the last one that failed; null before the first */
    payment: WalletPayment | null;
    /** @description What the checkout led to; null until it is `PAID` */
    outcome: {
        /** @description The spending cap that was signed; null if none was */
        spendingCap: {
            /** @description Maximum that is collected in one period, in USDC */
            perPeriod: string;
            /** @description Length of a period in seconds, counted from a Monday, 00:00 UTC; null: calendar months, in UTC */
            periodSeconds: number | null;
            /**
             * Format: date-time
             * @description When the cap ends
             */
            validUntil: string;
        } | null;
        /** @description When the next period begins, and with it the next invoice; null if there is none */
        nextInvoiceAt: string | null;
        /** @description Page of the paid invoice: the receipt; null if nothing was due */
        receiptUrl: string | null;
    } | null;
}
/** @description What the usage of a plan costs, with an example. */
export interface OfferedRateCard {
    /** @description What other calls name it by */
    id: string;
    /**
     * Format: hex
     * @description Hash of the components: the spending cap that a wallet signs names it
     */
    hash: `0x${string}`;
    /** @description What is priced and how: 1 to 20 components, each of which is a line of a quote. docs/billing.md has the rules */
    components: RateCardComponent[];
    /** @description `true`: it prices the current period. `false`: it prices only later periods */
    isInEffect: boolean;
    /**
     * Format: date-time
     * @description Periods that begin then or later cost what this card says
     */
    effectiveFrom: string;
    /** @description Cost of a period without usage, in USDC */
    baseAmount: string;
    /** @description What a period costs with some usage, as a quote calculates it; null if that is more than an invoice can bill */
    workedExample: {
        /** @description What each component costs */
        lines: {
            /** @description Description of the component */
            description: string;
            /** @description The usage of the example; null if the component prices none */
            quantity: string | null;
            /** @description What it costs in the example, in USDC */
            amount: string;
        }[];
        /** @description What the example costs, in USDC: the sum of the lines */
        amount: string;
    } | null;
}
/** @description The terms that the payer agrees to. */
export interface PaymentTerms {
    /** @description Amount to pay now, in USDC; null if nothing is paid here */
    amountDue: string | null;
    /**
     * Format: hex
     * @description Address that receives the payments; null if the seller cannot take any
     */
    merchantAddress: `0x${string}` | null;
    /** @description Identifies the rate cards that price the usage, the one in effect and the next; null if the payer agrees to the amount alone */
    prices: string | null;
}
/** @description The state of a payment that a wallet signed. */
export interface WalletPayment {
    /**
     * @description `PENDING`: about to be sent. `SUBMITTED`: sent to the chain. `CONFIRMED`: paid. `FAILED`: refused; another payment can be made. `isFinal` tells whether the failure is final
     * @enum {string}
     */
    status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
    /**
     * Format: hex
     * @description Address of the wallet that pays
     */
    payerAddress: `0x${string}`;
    /**
     * Format: hex
     * @description Address that this payment goes to, also if the seller has another one now
     */
    merchantAddress: `0x${string}`;
    /** @description Amount of this payment, in USDC */
    amount: string;
    /**
     * Format: hex
     * @description Hash of the payment's transaction; null before it is sent
     */
    transactionHash: `0x${string}` | null;
    /** @description Whether the payment has `FAILED` for good. A reverted payment is watched until its block is final: after a chain reorganization it can still succeed, and then no other payment of the invoice is taken */
    isFinal: boolean;
    /** @description Why it is `FAILED`, in words for the payer; null otherwise */
    failure: string | null;
}
/** @description The typed data for a wallet to sign. */
export interface PreparedCheckout {
    /**
     * Format: hex
     * @description Address of the wallet that signs
     */
    payerAddress: `0x${string}`;
    /** @description The wallet's balance, in USDC */
    balance: string;
    /** @description The payment to sign; null if nothing is due now, or a cap is prepared, under which it is collected */
    payment: {
        /** @description When the signature expires, in Unix seconds of the chain's clock */
        validUntil: number;
        typedData: TypedData;
    } | null;
    /** @description The spending cap to sign; null if none was requested */
    cap: {
        /** @description Maximum that is collected in one period, in USDC */
        perPeriod: string;
        /** @description Length of a period in seconds, counted from a Monday, 00:00 UTC; null: calendar months, in UTC */
        periodSeconds: number | null;
        /** @description Maximum of one collection, in USDC */
        perCharge: string;
        /** @description Maximum that is collected under the cap in all, in USDC */
        total: string;
        /** @description When the cap begins, in Unix seconds of the chain's clock */
        start: number;
        /** @description When the signature expires, in Unix seconds of the chain's clock */
        validUntil: number;
        typedData: TypedData;
        /** @description The allowance to sign too (EIP-2612), which the first collection sends to the token; null if the wallet allows enough already */
        permit: {
            /** @description What the collector may take from the wallet in all, in USDC: what the wallet allows now, for its other caps with any seller, and the cap's `total` */
            allowance: string;
            /** @description When the signature expires, in Unix seconds of the chain's clock */
            deadline: number;
            typedData: TypedData;
        } | null;
    } | null;
}
/** @description EIP-712 typed data, as `eth_signTypedData_v4` takes it. */
export interface TypedData {
    /** @description EIP-712 domain: the signature is valid only for this contract on this chain */
    domain: {
        /** @description Name of the contract that checks the signature */
        name: string;
        /** @description Version of that contract */
        version: string;
        /** @description EIP-155 chain id */
        chainId: number;
        /**
         * Format: hex
         * @description Address of the contract that checks the signature
         */
        verifyingContract: `0x${string}`;
    };
    /** @description The fields of each signed type, in order */
    types: {
        [key: string]: {
            /** @description Name of the field */
            name: string;
            /** @description Solidity type of the field */
            type: string;
        }[];
    };
    /** @description Type of the message */
    primaryType: string;
    /** @description The message to sign, by field; integers are strings */
    message: {
        [key: string]: string | string[];
    };
}
/** @description The state of a checkout. */
export interface CheckoutStatus {
    /** @description What other calls name it by */
    id: string;
    /**
     * @description `PENDING`: waiting for payment. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` passed without payment; a payment that was started in time can still make it `PAID`. `CANCELLED`: cancelled by the seller
     * @enum {string}
     */
    status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
    terms: PaymentTerms;
    /** @description The payment in progress or completed, otherwise the last one that failed; null before the first */
    payment: WalletPayment | null;
}
/** @description The next bill of a subscription's usage. It is not stored. */
export interface UpcomingInvoice {
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the payment plan */
    paymentPlanId: string;
    /** @description Id of the subscriber */
    userId: string;
    /**
     * @description `RUNNING`: the period is not over, and this is what it costs so far. `WAITING`: it is over, and its usage may still arrive. `DUE`: create the invoice. `OWED`: the subscription has ended, and the subscriber is owed `carriedForward`. `DONE`: nothing more will be billed, unless usage is corrected
     * @enum {string}
     */
    status: "RUNNING" | "WAITING" | "DUE" | "OWED" | "DONE";
    /** @description Number of the next bill of the subscription. Send it to `POST /invoices`, so that of several callers only one bills */
    billNumber: number;
    /**
     * Format: date-time
     * @description When the billed period began
     */
    periodStart: string;
    /** @description When the billed period ended or will end. A cancellation ends it early. Null if it has no end yet */
    periodEnd: string | null;
    /** @description When the bill is due: after the period's end and the grace. Null if the period has no end yet, or nothing will be billed */
    dueAt: string | null;
    /**
     * Format: date-time
     * @description The service's time when this was calculated
     */
    calculatedAt: string;
    /** @description What the invoice bills, in USDC. 0 if that is less than `leastAmount`: then all of it is carried forward */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description The lines of the invoice: what the period costs by each price, `prepaid` as one line that takes it off, and `broughtForward` as one line. They add up to `amount` and `carriedForward` */
    lines: {
        /** @description What is billed, in one line */
        description: string;
        /** @description How much of it */
        quantity: string;
        /** @description Price of one unit in USDC */
        unitAmount: string;
        /** @description Amount of the line in USDC, with six decimal places; negative if it is a deduction */
        amount: string;
    }[];
    /** @description What a prepaid balance has paid for the period's usage, in USDC. It is taken off. 0 if the bill is for changes alone */
    prepaid: string;
    /** @description What earlier periods cost more by now than was prepaid and billed for them, in USDC. Less than 0 if they cost less: a credit */
    broughtForward: string;
    /** @description What this invoice leaves to the next one, in USDC. Less than 0 if the subscriber is owed it */
    carriedForward: string;
    /** @description Number of the period's usage events */
    usageEventCount: number;
    /**
     * Format: hex
     * @description Hash of what the bill commits to, as docs/proofs.md specifies. Send it to `POST /invoices`, which refuses it if the usage has changed. Null unless the status is `DUE`
     */
    usageHash: `0x${string}` | null;
    /** @description How to give back what the subscriber is owed, if the status is `OWED`. Null otherwise, and if no invoice is left to credit */
    correction: {
        /**
         * @description `CREDIT`: create a credit note of the amount for the invoice, with this `billNumber`. `VOID`: void the invoice, which is not paid and of which nothing, or less than `leastAmount`, would stay due. A draft is voided in any case, and the next bill asks for the rest
         * @enum {string}
         */
        action: "CREDIT" | "VOID";
        /** @description Id of the invoice */
        invoiceId: string;
        /** @description Amount in USDC, with six decimal places */
        amount: string;
    } | null;
}
/** @description What an active subscription has used and what its next period costs. It is not stored. */
export interface UpcomingCharge {
    subscription: Subscription;
    /** @description The service */
    service: {
        /** @description What other calls name it by */
        id: string;
        /** @description Name of the service */
        name: string;
    };
    /** @description The plan */
    paymentPlan: {
        /** @description What other calls name it by */
        id: string;
        /** @description Name of the plan, shown on invoices and at checkout */
        name: string;
        /**
         * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount per unit of usage. `ONE_TIME`: one payment.
         * @enum {string}
         */
        pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
    };
    /** @description The subscriber */
    user: {
        /** @description What other calls name it by */
        id: string;
        /** @description E-mail address. Comparisons ignore case. A domain with letters outside of ASCII is in Punycode */
        email: string;
    };
    /** @description What the next bill of the usage asks for, or leaves to a later one because it is less than 0.01, in USDC. Null if no rate card is in effect, or see `failure` */
    accrued: string | null;
    /** @description The price of the next period in USDC; null if the subscription does not renew at a fixed price */
    renewal: string | null;
    /** @description The next bill of the usage; null where `accrued` is */
    upcomingInvoice: UpcomingInvoice | null;
    /** @description Why the next bill could not be calculated; null if it could */
    failure: string | null;
}
/** @description What active subscriptions have used and what their next periods cost, together. */
export interface UpcomingTotals {
    /** @description Sum of `accrued`, in USDC */
    accrued: string;
    /** @description Sum of `renewal`, in USDC */
    renewals: string;
    /** @description Number of subscriptions that were added up */
    subscriptionCount: number;
    /** @description Whether these are all active subscriptions. Otherwise there are more, or the bill of one could not be calculated */
    isComplete: boolean;
}
/** @description A user with a subscription to one of your services. */
export interface Subscriber {
    /** @description Id of the user, as `userId` elsewhere */
    id: string;
    /** @description E-mail address. Comparisons ignore case. A domain with letters outside of ASCII is in Punycode */
    email: string;
    /** @description Name of the user; null if none was given */
    name: string | null;
    /**
     * Format: date-time
     * @description When its first subscription to your services was created
     */
    subscribedAt: string;
    /** @description Number of its subscriptions to your services, counted up to 1000 */
    subscriptionCount: number;
    /** @description Number of these subscriptions that are `ACTIVE` */
    activeSubscriptionCount: number;
    /** @description Number of its invoices that are `OPEN` and of which something is due, counted up to 1000 */
    openInvoiceCount: number;
}
/** @description A subscriber's usage, recorded once per key. */
export interface UsageEvent {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Id of the subscriber */
    userId: string;
    /** @description Id of the invoice that it was recorded with; null if there is none */
    invoiceId: string | null;
    /** @description What was used. Each key is recorded once per subscription */
    eventKey: string;
    /** @description Who or what used it, below the subscriber; absent unless you said it */
    subject?: string | undefined;
    /** @description Number of units, with six decimal places */
    quantity: string;
    /**
     * Format: date-time
     * @description When the usage occurred
     */
    occurredAt: string;
    /**
     * Format: date-time
     * @description When the usage was recorded
     */
    createdAt: string;
    /** @description What the rate card has charged for it: only in the response of `POST /usage-events`, or of a batch, that records an event with the charge `{"rateCard": true}` */
    charge?: {
        /** @description USDC; 0 if the event makes the usage of the period cheaper: then the balance gets the difference */
        amount: string;
        /** @description Id of the rate card that prices the event's period */
        rateCardId: string;
    } | undefined;
    /** @description The invoice that it was recorded with; null if there is none */
    invoice: InvoiceRecord | null;
    service: ServiceRecord;
    subscription: Subscription;
    user: User;
    /** @description The void of the event, which then no longer counts; null: the event is not voided */
    void: UsageEventVoid | null;
}
/** @description An invoice without its nested records. */
export interface InvoiceRecord {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the payment plan */
    paymentPlanId: string;
    /** @description Id of the billed user */
    userId: string;
    /** @description Id of the billed subscription; null if there is none */
    subscriptionId: string | null;
    /**
     * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: paid by a confirmed settlement. `EXPIRED`: `dueAt` passed without payment. `VOID`: cancelled.
     * @enum {string}
     */
    status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description When the invoice becomes `EXPIRED`, unless it is paid first; null: never */
    dueAt: string | null;
    /** @description When a settlement was confirmed; null before that, whatever the status */
    paidAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
}
/** @description A service without its owner and plans, as nested in other records. */
export interface ServiceRecord {
    /** @description What other calls name it by */
    id: string;
    /** @description Name of the service */
    name: string;
    /** @description Description of the service; null if none was given */
    description: string | null;
    /**
     * @description `DRAFT`: not open for checkout yet. `ACTIVE`: accepts new checkout sessions. `DISABLED`: accepts no new ones; existing subscriptions continue.
     * @enum {string}
     */
    status: "DRAFT" | "ACTIVE" | "DISABLED";
    /**
     * Format: hex
     * @description EVM address that receives checkout payments; null: subscribers cannot pay at checkout
     */
    payoutAddress: `0x${string}` | null;
    /** @description Id of the user who owns the service */
    ownerId: string;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description The void of a usage event: sums, quotes and later bills omit the event. */
export interface UsageEventVoid {
    /** @description Reason for the void, as you sent it */
    reason: string;
    /** @description Id of the usage event that was recorded instead; null if there is none */
    replacementId: string | null;
    /** @description Ids of the credits in the ledgers of balances that returned the event's charge; empty if it was not charged */
    balanceCreditIds: string[];
    /**
     * Format: date-time
     * @description When the event was voided
     */
    createdAt: string;
}
/** @description Result of one event of a batch. */
export type UsageEventResult = {
    /**
     * @description The event was recorded
     * @enum {number}
     */
    status: 201;
    usageEvent: RecordedUsageEvent;
    /** @description What may be wrong with the `occurredAt` of the event: it is in no period of the subscription until now, so that no bill contains the event, or it is in the future, on a subscription whose period has no end. Absent if nothing is wrong */
    warning?: string | undefined;
} | {
    /** @description The status that `POST /usage-events` returns for this event alone. 400, 404, 409, 422: do not send it again unchanged; 409 can mean that it was recorded before. 402: the balance is too low for it, or a limit does not admit it; nothing was recorded. 500 and 503: it is unknown whether it was recorded; send it again. */
    status: number;
    /** @description What was wrong, and what is allowed */
    error: string;
    /** @description Code of the error, as in the header `Usance-Error` of a single event */
    code: string;
    /** @description Path of the field that is at fault; absent unless it is one */
    param?: string | undefined;
    /** @description The limit that refused the event; absent unless one did */
    limit?: {
        /** @description Your name for it */
        name: string;
        /** @description The most that may be used in a window */
        max: string;
        /** @description What is used in the window */
        used: string;
        /** @description What is left of it */
        remaining: string;
        /**
         * Format: date-time
         * @description When it has more to give; null: never
         */
        resetsAt: string | null;
    } | undefined;
};
/** @description A usage event of a batch, without its nested records. */
export interface RecordedUsageEvent {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Id of the subscriber */
    userId: string;
    /** @description Id of the invoice that it was recorded with; null if there is none */
    invoiceId: string | null;
    /** @description What was used. Each key is recorded once per subscription */
    eventKey: string;
    /** @description Who or what used it, below the subscriber; absent unless you said it */
    subject?: string | undefined;
    /** @description Number of units, with six decimal places */
    quantity: string;
    /**
     * Format: date-time
     * @description When the usage occurred
     */
    occurredAt: string;
    /**
     * Format: date-time
     * @description When the usage was recorded
     */
    createdAt: string;
    /** @description What the rate card has charged for it: only in the response of `POST /usage-events`, or of a batch, that records an event with the charge `{"rateCard": true}` */
    charge?: {
        /** @description USDC; 0 if the event makes the usage of the period cheaper: then the balance gets the difference */
        amount: string;
        /** @description Id of the rate card that prices the event's period */
        rateCardId: string;
    } | undefined;
}
/** @description A subscription's usage in a period. `quantity` and `count` cover the whole period. */
export interface UsageSummary {
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Start of the period, as requested; null: the first event */
    from: string | null;
    /** @description End of the period, as requested; null: open */
    to: string | null;
    /** @description How events are grouped, as requested; null: not at all */
    groupBy: ("eventKey" | "prefix" | "day") | null;
    /** @description Sum of the units, with six decimal places */
    quantity: string;
    /** @description Number of events */
    count: number;
    /** @description Number of voided events in the period, which are left out of all sums */
    voidedCount: number;
    /** @description A page of the groups, ordered by the bytes of their keys */
    groups: {
        /** @description The key, prefix or day that the events of the group share */
        key: string;
        /** @description Sum of the units, with six decimal places */
        quantity: string;
        /** @description Number of events */
        count: number;
    }[];
}
/** @description Usage over time. `quantity` and `count` cover the whole time. */
export interface UsageSeries {
    /** @description As requested; null: all subscriptions */
    subscriptionId: string | null;
    /** @description As requested; null: all services */
    serviceId: string | null;
    /** @description As requested; null: all prefixes */
    prefix: string | null;
    /**
     * @description As requested
     * @enum {string}
     */
    interval: "hour" | "day";
    /** @description As requested */
    timeZone: string;
    /**
     * Format: date-time
     * @description As requested
     */
    from: string;
    /**
     * Format: date-time
     * @description As requested
     */
    to: string;
    /** @description Sum of the units, with six decimal places */
    quantity: string;
    /** @description Number of events */
    count: number;
    /** @description The part of `quantity` that was late, that is, recorded after the end of the billing period in which it occurred. Usage before the first period, and usage of plans without an interval, is never late */
    lateQuantity: string;
    /** @description Number of late events */
    lateCount: number;
    /** @description The usage of all prefixes, in the intervals that have usage, oldest first */
    intervals: {
        /** @description Start of the interval: a day of the time zone, such as `2026-01-31`, or the time at which an hour begins, such as `2026-01-31T12:00:00.000Z` */
        start: string;
        /** @description Sum of the units, with six decimal places */
        quantity: string;
        /** @description Number of events */
        count: number;
        /** @description The part of `quantity` that was late, that is, recorded after the end of the billing period in which it occurred. Usage before the first period, and usage of plans without an interval, is never late */
        lateQuantity: string;
        /** @description Number of late events */
        lateCount: number;
    }[];
    /** @description The `limit` prefixes with the most events, most events first */
    prefixes: {
        /** @description The part of the events' keys before the first `:` */
        prefix: string;
        /** @description Sum of the units, with six decimal places */
        quantity: string;
        /** @description Number of events */
        count: number;
        /** @description The part of `quantity` that was late, that is, recorded after the end of the billing period in which it occurred. Usage before the first period, and usage of plans without an interval, is never late */
        lateQuantity: string;
        /** @description Number of late events */
        lateCount: number;
        /** @description The intervals that have usage, oldest first */
        intervals: {
            /** @description Start of the interval: a day of the time zone, such as `2026-01-31`, or the time at which an hour begins, such as `2026-01-31T12:00:00.000Z` */
            start: string;
            /** @description Sum of the units, with six decimal places */
            quantity: string;
            /** @description Number of events */
            count: number;
            /** @description The part of `quantity` that was late, that is, recorded after the end of the billing period in which it occurred. Usage before the first period, and usage of plans without an interval, is never late */
            lateQuantity: string;
            /** @description Number of late events */
            lateCount: number;
        }[];
    }[];
    /** @description Whether there are more prefixes. The sums of the whole series include them */
    hasMorePrefixes: boolean;
}
/** @description What a subject of a subscription has used in a time. Voided events do not count. */
export interface Subject {
    /** @description As events name it */
    subject: string;
    /** @description Sum of the units, with six decimal places */
    quantity: string;
    /** @description Number of events */
    count: number;
    /** @description What balances were charged for it, in USDC */
    charged: string;
    /** @description When its last event of that time occurred; null: it has none */
    lastOccurredAt: string | null;
    /** @description The 20 prefixes with the most events, most events first */
    prefixes: {
        /** @description The part of the events' keys before the first `:` */
        prefix: string;
        /** @description Sum of the units, with six decimal places */
        quantity: string;
        /** @description Number of events */
        count: number;
        /** @description What balances were charged for it, in USDC */
        charged: string;
    }[];
    /** @description Whether there are more prefixes. The sums of the subject include them */
    hasMorePrefixes: boolean;
    /** @description Who has stopped it: the seller with a limit of 0, the subscriber in the portal; empty: nobody */
    stoppedBy: ("SELLER" | "SUBSCRIBER")[];
}
/** @description What a subscription's usage was at a time, fixed by a hash. docs/proofs.md says how to check it. */
export interface UsageRoot {
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description 1 for the first root of the subscription */
    number: number;
    /**
     * Format: date-time
     * @description When it was made
     */
    createdAt: string;
    /** @description How many events were recorded since the root before */
    eventCount: number;
    /** @description How many were voided since then */
    voidCount: number;
    /**
     * Format: hex
     * @description SHA-256 of the sorted hashes of these changes
     */
    changesHash: `0x${string}`;
    /** @description The root before; null: this is the first */
    rootBefore: `0x${string}` | null;
    /**
     * Format: hex
     * @description SHA-256 of the canonical JSON of the fields above, with `version` 1
     */
    root: `0x${string}`;
    /** @description A JWS (RFC 7515, compact form) whose payload is that JSON, by a key of `/.well-known/jwks.json` */
    signature: string;
}
/** @description An event that was recorded, or one that was voided. */
export interface UsageChange {
    /** @description Number of the root that contains the change */
    root: number;
    /** @description What was used. Each key is recorded once per subscription */
    eventKey: string;
    /** @description Number of units; null: the event with this key was voided */
    quantity: string | null;
    /** @description When the usage occurred; null: the event with this key was voided */
    occurredAt: string | null;
}
/** @description A public key of a JWK Set (RFC 7517, RFC 8037). */
export interface SigningKey {
    /**
     * @description Type of the key
     * @enum {string}
     */
    kty: "OKP";
    /**
     * @description Its curve
     * @enum {string}
     */
    crv: "Ed25519";
    /** @description The public key */
    x: string;
    /** @description Id of the key: its thumbprint (RFC 7638) */
    kid: string;
    /**
     * @description How it signs
     * @enum {string}
     */
    alg: "EdDSA";
    /**
     * @description What it is for
     * @enum {string}
     */
    use: "sig";
}
/** @description Prepaid credit of a subscriber for the usage of a service. */
export interface Balance {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the subscriber who spends it */
    userId: string;
    /** @description It pays only for usage events whose keys have this prefix, before the subscriber's other balance does; null: for all */
    keyPrefix: string | null;
    /**
     * @description `ACTIVE`: can be spent. `FROZEN`: more was spent than the credit and the overdraft cover, because a reorganization of the chain took back a payment, or the overdraft is backed by less now; new charges and holds are refused until they cover it
     * @enum {string}
     */
    status: "ACTIVE" | "FROZEN";
    /** @description Amount in USDC that can be spent, not counting the overdraft; negative while the overdraft is in use */
    available: string;
    /** @description Amount in USDC that holds have set aside; not part of `available` */
    held: string;
    /** @description What was charged beyond the credit, in USDC: your exposure. Holds that are in place do not count */
    owed: string;
    /** @description How far below zero the balance may be spent, in USDC. With `backing`: what the last lookup granted */
    overdraft: string;
    /** @description What backs the overdraft, as of the last lookup: the overdraft is the least of `max`, `capLeft`, and `walletLeft` less `inFlight`. null: it is fixed */
    backing: {
        /** @description The most that is granted, in USDC */
        max: string;
        /** @description What the spending cap has left, in USDC, without what unpaid invoices of its subscription ask; null: no cap was found */
        capLeft: string | null;
        /** @description What the wallet has, in USDC, as far as it allows the collector to take it; null: no cap was found */
        walletLeft: string | null;
        /** @description What unpaid invoices and the overdrafts of other balances may still take from the wallet, in USDC; null: no cap was found */
        inFlight: string | null;
        /** @description When the chain was asked and answered last; null: not yet, or not since a top-up was paid */
        lookedUpAt: string | null;
        /** @description Why nothing is granted. `NO_CAP`: there is no spending cap that can be used. `CHAIN_UNAVAILABLE`: the chain has not answered for a minute */
        trouble: ("NO_CAP" | "CHAIN_UNAVAILABLE") | null;
    } | null;
    /** @description Always `USDC` */
    currency: string;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description Sums of the balances of a service. */
export interface BalanceTotals {
    /** @description Id of the service */
    serviceId: string;
    /** @description What subscribers can spend without an overdraft, in USDC: usage that you owe */
    available: string;
    /** @description What holds have set aside, in USDC */
    held: string;
    /** @description What was charged beyond the credit, in USDC: your exposure */
    owed: string;
    /** @description The most that can be owed by now, in USDC: the sum of the overdrafts */
    overdraft: string;
}
/** @description A change of a balance. Entries never change, and add up to the balance. */
export interface BalanceEntry {
    /** @description Id of the balance */
    balanceId: string;
    /** @description 1, 2, 3 … within the balance, without gaps */
    position: number;
    /**
     * @description `TOP_UP`: an invoice was paid. `TOP_UP_REVERSED`: a reorganization of the chain took the payment back. `GRANT`: credit was given. `GRANT_REVERSED`: a reorganization of the chain took back the payment that the credit refunds. `GRANT_EXPIRED`: the rest of a grant expired. `GRANT_CARRIED`: credit of a recurring grant that expired was carried into the next period. `CHARGE`: a usage event was charged. `HOLD`: an amount was set aside. `HOLD_COMMITTED`: the hold was charged, and the rest given back. `HOLD_RELEASED`, `HOLD_EXPIRED`: the hold was given back. `INVOICE_PAYMENT`: an invoice was paid from the balance. `INVOICE_PAYMENT_RETURNED`: it was given back, because the invoice was voided or expired unpaid. `CHARGE_ADJUSTED`: what the rate card had charged before costs less or more by now, because usage was voided or a larger volume is cheaper
     * @enum {string}
     */
    type: "TOP_UP" | "TOP_UP_REVERSED" | "GRANT" | "GRANT_REVERSED" | "GRANT_EXPIRED" | "GRANT_CARRIED" | "CHARGE" | "HOLD" | "HOLD_COMMITTED" | "HOLD_RELEASED" | "HOLD_EXPIRED" | "INVOICE_PAYMENT" | "INVOICE_PAYMENT_RETURNED" | "CHARGE_ADJUSTED";
    /** @description By how much `available` has changed, in USDC */
    available: string;
    /** @description By how much `held` has changed, in USDC */
    held: string;
    /** @description `available` after the change, in USDC */
    availableAfter: string;
    /** @description `held` after the change, in USDC */
    heldAfter: string;
    /** @description Id of the charged usage event, if any */
    usageEventId: string | null;
    /** @description Id of the credit that was given or ended, if any */
    creditId: string | null;
    /** @description Id of the invoice: the top-up, or what was paid from the balance, if any */
    invoiceId: string | null;
    /** @description Id of the hold, if any */
    holdId: string | null;
    /** @description Id of the rate card that set the price; null: you named the charge, or it is no charge */
    rateCardId: string | null;
    /**
     * Format: date-time
     * @description When the balance changed
     */
    createdAt: string;
}
/** @description An amount due from a subscriber, with its settlements and usage events. */
export interface Invoice {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the payment plan */
    paymentPlanId: string;
    /** @description Id of the billed user */
    userId: string;
    /** @description Id of the billed subscription; null if there is none */
    subscriptionId: string | null;
    /**
     * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: paid by a confirmed settlement. `EXPIRED`: `dueAt` passed without payment. `VOID`: cancelled.
     * @enum {string}
     */
    status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description When the invoice becomes `EXPIRED`, unless it is paid first; null: never */
    dueAt: string | null;
    /** @description When a settlement was confirmed; null before that, whatever the status */
    paidAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    service: ServiceRecord;
    paymentPlan: Plan;
    user: User;
    /** @description The billed subscription; null if there is none */
    subscription: {
        /** @description What other calls name it by */
        id: string;
        /**
         * @description `ACTIVE`: accepts usage and, if its plan has a billing interval and `cancelAt` is null, renews. `CANCELLED`: ended permanently
         * @enum {string}
         */
        status: "ACTIVE" | "CANCELLED";
    } | null;
    /** @description What the invoice bills, as you sent it: at most 100 lines, whose amounts add up to `amount`. Empty if you sent none */
    lines: InvoiceLine[];
    /** @description When the period that the invoice bills began; null if it says none */
    periodStart: string | null;
    /** @description When that period ended; null if it says none */
    periodEnd: string | null;
    /** @description Number of the bill among the bills of its subscription's usage; null if it is no such bill */
    billNumber: number | null;
    /**
     * Format: hex
     * @description Hash of what the invoice bills, as docs/proofs.md specifies. `GET /invoices/{invoiceId}/proof` returns what it commits to
     */
    billHash: `0x${string}`;
    /** @description Address of the invoice's page, for its subscriber. Anyone with it can see what is billed, pay, and get the receipt; `POST /invoices/{invoiceId}/rotate-link` replaces it */
    url: string;
    /** @description Number of usage events recorded with the invoice's id, without voided ones, counted up to 10000: 10000 means 10000 or more */
    usageEventCount: number;
    /** @description Sum of the invoice's credit notes, in USDC: at most `amount` */
    credited: string;
    /** @description What was paid from the subscriber's prepaid balance, in USDC. It is given back if the invoice is `VOID`, or `EXPIRED` unpaid */
    paidFromBalance: string;
    /** @description What a settlement of the invoice pays, in USDC: `amount`, less the credit notes that were created before it was paid, and less `paidFromBalance` */
    amountDue: string;
    /** @description The invoice's credit notes, newest first: at most the 10 newest. `GET /credit-notes?invoiceId=` lists all */
    creditNotes: CreditNoteRecord[];
    /** @description The attempts to pay the invoice, including failed ones, newest first: at most the 100 newest. `GET /settlements?invoiceId=` lists all */
    settlements: SettlementRecord[];
    /** @description The usage events recorded with the invoice's id, without voided ones, newest first: at most the 1000 newest. `GET /usage-events?invoiceId=` lists all, with voided ones */
    usageEvents: UsageEventRecord[];
}
/** @description One of the things that an invoice bills. */
export interface InvoiceLine {
    /** @description What is billed, in one line */
    description: string;
    /** @description How much of it, with six decimal places */
    quantity: string;
    /** @description Price of one unit in USDC, with six to twelve decimal places */
    unitAmount: string;
    /** @description Amount of the line in USDC, with six decimal places */
    amount: string;
}
/** @description A credit note without its lines and its refund. */
export interface CreditNoteRecord {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the invoice */
    invoiceId: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the subscriber */
    userId: string;
    /**
     * @description `APPLIED`: created before the invoice was paid; it lowers the amount due. `ISSUED`: created after the payment, and not refunded. `REFUNDING`: a refund to the payer's wallet was started, or a reorganization of the chain took back the payment that was refunded to a balance. `REFUNDED`: the amount was refunded.
     * @enum {string}
     */
    status: "APPLIED" | "ISSUED" | "REFUNDING" | "REFUNDED";
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description Reason for the credit note, as you sent it */
    reason: string;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
}
/** @description A payment of an invoice, without its nested records. */
export interface SettlementRecord {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the invoice */
    invoiceId: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the user who pays: the invoice's user */
    payerId: string;
    /** @description Id of the user who is paid: the owner of the service */
    merchantId: string;
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /**
     * Format: hex
     * @description The settlement's id on the chain, as supplied: 32 bytes in hex
     */
    referenceHash: `0x${string}`;
    /**
     * Format: hex
     * @description Hash of the transaction on the settlement chain; null before one was sent. Until the settlement is `CONFIRMED`, a transaction with higher fees can replace it
     */
    transactionHash: `0x${string}` | null;
    /**
     * @description `PENDING`: not sent to the chain yet. `SUBMITTED`: sent, without a result yet. `CONFIRMED`: recorded on the chain; after a chain reorganization it can become `SUBMITTED` again. `FAILED`: refused by the chain, or not confirmed in time. A settlement that was not confirmed in time, or whose refusal is not final yet, can still become `CONFIRMED`: the service keeps checking. So never pay again because of `FAILED`. Instead, repeat `POST /settlements` with the same `referenceHash`: it never pays twice, it joins a settlement in progress, and it makes a new attempt only when the old one can no longer succeed. Until then, another `referenceHash` is refused with 409.
     * @enum {string}
     */
    status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
    /** @description How the payment was collected: with the payer's `authorization` on the checkout page, from the payer's `allowance` under a spending cap, or by a `transfer` that the payer signed with x402; null: the payment was made elsewhere */
    collect: ("authorization" | "allowance" | "transfer") | null;
    /**
     * Format: date-time
     * @description When the payment was made, as supplied. Default: the time of the call
     */
    recordedAt: string;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
}
/** @description A usage event without its nested records. */
export interface UsageEventRecord {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Id of the subscriber */
    userId: string;
    /** @description Id of the invoice that it was recorded with; null if there is none */
    invoiceId: string | null;
    /** @description What was used. Each key is recorded once per subscription */
    eventKey: string;
    /** @description Who or what used it, below the subscriber; absent unless you said it */
    subject?: string | undefined;
    /** @description Number of units, with six decimal places */
    quantity: string;
    /**
     * Format: date-time
     * @description When the usage occurred
     */
    occurredAt: string;
    /**
     * Format: date-time
     * @description When the usage was recorded
     */
    createdAt: string;
}
/** @description Credit that was given without a payment. */
export interface BalanceGrant {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the balance */
    balanceId: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Amount that was credited, in USDC */
    amount: string;
    /** @description The rest of the grant, in USDC: less than `amount` at once if the balance was below zero */
    remaining: string;
    /** @description Why it was granted */
    reason: string;
    /** @description When the rest of the grant is taken back; null: never */
    expiresAt: string | null;
    /** @description Credit with a lower priority is spent first, from 0 to 100 */
    priority: number;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
}
/** @description Credit that is given each period. */
export interface RecurringGrant {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the balance */
    balanceId: string;
    /** @description Id of the service */
    serviceId: string;
    /**
     * @description `ACTIVE`: grants its amount when a period begins. `ENDED`: grants nothing more; what it has granted stays until its period ends
     * @enum {string}
     */
    status: "ACTIVE" | "ENDED";
    /** @description Amount that each period begins with, in USDC */
    amount: string;
    /** @description Max amount in USDC that is carried into the next period, of what is left over at the end of one */
    rolloverMax: string;
    /**
     * @description How long a period is. Months keep the day of the first, or have their last day
     * @enum {string}
     */
    interval: "DAY" | "WEEK" | "MONTH";
    /** @description Credit with a lower priority is spent first, from 0 to 100 */
    priority: number;
    /** @description Why it is granted */
    reason: string;
    /**
     * Format: date-time
     * @description When the current period began
     */
    periodStart: string;
    /**
     * Format: date-time
     * @description When the current period ends, and what is left of its credit expires
     */
    periodEnd: string;
    /** @description No period begins at this time or later; null: it has no end */
    endsAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description Tops a balance up when it is low. */
export interface AutoTopUp {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the balance */
    balanceId: string;
    /** @description Id of the service */
    serviceId: string;
    /**
     * @description `ACTIVE`: tops the balance up. `PAUSED`: `perDayAtMost` is reached; it tops up again at `pausedUntil`, or once it is set with a higher limit. `STOPPED`: the spending cap is used up or a collection failed; set it again once the subscriber has signed a new cap
     * @enum {string}
     */
    status: "ACTIVE" | "PAUSED" | "STOPPED";
    /** @description The balance is topped up when less than this is available, in USDC; below zero: when more than that is owed */
    below: string;
    /** @description Amount of each top-up, in USDC; null: what is owed */
    amount: string | null;
    /** @description Max total of automatic top-ups in any 24 hours, in USDC */
    perDayAtMost: string;
    /** @description Why it is `STOPPED` or `PAUSED`; null while it is `ACTIVE` */
    stoppedReason: string | null;
    /** @description When the next top-up is allowed, while it is `PAUSED`; otherwise null */
    pausedUntil: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description A part of a balance that is set aside for a call. */
export interface Hold {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the balance */
    balanceId: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the subscriber whose balance it is */
    userId: string;
    /** @description Names the call */
    key: string;
    /**
     * @description `HELD`: the amount is set aside. `COMMITTED`: `charged` was taken, and the rest given back. `RELEASED`, `EXPIRED`: all of it was given back
     * @enum {string}
     */
    status: "HELD" | "COMMITTED" | "RELEASED" | "EXPIRED";
    /** @description Amount set aside, in USDC */
    amount: string;
    /** @description Amount charged, in USDC; null unless the hold is `COMMITTED` */
    charged: string | null;
    /** @description The usage event that was recorded with the commit; null if there is none */
    usageEventId: string | null;
    /** @description What is reserved in limits while it is `HELD`; null: nothing */
    usage: {
        /** @description Id of the subscription */
        subscriptionId: string;
        /** @description Its usage event's key, or another one with the same prefix */
        eventKey: string;
        /** @description Who or what uses it; null: not told */
        subject: string | null;
        /** @description Max number of units */
        quantity: string;
    } | null;
    /**
     * Format: date-time
     * @description When the amount is given back unless the hold was committed or released
     */
    expiresAt: string;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description An invoice as lists and webhooks show it: without its usage events, which `GET /usage-events?invoiceId=` lists. */
export interface InvoiceSummary {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the payment plan */
    paymentPlanId: string;
    /** @description Id of the billed user */
    userId: string;
    /** @description Id of the billed subscription; null if there is none */
    subscriptionId: string | null;
    /**
     * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: paid by a confirmed settlement. `EXPIRED`: `dueAt` passed without payment. `VOID`: cancelled.
     * @enum {string}
     */
    status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description When the invoice becomes `EXPIRED`, unless it is paid first; null: never */
    dueAt: string | null;
    /** @description When a settlement was confirmed; null before that, whatever the status */
    paidAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    service: ServiceRecord;
    paymentPlan: Plan;
    user: User;
    /** @description The billed subscription; null if there is none */
    subscription: {
        /** @description What other calls name it by */
        id: string;
        /**
         * @description `ACTIVE`: accepts usage and, if its plan has a billing interval and `cancelAt` is null, renews. `CANCELLED`: ended permanently
         * @enum {string}
         */
        status: "ACTIVE" | "CANCELLED";
    } | null;
    /** @description What the invoice bills, as you sent it: at most 100 lines, whose amounts add up to `amount`. Empty if you sent none */
    lines: InvoiceLine[];
    /** @description When the period that the invoice bills began; null if it says none */
    periodStart: string | null;
    /** @description When that period ended; null if it says none */
    periodEnd: string | null;
    /** @description Number of the bill among the bills of its subscription's usage; null if it is no such bill */
    billNumber: number | null;
    /**
     * Format: hex
     * @description Hash of what the invoice bills, as docs/proofs.md specifies. `GET /invoices/{invoiceId}/proof` returns what it commits to
     */
    billHash: `0x${string}`;
    /** @description Address of the invoice's page, for its subscriber. Anyone with it can see what is billed, pay, and get the receipt; `POST /invoices/{invoiceId}/rotate-link` replaces it */
    url: string;
    /** @description Number of usage events recorded with the invoice's id, without voided ones, counted up to 10000: 10000 means 10000 or more */
    usageEventCount: number;
    /** @description Sum of the invoice's credit notes, in USDC: at most `amount` */
    credited: string;
    /** @description What was paid from the subscriber's prepaid balance, in USDC. It is given back if the invoice is `VOID`, or `EXPIRED` unpaid */
    paidFromBalance: string;
    /** @description What a settlement of the invoice pays, in USDC: `amount`, less the credit notes that were created before it was paid, and less `paidFromBalance` */
    amountDue: string;
    /** @description The invoice's credit notes, newest first: at most the 10 newest. `GET /credit-notes?invoiceId=` lists all */
    creditNotes: CreditNoteRecord[];
    /** @description The attempts to pay the invoice, including failed ones, newest first: at most the 10 newest. `GET /settlements?invoiceId=` lists all */
    settlements: SettlementRecord[];
}
/** @description Why an invoice is not paid, or how it was, and what its seller can do. */
export interface InvoiceExplanation {
    /**
     * @description The invoice's status
     * @enum {string}
     */
    status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
    /**
     * @description The reason as a code. More may be added
     * @enum {string}
     */
    code: "paid" | "paid_from_balance" | "draft" | "void" | "expired" | "nothing_due" | "payment_pending" | "payment_submitted" | "payment_timed_out" | "payment_failed" | "collection_failed" | "collection_due" | "prices_not_signed" | "cap_unusable" | "no_payout_address" | "page_takes_no_payments" | "not_paid_yet";
    /** @description The reason in sentences, to show to people */
    reason: string;
    /** @description What the seller can do, a sentence each; empty if there is nothing to do */
    remedies: string[];
    /** @description When the service tries to collect the invoice under its spending cap next; null: it does not */
    nextAttemptAt: string | null;
}
/** @description What an invoice bills, and how it was paid. docs/proofs.md says how anyone can check it. */
export interface InvoiceProof {
    /**
     * Format: hex
     * @description Hash of the bill
     */
    billHash: `0x${string}`;
    bill: Bill;
    /** @description What credit notes before the payment took off its amount */
    credited: string;
    /** @description What was paid from a prepaid balance */
    paidFromBalance: string;
    /** @description The rate cards that the bill, and those before it, name */
    rateCards: {
        /** @description What other calls name it by */
        id: string;
        /** @description What is priced and how: 1 to 20 components, each of which is a line of a quote. docs/billing.md has the rules */
        components: RateCardComponent[];
    }[];
    /** @description The numbered bills of the subscription before it, newest first: at most 1,000, and at most 1,000,000 characters */
    billsBefore: Bill[];
    /** @description The proof of the payment; null until the invoice is `PAID` by a settlement */
    settlement: SettlementProof | null;
}
/** @description What an invoice bills. Its hash is keccak256 of its canonical JSON. */
export interface Bill {
    /**
     * @description Version of the format
     * @enum {number}
     */
    version: 1;
    /** @description Id of the invoice */
    invoiceId: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the billed subscription; null: none, or the one that the payment started */
    subscriptionId: string | null;
    /** @description USDC */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description When the period began; null if the invoice has none */
    periodStart: string | null;
    /** @description When the period ended; null if the invoice has none */
    periodEnd: string | null;
    /** @description The lines of the invoice */
    lines: {
        /** @description What is billed */
        description: string;
        /** @description How much of it */
        quantity: string;
        /** @description Price of one unit, with six to twelve decimal places */
        unitAmount: string;
        /** @description Amount of the line */
        amount: string;
    }[];
    /** @description The usage that it bills; null: none that the service has measured */
    usage: {
        /** @description Number of the bill among those of its subscription; null: it has none */
        billNumber: number | null;
        /** @description Hash of the numbered bill before; null: there is none */
        billBefore: `0x${string}` | null;
        /** @description The period that is billed, and earlier ones whose usage is not as an earlier bill said; oldest first */
        periods: {
            /**
             * Format: date-time
             * @description When it begins
             */
            from: string;
            /** @description When it ends; null: all later usage is of it */
            to: string | null;
            /** @description Id of the rate card that prices it; null: no stored card does */
            rateCardId: string | null;
            /** @description Hash of the rate card's components; null: no card prices it */
            rateCardHash: `0x${string}` | null;
            /** @description What a prepaid balance has paid for its usage; null without a card. 0 in a bill without a number, which sets nothing off */
            prepaid: string | null;
            /** @description What it costs by the card, less `prepaid`; null without a card. Less than 0 if usage that was not prepaid made all of it cheaper */
            charge: string | null;
            /** @description The `charge` that an earlier bill gave; null: none did */
            chargeBefore: string | null;
            /** @description Its usage by prefix, in the order of the last events */
            totals: {
                /** @description The part of the event keys before the first `:`; empty: all usage whose prefix the rate card does not name */
                prefix: string;
                /** @description How many events */
                count: number;
                /** @description Sum of the quantities */
                quantity: string;
                /** @description The largest quantity */
                max: string;
                /** @description The quantity of the event that occurred last */
                last: string;
                /**
                 * Format: hex
                 * @description Root of the Merkle tree over these events
                 */
                root: `0x${string}`;
            }[];
        }[];
        /** @description The `charge` of all periods so far; null without a card */
        charged: string | null;
        /** @description What the bills before asked for, less credits of usage */
        billed: string;
    } | null;
    /** @description The newest root of the subscription's usage before that was measured; null: there was none */
    usageRoot: {
        /** @description Its number */
        number: number;
        /**
         * Format: hex
         * @description The root
         */
        root: `0x${string}`;
    } | null;
}
/** @description The fields of a settlement's event and its location on the settlement chain. */
export interface SettlementProof {
    /** @description Id of the settlement */
    settlementId: string;
    /** @description Id of the invoice */
    invoiceId: string;
    /** @description EIP-155 chain id */
    chainId: number;
    /**
     * Format: hex
     * @description Address of the SettlementRegistry contract that recorded the settlement
     */
    contract: `0x${string}`;
    /** @description Number of the block that contains the event */
    blockNumber: number;
    /**
     * Format: hex
     * @description Hash of the block
     */
    blockHash: `0x${string}`;
    /**
     * Format: hex
     * @description Hash of the transaction that recorded the settlement
     */
    transactionHash: `0x${string}`;
    /** @description Index of the event among all events of the block, from 0 */
    logIndex: number;
    /** @description The `SettlementRecorded` event, field by field */
    event: {
        /**
         * Format: hex
         * @description The settlement's `referenceHash`
         */
        referenceHash: `0x${string}`;
        /**
         * Format: hex
         * @description keccak256 of the invoice's id
         */
        invoiceHash: `0x${string}`;
        /**
         * Format: hex
         * @description Address of the payer
         */
        payer: `0x${string}`;
        /**
         * Format: hex
         * @description Address of the merchant
         */
        merchant: `0x${string}`;
        /**
         * Format: hex
         * @description Address of the USDC contract; the zero address if the event names no token
         */
        token: `0x${string}`;
        /** @description In token units: 12.5 USDC is 12500000 */
        amount: string;
        /**
         * Format: hex
         * @description Address that called the contract to record the settlement
         */
        operator: `0x${string}`;
    };
    /** @description The refunds of the settlement to the payer's wallet: at most the 100 newest */
    refunds?: RefundProof[] | undefined;
}
/** @description The fields of a refund's event and its location on the settlement chain. */
export interface RefundProof {
    /** @description Id of the credit note */
    creditNoteId: string;
    /**
     * Format: hex
     * @description Address of the SettlementRefunder contract that paid and recorded the refund
     */
    contract: `0x${string}`;
    /** @description Number of the block that contains the event */
    blockNumber: number;
    /**
     * Format: hex
     * @description Hash of the block
     */
    blockHash: `0x${string}`;
    /**
     * Format: hex
     * @description Hash of the transaction that paid and recorded the refund
     */
    transactionHash: `0x${string}`;
    /** @description Index of the event among all events of the block, from 0 */
    logIndex: number;
    /** @description The `RefundRecorded` event, field by field */
    event: {
        /**
         * Format: hex
         * @description keccak256 of the credit note's id
         */
        creditNoteHash: `0x${string}`;
        /**
         * Format: hex
         * @description keccak256 of the invoice's id
         */
        invoiceHash: `0x${string}`;
        /**
         * Format: hex
         * @description Address that received the refund
         */
        payer: `0x${string}`;
        /**
         * Format: hex
         * @description Address of the settlement's contract
         */
        registry: `0x${string}`;
        /**
         * Format: hex
         * @description Address of the USDC contract
         */
        token: `0x${string}`;
        /** @description In token units: 2.5 USDC is 2500000 */
        amount: string;
        /**
         * Format: hex
         * @description Address that paid the refund
         */
        refunder: `0x${string}`;
    };
}
/** @description A proof that an invoice bills a usage event. */
export interface UsageProof {
    /** @description The event */
    usageEvent: {
        /** @description What was used. Each key is recorded once per subscription */
        eventKey: string;
        /** @description Number of units */
        quantity: string;
        /**
         * Format: date-time
         * @description When the usage occurred
         */
        occurredAt: string;
    };
    /** @description The `prefix` of the totals that have it */
    prefix: string;
    /** @description Its place among these events, from 0: by time, quantity and the bytes of its key */
    index: number;
    /** @description The other parts of the tree on the way from the event to the root, the lowest first: SHA-256 in Base64, and sum of the quantities */
    path: [
        string,
        string
    ][];
}
/** @description An invoice as its page shows it. */
export interface LinkedInvoice {
    /**
     * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: paid by a confirmed settlement. `EXPIRED`: `dueAt` passed without payment. `VOID`: cancelled.
     * @enum {string}
     */
    status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description When the invoice becomes `EXPIRED`, unless it is paid first; null: never */
    dueAt: string | null;
    /** @description When a settlement was confirmed; null before that, whatever the status */
    paidAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description The seller */
    seller: {
        /** @description The seller's name; null if none was given */
        name: string | null;
    };
    /** @description The service that is billed */
    service: {
        /** @description Name of the service */
        name: string;
        /** @description Description of the service; null if none was given */
        description: string | null;
        /** @description How the page looks; null if no branding was given */
        branding: {
            /** @description Path of the logo on the service's own origin; null if there is none */
            logoPath: string | null;
            /** @description Color of buttons and links. Pages use lighter and darker shades of it, so that text has enough contrast in light and in dark mode; null if none was given */
            color: string | null;
            /** @description Page where subscribers get help; null if none was given */
            supportUrl: string | null;
            /** @description The terms of service; null if none was given */
            termsUrl: string | null;
            /** @description The privacy policy; null if none was given */
            privacyUrl: string | null;
        } | null;
    };
    /** @description The plan and its price */
    paymentPlan: {
        /** @description Name of the plan, shown on invoices and at checkout */
        name: string;
        /** @description Description of the plan; null if none was given */
        description: string | null;
        /**
         * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount per unit of usage. `ONE_TIME`: one payment.
         * @enum {string}
         */
        pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
        /**
         * @description How often subscriptions renew. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: never; a subscription has one period without an end, so a `FIXED_RECURRING` plan is paid once, and usage is billed when the subscription is cancelled.
         * @enum {string}
         */
        billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
        /** @description Price in USDC with six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`) */
        amount: string;
        /** @description Always `USDC` */
        currency: string;
        /** @description What one unit of usage is; null if none was given */
        unit: string | null;
    };
    /** @description The subscriber */
    billedTo: {
        /** @description Name of the user; null if none was given */
        name: string | null;
        /** @description E-mail address. Comparisons ignore case. A domain with letters outside of ASCII is in Punycode */
        email: string;
    };
    /** @description Sum of the invoice's credit notes, in USDC: at most `amount` */
    credited: string;
    /** @description What was paid from the subscriber's prepaid balance, in USDC. It is given back if the invoice is `VOID`, or `EXPIRED` unpaid */
    paidFromBalance: string;
    /** @description What a settlement of the invoice pays, in USDC: `amount`, less the credit notes that were created before it was paid, and less `paidFromBalance` */
    amountDue: string;
    /** @description The invoice's credit notes, newest first: at most the 10 newest */
    creditNotes: {
        /** @description Amount in USDC, with six decimal places */
        amount: string;
        /** @description Reason for the credit note, as you sent it */
        reason: string;
        /**
         * @description `APPLIED`: created before the invoice was paid; it lowers the amount due. `ISSUED`: created after the payment, and not refunded. `REFUNDING`: a refund to the payer's wallet was started, or a reorganization of the chain took back the payment that was refunded to a balance. `REFUNDED`: the amount was refunded.
         * @enum {string}
         */
        status: "APPLIED" | "ISSUED" | "REFUNDING" | "REFUNDED";
        /**
         * Format: date-time
         * @description Creation time
         */
        createdAt: string;
    }[];
    /** @description The invoice's disputes, newest first: at most 20 */
    disputes: LinkedDispute[];
    /** @description When the period that the invoice bills began; null if it says none */
    periodStart: string | null;
    /** @description When that period ended; null if it says none */
    periodEnd: string | null;
    /** @description What the invoice bills: at most 100 lines, whose amounts add up to `amount`. Empty if the seller sent none */
    lines: InvoiceLine[];
    /** @description Whether the invoice is a top-up, whose payment credits the subscriber's prepaid balance with the service */
    creditsBalance: boolean;
    /** @description How many usage events the invoice bills. Those that were only recorded with its id are counted up to 10000: 10000 means 10000 or more */
    usageEventCount: number;
    /** @description Where to pay; null if this seller cannot take payments here */
    chain: {
        /** @description EIP-155 chain id */
        chainId: number;
        /**
         * Format: hex
         * @description Address of the USDC contract
         */
        token: `0x${string}`;
        /**
         * Format: hex
         * @description Address of the contract that collects and records the payment
         */
        collector: `0x${string}`;
        /**
         * Format: hex
         * @description Address that receives the payment
         */
        merchantAddress: `0x${string}`;
        /** @description A block explorer of the chain, which shows a transaction at `<explorerUrl>/tx/<hash>`; null if none is known */
        explorerUrl: string | null;
    } | null;
    terms: PaymentTerms;
    /** @description The payment in progress or completed, otherwise the last one that failed; null before the first */
    payment: WalletPayment | null;
    /** @description The confirmed payment; null until the invoice is `PAID`, and if all of it was paid from the prepaid balance */
    receipt: {
        /**
         * Format: hex
         * @description Hash of the transaction that the payment was recorded by
         */
        transactionHash: `0x${string}`;
        /**
         * Format: hex
         * @description Address of the wallet that paid
         */
        payerAddress: `0x${string}`;
        /**
         * Format: hex
         * @description Address that was paid
         */
        merchantAddress: `0x${string}`;
        /** @description Amount that was paid, in USDC */
        amount: string;
        /**
         * Format: date-time
         * @description When the payment was confirmed
         */
        confirmedAt: string;
        /** @description The transaction in a block explorer; null if none is configured */
        transactionUrl: string | null;
    } | null;
}
/** @description A dispute of an invoice. */
export interface LinkedDispute {
    /** @description What other calls name it by */
    id: string;
    /**
     * @description `OPEN`: not answered. `ACCEPTED`: the events were corrected, and the amount credited. `DECLINED`: the bill stays as it is.
     * @enum {string}
     */
    status: "OPEN" | "ACCEPTED" | "DECLINED";
    /** @description Why the bill is wrong, in the payer's words */
    reason: string;
    /** @description What the invoice bills too much if the payer is right, in USDC, by the rate cards of its bill and after earlier accepted disputes; null: no stored rate card prices these events */
    amount: string | null;
    /** @description The seller's answer, in one line; null: none was given */
    answer: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description When it was accepted or declined; null while it is `OPEN` */
    closedAt: string | null;
    /** @description How many usage events are disputed */
    usageEventCount: number;
}
/** @description The payment of an invoice, to be signed. */
export interface PreparedInvoicePayment {
    /**
     * Format: hex
     * @description Address of the wallet that signs
     */
    payerAddress: `0x${string}`;
    /** @description The wallet's balance, in USDC */
    balance: string;
    /** @description When the signature expires, in Unix seconds of the chain's clock */
    validUntil: number;
    typedData: TypedData;
}
/** @description The state of an invoice's payment. */
export interface InvoicePaymentStatus {
    /**
     * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: paid by a confirmed settlement. `EXPIRED`: `dueAt` passed without payment. `VOID`: cancelled.
     * @enum {string}
     */
    status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
    terms: PaymentTerms;
    /** @description The payment in progress or completed, otherwise the last one that failed; null before the first */
    payment: WalletPayment | null;
}
/** @description The usage that an invoice bills, added up. */
export interface InvoiceUsage {
    /** @description Number of events, at most 100000: 100000 means that the sums are of the newest 100000 events */
    count: number;
    /**
     * @description The length of the intervals: `DAY` if the usage spans fewer than 62 days, `MONTH` if it spans fewer than 60 months
     * @enum {string}
     */
    interval: "DAY" | "MONTH" | "YEAR";
    /** @description The usage by prefix, most events first; at most 6 prefixes */
    prefixes: {
        /** @description The part of the events' keys before the first `:` */
        prefix: string;
        /** @description Sum of the units, with six decimal places */
        quantity: string;
        /** @description Number of events */
        count: number;
        /** @description The intervals that have usage, oldest first */
        intervals: {
            /** @description First day of the interval, in UTC */
            start: string;
            /** @description Sum of the units, with six decimal places */
            quantity: string;
            /** @description Number of events */
            count: number;
        }[];
    }[];
    /** @description Whether there are more prefixes */
    hasMorePrefixes: boolean;
}
/** @description A usage event, as a bill commits to it, and the usage root that contains it. */
export interface RootedEvent {
    /** @description What was used. Each key is recorded once per subscription */
    eventKey: string;
    /** @description Number of units */
    quantity: string;
    /**
     * Format: date-time
     * @description When the usage occurred
     */
    occurredAt: string;
    /** @description Number of the usage root; null: none contains it yet, or the database was restored since */
    root: number | null;
}
/** @description A change of usage, by its hash alone. */
export interface UsageHash {
    /** @description Number of the root that contains it */
    root: number;
    /**
     * Format: hex
     * @description Of an event, that of its leaf in the tree of a bill; of a void, that of its key
     */
    hash: `0x${string}`;
}
/** @description A part of an invoice's amount that is not owed, and its refund. */
export interface CreditNote {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the invoice */
    invoiceId: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the subscriber */
    userId: string;
    /**
     * @description `APPLIED`: created before the invoice was paid; it lowers the amount due. `ISSUED`: created after the payment, and not refunded. `REFUNDING`: a refund to the payer's wallet was started, or a reorganization of the chain took back the payment that was refunded to a balance. `REFUNDED`: the amount was refunded.
     * @enum {string}
     */
    status: "APPLIED" | "ISSUED" | "REFUNDING" | "REFUNDED";
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description Reason for the credit note, as you sent it */
    reason: string;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
    /** @description Number of the bill, if it gives back usage that bills have billed too much; null otherwise */
    billNumber: number | null;
    /** @description The credited items, as you sent them: at most 100 lines, whose amounts add up to `amount`. Empty if you sent none */
    lines: InvoiceLine[];
    /** @description The current refund, or the last one that failed; null if no refund was started */
    refund: Refund | null;
}
/** @description The refund of a credit note. */
export interface Refund {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the credit note */
    creditNoteId: string;
    /**
     * @description Where the refund goes: to the subscriber's balance or to the wallet that paid
     * @enum {string}
     */
    to: "BALANCE" | "WALLET";
    /**
     * @description `PENDING`: not paid on the page at `url`, or not confirmed yet. After a chain reorganization, a confirmed refund can become `PENDING` again, and so can a refund to a balance whose payment is undone: its credit is taken back, and given again with the payment. `CONFIRMED`: refunded. `FAILED`: it was not paid in time and can never be paid; start another refund
     * @enum {string}
     */
    status: "PENDING" | "CONFIRMED" | "FAILED";
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Id of the credited balance; null for a wallet */
    balanceId: string | null;
    /** @description Id of the credit in the balance's ledger; null for a wallet */
    balanceCreditId: string | null;
    /** @description Address of the page on which your wallet pays the refund; null for a refund to a balance. Keep it secret */
    url: string | null;
    /** @description Address that receives the refund: the wallet that paid the invoice; null for a refund to a balance */
    payerAddress: `0x${string}` | null;
    /** @description EIP-155 chain id; null for a refund to a balance */
    chainId: number | null;
    /** @description Address of the contract that pays and records the refund; null for a refund to a balance */
    contract: `0x${string}` | null;
    /** @description When the contract stops accepting the refund, by the chain's clock; null for a refund to a balance */
    expiresAt: string | null;
    /**
     * Format: hex
     * @description Hash of the refund's transaction; null until it is confirmed on the chain
     */
    transactionHash: `0x${string}` | null;
    /** @description Why the refund is `FAILED`; null otherwise */
    failure: string | null;
    /**
     * Format: date-time
     * @description When the refund was started
     */
    createdAt: string;
    /** @description When the refund was confirmed; null until it is `CONFIRMED` */
    confirmedAt: string | null;
}
/** @description What you are told when a value crosses levels. */
export interface Alert {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /**
     * @description What it watches. `usage`: the quantity of the events of a billing period. `spend`: what these were charged to balances. `balance`: what is available of a prepaid balance. `cap`: what is left of a spending cap. `forecast`: what all usage of the running period will cost by the rate card if it goes on like this
     * @enum {string}
     */
    on: "usage" | "spend" | "balance" | "cap" | "forecast";
    /** @description Up to 10 levels, in units for `usage` and in USDC for all others. `usage`, `spend` and `forecast` cross a level when they reach it, `balance` and `cap` when they fall below it. Of several that a commit crosses, the last is reported */
    levels: string[];
    /** @description Whether `alert.recovered` is sent too, when the value is back on the other side */
    recovery: boolean;
    /** @description Whether the subscriber is told too: by e-mail, once a day for a level, and in the portal while a level is crossed */
    tellsSubscriber: boolean;
    /** @description Only of this subscription; null: of each */
    subscriptionId: string | null;
    /** @description Only of this balance; null: of each */
    balanceId: string | null;
    /** @description Only events whose `eventKey` has this before its first `:`, or is this; null: all events */
    keyPrefix: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
}
/** @description What an alert watches, as it is now. */
export interface AlertState {
    alert: Alert;
    /** @description Of which subscription; null: of a balance */
    subscriptionId: string | null;
    /** @description Of which balance; null: of a subscription */
    balanceId: string | null;
    /** @description The value; null: there is no spending cap, or no forecast yet. It is what the alert saw last: of a cap, what was left when the chain was asked, at most an hour ago */
    value: string | null;
    /** @description The levels that are crossed now */
    crossed: string[];
}
/** @description A limit on the usage of a service. */
export interface UsageLimit {
    /** @description What other calls name it by */
    id: string;
    /** @description Your name for the limit */
    name: string;
    /**
     * @description Who has set it. `SUBSCRIBER`: it is a stop of the portal, named `stopped-by-subscriber`. It refuses usage from its `createdAt` on and counts none, so `used` is 0
     * @enum {string}
     */
    setBy: "SELLER" | "SUBSCRIBER";
    /** @description Id of the service */
    serviceId: string;
    /**
     * @description Whose usage counts together. `service`: all of the service. `subscription`: each subscription by itself. `subject`: each subject of a subscription by itself
     * @enum {string}
     */
    scope: "service" | "subscription" | "subject";
    /** @description Only usage of it; null: of each */
    subscriptionId: string | null;
    /** @description Only usage of it; null: of each */
    subject: string | null;
    /** @description Only events whose keys have this prefix; null: all events */
    keyPrefix: string | null;
    /**
     * @description What counts. `quantity`: the sum of `quantity`. `charge`: the sum of what the events were charged to balances, in USDC. `count`: the number of events
     * @enum {string}
     */
    measure: "quantity" | "charge" | "count";
    /** @description The most that may be used in a window */
    max: string;
    /**
     * @description When usage counts together, by `occurredAt`. `hour`: of UTC. `day`: of `timeZone`. `period`: the billing period of the subscription; without a billing interval all of its time. `rolling`: the last `seconds`, in steps of a sixtieth of them, at least of a second. `ever`: all usage
     * @enum {string}
     */
    window: "hour" | "day" | "period" | "rolling" | "ever";
    /** @description The time zone in which a `day` begins; null for other windows */
    timeZone: string | null;
    /** @description How long a `rolling` window is; null for other windows */
    seconds: number | null;
    /**
     * @description `REJECT`: an event with which more than `max` would be used is refused with 402. `NOTIFY`: none is refused
     * @enum {string}
     */
    action: "NOTIFY" | "REJECT";
    /** @description At which parts of `max` the event `limit.crossed` is sent, once for each crossing in a window: up to 10 numbers from 0.01 to 10, with two decimal places. The level 1 is crossed when all is used, or an event is refused */
    levels: number[];
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description How much of a limit is used. */
export interface LimitUsage {
    limit: UsageLimit;
    /** @description Whose usage it is; null: of all subscriptions of the service */
    subscriptionId: string | null;
    /** @description Of which subject; null: of all */
    subject: string | null;
    /** @description What is used in the window */
    used: string;
    /** @description What holds reserve */
    reserved: string;
    /** @description What is left in the window, without what is reserved; at least 0 */
    remaining: string;
    /** @description Start of the window; null: it has none */
    windowStart: string | null;
    /** @description When the window ends; of a `rolling` one, when the first usage in it no longer counts; null: never, or there is none */
    resetsAt: string | null;
}
/** @description A payer's objection to usage events that an invoice bills, and the seller's answer. */
export interface Dispute {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the invoice */
    invoiceId: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the billed user */
    userId: string;
    /**
     * @description `OPEN`: not answered. `ACCEPTED`: the events were corrected, and the amount credited. `DECLINED`: the bill stays as it is.
     * @enum {string}
     */
    status: "OPEN" | "ACCEPTED" | "DECLINED";
    /** @description The disputed events */
    usageEvents: DisputedEvent[];
    /** @description Why the bill is wrong, in the payer's words */
    reason: string;
    /** @description What the invoice bills too much if the payer is right, in USDC, by the rate cards of its bill and after earlier accepted disputes; null: no stored rate card prices these events */
    amount: string | null;
    /** @description Always `USDC` */
    currency: string;
    /** @description The seller's answer, in one line; null: none was given */
    answer: string | null;
    /** @description Id of the credit note that was created when the dispute was accepted; null: none was */
    creditNoteId: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
    /** @description When it was accepted or declined; null while it is `OPEN` */
    closedAt: string | null;
}
/** @description A disputed usage event. */
export interface DisputedEvent {
    /** @description Key of the event */
    eventKey: string;
    /**
     * Format: date-time
     * @description When the usage occurred, as billed
     */
    occurredAt: string;
    /** @description The quantity that the bill counts */
    billedQuantity: string;
    /** @description The quantity by the payer's own count; null: the event never occurred */
    claimedQuantity: string | null;
}
/** @description A refund, as its page shows it. */
export interface LinkedRefund {
    /**
     * @description `PENDING`: not paid, or not confirmed yet. `CONFIRMED`: paid. `FAILED`: it was not paid in time
     * @enum {string}
     */
    status: "PENDING" | "CONFIRMED" | "FAILED";
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description The reason of the credit note */
    reason: string;
    /** @description The service that was billed */
    service: {
        /** @description Name of the service */
        name: string;
        /** @description Description of the service; null if none was given */
        description: string | null;
        /** @description How the page looks; null if no branding was given */
        branding: {
            /** @description Path of the logo on the service's own origin; null if there is none */
            logoPath: string | null;
            /** @description Color of buttons and links. Pages use lighter and darker shades of it, so that text has enough contrast in light and in dark mode; null if none was given */
            color: string | null;
            /** @description Page where subscribers get help; null if none was given */
            supportUrl: string | null;
            /** @description The terms of service; null if none was given */
            termsUrl: string | null;
            /** @description The privacy policy; null if none was given */
            privacyUrl: string | null;
        } | null;
    };
    /**
     * Format: hex
     * @description Address that receives the refund
     */
    payerAddress: `0x${string}`;
    /** @description The chain and the contracts with which the refund is paid */
    chain: {
        /** @description EIP-155 chain id */
        chainId: number;
        /**
         * Format: hex
         * @description Address of the USDC contract
         */
        token: `0x${string}`;
        /**
         * Format: hex
         * @description Address of the contract that pays and records the refund
         */
        contract: `0x${string}`;
    };
    /**
     * Format: date-time
     * @description When the contract stops accepting the refund
     */
    expiresAt: string;
    /**
     * Format: hex
     * @description Hash of the refund's transaction; null until it is confirmed on the chain
     */
    transactionHash: `0x${string}` | null;
    /** @description The transaction in a block explorer; null if none is configured */
    transactionUrl: string | null;
}
/** @description The transaction that the seller's wallet sends next. */
export interface PreparedRefund {
    /**
     * Format: hex
     * @description Address of the wallet that pays
     */
    walletAddress: `0x${string}`;
    /** @description The wallet's balance, in USDC */
    balance: string;
    /**
     * @description `deploy`: deploys the refund contract on the chain, once for all sellers. `approve`: lets the contract take the amount. `refund`: pays the refund. After `deploy` and `approve`, call this operation again
     * @enum {string}
     */
    step: "deploy" | "approve" | "refund";
    /**
     * Format: hex
     * @description Receiver of the transaction
     */
    to: `0x${string}`;
    /**
     * Format: hex
     * @description Data of the transaction in hex
     */
    data: `0x${string}`;
}
/** @description A payment of an invoice, recorded on the settlement chain. */
export interface Settlement {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the invoice */
    invoiceId: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the user who pays: the invoice's user */
    payerId: string;
    /** @description Id of the user who is paid: the owner of the service */
    merchantId: string;
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /**
     * Format: hex
     * @description The settlement's id on the chain, as supplied: 32 bytes in hex
     */
    referenceHash: `0x${string}`;
    /**
     * Format: hex
     * @description Hash of the transaction on the settlement chain; null before one was sent. Until the settlement is `CONFIRMED`, a transaction with higher fees can replace it
     */
    transactionHash: `0x${string}` | null;
    /**
     * @description `PENDING`: not sent to the chain yet. `SUBMITTED`: sent, without a result yet. `CONFIRMED`: recorded on the chain; after a chain reorganization it can become `SUBMITTED` again. `FAILED`: refused by the chain, or not confirmed in time. A settlement that was not confirmed in time, or whose refusal is not final yet, can still become `CONFIRMED`: the service keeps checking. So never pay again because of `FAILED`. Instead, repeat `POST /settlements` with the same `referenceHash`: it never pays twice, it joins a settlement in progress, and it makes a new attempt only when the old one can no longer succeed. Until then, another `referenceHash` is refused with 409.
     * @enum {string}
     */
    status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
    /** @description How the payment was collected: with the payer's `authorization` on the checkout page, from the payer's `allowance` under a spending cap, or by a `transfer` that the payer signed with x402; null: the payment was made elsewhere */
    collect: ("authorization" | "allowance" | "transfer") | null;
    /**
     * Format: date-time
     * @description When the payment was made, as supplied. Default: the time of the call
     */
    recordedAt: string;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description The invoice that the settlement pays */
    invoice: {
        /** @description What other calls name it by */
        id: string;
        /**
         * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: paid by a confirmed settlement. `EXPIRED`: `dueAt` passed without payment. `VOID`: cancelled.
         * @enum {string}
         */
        status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
        /** @description Amount in USDC, with six decimal places */
        amount: string;
        /** @description Always `USDC` */
        currency: string;
        /** @description When a settlement was confirmed; null before that, whatever the status */
        paidAt: string | null;
    };
    /** @description The service that the invoice bills */
    service: {
        /** @description What other calls name it by */
        id: string;
        /** @description Name of the service */
        name: string;
    };
    /** @description The user who pays */
    payer: {
        /** @description What other calls name it by */
        id: string;
        /** @description E-mail address. Comparisons ignore case. A domain with letters outside of ASCII is in Punycode */
        email: string;
    };
    /** @description The user who receives the payment */
    merchant: {
        /** @description What other calls name it by */
        id: string;
        /** @description E-mail address. Comparisons ignore case. A domain with letters outside of ASCII is in Punycode */
        email: string;
    };
}
/** @description The transaction of a confirmed settlement on the settlement chain. */
export interface Chain {
    /**
     * Format: hex
     * @description Hash of the transaction that recorded the settlement
     */
    transactionHash: `0x${string}`;
    /** @description Status in the transaction's receipt: `success` */
    receiptStatus: string;
    /** @description Whether the receipt contains the contract's `SettlementRecorded` event */
    eventObserved: boolean;
    /**
     * @description Who sent the transaction. `direct`: the service's own key. `provider`: a wallet provider
     * @enum {string}
     */
    executor: "direct" | "provider";
    /** @description The provider's id of the transaction; null unless the executor is `provider` */
    providerTransactionId: string | null;
    /** @description The provider's state of the transaction, such as `COMPLETE`; null unless the executor is `provider` */
    providerTransactionState: string | null;
}
/** @description A payment that a program made with x402. */
export interface X402Payment {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the payment plan */
    paymentPlanId: string;
    /** @description EIP-155 chain id */
    chainId: number;
    /**
     * Format: hex
     * @description Address of the payer's wallet
     */
    payerAddress: `0x${string}`;
    /**
     * Format: hex
     * @description The nonce that the payer signed: a wallet uses each once
     */
    nonce: `0x${string}`;
    /** @description What was paid, in USDC */
    amount: string;
    /** @description The quantity of the usage event; null: the payment is a top-up */
    quantity: string | null;
    /** @description The URL that was paid for, as the payer named it */
    resource: string | null;
    /** @description The id that the payer gave the payment; null: none */
    paymentIdentifier: string | null;
    /**
     * @description Status of its settlement
     * @enum {string}
     */
    status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
    /**
     * Format: hex
     * @description Hash of the transaction; null before one was sent
     */
    transactionHash: `0x${string}` | null;
    /** @description Id of the user that the payer is; null before it is confirmed */
    userId: string | null;
    /** @description Id of the payer's subscription; null before it is confirmed */
    subscriptionId: string | null;
    /** @description Id of the balance that the payment has topped up; null before it is confirmed */
    balanceId: string | null;
    /** @description Id of its invoice, which exists for you once it is paid */
    invoiceId: string;
    /** @description Id of its settlement, which exists for you once it is confirmed */
    settlementId: string;
    /** @description Id of the usage event; null before it is confirmed, of a top-up, and if a limit has refused the event: then the payment is on the payer's balance */
    usageEventId: string | null;
    /** @description When `POST /x402/settle` answered that it was paid; null: not yet */
    deliveredAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
}
/** @description Sums of invoices and settlements, by day of creation and present status. */
export interface SettledReport {
    /** @description As requested; null: all services */
    serviceId: string | null;
    /** @description As requested */
    timeZone: string;
    /**
     * Format: date-time
     * @description As requested
     */
    from: string;
    /**
     * Format: date-time
     * @description As requested
     */
    to: string;
    /** @description Invoices by their present status. Each invoice counts once: settled ones as `PAID`, those still due as `OPEN`. An `OPEN` invoice of zero does not count. Credit notes that were created before the payment are deducted */
    invoices: {
        /** @description Sums for the whole time, by status. Statuses without records are left out */
        totals: {
            /**
             * @description The present status of these invoices
             * @enum {string}
             */
            status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
            /** @description Sum of their `amountDue` in USDC, with six decimal places */
            amount: string;
            /** @description Number of these invoices */
            count: number;
        }[];
        /** @description Sums by day and status, oldest first */
        days: {
            /** @description The day on which the invoices were created, in the time zone */
            day: string;
            /**
             * @description The present status of these invoices
             * @enum {string}
             */
            status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
            /** @description Sum of their `amountDue` in USDC, with six decimal places */
            amount: string;
            /** @description Number of these invoices */
            count: number;
        }[];
    };
    /** @description Settlements by their present status. An invoice has a settlement for each attempt to pay it, so failed settlements can add up to more than the amount due */
    settlements: {
        /** @description Sums for the whole time, by status. Statuses without records are left out */
        totals: {
            /**
             * @description The present status of these settlements
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            /** @description Sum of their `amount` in USDC, with six decimal places */
            amount: string;
            /** @description Number of these settlements */
            count: number;
        }[];
        /** @description Sums by day and status, oldest first */
        days: {
            /** @description The day on which the settlements were created, in the time zone */
            day: string;
            /**
             * @description The present status of these settlements
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            /** @description Sum of their `amount` in USDC, with six decimal places */
            amount: string;
            /** @description Number of these settlements */
            count: number;
        }[];
    };
}
/** @description Records of a kind that need attention. */
export interface Attention {
    /**
     * @description `payment_stuck`: a payment was sent more than ten minutes ago, and the chain has not decided. `payment_failed`: the last payment of an open invoice failed. `dispute_open`: a dispute has no answer. `refund_to_send`: a credit note of a paid invoice is not refunded. `spending_cap_low`: the next bill of an active subscription may not be collected, by the same rule as the e-mail `spending_cap.low`. `usage_outside`: usage is in no period of its subscription, so no bill contains it; of each subscription the newest event. `webhook_failing`: every webhook to an endpoint fails, or it was disabled. More may be added
     * @enum {string}
     */
    kind: "payment_stuck" | "payment_failed" | "dispute_open" | "refund_to_send" | "spending_cap_low" | "usage_outside" | "webhook_failing";
    /** @description How many were found */
    count: number;
    /** @description Whether there may be more: of open invoices, subscriptions and so on, the newest 1000 are looked at */
    isMore: boolean;
    /** @description Up to three of them, the newest first */
    items: AttentionItem[];
}
/** @description A record that needs attention. */
export interface AttentionItem {
    /** @description Id of the settlement, invoice, dispute, credit note, subscription, usage event or webhook endpoint */
    id: string;
    /** @description What is the matter in sentences, to show to people */
    message: string;
    /** @description Since when; null: that is not known */
    since: string | null;
    /** @description What it is about in USDC, of a low spending cap what is left; null: no amount */
    amount: string | null;
    /** @description null: a webhook endpoint of all services */
    serviceId: string | null;
    /** @description Whether the service is on a test clock, so that it is no real sale */
    isOnTestClock: boolean;
    /** @description The invoice that it is about; null: none */
    invoiceId: string | null;
    /** @description The subscriber that it is about; null: none */
    userId: string | null;
}
/** @description How many records have a status. */
export interface StatusCount {
    /** @description The status, as records show it */
    status: string;
    /** @description How many records have it; at most 1000 */
    count: number;
    /** @description Whether more than 1000 have it */
    isMore: boolean;
}
/** @description A limit, signed by the subscriber, on what can be collected for later invoices. */
export interface SpendingCap {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /**
     * Format: hex
     * @description Address of the wallet that signed the cap and pays
     */
    payerAddress: `0x${string}`;
    /**
     * Format: hex
     * @description The only address that can be paid under the cap
     */
    merchantAddress: `0x${string}`;
    /** @description Maximum that is collected in one period, in USDC */
    perPeriod: string;
    /** @description Length of a period in seconds, counted from a Monday, 00:00 UTC; null: calendar months, in UTC */
    periodSeconds: number | null;
    /** @description Maximum of one collection, in USDC */
    perCharge: string;
    /** @description Maximum that is collected under the cap in all, in USDC */
    total: string;
    /** @description Total collected under the cap so far, in USDC, as recorded on the chain */
    spent: string;
    /** @description Collected in the current period, in USDC, also under the cap that this one has replaced */
    spentInPeriod: string;
    /**
     * Format: date-time
     * @description When the current period ends, by the chain's clock
     */
    periodEnd: string;
    /** @description Whether the subscriber revoked the cap, on the chain or in the portal. Nothing more is collected under a revoked cap */
    revoked: boolean;
    /**
     * Format: date-time
     * @description When the cap expires. Nothing can be collected after that
     */
    validUntil: string;
    /**
     * Format: hex
     * @description Hashes of the rate cards that the cap names, as they were shown when it was signed, in the order of their effect. An invoice that asks for more than its usage costs by the dearest of them is not collected under the cap. Empty: the plan had no rate card
     */
    rateCardHashes: `0x${string}`;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
}
/** @description A new portal session with its address. */
export interface PortalSessionWithUrl {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the subscriber for whom the link is */
    userId: string;
    /** @description Id of the seller whose records with the subscriber it shows; null: every seller */
    ownerId: string | null;
    /** @description Id of the API key or the wallet grant that created it. The link ends when this does, and when the dashboard session does in which it was created */
    apiKeyId: string;
    /** @description What the link may show and change: those scopes of its maker that the portal needs */
    scopes: string[];
    /** @description Where the portal links back to; null: nowhere */
    returnUrl: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description When the link stops working: one hour after it was created, or earlier with what created it
     */
    expiresAt: string;
    /** @description When the link was revoked, or what created it; null: neither */
    revokedAt: string | null;
    /** @description The address of the portal, with a secret token. It is shown only once and not stored. null in a response that is replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): then create another session */
    url: string | null;
}
/** @description A link with which a subscriber sees and changes its own records, for an hour. */
export interface PortalSession {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the subscriber for whom the link is */
    userId: string;
    /** @description Id of the seller whose records with the subscriber it shows; null: every seller */
    ownerId: string | null;
    /** @description Id of the API key or the wallet grant that created it. The link ends when this does, and when the dashboard session does in which it was created */
    apiKeyId: string;
    /** @description What the link may show and change: those scopes of its maker that the portal needs */
    scopes: string[];
    /** @description Where the portal links back to; null: nowhere */
    returnUrl: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description When the link stops working: one hour after it was created, or earlier with what created it
     */
    expiresAt: string;
    /** @description When the link was revoked, or what created it; null: neither */
    revokedAt: string | null;
}
/** @description A subscriber's portal. */
export interface Portal {
    /** @description Id of the portal session */
    id: string;
    /** @description The seller; null if the link shows the records with every seller */
    seller: {
        /** @description The seller's name; null if none was given */
        name: string | null;
    } | null;
    subscriber: PortalSubscriber;
    /** @description Where the portal links back to; null: nowhere */
    returnUrl: string | null;
    /**
     * Format: date-time
     * @description When the link stops working
     */
    expiresAt: string;
    /** @description What the link may show and change */
    scopes: string[];
}
/** @description A subscriber, as the portal shows it. */
export interface PortalSubscriber {
    /** @description Name of the user; null if none was given */
    name: string | null;
    /** @description E-mail address. Comparisons ignore case. A domain with letters outside of ASCII is in Punycode */
    email: string;
    /** @description Whether name and e-mail address can be changed here: the user belongs to this seller alone and sells nothing itself */
    isChangeable: boolean;
}
/** @description A subscription, as the portal shows it. */
export interface PortalSubscription {
    /** @description What other calls name it by */
    id: string;
    /**
     * @description `ACTIVE`: accepts usage and, if its plan has a billing interval and `cancelAt` is null, renews. `CANCELLED`: ended permanently
     * @enum {string}
     */
    status: "ACTIVE" | "CANCELLED";
    /** @description The service that is subscribed to */
    service: {
        /** @description Name of the service */
        name: string;
        /** @description Description of the service; null if none was given */
        description: string | null;
        /** @description How the page looks; null if no branding was given */
        branding: {
            /** @description Path of the logo on the service's own origin; null if there is none */
            logoPath: string | null;
            /** @description Color of buttons and links. Pages use lighter and darker shades of it, so that text has enough contrast in light and in dark mode; null if none was given */
            color: string | null;
            /** @description Page where subscribers get help; null if none was given */
            supportUrl: string | null;
            /** @description The terms of service; null if none was given */
            termsUrl: string | null;
            /** @description The privacy policy; null if none was given */
            privacyUrl: string | null;
        } | null;
    };
    /** @description The plan and its price */
    paymentPlan: {
        /** @description Name of the plan, shown on invoices and at checkout */
        name: string;
        /** @description Description of the plan; null if none was given */
        description: string | null;
        /**
         * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount per unit of usage. `ONE_TIME`: one payment.
         * @enum {string}
         */
        pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
        /**
         * @description How often subscriptions renew. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: never; a subscription has one period without an end, so a `FIXED_RECURRING` plan is paid once, and usage is billed when the subscription is cancelled.
         * @enum {string}
         */
        billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
        /** @description Price in USDC with six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`) */
        amount: string;
        /** @description Always `USDC` */
        currency: string;
        /** @description What one unit of usage is; null if none was given */
        unit: string | null;
    };
    /** @description The rate cards of the plan: the one in effect, then the next one that is announced. Empty if the plan has none: then usage costs the plan's `amount` per unit */
    rateCards: OfferedRateCard[];
    /**
     * Format: date-time
     * @description When the current billing period began
     */
    currentPeriodStart: string;
    /** @description When the current period ends, and with it the subscription if `cancelAt` is set. Otherwise the next one begins; null if the plan's `billingInterval` is `NONE` */
    currentPeriodEnd: string | null;
    /** @description When the subscription ends, or ended, with a period, because it was cancelled with `atPeriodEnd`; null if it renews or was cancelled immediately */
    cancelAt: string | null;
    /** @description When the subscription ended, and its last period with it; null while it is `ACTIVE`. Usage that occurred before then is accepted for an hour after it */
    endedAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description The next charge; null if none is planned */
    nextCharge: {
        /**
         * Format: date-time
         * @description When the next invoice is due to be made
         */
        at: string;
        /** @description Its amount in USDC; null: it depends on the usage until then */
        amount: string | null;
    } | null;
    /** @description Whether the subscriber may cancel at the end of the period */
    canCancel: boolean;
    /** @description Whether the subscriber may take back a scheduled cancellation */
    canRenew: boolean;
}
/** @description A subscription's usage in one period. */
export interface PortalUsage {
    /**
     * Format: date-time
     * @description Start of the period
     */
    from: string;
    /**
     * Format: date-time
     * @description End of the period, which is not part of it
     */
    to: string;
    /** @description Whether the subscription had started before this period */
    hasEarlier: boolean;
    /** @description When the newest root of the subscription's usage was made, which fixes it as it was then; null: there is none */
    fixedAt: string | null;
    /** @description Number of events */
    count: number;
    /**
     * @description The length of the intervals
     * @enum {string}
     */
    interval: "DAY";
    /** @description The usage by prefix, most events first; at most 6 prefixes */
    prefixes: {
        /** @description The part of the events' keys before the first `:` */
        prefix: string;
        /** @description Sum of the units, with six decimal places */
        quantity: string;
        /** @description Number of events */
        count: number;
        /** @description The intervals that have usage, oldest first */
        intervals: {
            /** @description First day of the interval, in UTC */
            start: string;
            /** @description Sum of the units, with six decimal places */
            quantity: string;
            /** @description Number of events */
            count: number;
        }[];
    }[];
    /** @description Whether there are more prefixes */
    hasMorePrefixes: boolean;
}
/** @description A limit on the usage of a subscription, as the portal shows it. */
export interface PortalLimit {
    /** @description What other calls name it by */
    id: string;
    /** @description Only events whose keys have this prefix; null: all events */
    keyPrefix: string | null;
    /**
     * @description What counts. `quantity`: the sum of `quantity`. `charge`: the sum of what the events were charged to balances, in USDC. `count`: the number of events
     * @enum {string}
     */
    measure: "quantity" | "charge" | "count";
    /** @description The most that may be used in a window */
    max: string;
    /**
     * @description When usage counts together, by `occurredAt`. `hour`: of UTC. `day`: of `timeZone`. `period`: the billing period of the subscription; without a billing interval all of its time. `rolling`: the last `seconds`, in steps of a sixtieth of them, at least of a second. `ever`: all usage
     * @enum {string}
     */
    window: "hour" | "day" | "period" | "rolling" | "ever";
    /** @description The time zone in which a `day` begins; null for other windows */
    timeZone: string | null;
    /** @description How long a `rolling` window is; null for other windows */
    seconds: number | null;
    /** @description What is used in the window */
    used: string;
    /** @description What is left in the window, without what is reserved; at least 0 */
    remaining: string;
    /** @description Start of the window; null: it has none */
    windowStart: string | null;
    /** @description When the window ends; of a `rolling` one, when the first usage in it no longer counts; null: never, or there is none */
    resetsAt: string | null;
}
/** @description What an alert watches, as it is now. */
export interface PortalAlert {
    /** @description What other calls name it by */
    id: string;
    /**
     * @description What it watches. `usage`: the quantity of the events of a billing period. `spend`: what these were charged to balances. `balance`: what is available of a prepaid balance. `cap`: what is left of a spending cap. `forecast`: what all usage of the running period will cost by the rate card if it goes on like this
     * @enum {string}
     */
    on: "usage" | "spend" | "balance" | "cap" | "forecast";
    /** @description Up to 10 levels, in units for `usage` and in USDC for all others. `usage`, `spend` and `forecast` cross a level when they reach it, `balance` and `cap` when they fall below it. Of several that a commit crosses, the last is reported */
    levels: string[];
    /** @description Only events whose `eventKey` has this before its first `:`, or is this; null: all events */
    keyPrefix: string | null;
    /** @description Of which balance; null: of a subscription */
    balanceId: string | null;
    /** @description The value; null: there is no spending cap, or no forecast yet. It is what the alert saw last: of a cap, what was left when the chain was asked, at most an hour ago */
    value: string | null;
    /** @description The levels that are crossed now */
    crossed: string[];
}
/** @description Who stops some usage of a subscription. */
export interface PortalStop {
    /** @description What is stopped or started; null: all usage of the subscription */
    subject: string | null;
    /** @description Who has stopped it: the seller with a limit of 0, the subscriber in the portal; empty: nobody */
    stoppedBy: ("SELLER" | "SUBSCRIBER")[];
}
/** @description The next bill of a subscription's usage, as the portal shows it. */
export interface PortalUpcomingInvoice {
    /**
     * @description `RUNNING`: the period is not over, and this is what it costs so far. `WAITING`: it is over, and its usage may still arrive. `DUE`: create the invoice. `OWED`: the subscription has ended, and the subscriber is owed `carriedForward`. `DONE`: nothing more will be billed, unless usage is corrected
     * @enum {string}
     */
    status: "RUNNING" | "WAITING" | "DUE" | "OWED" | "DONE";
    /**
     * Format: date-time
     * @description When the billed period began
     */
    periodStart: string;
    /** @description When the billed period ended or will end. A cancellation ends it early. Null if it has no end yet */
    periodEnd: string | null;
    /** @description When the bill is due: after the period's end and the grace. Null if the period has no end yet, or nothing will be billed */
    dueAt: string | null;
    /** @description What the invoice bills, in USDC. 0 if that is less than `leastAmount`: then all of it is carried forward */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description The lines of the invoice: what the period costs by each price, `prepaid` as one line that takes it off, and `broughtForward` as one line. They add up to `amount` and `carriedForward` */
    lines: {
        /** @description What is billed, in one line */
        description: string;
        /** @description How much of it */
        quantity: string;
        /** @description Price of one unit in USDC */
        unitAmount: string;
        /** @description Amount of the line in USDC, with six decimal places; negative if it is a deduction */
        amount: string;
    }[];
    /** @description What earlier periods cost more by now than was prepaid and billed for them, in USDC. Less than 0 if they cost less: a credit */
    broughtForward: string;
    /** @description What this invoice leaves to the next one, in USDC. Less than 0 if the subscriber is owed it */
    carriedForward: string;
}
/** @description An invoice, as the portal shows it. */
export interface PortalInvoice {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the billed subscription; null if there is none */
    subscriptionId: string | null;
    /**
     * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: paid by a confirmed settlement. `EXPIRED`: `dueAt` passed without payment. `VOID`: cancelled.
     * @enum {string}
     */
    status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
    /** @description Amount in USDC, with six decimal places */
    amount: string;
    /** @description Always `USDC` */
    currency: string;
    /** @description When the invoice becomes `EXPIRED`, unless it is paid first; null: never */
    dueAt: string | null;
    /** @description When a settlement was confirmed; null before that, whatever the status */
    paidAt: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description Sum of the invoice's credit notes, in USDC: at most `amount` */
    credited: string;
    /** @description What was paid from the subscriber's prepaid balance, in USDC. It is given back if the invoice is `VOID`, or `EXPIRED` unpaid */
    paidFromBalance: string;
    /** @description What a settlement of the invoice pays, in USDC: `amount`, less the credit notes that were created before it was paid, and less `paidFromBalance` */
    amountDue: string;
    /** @description The service that is subscribed to */
    service: {
        /** @description Name of the service */
        name: string;
        /** @description Description of the service; null if none was given */
        description: string | null;
    };
    /** @description The plan */
    paymentPlan: {
        /** @description Name of the plan, shown on invoices and at checkout */
        name: string;
    };
    /** @description Address of the invoice's page, where it is paid; later it is the receipt */
    url: string;
}
/** @description A spending cap, as the portal shows it. */
export interface PortalSpendingCap {
    /** @description What other calls name it by */
    id: string;
    /**
     * Format: hex
     * @description Address of the wallet that signed and pays
     */
    payerAddress: `0x${string}`;
    /** @description Maximum that is collected in one period, in USDC */
    perPeriod: string;
    /** @description Length of a period in seconds, counted from a Monday, 00:00 UTC; null: calendar months, in UTC */
    periodSeconds: number | null;
    /** @description Maximum of one collection, in USDC */
    perCharge: string;
    /** @description Maximum that is collected under the cap in all, in USDC */
    total: string;
    /**
     * Format: date-time
     * @description When the cap expires. Nothing can be collected after that
     */
    validUntil: string;
    /**
     * Format: hex
     * @description Hashes of the rate cards that the cap names, as they were shown when it was signed, in the order of their effect. An invoice that asks for more than its usage costs by the dearest of them is not collected under the cap. Empty: the plan had no rate card
     */
    rateCardHashes: `0x${string}`;
    /** @description When the subscriber revoked the cap; null: not revoked */
    revokedAt: string | null;
    /**
     * Format: date-time
     * @description When the cap was signed
     */
    createdAt: string;
    /** @description Total collected under the cap so far, in USDC, as recorded on the chain */
    spent: string;
    /** @description Collected in the current period, in USDC, also under the cap that this one has replaced */
    spentInPeriod: string;
    /**
     * Format: date-time
     * @description When the current period ends, by the chain's clock
     */
    periodEnd: string;
    /** @description What can still be collected in the current period, in USDC; zero unless the cap is `ACTIVE` */
    left: string;
    /**
     * @description `ACTIVE`: invoices are collected under it. `REVOKED`: the subscriber revoked it. `EXPIRED`: `validUntil` has passed. `OUTDATED`: the seller is paid at another address now, so nothing is collected under it
     * @enum {string}
     */
    state: "ACTIVE" | "REVOKED" | "EXPIRED" | "OUTDATED";
    /** @description Whether the contract has recorded the revocation */
    revokedOnChain: boolean;
    /** @description EIP-155 chain id */
    chainId: number;
    /** @description Whether the service is sending lower limits or a revocation that the wallet signed to the contract */
    isRelaying: boolean;
    /** @description What the wallet that signed the cap signs to revoke it on the chain too, by `portal.revokeCap`; null if nothing was collected under it yet, or it is revoked there */
    revocation: {
        /** @description When the revocation takes effect, in Unix seconds of the chain's clock */
        start: number;
        typedData: TypedData;
    } | null;
}
/** @description The terms of a spending cap. */
export interface PortalCapTerms {
    /** @description What other calls name it by */
    id: string;
    /**
     * Format: hex
     * @description Address of the wallet that signed and pays
     */
    payerAddress: `0x${string}`;
    /** @description Maximum that is collected in one period, in USDC */
    perPeriod: string;
    /** @description Length of a period in seconds, counted from a Monday, 00:00 UTC; null: calendar months, in UTC */
    periodSeconds: number | null;
    /** @description Maximum of one collection, in USDC */
    perCharge: string;
    /** @description Maximum that is collected under the cap in all, in USDC */
    total: string;
    /**
     * Format: date-time
     * @description When the cap expires. Nothing can be collected after that
     */
    validUntil: string;
    /**
     * Format: hex
     * @description Hashes of the rate cards that the cap names, as they were shown when it was signed, in the order of their effect. An invoice that asks for more than its usage costs by the dearest of them is not collected under the cap. Empty: the plan had no rate card
     */
    rateCardHashes: `0x${string}`;
    /** @description When the subscriber revoked the cap; null: not revoked */
    revokedAt: string | null;
    /**
     * Format: date-time
     * @description When the cap was signed
     */
    createdAt: string;
}
/** @description A spending cap, to be signed. */
export interface PreparedCap {
    /**
     * Format: hex
     * @description Address of the wallet that signs
     */
    payerAddress: `0x${string}`;
    /** @description Maximum that is collected in one period, in USDC */
    perPeriod: string;
    /** @description Length of a period in seconds, counted from a Monday, 00:00 UTC; null: calendar months, in UTC */
    periodSeconds: number | null;
    /** @description Maximum of one collection, in USDC */
    perCharge: string;
    /** @description Maximum that is collected under the cap in all, in USDC */
    total: string;
    /** @description When the cap begins, in Unix seconds of the chain's clock */
    start: number;
    /** @description When the signature expires, in Unix seconds of the chain's clock */
    validUntil: number;
    typedData: TypedData;
    /** @description The allowance to sign too (EIP-2612), which the first collection sends to the token; null if the wallet allows enough already */
    permit: {
        /** @description What the collector may take from the wallet in all, in USDC: what the wallet allows now, for its other caps with any seller, and the cap's `total` */
        allowance: string;
        /** @description When the signature expires, in Unix seconds of the chain's clock */
        deadline: number;
        typedData: TypedData;
    } | null;
}
/** @description A prepaid balance, as the portal shows it. */
export interface PortalBalance {
    /** @description What other calls name it by */
    id: string;
    /** @description It pays only for usage events whose keys have this prefix, before the subscriber's other balance does; null: for all */
    keyPrefix: string | null;
    /**
     * @description `ACTIVE`: can be spent. `FROZEN`: more was spent than the credit and the overdraft cover, because a reorganization of the chain took back a payment, or the overdraft is backed by less now; new charges and holds are refused until they cover it
     * @enum {string}
     */
    status: "ACTIVE" | "FROZEN";
    /** @description Amount in USDC that can be spent, not counting the overdraft; negative while the overdraft is in use */
    available: string;
    /** @description Amount in USDC that holds have set aside; not part of `available` */
    held: string;
    /** @description What was charged beyond the credit, in USDC: your exposure. Holds that are in place do not count */
    owed: string;
    /** @description How far below zero the balance may be spent, in USDC. With `backing`: what the last lookup granted */
    overdraft: string;
    /** @description What backs the overdraft, as of the last lookup: the overdraft is the least of `max`, `capLeft`, and `walletLeft` less `inFlight`. null: it is fixed */
    backing: {
        /** @description The most that is granted, in USDC */
        max: string;
        /** @description What the spending cap has left, in USDC, without what unpaid invoices of its subscription ask; null: no cap was found */
        capLeft: string | null;
        /** @description What the wallet has, in USDC, as far as it allows the collector to take it; null: no cap was found */
        walletLeft: string | null;
        /** @description What unpaid invoices and the overdrafts of other balances may still take from the wallet, in USDC; null: no cap was found */
        inFlight: string | null;
        /** @description When the chain was asked and answered last; null: not yet, or not since a top-up was paid */
        lookedUpAt: string | null;
        /** @description Why nothing is granted. `NO_CAP`: there is no spending cap that can be used. `CHAIN_UNAVAILABLE`: the chain has not answered for a minute */
        trouble: ("NO_CAP" | "CHAIN_UNAVAILABLE") | null;
    } | null;
    /** @description Always `USDC` */
    currency: string;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description The service whose usage the balance pays for */
    service: {
        /** @description Name of the service */
        name: string;
        /** @description Description of the service; null if none was given */
        description: string | null;
        /** @description How the page looks; null if no branding was given */
        branding: {
            /** @description Path of the logo on the service's own origin; null if there is none */
            logoPath: string | null;
            /** @description Color of buttons and links. Pages use lighter and darker shades of it, so that text has enough contrast in light and in dark mode; null if none was given */
            color: string | null;
            /** @description Page where subscribers get help; null if none was given */
            supportUrl: string | null;
            /** @description The terms of service; null if none was given */
            termsUrl: string | null;
            /** @description The privacy policy; null if none was given */
            privacyUrl: string | null;
        } | null;
    };
    /** @description Credit that is not spent yet, in the order in which it is spent: at most the first 20. It includes amounts that holds have set aside */
    credits: {
        /** @description The part that is not spent, in USDC */
        remaining: string;
        /** @description When the rest of the credit expires; null: never */
        expiresAt: string | null;
    }[];
    /** @description The settings of automatic top-ups; null: there are none */
    autoTopUp: {
        /**
         * @description `ACTIVE`: tops the balance up. `PAUSED`: `perDayAtMost` is reached; it tops up again at `pausedUntil`, or once it is set with a higher limit. `STOPPED`: the spending cap is used up or a collection failed; set it again once the subscriber has signed a new cap
         * @enum {string}
         */
        status: "ACTIVE" | "PAUSED" | "STOPPED";
        /** @description The balance is topped up when less than this is available, in USDC; below zero: when more than that is owed */
        below: string;
        /** @description Amount of each top-up, in USDC; null: what is owed */
        amount: string | null;
        /** @description When the next top-up is allowed, while it is `PAUSED`; otherwise null */
        pausedUntil: string | null;
    } | null;
}
/** @description A change of a balance, as the portal shows it. */
export interface PortalBalanceEntry {
    /** @description 1, 2, 3 … within the balance, without gaps */
    position: number;
    /**
     * @description `TOP_UP`: an invoice was paid. `TOP_UP_REVERSED`: a reorganization of the chain took the payment back. `GRANT`: credit was given. `GRANT_REVERSED`: a reorganization of the chain took back the payment that the credit refunds. `GRANT_EXPIRED`: the rest of a grant expired. `GRANT_CARRIED`: credit of a recurring grant that expired was carried into the next period. `CHARGE`: a usage event was charged. `HOLD`: an amount was set aside. `HOLD_COMMITTED`: the hold was charged, and the rest given back. `HOLD_RELEASED`, `HOLD_EXPIRED`: the hold was given back. `INVOICE_PAYMENT`: an invoice was paid from the balance. `INVOICE_PAYMENT_RETURNED`: it was given back, because the invoice was voided or expired unpaid. `CHARGE_ADJUSTED`: what the rate card had charged before costs less or more by now, because usage was voided or a larger volume is cheaper
     * @enum {string}
     */
    type: "TOP_UP" | "TOP_UP_REVERSED" | "GRANT" | "GRANT_REVERSED" | "GRANT_EXPIRED" | "GRANT_CARRIED" | "CHARGE" | "HOLD" | "HOLD_COMMITTED" | "HOLD_RELEASED" | "HOLD_EXPIRED" | "INVOICE_PAYMENT" | "INVOICE_PAYMENT_RETURNED" | "CHARGE_ADJUSTED";
    /** @description By how much `available` has changed, in USDC */
    available: string;
    /** @description By how much `held` has changed, in USDC */
    held: string;
    /** @description `available` after the change, in USDC */
    availableAfter: string;
    /** @description `held` after the change, in USDC */
    heldAfter: string;
    /**
     * Format: date-time
     * @description When the balance changed
     */
    createdAt: string;
}
/** @description A new session with its link. */
export interface DashboardSessionWithUrl {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the seller whose records the session can see; null: it acts for the platform and sees the records of every seller */
    ownerId: string | null;
    /** @description Id of the API key or the wallet grant whose rights the session has. The session ends when this does. `bootstrap`: the key in the server's configuration */
    apiKeyId: string;
    /** @description Address of the wallet of the grant; null: the session has the rights of an API key */
    walletAddress: `0x${string}` | null;
    /** @description Id of the dashboard session in which it was created, and with which it ends; null: none */
    createdInSession: string | null;
    /** @description Scopes of the session: those of its key or wallet grant */
    scopes: string[];
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description When the session's link was opened; null: not yet */
    openedAt: string | null;
    /**
     * Format: date-time
     * @description When the session ends: ten minutes after its creation if it is not opened, and 12 hours after it was opened, or earlier with its key, its wallet grant or the session in which it was created
     */
    expiresAt: string;
    /** @description When the session was revoked or signed out, or its key, its wallet grant or the session in which it was created was; null: none of these */
    revokedAt: string | null;
    /** @description The link to sign in with, which has a secret token. It works once, within ten minutes. It is shown only once and not stored. null in a response that is replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): in this case, create another session */
    url: string | null;
}
/** @description A person's session at the dashboard. */
export interface DashboardSession {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the seller whose records the session can see; null: it acts for the platform and sees the records of every seller */
    ownerId: string | null;
    /** @description Id of the API key or the wallet grant whose rights the session has. The session ends when this does. `bootstrap`: the key in the server's configuration */
    apiKeyId: string;
    /** @description Address of the wallet of the grant; null: the session has the rights of an API key */
    walletAddress: `0x${string}` | null;
    /** @description Id of the dashboard session in which it was created, and with which it ends; null: none */
    createdInSession: string | null;
    /** @description Scopes of the session: those of its key or wallet grant */
    scopes: string[];
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description When the session's link was opened; null: not yet */
    openedAt: string | null;
    /**
     * Format: date-time
     * @description When the session ends: ten minutes after its creation if it is not opened, and 12 hours after it was opened, or earlier with its key, its wallet grant or the session in which it was created
     */
    expiresAt: string;
    /** @description When the session was revoked or signed out, or its key, its wallet grant or the session in which it was created was; null: none of these */
    revokedAt: string | null;
}
/** @description A wallet that may sign in to the dashboard. */
export interface WalletGrant {
    /** @description What other calls name it by */
    id: string;
    /** @description Name of the grant */
    name: string;
    /** @description Id of the seller whose records the wallet's sessions see; null: the platform, which covers every seller */
    userId: string | null;
    /**
     * Format: hex
     * @description Address of the wallet that may sign in
     */
    walletAddress: `0x${string}`;
    /** @description Scopes of the sessions that the wallet opens */
    scopes: string[];
    /** @description Id of the key or the wallet grant that created it; null: the command line or the bootstrap key */
    createdBy: string | null;
    /** @description Id of the dashboard session in which it was created; null: none. It is revoked with this session, but remains when a person signs out or the session expires */
    createdInSession: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description When the grant expires, and its sessions end; null: never */
    expiresAt: string | null;
    /** @description When the grant was revoked; its sessions end within a second. null: not revoked */
    revokedAt: string | null;
}
/** @description A link that signs in, before it is opened. */
export interface DashboardLink {
    /** @description The seller whose records are shown; null: the platform, with those of every seller */
    seller: SignedInSeller | null;
    /**
     * Format: date-time
     * @description When the link stops working
     */
    expiresAt: string;
}
/** @description The seller whose records a session shows. */
export interface SignedInSeller {
    /** @description What other calls name it by */
    id: string;
    /** @description Name; null: not given */
    name: string | null;
    /** @description E-mail address */
    email: string;
}
/** @description A message that a wallet signs to sign in. */
export interface WalletMessage {
    /** @description The message to sign (ERC-4361). It names this dashboard and the wallet */
    message: string;
    /**
     * Format: date-time
     * @description When the message can no longer be used
     */
    expiresAt: string;
}
/** @description A grant, as its wallet sees it. */
export interface OwnWalletGrant {
    /** @description What other calls name it by */
    id: string;
    /** @description The seller whose records are shown; null: the platform, with those of every seller */
    seller: SignedInSeller | null;
    /** @description When the grant expires; null: never */
    expiresAt: string | null;
}
/** @description The session that is signed in. */
export interface OwnDashboardSession {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the seller whose records the session can see; null: it acts for the platform and sees the records of every seller */
    ownerId: string | null;
    /** @description Id of the API key or the wallet grant whose rights the session has. The session ends when this does. `bootstrap`: the key in the server's configuration */
    apiKeyId: string;
    /** @description Address of the wallet of the grant; null: the session has the rights of an API key */
    walletAddress: `0x${string}` | null;
    /** @description Id of the dashboard session in which it was created, and with which it ends; null: none */
    createdInSession: string | null;
    /** @description Scopes of the session: those of its key or wallet grant */
    scopes: string[];
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description When the session's link was opened; null: not yet */
    openedAt: string | null;
    /**
     * Format: date-time
     * @description When the session ends: ten minutes after its creation if it is not opened, and 12 hours after it was opened, or earlier with its key, its wallet grant or the session in which it was created
     */
    expiresAt: string;
    /** @description When the session was revoked or signed out, or its key, its wallet grant or the session in which it was created was; null: none of these */
    revokedAt: string | null;
    /** @description The seller whose records are shown; null: the platform, with those of every seller */
    seller: SignedInSeller | null;
}
/** @description The end of a session at the dashboard. */
export interface SignOut {
    /**
     * Format: date-time
     * @description When the session ended
     */
    at: string;
}
/** @description A webhook endpoint with its new secret. */
export interface WebhookEndpointWithSecret {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the seller whose events the endpoint gets; null: events of every seller */
    ownerId: string | null;
    /** @description Id of the service whose events the endpoint gets; null: events of all services */
    serviceId: string | null;
    /** @description URL to which events are sent */
    url: string;
    /** @description Event types that the endpoint gets; `*` is all types */
    events: string[];
    /**
     * @description `ENABLED`: events are sent. `DISABLED`: no events are sent
     * @enum {string}
     */
    status: "ENABLED" | "DISABLED";
    /** @description Why the service disabled the endpoint; null if it is enabled or you disabled it */
    disabledReason: string | null;
    /** @description Since when every delivery has failed; after five days the endpoint is disabled. null: it is not failing */
    failingSince: string | null;
    /** @description Until when the previous secret also signs; null: it does not */
    previousSecretUntil: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
    /** @description Secret that signs deliveries by Standard Webhooks. It is shown only once, so save it. null in an answer replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): rotate the secret then */
    secret: string | null;
}
/** @description A URL to which events are sent. */
export interface WebhookEndpoint {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the seller whose events the endpoint gets; null: events of every seller */
    ownerId: string | null;
    /** @description Id of the service whose events the endpoint gets; null: events of all services */
    serviceId: string | null;
    /** @description URL to which events are sent */
    url: string;
    /** @description Event types that the endpoint gets; `*` is all types */
    events: string[];
    /**
     * @description `ENABLED`: events are sent. `DISABLED`: no events are sent
     * @enum {string}
     */
    status: "ENABLED" | "DISABLED";
    /** @description Why the service disabled the endpoint; null if it is enabled or you disabled it */
    disabledReason: string | null;
    /** @description Since when every delivery has failed; after five days the endpoint is disabled. null: it is not failing */
    failingSince: string | null;
    /** @description Until when the previous secret also signs; null: it does not */
    previousSecretUntil: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description The delivery of an event to an endpoint, with its attempts. */
export interface WebhookDelivery {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the webhook endpoint */
    endpointId: string;
    /** @description Id of the seller who owns the endpoint; null: the platform */
    ownerId: string | null;
    /** @description Id of the event, sent as the header `webhook-id` in every attempt */
    eventId: string;
    /** @description Type of the event */
    eventType: string;
    /**
     * @description `PENDING`: an attempt is running or scheduled. `DELIVERED`: the endpoint responded with 2xx. `FAILED`: there are no further attempts
     * @enum {string}
     */
    status: "PENDING" | "DELIVERED" | "FAILED";
    /** @description The last 30 attempts, newest last */
    attempts: WebhookAttempt[];
    /** @description Time of the next attempt; null: there is none */
    nextAttemptAt: string | null;
    /** @description Why there are no further attempts although the event has not arrived; otherwise null */
    reason: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description One attempt to deliver an event: the response, or why there was none. */
export interface WebhookAttempt {
    /**
     * Format: date-time
     * @description When the attempt was made
     */
    attemptedAt: string;
    /** @description HTTP status of the response; only 200 to 299 is success. null: no response */
    statusCode: number | null;
    /** @description Duration in milliseconds */
    latencyMs: number;
    /** @description First 1,024 bytes of the response; null: no response */
    response: string | null;
    /** @description Why there was no response; null: there was one */
    error: string | null;
}
/** @description Something that happened, with the record that changed. */
export type UsanceEvent = CheckoutSessionPaidEvent | CheckoutSessionExpiredEvent | CheckoutSessionCancelledEvent | SubscriptionCreatedEvent | SubscriptionRenewedEvent | SubscriptionPeriodEndedEvent | SubscriptionCancelledEvent | SubscriptionCapRevokedEvent | InvoiceCreatedEvent | InvoiceOpenedEvent | InvoicePaidEvent | InvoicePaymentFailedEvent | InvoiceExpiredEvent | InvoiceVoidedEvent | CreditNoteCreatedEvent | CreditNoteRefundedEvent | CreditNoteRefundFailedEvent | CreditNoteRefundReorgedEvent | DisputeCreatedEvent | DisputeAcceptedEvent | DisputeDeclinedEvent | SettlementSubmittedEvent | SettlementConfirmedEvent | SettlementFailedEvent | SettlementReorgedEvent | BalanceCreditedEvent | BalanceDepletedEvent | BalanceFrozenEvent | BalanceRecoveredEvent | BalanceAutoTopUpPausedEvent | BalanceAutoTopUpStoppedEvent | HoldExpiredEvent | LimitCrossedEvent | AlertCrossedEvent | AlertRecoveredEvent | TestClockReadyEvent;
/** @description The subscriber has paid, and a subscription has started. */
export interface CheckoutSessionPaidEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "checkout_session.paid";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        checkoutSession: CheckoutSessionWithSubscriptions;
    };
}
/** @description The session expired without a payment. */
export interface CheckoutSessionExpiredEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "checkout_session.expired";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        checkoutSession: CheckoutSessionWithSubscriptions;
    };
}
/** @description The session was cancelled. */
export interface CheckoutSessionCancelledEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "checkout_session.cancelled";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        checkoutSession: CheckoutSessionWithSubscriptions;
    };
}
/** @description A subscription has started. */
export interface SubscriptionCreatedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "subscription.created";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        subscription: Subscription;
    };
}
/** @description A new period has started. */
export interface SubscriptionRenewedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "subscription.renewed";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        subscription: Subscription;
    };
}
/** @description A period of a metered subscription has ended, and its usage can be billed. The subscription is in its next period, or `CANCELLED` if it ended with this one. */
export interface SubscriptionPeriodEndedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "subscription.period_ended";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        subscription: Subscription;
    };
}
/** @description The subscription has ended: immediately, or with its period. */
export interface SubscriptionCancelledEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "subscription.cancelled";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        subscription: Subscription;
    };
}
/** @description The subscriber revoked the spending cap: in the portal, or on the chain, which the service notices when it reads the cap. Nothing more is collected under it. */
export interface SubscriptionCapRevokedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "subscription.cap_revoked";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        subscription: Subscription;
    };
}
/** @description An invoice was created. The invoice of a checkout payment is reported once the payment is confirmed. */
export interface InvoiceCreatedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "invoice.created";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        invoice: InvoiceSummary;
    };
}
/** @description The invoice is due for payment: it was created as `OPEN`, finalized or reopened. */
export interface InvoiceOpenedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "invoice.opened";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        invoice: InvoiceSummary;
    };
}
/** @description A settlement of the invoice was confirmed. */
export interface InvoicePaidEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "invoice.paid";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        invoice: InvoiceSummary;
    };
}
/** @description The invoice could not be collected under the subscription's spending cap. It is still `OPEN`: it is collected again at `nextAttemptAt`, and its subscriber can pay it by its `url`. Each failed attempt is reported once. */
export interface InvoicePaymentFailedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "invoice.payment_failed";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        invoice: InvoiceSummary;
        /** @description The collection that failed */
        collection: {
            /** @description Id of the settlement that failed; null: none was created, because there is no spending cap that can be used, or it does not name the prices */
            settlementId: string | null;
            /** @description Why the collection failed */
            failure: string;
            /**
             * Format: date-time
             * @description When it is collected next; null: not at all
             */
            nextAttemptAt: string | null;
        };
    };
}
/** @description The invoice expired without a payment. */
export interface InvoiceExpiredEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "invoice.expired";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        invoice: InvoiceSummary;
    };
}
/** @description The invoice was voided. */
export interface InvoiceVoidedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "invoice.voided";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        invoice: InvoiceSummary;
    };
}
/** @description A credit note of an invoice was created. */
export interface CreditNoteCreatedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "credit_note.created";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        creditNote: CreditNote;
    };
}
/** @description A credit note was refunded: its amount was credited to the subscriber's balance, or a payment to the wallet that paid the invoice was confirmed on the chain. */
export interface CreditNoteRefundedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "credit_note.refunded";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        creditNote: CreditNote;
    };
}
/** @description A refund to a wallet was not paid in time and can never be paid: you can start another one. Or a reorganization of the chain has undone the payment that a refund to a balance gave back, and the invoice was then voided or expired: nothing is left to refund. */
export interface CreditNoteRefundFailedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "credit_note.refund_failed";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        creditNote: CreditNote;
    };
}
/** @description A reorganization of the chain has removed the refund, or the payment that a refund to a balance gives back. It may be confirmed again. */
export interface CreditNoteRefundReorgedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "credit_note.refund_reorged";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        creditNote: CreditNote;
    };
}
/** @description A payer disputes usage events that an invoice bills. */
export interface DisputeCreatedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "dispute.created";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        dispute: Dispute;
    };
}
/** @description The seller accepted a dispute: its events were corrected, and its amount was credited. */
export interface DisputeAcceptedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "dispute.accepted";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        dispute: Dispute;
    };
}
/** @description The seller declined a dispute. */
export interface DisputeDeclinedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "dispute.declined";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        dispute: Dispute;
    };
}
/** @description The settlement's transaction was sent to the chain. A checkout payment is not reported before it is confirmed. */
export interface SettlementSubmittedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "settlement.submitted";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        settlement: Settlement;
    };
}
/** @description The settlement is confirmed on the chain. */
export interface SettlementConfirmedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "settlement.confirmed";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        settlement: Settlement;
    };
}
/** @description The settlement failed or timed out. A timed-out settlement can still be confirmed later. A checkout payment that was never confirmed is not reported. */
export interface SettlementFailedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "settlement.failed";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        settlement: Settlement;
    };
}
/** @description A reorganization of the chain has removed the settlement; it may be confirmed again. */
export interface SettlementReorgedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "settlement.reorged";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        settlement: Settlement;
    };
}
/** @description A top-up was paid, or credit was granted or given back. */
export interface BalanceCreditedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "balance.credited";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        balance: Balance;
    };
}
/** @description Nothing is left to spend, with the overdraft. */
export interface BalanceDepletedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "balance.depleted";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        balance: Balance;
    };
}
/** @description A reorganization of the chain took back a payment that was already spent, or the overdraft in use is no longer backed: nothing can be spent until `balance.recovered`. */
export interface BalanceFrozenEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "balance.frozen";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        balance: Balance;
    };
}
/** @description The balance is no longer frozen. */
export interface BalanceRecoveredEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "balance.recovered";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        balance: Balance;
    };
}
/** @description The balance is low, and automatic top-ups have reached `perDayAtMost`: the next one is made when 24 hours have passed since an earlier one. */
export interface BalanceAutoTopUpPausedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "balance.auto_top_up_paused";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        balance: Balance;
    };
}
/** @description The balance is no longer topped up automatically: the spending cap is used up, or a collection failed. */
export interface BalanceAutoTopUpStoppedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "balance.auto_top_up_stopped";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        balance: Balance;
    };
}
/** @description The hold expired, and what it had set aside is available again. */
export interface HoldExpiredEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "hold.expired";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        hold: Hold;
    };
}
/** @description What is used of a limit has crossed one of its `levels`. The level 1 is crossed when all is used, or an event is refused. It is sent once for each crossing in a window. */
export interface LimitCrossedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "limit.crossed";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        limit: UsageLimit;
        /** @description The level that was crossed, and what is used */
        crossing: {
            /** @description The part of `max` */
            level: number;
            /** @description Whose usage it is; null: of all subscriptions of the service */
            subscriptionId: string | null;
            /** @description Of which subject; null: of all */
            subject: string | null;
            /** @description What is used in the window */
            used: string;
            /** @description What is left of it */
            remaining: string;
            /**
             * Format: date-time
             * @description When it has more to give; null: never
             */
            resetsAt: string | null;
        };
    };
}
/** @description What an alert watches has crossed one of its levels: usage, spending and a forecast have reached it, a balance and a cap have fallen below it. */
export interface AlertCrossedEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "alert.crossed";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        alert: Alert;
        /** @description The level that was crossed, and the value */
        crossing: {
            /** @description The level */
            level: string;
            /** @description The value now */
            value: string;
            /** @description Of which subscription; null: of a balance */
            subscriptionId: string | null;
            /** @description Of which balance; null: of a subscription */
            balanceId: string | null;
            /**
             * Format: date-time
             * @description Start of the period whose usage, spending or forecast it is; null: of a balance or a cap, or it has no start
             */
            periodStart: string | null;
        };
    };
}
/** @description What an alert watches is back on the other side of one of its levels. It is sent only by alerts with `recovery`. */
export interface AlertRecoveredEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "alert.recovered";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        alert: Alert;
        /** @description The level that was crossed, and the value */
        crossing: {
            /** @description The level */
            level: string;
            /** @description The value now */
            value: string;
            /** @description Of which subscription; null: of a balance */
            subscriptionId: string | null;
            /** @description Of which balance; null: of a subscription */
            balanceId: string | null;
            /**
             * Format: date-time
             * @description Start of the period whose usage, spending or forecast it is; null: of a balance or a cap, or it has no start
             */
            periodStart: string | null;
        };
    };
}
/** @description The service's test clock has arrived at the time to which it was advanced. Everything that came due on the way is done. */
export interface TestClockReadyEvent {
    /** @description Id of the event, sent as `webhook-id` in every delivery */
    id: string;
    /**
     * @description Type of the event (enum property replaced by openapi-typescript)
     * @enum {string}
     */
    type: "test_clock.ready";
    /**
     * Format: date-time
     * @description When it happened
     */
    createdAt: string;
    /**
     * @description Only on test events: nothing has happened
     * @example true
     * @enum {boolean}
     */
    test?: true | undefined;
    /** @description The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events */
    data: {
        testClock: TestClock;
        /** @description Id of the service on the clock. Each service on the clock has its own event */
        serviceId: string;
    };
}
/** @description An e-mail to a subscriber, with the attempts to send it. */
export interface Email {
    /** @description Id of the e-mail. Its `Message-ID` header contains it */
    id: string;
    /**
     * @description `invoice.opened`: an invoice is due, with its link. `invoice.paid`: the receipt. `invoice.payment_failed`: a collection under the spending cap failed. `credit_note.created`: part of an invoice is not owed. `credit_note.refunded`: that part was refunded. `dispute.accepted`, `dispute.declined`: the answer to a dispute. `spending_cap.low`: little is left of the cap, or it ends soon. `alert.crossed`: a level of an alert was crossed that tells the subscriber too
     * @enum {string}
     */
    kind: "invoice.opened" | "invoice.paid" | "invoice.payment_failed" | "credit_note.created" | "credit_note.refunded" | "dispute.accepted" | "dispute.declined" | "spending_cap.low" | "alert.crossed";
    /** @description Id of the seller */
    ownerId: string;
    /** @description Id of the service in whose name it is sent */
    serviceId: string;
    /** @description Id of the subscriber */
    userId: string;
    /** @description Id of the invoice that the e-mail is about; for `spending_cap.low`, of the last invoice that was collected under the cap; null for `alert.crossed` */
    invoiceId: string | null;
    /** @description Id of the event that the e-mail is about; null unless it is `alert.crossed` */
    eventId: string | null;
    /** @description Id of the credit note that the e-mail is about; null for other kinds */
    creditNoteId: string | null;
    /** @description Id of the dispute that the e-mail is about; null for other kinds */
    disputeId: string | null;
    /** @description The subscriber's e-mail address when the e-mail was written */
    recipient: string;
    /**
     * @description `PENDING`: an attempt is running or scheduled. `SENT`: the mail server accepted it. `SKIPPED`: it was out of date before it was sent, for example because the invoice had been paid. `FAILED`: there are no further attempts. `UNCERTAIN`: it was given to the mail server, but the reply did not arrive. It is not sent again, because it may have arrived
     * @enum {string}
     */
    status: "PENDING" | "SENT" | "SKIPPED" | "FAILED" | "UNCERTAIN";
    /** @description The attempts, newest last */
    attempts: EmailAttempt[];
    /** @description Time of the next attempt; null: there is none */
    nextAttemptAt: string | null;
    /** @description Why the e-mail was not sent and there are no further attempts, or why it waits, which is the seller's daily limit; otherwise null */
    reason: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description Time of the last change; initially the creation time
     */
    updatedAt: string;
}
/** @description One attempt to send an e-mail: the mail server's reply, or why there was none. */
export interface EmailAttempt {
    /**
     * Format: date-time
     * @description When the attempt was made
     */
    attemptedAt: string;
    /** @description Duration in milliseconds */
    latencyMs: number;
    /** @description The mail server's reply code; only 200 to 299 is success. null: no reply */
    code: number | null;
    /** @description First 1,024 characters of the mail server's reply; null: no reply */
    response: string | null;
    /** @description Why there was no reply; null: there was one */
    error: string | null;
}
/** @description A write by an API key, stored in the same transaction. */
export interface AuditEvent {
    /** @description What other calls name it by */
    id: string;
    /** @description Id of the API key that made the call. `bootstrap`: the key in the server's configuration */
    apiKeyId: string;
    /** @description Name of the operation in tRPC */
    operation: string;
    /** @description Id of the written record */
    recordId: string;
    /** @description `X-Request-Id` of the call */
    requestId: string;
    /**
     * Format: date-time
     * @description Time of the write
     */
    createdAt: string;
}
/** @description A new API key with its secret. */
export interface ApiKeyWithSecret {
    /** @description What other calls name it by */
    id: string;
    /** @description Name of the key */
    name: string;
    /** @description Id of the seller that the key acts for; null: the platform, which covers every seller */
    userId: string | null;
    /** @description Scopes of the key: `<resource>:read`, `<resource>:write`, or `*` for all */
    scopes: string[];
    /** @description First characters of the secret */
    start: string;
    /** @description Last four characters of the secret */
    lastFour: string;
    /** @description Id of the key that this one replaced by rotation; null: none */
    replacesId: string | null;
    /** @description Id of the key or the wallet grant that created it; null: the command line or the bootstrap key */
    createdBy: string | null;
    /** @description Id of the dashboard session in which it was created; null: none. It is revoked with this session, but remains when a person signs out or the session expires */
    createdInSession: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description When the key expires; null: never */
    expiresAt: string | null;
    /** @description When the key was revoked; it stops working within a second. null: not revoked */
    revokedAt: string | null;
    /** @description The secret key. It is shown only once and not stored, so save it. null in an answer replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): create another key then */
    secret: string | null;
}
/** @description An API key and its scopes. */
export interface ApiKey {
    /** @description What other calls name it by */
    id: string;
    /** @description Name of the key */
    name: string;
    /** @description Id of the seller that the key acts for; null: the platform, which covers every seller */
    userId: string | null;
    /** @description Scopes of the key: `<resource>:read`, `<resource>:write`, or `*` for all */
    scopes: string[];
    /** @description First characters of the secret */
    start: string;
    /** @description Last four characters of the secret */
    lastFour: string;
    /** @description Id of the key that this one replaced by rotation; null: none */
    replacesId: string | null;
    /** @description Id of the key or the wallet grant that created it; null: the command line or the bootstrap key */
    createdBy: string | null;
    /** @description Id of the dashboard session in which it was created; null: none. It is revoked with this session, but remains when a person signs out or the session expires */
    createdInSession: string | null;
    /**
     * Format: date-time
     * @description Creation time
     */
    createdAt: string;
    /** @description When the key expires; null: never */
    expiresAt: string | null;
    /** @description When the key was revoked; it stops working within a second. null: not revoked */
    revokedAt: string | null;
}
/** @description The software, the contracts and the accounts that send settlements. */
export interface System {
    /** @description Version of the software */
    version: string;
    /** @description EIP-155 chain id */
    chainId: number;
    /** @description Whether the settlement chain is local or a testnet, so that services can have test clocks */
    allowsTestClocks: boolean;
    /** @description The contracts that the service uses */
    contracts: {
        /**
         * @description Name of the contract
         * @enum {string}
         */
        name: "SettlementRegistry" | "SettlementCollector";
        /**
         * Format: hex
         * @description Address of the contract
         */
        address: `0x${string}`;
        /** @description Version of the contract */
        version: string;
    }[];
    /** @description The settlements of all sellers that are not decided yet; null for the API key of a seller */
    queue: {
        /** @description Settlements that are not sent yet */
        pending: number;
        /** @description Settlements that are sent and not decided yet */
        submitted: number;
        /** @description How long the oldest of them has waited, in seconds; 0 without one */
        oldestSeconds: number;
    } | null;
    /** @description The accounts that send settlements; empty if a wallet provider sends them; null for the API key of a seller */
    signers: {
        /**
         * Format: hex
         * @description Address of the account that sends settlements
         */
        address: `0x${string}`;
        /** @description What it has for gas, in the chain's own currency, as a decimal */
        balance: string;
        /** @description How many settlements it can pay for at today's gas price; null when gas is free */
        settlements: string | null;
        /** @description Number of its transactions that are not in a block yet */
        unconfirmed: number;
        /** @description Whether it has halted because somebody else used its key. `usance signers resume` ends that */
        isHalted: boolean;
    }[] | null;
}
export interface ServiceCreateParams {
    /** @description Name of the service, also shown at checkout */
    name: string;
    /** @description Description of the service */
    description?: string | null | undefined;
    /** @description `DRAFT`: not open for checkout yet. `ACTIVE`: accepts new checkout sessions. `DISABLED`: accepts no new ones; existing subscriptions continue. Default `DRAFT` */
    status?: ("DRAFT" | "ACTIVE" | "DISABLED") | null | undefined;
    /** @description Id of the owner. Takes precedence over `owner`; one of them is required */
    ownerId?: string | null | undefined;
    /** @description The owner, by e-mail address. An existing user is linked without changes; otherwise a user is created */
    owner?: {
        /** @description E-mail address of the owner. Required without `ownerId` */
        email?: string | null | undefined;
        /** @description Name of a new user. An existing user keeps its name */
        name?: string | null | undefined;
        /** @description Role of a new user. Default `DEVELOPER` */
        role?: ("DEVELOPER" | "PAYER") | null | undefined;
    } | null | undefined;
    /** @description EVM address that receives checkout payments. In mixed case it must have its EIP-55 checksum. Without it, subscribers cannot pay at checkout */
    payoutAddress?: string | null | undefined;
    /** @description How the pages of checkout and invoices look. It replaces the branding as a whole; `{}` removes it */
    branding?: {
        /** @description Address of the logo, a PNG, JPEG or WebP image of at most 256 KiB. The service loads it, and visitors of a page get it from the service */
        logoUrl?: string | null | undefined;
        /** @description Color of buttons and links. Pages use lighter and darker shades of it, so that text has enough contrast in light and in dark mode */
        color?: string | null | undefined;
        /** @description Page where subscribers get help */
        supportUrl?: string | null | undefined;
        /** @description The terms of service */
        termsUrl?: string | null | undefined;
        /** @description The privacy policy */
        privacyUrl?: string | null | undefined;
    } | null | undefined;
    /** @description What subscribers may do in the portal */
    portal?: {
        /** @description Whether subscribers may cancel a subscription at the end of its period, and take that back. Default `true` */
        allowsCancel?: boolean | null | undefined;
    } | null | undefined;
    /** @description Id of a test clock. The service and all its records have this clock's time permanently. Only on local chains and testnets */
    testClockId?: string | null | undefined;
}
export interface ServiceListParams {
    /** @description Page size, at most 100. Default: the whole list, or 20 with a `cursor` */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface ServiceListResponse {
    /** @description Newest first */
    services: Service[];
    /** @description Pass it as `cursor` to get the next page; null on the last page. Absent when neither `limit` nor `cursor` was sent: the answer is the whole list */
    nextCursor?: string | null | undefined;
}
export interface ServiceGetParams {
    /** @description Id of the service */
    serviceId: string;
}
export interface ServiceUpdateParams {
    /** @description Id of the service */
    serviceId: string;
    /** @description Name of the service, also shown at checkout */
    name?: string | null | undefined;
    /** @description Description of the service */
    description?: string | null | undefined;
    /** @description `DRAFT`: not open for checkout yet. `ACTIVE`: accepts new checkout sessions. `DISABLED`: accepts no new ones; existing subscriptions continue. */
    status?: ("DRAFT" | "ACTIVE" | "DISABLED") | null | undefined;
    /** @description EVM address that receives checkout payments. In mixed case it must have its EIP-55 checksum. Without it, subscribers cannot pay at checkout */
    payoutAddress?: string | null | undefined;
    /** @description How the pages of checkout and invoices look. It replaces the branding as a whole; `{}` removes it */
    branding?: {
        /** @description Address of the logo, a PNG, JPEG or WebP image of at most 256 KiB. The service loads it, and visitors of a page get it from the service */
        logoUrl?: string | null | undefined;
        /** @description Color of buttons and links. Pages use lighter and darker shades of it, so that text has enough contrast in light and in dark mode */
        color?: string | null | undefined;
        /** @description Page where subscribers get help */
        supportUrl?: string | null | undefined;
        /** @description The terms of service */
        termsUrl?: string | null | undefined;
        /** @description The privacy policy */
        privacyUrl?: string | null | undefined;
    } | null | undefined;
    /** @description What subscribers may do in the portal */
    portal?: {
        /** @description Whether subscribers may cancel a subscription at the end of its period, and take that back. Default `true` */
        allowsCancel?: boolean | null | undefined;
    } | null | undefined;
}
export interface PlanCreateParams {
    /** @description Id of the service */
    serviceId: string;
    /** @description Name of the plan, shown on invoices and at checkout */
    name: string;
    /** @description Price in USDC with at most six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`) */
    amount: string;
    /**
     * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount per unit of usage. `ONE_TIME`: one payment.
     * @enum {string}
     */
    pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
    /** @description How often subscriptions renew. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: never; a subscription has one period without an end, so a `FIXED_RECURRING` plan is paid once, and usage is billed when the subscription is cancelled. Default `NONE`. A `ONE_TIME` plan must have `NONE` */
    billingInterval?: ("MONTH" | "WEEK" | "DAY" | "NONE") | null | undefined;
    /** @description Description of the plan, shown at checkout */
    description?: string | null | undefined;
    /** @description Must be `USDC`, which is also the default */
    currency?: "USDC" | null | undefined;
    /** @description What one unit of usage is, in the singular: pages show the price as `0.0025 USDC per request` */
    unit?: string | null | undefined;
}
export interface PlanListParams {
    /** @description Id of the service */
    serviceId: string;
    /** @description Page size, at most 100. Default: the whole list, or 20 with a `cursor` */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface PlanListResponse {
    /** @description Newest first */
    plans: Plan[];
    /** @description Pass it as `cursor` to get the next page; null on the last page. Absent when neither `limit` nor `cursor` was sent: the answer is the whole list */
    nextCursor?: string | null | undefined;
}
export interface PlanGetParams {
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the payment plan */
    paymentPlanId: string;
}
export interface RateCardCreateParams {
    /** @description Id of the plan that the card prices */
    paymentPlanId: string;
    /** @description What is priced and how: 1 to 20 components, each of which is a line of a quote. docs/billing.md has the rules */
    components: ({
        /**
         * @description `PER_UNIT`: the same price for every unit
         * @enum {string}
         */
        type: "PER_UNIT";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
        prefix?: string | null | undefined;
        /** @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM` */
        measure?: ("SUM" | "COUNT" | "MAX" | "LAST") | null | undefined;
        /** @description Units that cost nothing. Default 0 */
        included?: string | null | undefined;
        /** @description USDC that the component costs at least, also without usage. Default 0 */
        minimum?: string | null | undefined;
        /** @description Price of a unit in USDC, with at most 12 decimal places */
        unitAmount: string;
    } | {
        /**
         * @description `GRADUATED`: each unit at the price of the tier that it is in
         * @enum {string}
         */
        type: "GRADUATED";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
        prefix?: string | null | undefined;
        /** @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM` */
        measure?: ("SUM" | "COUNT" | "MAX" | "LAST") | null | undefined;
        /** @description Units that cost nothing. Default 0 */
        included?: string | null | undefined;
        /** @description USDC that the component costs at least, also without usage. Default 0 */
        minimum?: string | null | undefined;
        /** @description 1 to 50 tiers, the first one from the first unit on */
        tiers: {
            /** @description The last unit of the tier; null in the last tier, and only there */
            upTo: string | null;
            /** @description Price of a unit of the tier in USDC, with at most 12 decimal places */
            unitAmount: string;
            /** @description USDC that are due once if the tier is reached. Default 0 */
            flatAmount?: string | null | undefined;
        }[];
    } | {
        /**
         * @description `VOLUME`: all units at the price of the tier that the last one is in
         * @enum {string}
         */
        type: "VOLUME";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
        prefix?: string | null | undefined;
        /** @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM` */
        measure?: ("SUM" | "COUNT" | "MAX" | "LAST") | null | undefined;
        /** @description Units that cost nothing. Default 0 */
        included?: string | null | undefined;
        /** @description USDC that the component costs at least, also without usage. Default 0 */
        minimum?: string | null | undefined;
        /** @description 1 to 50 tiers, the first one from the first unit on */
        tiers: {
            /** @description The last unit of the tier; null in the last tier, and only there */
            upTo: string | null;
            /** @description Price of a unit of the tier in USDC, with at most 12 decimal places */
            unitAmount: string;
            /** @description USDC that are due once if the tier is reached. Default 0 */
            flatAmount?: string | null | undefined;
        }[];
    } | {
        /**
         * @description `PACKAGE`: a price per started block of units
         * @enum {string}
         */
        type: "PACKAGE";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
        prefix?: string | null | undefined;
        /** @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM` */
        measure?: ("SUM" | "COUNT" | "MAX" | "LAST") | null | undefined;
        /** @description Units that cost nothing. Default 0 */
        included?: string | null | undefined;
        /** @description USDC that the component costs at least, also without usage. Default 0 */
        minimum?: string | null | undefined;
        /** @description Units of a block */
        packageSize: string;
        /** @description Price of a started block in USDC, with at most 12 decimal places */
        packageAmount: string;
    } | {
        /**
         * @description `PERCENTAGE`: a percentage of the usage, whose quantities are amounts of USDC
         * @enum {string}
         */
        type: "PERCENTAGE";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
        prefix?: string | null | undefined;
        /** @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM` */
        measure?: ("SUM" | "COUNT" | "MAX" | "LAST") | null | undefined;
        /** @description Units that cost nothing. Default 0 */
        included?: string | null | undefined;
        /** @description USDC that the component costs at least, also without usage. Default 0 */
        minimum?: string | null | undefined;
        /** @description Percentage of the usage, with at most 12 decimal places */
        percent: string;
    } | {
        /**
         * @description `FLAT`: due every period, with or without usage
         * @enum {string}
         */
        type: "FLAT";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description USDC per period */
        amount: string;
    } | {
        /**
         * @description `MINIMUM`: the difference to an amount, if the lines of all other components add up to less; only as the last component
         * @enum {string}
         */
        type: "MINIMUM";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description USDC that the whole card costs at least */
        amount: string;
    })[];
    /** @description Periods that begin then or later cost what this card says. Default: all periods for the first card of a plan, the time of the call for later ones */
    effectiveFrom?: string | null | undefined;
}
export interface RateCardListParams {
    /** @description Id of the plan */
    paymentPlanId: string;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface RateCardListResponse {
    /** @description Newest first */
    rateCards: RateCard[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface RateCardGetParams {
    /** @description Id of the rate card */
    rateCardId: string;
}
export interface QuoteCreateParams {
    /** @description Prices the recorded usage of this subscription */
    subscriptionId?: string | null | undefined;
    /** @description Prices only usage that occurred at this time or later, by the card that is in effect at this time. Default: start of the subscription's current period */
    from?: string | null | undefined;
    /** @description Prices only usage that occurred before this time. Default: the time of the call, or `from` if that is later */
    to?: string | null | undefined;
    /** @description Prices this usage instead of a subscription's: one entry per prefix, in the order of their last events. The values of an entry must be possible together */
    usage?: {
        /** @description The part of the event keys before the first `:` */
        prefix: string;
        /** @description Sum of the quantities, with at most six decimal places */
        quantity: string;
        /** @description Number of events. Default 1 */
        count?: number | null | undefined;
        /** @description The largest quantity. Default: `quantity` */
        max?: string | null | undefined;
        /** @description The quantity of the event that occurred last. Default: `quantity` */
        last?: string | null | undefined;
    }[] | null | undefined;
    /** @description Id of the rate card. Default: the card of the subscription's plan */
    rateCardId?: string | null | undefined;
    /** @description Prices by these components instead of a stored card, to try them out */
    components?: ({
        /**
         * @description `PER_UNIT`: the same price for every unit
         * @enum {string}
         */
        type: "PER_UNIT";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
        prefix?: string | null | undefined;
        /** @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM` */
        measure?: ("SUM" | "COUNT" | "MAX" | "LAST") | null | undefined;
        /** @description Units that cost nothing. Default 0 */
        included?: string | null | undefined;
        /** @description USDC that the component costs at least, also without usage. Default 0 */
        minimum?: string | null | undefined;
        /** @description Price of a unit in USDC, with at most 12 decimal places */
        unitAmount: string;
    } | {
        /**
         * @description `GRADUATED`: each unit at the price of the tier that it is in
         * @enum {string}
         */
        type: "GRADUATED";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
        prefix?: string | null | undefined;
        /** @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM` */
        measure?: ("SUM" | "COUNT" | "MAX" | "LAST") | null | undefined;
        /** @description Units that cost nothing. Default 0 */
        included?: string | null | undefined;
        /** @description USDC that the component costs at least, also without usage. Default 0 */
        minimum?: string | null | undefined;
        /** @description 1 to 50 tiers, the first one from the first unit on */
        tiers: {
            /** @description The last unit of the tier; null in the last tier, and only there */
            upTo: string | null;
            /** @description Price of a unit of the tier in USDC, with at most 12 decimal places */
            unitAmount: string;
            /** @description USDC that are due once if the tier is reached. Default 0 */
            flatAmount?: string | null | undefined;
        }[];
    } | {
        /**
         * @description `VOLUME`: all units at the price of the tier that the last one is in
         * @enum {string}
         */
        type: "VOLUME";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
        prefix?: string | null | undefined;
        /** @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM` */
        measure?: ("SUM" | "COUNT" | "MAX" | "LAST") | null | undefined;
        /** @description Units that cost nothing. Default 0 */
        included?: string | null | undefined;
        /** @description USDC that the component costs at least, also without usage. Default 0 */
        minimum?: string | null | undefined;
        /** @description 1 to 50 tiers, the first one from the first unit on */
        tiers: {
            /** @description The last unit of the tier; null in the last tier, and only there */
            upTo: string | null;
            /** @description Price of a unit of the tier in USDC, with at most 12 decimal places */
            unitAmount: string;
            /** @description USDC that are due once if the tier is reached. Default 0 */
            flatAmount?: string | null | undefined;
        }[];
    } | {
        /**
         * @description `PACKAGE`: a price per started block of units
         * @enum {string}
         */
        type: "PACKAGE";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
        prefix?: string | null | undefined;
        /** @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM` */
        measure?: ("SUM" | "COUNT" | "MAX" | "LAST") | null | undefined;
        /** @description Units that cost nothing. Default 0 */
        included?: string | null | undefined;
        /** @description USDC that the component costs at least, also without usage. Default 0 */
        minimum?: string | null | undefined;
        /** @description Units of a block */
        packageSize: string;
        /** @description Price of a started block in USDC, with at most 12 decimal places */
        packageAmount: string;
    } | {
        /**
         * @description `PERCENTAGE`: a percentage of the usage, whose quantities are amounts of USDC
         * @enum {string}
         */
        type: "PERCENTAGE";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description Prices the usage events whose key has this text before its first `:`. Absent: all usage */
        prefix?: string | null | undefined;
        /** @description What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM` */
        measure?: ("SUM" | "COUNT" | "MAX" | "LAST") | null | undefined;
        /** @description Units that cost nothing. Default 0 */
        included?: string | null | undefined;
        /** @description USDC that the component costs at least, also without usage. Default 0 */
        minimum?: string | null | undefined;
        /** @description Percentage of the usage, with at most 12 decimal places */
        percent: string;
    } | {
        /**
         * @description `FLAT`: due every period, with or without usage
         * @enum {string}
         */
        type: "FLAT";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description USDC per period */
        amount: string;
    } | {
        /**
         * @description `MINIMUM`: the difference to an amount, if the lines of all other components add up to less; only as the last component
         * @enum {string}
         */
        type: "MINIMUM";
        /** @description What is priced, in one line. The lines of quotes and bills show it */
        description: string;
        /** @description USDC that the whole card costs at least */
        amount: string;
    })[] | null | undefined;
}
export interface TestClockCreateParams {
    /**
     * Format: date-time
     * @description The time at which the clock stands until it is advanced
     */
    now: string;
    /** @description Name of the clock */
    name?: string | null | undefined;
}
export interface TestClockListParams {
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface TestClockListResponse {
    /** @description Newest first */
    testClocks: TestClock[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface TestClockGetParams {
    /** @description Id of the test clock */
    testClockId: string;
}
export interface TestClockAdvanceParams {
    /** @description Id of the test clock */
    testClockId: string;
    /**
     * Format: date-time
     * @description The time to advance to: later than `now`, and at most two years later
     */
    to: string;
}
export interface CheckoutSessionCreateParams {
    /** @description Id of the service. It must be `ACTIVE` */
    serviceId: string;
    /** @description Id of the plan. It must belong to the service */
    paymentPlanId: string;
    /** @description Always `PENDING`; can be omitted */
    status?: "PENDING" | null | undefined;
    /** @description Id of the user who subscribes. If omitted, the checkout page asks for an e-mail address */
    userId?: string | null | undefined;
    /** @description When the session becomes `EXPIRED`, unless it is paid first. Default: never */
    expiresAt?: string | null | undefined;
    /** @description Where the checkout page redirects after payment: an https URL, or a localhost URL */
    successUrl?: string | null | undefined;
    /** @description Where the checkout page redirects a subscriber who decides not to pay: an https URL, or a localhost URL */
    cancelUrl?: string | null | undefined;
}
export interface CheckoutSessionListParams {
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records of this payment plan */
    paymentPlanId?: string | null | undefined;
    /** @description Only records of this user */
    userId?: string | null | undefined;
    /** @description Only sessions with this status */
    status?: ("PENDING" | "PAID" | "EXPIRED" | "CANCELLED") | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface CheckoutSessionListResponse {
    /** @description Newest first */
    checkoutSessions: CheckoutSessionWithSubscriptions[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface CheckoutSessionGetParams {
    /** @description Id of the checkout session */
    checkoutSessionId: string;
}
export interface CheckoutSessionCompleteParams {
    /** @description Id of the checkout session */
    checkoutSessionId: string;
    /** @description Id of the user who subscribes. The session's own user takes precedence, if it has one */
    userId?: string | null | undefined;
    /** @description The subscriber, by e-mail address. An existing user is linked unchanged; otherwise a user is created */
    user?: {
        /** @description E-mail address of the subscriber. Required unless the session or the request has a `userId` */
        email?: string | null | undefined;
        /** @description Name of a new user. An existing user keeps its name */
        name?: string | null | undefined;
    } | null | undefined;
    /** @description Hash of the transaction that paid you, if there is one: 32 bytes in hex. It is stored and returned, not verified */
    transactionHash?: string | null | undefined;
}
export interface CheckoutSessionCancelParams {
    /** @description Id of the checkout session */
    checkoutSessionId: string;
}
export interface CheckoutViewParams {
    /** @description Id of the checkout session */
    checkoutSessionId: string;
}
export interface CheckoutPrepareParams {
    /** @description Id of the checkout session */
    checkoutSessionId: string;
    /** @description Address of the wallet that pays and signs */
    payerAddress: string;
    /** @description Prepares a spending cap, under which what is due now and later invoices are collected: its limits */
    cap?: {
        /** @description What the collector is to be allowed in all, in USDC, if an earlier answer said that the wallet needs more than was prepared */
        allowance?: string | null | undefined;
        /** @description Maximum that is collected in one period, in USDC */
        perPeriod: string;
        /** @description Length of a period in seconds, counted from a Monday, 00:00 UTC. Absent: calendar months, in UTC */
        periodSeconds?: number | null | undefined;
        /** @description Maximum of one collection, in USDC. Absent: `perPeriod` */
        perCharge?: string | null | undefined;
        /** @description Maximum that is collected under the cap in all, in USDC. Absent: `perPeriod` for each period of a year */
        total?: string | null | undefined;
    } | null | undefined;
    /** @description The `terms` of the response that the page shows, unchanged. If they are not the current ones, the call is refused with `terms_changed`, and the message says what has changed. Default: nothing is compared */
    terms?: {
        /** @description The amount due that is shown, in USDC */
        amountDue?: string | null | undefined;
        /** @description The address that receives the payments, as shown */
        merchantAddress?: string | null | undefined;
        /** @description The `prices` that are shown */
        prices?: string | null | undefined;
    } | null | undefined;
}
export interface CheckoutPayParams {
    /** @description Id of the checkout session */
    checkoutSessionId: string;
    /** @description The subscriber, if the session has no user */
    user?: {
        /** @description E-mail address of the subscriber. Required unless the session or the request has a `userId` */
        email?: string | null | undefined;
        /** @description Name of a new user. An existing user keeps its name */
        name?: string | null | undefined;
    } | null | undefined;
    /** @description Address of the wallet that signed. Required with `payment` and `cap` */
    payerAddress?: string | null | undefined;
    /** @description The prepared and signed payment. Required if an amount is due now */
    payment?: {
        /** @description As prepared: when the signature expires, in Unix seconds */
        validUntil: number;
        /** @description The wallet's signature of the payment's typed data */
        signature: string;
    } | null | undefined;
    /** @description The prepared and signed spending cap for later invoices */
    cap?: {
        /** @description Maximum that is collected in one period, in USDC */
        perPeriod: string;
        /** @description Length of a period in seconds, counted from a Monday, 00:00 UTC. Absent: calendar months, in UTC */
        periodSeconds?: number | null | undefined;
        /** @description Maximum of one collection, in USDC */
        perCharge: string;
        /** @description Maximum that is collected under the cap in all, in USDC */
        total: string;
        /** @description As prepared: when the cap begins, in Unix seconds */
        start: number;
        /** @description As prepared: when the signature expires, in Unix seconds */
        validUntil: number;
        /** @description The wallet's signature of the typed data of the cap */
        signature: string;
        /** @description The prepared and signed permit, if one was prepared */
        permit?: {
            /** @description As prepared: what the collector may take from the wallet in all, in USDC */
            allowance: string;
            /** @description As prepared: when the signature expires, in Unix seconds */
            deadline: number;
            /** @description The wallet's signature of the typed data of the permit */
            signature: string;
        } | null | undefined;
    } | null | undefined;
    /** @description The `terms` of the response that the page shows, unchanged. If they are not the current ones, the call is refused with `terms_changed`, and the message says what has changed. Default: nothing is compared */
    terms?: {
        /** @description The amount due that is shown, in USDC */
        amountDue?: string | null | undefined;
        /** @description The address that receives the payments, as shown */
        merchantAddress?: string | null | undefined;
        /** @description The `prices` that are shown */
        prices?: string | null | undefined;
    } | null | undefined;
}
export interface CheckoutStatusParams {
    /** @description Id of the checkout session */
    checkoutSessionId: string;
}
export interface SubscriptionGetParams {
    /** @description Id of the subscription */
    subscriptionId: string;
}
export interface SubscriptionListParams {
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records of this payment plan */
    paymentPlanId?: string | null | undefined;
    /** @description Only records of this user */
    userId?: string | null | undefined;
    /** @description Only records of this checkout session */
    checkoutSessionId?: string | null | undefined;
    /** @description Only subscriptions with this status */
    status?: ("ACTIVE" | "CANCELLED") | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface SubscriptionListResponse {
    /** @description Newest first */
    subscriptions: Subscription[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface SubscriptionCancelParams {
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description `true`: the subscription ends with its current period. `false`: takes that back, and the subscription renews. Omitted: it ends immediately */
    atPeriodEnd?: boolean | null | undefined;
}
export interface SubscriptionUpcomingInvoiceParams {
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description How long after the end of a period its usage may still arrive before it is billed, in seconds. Default 3600 */
    graceSeconds?: (string | number | null) | null | undefined;
    /** @description Less than this is not billed but carried forward to the next bill, in USDC. Default 0.01 */
    leastAmount?: string | null | undefined;
    /** @description Answers as if this many of the next bills had been made already. It looks ahead to the running period at most. Default 0 */
    ahead?: (string | number | null) | null | undefined;
}
export interface SubscriptionUpcomingChargesParams {
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface SubscriptionUpcomingChargesResponse {
    /** @description Newest first */
    upcomingCharges: UpcomingCharge[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface SubscriptionUpcomingTotalsParams {
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
}
export interface SubscriberListParams {
    /** @description Only subscribers whose e-mail address or id begins with this text. Case is ignored. The result is sorted by e-mail address; subscribers found by their id come last */
    search?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface SubscriberListResponse {
    /** @description Newest first; with `search`, sorted by e-mail address */
    subscribers: Subscriber[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface SubscriberGetParams {
    /** @description Id of the subscriber */
    subscriberId: string;
}
export interface UsageEventCreateParams {
    /** @description Id of the service that was used */
    serviceId: string;
    /** @description Id of the subscription. It must be `ACTIVE` and belong to the service and user */
    subscriptionId: string;
    /** @description Id of the subscriber */
    userId: string;
    /** @description What was used. Each key is recorded once per subscription, so make it unique: for example a usage type and an hour, separated by `:`. The summary can group by the part before the first `:` */
    eventKey: string;
    /** @description Who or what used it, below the subscriber, in your own words: an end user, an agent, a task. Limits can count by it */
    subject?: string | null | undefined;
    /** @description Number of units, with at most six decimal places */
    quantity: string;
    /** @description Id of an invoice of the same service and user that bills this usage. It does not change the invoice's amount */
    invoiceId?: string | null | undefined;
    /** @description When the usage occurred; any time in the past is accepted. Digits below the millisecond are dropped. Default: the time of the call */
    occurredAt?: string | null | undefined;
    /** @description Id of the prepaid balance of the same service and user that pays for it, one without `keyPrefix`. It is charged in the commit that records the event, or nothing is recorded. Needs `charge` */
    balanceId?: string | null | undefined;
    /** @description What the event costs, in USDC with at most six decimal places; or `{"rateCard": true}`: the service calculates what it adds, by the rate card of the plan, to the cost of what is charged so in the period. Needs `balanceId` */
    charge?: (string | {
        /**
         * @description `true`: the service calculates the charge by the rate card
         * @enum {boolean}
         */
        rateCard: true;
    }) | null | undefined;
}
export interface UsageEventListParams {
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records of this subscription */
    subscriptionId?: string | null | undefined;
    /** @description Only the event with this key. Requires `subscriptionId` */
    eventKey?: string | null | undefined;
    /** @description Only records of this user */
    userId?: string | null | undefined;
    /** @description Only records of this invoice */
    invoiceId?: string | null | undefined;
    /** @description Only usage that occurred at this time or later. The list is ordered by `occurredAt` then, newest first */
    occurredFrom?: string | null | undefined;
    /** @description Only usage that occurred before this time, in the same order */
    occurredTo?: string | null | undefined;
    /** @description `outside`: only usage that no bill contains, because it occurred in no period of its subscription until now. Voided events and those of an invoice are omitted. Ordered by `occurredAt`, newest first */
    billing?: "outside" | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface UsageEventListResponse {
    /** @description Newest first: by the time of recording, or of occurrence if that is filtered by */
    usageEvents: UsageEvent[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface UsageEventBatchParams {
    /** @description 1 to 1,000 events, each like the body of `POST /usage-events` */
    usageEvents: {
        /** @description Id of the service that was used */
        serviceId: string;
        /** @description Id of the subscription. It must be `ACTIVE` and belong to the service and user */
        subscriptionId: string;
        /** @description Id of the subscriber */
        userId: string;
        /** @description What was used. Each key is recorded once per subscription, so make it unique: for example a usage type and an hour, separated by `:`. The summary can group by the part before the first `:` */
        eventKey: string;
        /** @description Who or what used it, below the subscriber, in your own words: an end user, an agent, a task. Limits can count by it */
        subject?: string | null | undefined;
        /** @description Number of units, with at most six decimal places */
        quantity: string;
        /** @description Id of an invoice of the same service and user that bills this usage. It does not change the invoice's amount */
        invoiceId?: string | null | undefined;
        /** @description When the usage occurred; any time in the past is accepted. Digits below the millisecond are dropped. Default: the time of the call */
        occurredAt?: string | null | undefined;
        /** @description Id of the prepaid balance of the same service and user that pays for it, one without `keyPrefix`. It is charged in the commit that records the event, or nothing is recorded. Needs `charge` */
        balanceId?: string | null | undefined;
        /** @description What the event costs, in USDC with at most six decimal places; or `{"rateCard": true}`: the service calculates what it adds, by the rate card of the plan, to the cost of what is charged so in the period. Needs `balanceId` */
        charge?: (string | {
            /**
             * @description `true`: the service calculates the charge by the rate card
             * @enum {boolean}
             */
            rateCard: true;
        }) | null | undefined;
    }[];
}
export interface UsageEventGetParams {
    /** @description Id of the usage event */
    usageEventId: string;
}
export interface UsageEventSummaryParams {
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Only usage that occurred then or later */
    from?: string | null | undefined;
    /** @description Only usage that occurred before then */
    to?: string | null | undefined;
    /** @description Also adds up each group: by `eventKey`; by `prefix`, which is the part of the key before the first `:`; or by `day` in UTC. Default: no groups */
    groupBy?: ("eventKey" | "prefix" | "day") | null | undefined;
    /** @description Page size, at most 1000; default 100 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface UsageEventSummaryResponse {
    summary: UsageSummary;
    /** @description The `cursor` of the next page of groups; null at the end */
    nextCursor: string | null;
}
export interface UsageEventSeriesParams {
    /** @description Only usage of this subscription */
    subscriptionId?: string | null | undefined;
    /** @description Only usage of this service */
    serviceId?: string | null | undefined;
    /** @description Only usage whose key has this prefix: the part before the first `:` */
    prefix?: string | null | undefined;
    /** @description The length of the intervals. Default `day` */
    interval?: ("hour" | "day") | null | undefined;
    /** @description The time zone in which days and hours begin: `UTC`, or a name of the IANA time zone database. Default `UTC` */
    timeZone?: string | null | undefined;
    /**
     * Format: date-time
     * @description Only usage that occurred then or later
     */
    from: string;
    /**
     * Format: date-time
     * @description Only usage that occurred before then: at most 31 days of the time zone after `from` by hour, 366 by day
     */
    to: string;
    /** @description Max number of prefixes with separate sums, at most 20; default 6 */
    limit?: number | null | undefined;
}
export interface UsageEventVoidParams {
    /** @description Id of the usage event */
    usageEventId: string;
    /** @description Why the event is wrong, in one line */
    reason: string;
    /** @description The event to record instead, in the same transaction. It has the service, subscription and user of the voided event. Its `eventKey` must be new. Default: none */
    replacement?: {
        /** @description What was used. Each key is recorded once per subscription, so make it unique: for example a usage type and an hour, separated by `:`. The summary can group by the part before the first `:` */
        eventKey: string;
        /** @description Number of units, with at most six decimal places */
        quantity: string;
        /** @description Id of an invoice of the same service and user. Default: the invoice of the voided event if it is a `DRAFT`, otherwise none */
        invoiceId?: string | null | undefined;
        /** @description When the usage occurred, to the millisecond. Default: the `occurredAt` of the voided event */
        occurredAt?: string | null | undefined;
        /** @description Who or what used it. Default: the `subject` of the voided event */
        subject?: string | null | undefined;
        /** @description Id of the prepaid balance of the same service and user that pays for it, one without `keyPrefix`. It is charged in the commit that records the event, or nothing is recorded. Needs `charge` */
        balanceId?: string | null | undefined;
        /** @description What the event costs, in USDC with at most six decimal places; or `{"rateCard": true}`: the service calculates what it adds, by the rate card of the plan, to the cost of what is charged so in the period. Needs `balanceId` */
        charge?: (string | {
            /**
             * @description `true`: the service calculates the charge by the rate card
             * @enum {boolean}
             */
            rateCard: true;
        }) | null | undefined;
    } | null | undefined;
}
export interface UsageEventVoidResponse {
    usageEvent: UsageEvent;
    /** @description The event that was recorded instead; null if there is none */
    replacement: UsageEvent | null;
}
export interface SubjectListParams {
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Only usage that occurred then or later. Default: the start of the current billing period */
    from?: string | null | undefined;
    /** @description Only usage that occurred before then. Default: the end of the current period */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface SubjectListResponse {
    /** @description Those with usage in this time, and those that the subscriber has stopped, in the order of their names */
    subjects: Subject[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface UsageRootListParams {
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface UsageRootListResponse {
    /** @description Newest first */
    usageRoots: UsageRoot[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface UsageRootChangesParams {
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Only changes of roots after the one with this number. Default 0: all */
    after?: number | null | undefined;
    /** @description Page size, at most 1000; default 1000 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface UsageRootChangesResponse {
    /** @description In the order of the roots. Those of one root have an order of their own */
    usageChanges: UsageChange[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export type UsageRootKeysParams = Record<string, never>;
export interface BalanceCreateParams {
    /** @description Id of the service whose usage the balance pays for */
    serviceId: string;
    /** @description Id of the subscriber who spends it */
    userId: string;
    /** @description Its credit pays only for usage events whose `eventKey` has this before its first `:`, or is this. Default: for all */
    keyPrefix?: string | null | undefined;
    /** @description How far below zero the balance may be spent, in USDC with at most six decimal places; or `{"cap": true, "max": "20"}`: as far as a spending cap and its wallet back it, looked up on the chain at most every few seconds. Default: 0 */
    overdraft?: (string | {
        /**
         * @description `true`: granted as far as the newest spending cap of the user's `ACTIVE` subscriptions to the service has left, and its wallet has
         * @enum {boolean}
         */
        cap: true;
        /** @description The most that is granted, in USDC */
        max: string;
    }) | null | undefined;
}
export interface BalanceListParams {
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records of this user */
    userId?: string | null | undefined;
    /** @description Only balances with this status */
    status?: ("ACTIVE" | "FROZEN") | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface BalanceListResponse {
    /** @description Newest first */
    balances: Balance[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface BalanceGetParams {
    /** @description Id of the balance */
    balanceId: string;
}
export interface BalanceUpdateParams {
    /** @description Id of the balance */
    balanceId: string;
    /** @description How far below zero the balance may be spent, in USDC with at most six decimal places; or `{"cap": true, "max": "20"}`: as far as a spending cap and its wallet back it, looked up on the chain at most every few seconds */
    overdraft?: (string | {
        /**
         * @description `true`: granted as far as the newest spending cap of the user's `ACTIVE` subscriptions to the service has left, and its wallet has
         * @enum {boolean}
         */
        cap: true;
        /** @description The most that is granted, in USDC */
        max: string;
    }) | null | undefined;
}
export interface BalanceTotalsParams {
    /** @description Id of the service */
    serviceId: string;
}
export interface BalanceEntriesParams {
    /** @description Id of the balance */
    balanceId: string;
    /** @description Page size, at most 1000; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface BalanceEntriesResponse {
    /** @description Newest first */
    balanceEntries: BalanceEntry[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface BalanceTopUpParams {
    /** @description Id of the balance */
    balanceId: string;
    /** @description Amount to pay and to credit, in USDC with at most six decimal places */
    amount: string;
    /** @description When the invoice becomes `EXPIRED` if it is still `OPEN`. Default: never */
    dueAt?: string | null | undefined;
    /** @description Id of the `ACTIVE` subscription of the balance's user and service that the invoice bills. Default: the newest one whose spending cap has room for it; otherwise the newest one */
    subscriptionId?: string | null | undefined;
}
export interface BalanceGrantParams {
    /** @description Id of the balance */
    balanceId: string;
    /** @description Amount to credit, in USDC with at most six decimal places */
    amount: string;
    /** @description Why it is granted, in one line */
    reason: string;
    /** @description When the rest of the grant is taken back. Default: never */
    expiresAt?: string | null | undefined;
    /** @description Credit with a lower priority is spent first. Default: 50, as top-ups have */
    priority?: number | null | undefined;
}
export interface BalanceAddRecurringGrantParams {
    /** @description Id of the balance */
    balanceId: string;
    /** @description Amount that each period begins with, in USDC with at most six decimal places */
    amount: string;
    /**
     * @description How long a period is. Months keep the day of the first, or have their last day
     * @enum {string}
     */
    interval: "DAY" | "WEEK" | "MONTH";
    /** @description Why it is granted, in one line */
    reason: string;
    /** @description Max amount in USDC that is carried into the next period, of what is left over at the end of one. Default: 0 */
    rolloverMax?: string | null | undefined;
    /** @description Credit with a lower priority is spent first. Default: 50, as top-ups have */
    priority?: number | null | undefined;
    /** @description No period begins at this time or later. Default: it has no end */
    endsAt?: string | null | undefined;
}
export interface BalanceRecurringGrantsParams {
    /** @description Id of the balance */
    balanceId: string;
}
export interface BalanceEndRecurringGrantParams {
    /** @description Id of the balance */
    balanceId: string;
    /** @description Id of the recurring grant */
    recurringGrantId: string;
}
export interface BalanceSetAutoTopUpParams {
    /** @description Id of the balance */
    balanceId: string;
    /** @description The balance is topped up when less than this is available, in USDC; below zero: when more than that is owed */
    below: string;
    /** @description Amount of each top-up, in USDC with at most six decimal places. Default: what is owed, at most `perDayAtMost` */
    amount?: string | null | undefined;
    /** @description Max total of automatic top-ups in any 24 hours, in USDC */
    perDayAtMost: string;
}
export interface BalanceAutoTopUpParams {
    /** @description Id of the balance */
    balanceId: string;
}
export interface BalanceRemoveAutoTopUpParams {
    /** @description Id of the balance */
    balanceId: string;
}
export interface HoldCreateParams {
    /** @description Id of the balance, one without `keyPrefix` */
    balanceId: string;
    /** @description Names the call. A balance has one hold per key: the same key with the same fields returns the same hold */
    key: string;
    /** @description Amount to set aside, in USDC with at most six decimal places: the max cost of the call; or `{"rateCard": true}`: what `usage` costs now by the rate card of the plan, which may be 0. Other holds in place do not count in its tiers */
    amount: string | {
        /**
         * @description `true`: the service calculates the charge by the rate card
         * @enum {boolean}
         */
        rateCard: true;
    };
    /** @description What the call may use at most. It is reserved in the limits that apply, with one event and the amount, until the hold ends; if it does not fit, nothing is held. Default: nothing is reserved */
    usage?: {
        /** @description Id of the subscription, of the balance's service and user */
        subscriptionId: string;
        /** @description Key of its usage event, or another one with the same prefix, by which limits count it */
        eventKey: string;
        /** @description Who or what used it, below the subscriber, in your own words: an end user, an agent, a task. Limits can count by it */
        subject?: string | null | undefined;
        /** @description Max number of units */
        quantity: string;
    } | null | undefined;
    /**
     * Format: date-time
     * @description When the amount is given back unless the hold was committed or released: at most 24 hours from now
     */
    expiresAt: string;
}
export interface HoldGetParams {
    /** @description Id of the hold */
    holdId: string;
}
export interface HoldCommitParams {
    /** @description Id of the hold */
    holdId: string;
    /** @description What the call cost, in USDC with at most six decimal places; or `{"rateCard": true}`: what `usageEvent` costs by the rate card of the plan */
    amount: string | {
        /**
         * @description `true`: the service calculates the charge by the rate card
         * @enum {boolean}
         */
        rateCard: true;
    };
    /** @description Whether more than was held may be charged, if it is available on the balance. Default: false */
    allowMore?: boolean | null | undefined;
    /** @description The usage event to record in the same commit. If it is refused, nothing is charged. Default: none */
    usageEvent?: {
        /** @description Id of the subscription. It must be `ACTIVE` and belong to the balance's service and user */
        subscriptionId: string;
        /** @description What was used. Each key is recorded once per subscription */
        eventKey: string;
        /** @description Who or what used it, below the subscriber, in your own words: an end user, an agent, a task. Limits can count by it */
        subject?: string | null | undefined;
        /** @description Number of units, with at most six decimal places */
        quantity: string;
        /** @description Id of an invoice of the same service and user that bills this usage */
        invoiceId?: string | null | undefined;
        /** @description When the usage occurred. Digits below the millisecond are dropped. Default: the time of the call */
        occurredAt?: string | null | undefined;
    } | null | undefined;
}
export interface HoldReleaseParams {
    /** @description Id of the hold */
    holdId: string;
}
export interface InvoiceCreateParams {
    /** @description Id of the service */
    serviceId: string;
    /** @description Id of the plan, which must belong to the service */
    paymentPlanId: string;
    /** @description Id of the billed user */
    userId: string;
    /** @description Amount due, in USDC with at most six decimal places. You calculate it; the service does not change it */
    amount: string;
    /** @description Must be `USDC`, which is also the default */
    currency?: "USDC" | null | undefined;
    /** @description `DRAFT`: not due yet. `OPEN`: payment is due, and settlements are accepted. `VOID`, `EXPIRED`: closed, for invoices imported from another system. Default `DRAFT` */
    status?: ("DRAFT" | "OPEN" | "VOID" | "EXPIRED") | null | undefined;
    /** @description When the invoice becomes `EXPIRED` if it is still `OPEN`. Default: never */
    dueAt?: string | null | undefined;
    /** @description Id of the billed subscription. It must be this user's subscription to this plan. Default: none */
    subscriptionId?: string | null | undefined;
    /** @description What the invoice bills, for its reader: 1 to 100 lines whose amounts add up to `amount` exactly. Default: none */
    lines?: {
        /** @description What is billed, in one line */
        description: string;
        /** @description How much of it, with at most six decimal places */
        quantity: string;
        /** @description Price of one unit in USDC, with at most twelve decimal places. Negative if the line is a deduction */
        unitAmount: string;
        /** @description Amount of the line in USDC, with at most six decimal places. Negative if the line is a deduction. You calculate it: the service does not multiply */
        amount: string;
    }[] | null | undefined;
    /** @description When the period that the invoice bills began. Default: none */
    periodStart?: string | null | undefined;
    /** @description When that period ended. Default: none */
    periodEnd?: string | null | undefined;
    /** @description Number of the bill, for an invoice of a subscription's usage, as its upcoming invoice says. The next bills count what it bills, unless it is voided or expires unpaid. Default: none */
    billNumber?: number | null | undefined;
    /** @description Bills the usage of the subscription in a time: its bill commits to every event, also to those that a prepaid balance was charged for, and sets nothing off. Omit it if you send `billNumber`. Default: none */
    usage?: {
        /** @description When the billed usage begins. Default: start of the subscription's current period */
        from?: string | null | undefined;
        /** @description Usage at this time or later is not billed. Default: the time of the call */
        to?: string | null | undefined;
        /** @description Id of the rate card that prices it. Default: the card of the plan at `from`, if there is one */
        rateCardId?: string | null | undefined;
    } | null | undefined;
    /** @description Hash of the billed usage, as its quote or its upcoming invoice says. If the usage has changed since, the call is refused. Default: not compared */
    usageHash?: string | null | undefined;
}
export interface InvoiceListParams {
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records of this payment plan */
    paymentPlanId?: string | null | undefined;
    /** @description Only records of this user */
    userId?: string | null | undefined;
    /** @description Only records of this subscription */
    subscriptionId?: string | null | undefined;
    /** @description Only invoices with this status */
    status?: ("DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID") | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface InvoiceListResponse {
    /** @description Newest first */
    invoices: InvoiceSummary[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface InvoiceApplyBalanceParams {
    /** @description Id of the invoice */
    invoiceId: string;
    /** @description Amount to pay, in USDC with at most six decimal places. Default: what is available, at most `amountDue` */
    amount?: string | null | undefined;
}
export interface InvoiceGetParams {
    /** @description Id of the invoice */
    invoiceId: string;
}
export interface InvoiceExplainParams {
    /** @description Id of the invoice */
    invoiceId: string;
}
export interface InvoiceProofParams {
    /** @description Id of the invoice */
    invoiceId: string;
}
export interface InvoiceUsageProofParams {
    /** @description Id of the invoice */
    invoiceId: string;
    /** @description Key of the usage event */
    eventKey: string;
}
export interface InvoiceFinalizeParams {
    /** @description Id of the invoice */
    invoiceId: string;
}
export interface InvoiceVoidParams {
    /** @description Id of the invoice */
    invoiceId: string;
}
export interface InvoiceRotateLinkParams {
    /** @description Id of the invoice */
    invoiceId: string;
}
export interface InvoiceLinkViewParams {
    /** @description The last part of the invoice's `url` */
    linkToken: string;
}
export interface InvoiceLinkPrepareParams {
    /** @description The last part of the invoice's `url` */
    linkToken: string;
    /** @description Address of the wallet that pays and signs */
    payerAddress: string;
    /** @description The `terms` of the response that the page shows, unchanged. If they are not the current ones, the call is refused with `terms_changed`, and the message says what has changed. Default: nothing is compared */
    terms?: {
        /** @description The amount due that is shown, in USDC */
        amountDue?: string | null | undefined;
        /** @description The address that receives the payments, as shown */
        merchantAddress?: string | null | undefined;
        /** @description The `prices` that are shown */
        prices?: string | null | undefined;
    } | null | undefined;
}
export interface InvoiceLinkPayParams {
    /** @description The last part of the invoice's `url` */
    linkToken: string;
    /** @description Address of the wallet that signed */
    payerAddress: string;
    /** @description The prepared and signed payment */
    payment: {
        /** @description As prepared: when the signature expires, in Unix seconds */
        validUntil: number;
        /** @description The wallet's signature of the payment's typed data */
        signature: string;
    };
    /** @description The `terms` of the response that the page shows, unchanged. If they are not the current ones, the call is refused with `terms_changed`, and the message says what has changed. Default: nothing is compared */
    terms?: {
        /** @description The amount due that is shown, in USDC */
        amountDue?: string | null | undefined;
        /** @description The address that receives the payments, as shown */
        merchantAddress?: string | null | undefined;
        /** @description The `prices` that are shown */
        prices?: string | null | undefined;
    } | null | undefined;
}
export interface InvoiceLinkDisputeParams {
    /** @description The last part of the invoice's `url` */
    linkToken: string;
    /** @description The disputed usage events: 1 to 100 */
    usageEvents: {
        /** @description Key of a usage event that the invoice's bill counts */
        eventKey: string;
        /** @description The quantity by the payer's own count, less than what is billed. Default: none, it never occurred */
        claimedQuantity?: string | null | undefined;
    }[];
    /** @description Why the bill is wrong, in one line */
    reason: string;
}
export interface InvoiceLinkStatusParams {
    /** @description The last part of the invoice's `url` */
    linkToken: string;
}
export interface InvoiceLinkUsageParams {
    /** @description The last part of the invoice's `url` */
    linkToken: string;
}
export interface InvoiceLinkUsageEventsParams {
    /** @description The last part of the invoice's `url` */
    linkToken: string;
    /** @description Page size, at most 1000; default 1000 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface InvoiceLinkUsageEventsResponse {
    /** @description Oldest first */
    usageEvents: RootedEvent[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface InvoiceLinkUsageRootsParams {
    /** @description The last part of the invoice's `url` */
    linkToken: string;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface InvoiceLinkUsageRootsResponse {
    /** @description Newest first */
    usageRoots: UsageRoot[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface InvoiceLinkUsageChangesParams {
    /** @description The last part of the invoice's `url` */
    linkToken: string;
    /** @description Numbers of at most 100 roots, separated by commas */
    roots: string;
    /** @description Page size, at most 1000; default 1000 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface InvoiceLinkUsageChangesResponse {
    /** @description In the order of the roots. Those of one root have an order of their own */
    usageChanges: UsageHash[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface InvoiceLinkProofParams {
    /** @description The last part of the invoice's `url` */
    linkToken: string;
}
export interface CreditNoteCreateParams {
    /** @description Id of an invoice that is `OPEN` or `PAID` */
    invoiceId: string;
    /** @description The amount that is not owed, in USDC with at most six decimal places */
    amount: string;
    /** @description Reason for the credit note, in one line. The subscriber sees it */
    reason: string;
    /** @description The credited items: 1 to 100 lines whose amounts add up to `amount` exactly. Default: none */
    lines?: {
        /** @description What is billed, in one line */
        description: string;
        /** @description How much of it, with at most six decimal places */
        quantity: string;
        /** @description Price of one unit in USDC, with at most six decimal places */
        unitAmount: string;
        /** @description Amount of the line in USDC, with at most six decimal places. You calculate it: the service does not multiply */
        amount: string;
    }[] | null | undefined;
    /** @description Number of the bill, for a credit of usage that bills have billed too much, as the subscription's upcoming invoice says. The next bills count it. Default: none, and no bill takes the credit back */
    billNumber?: number | null | undefined;
}
export interface CreditNoteListParams {
    /** @description Only records of this invoice */
    invoiceId?: string | null | undefined;
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records of this user */
    userId?: string | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface CreditNoteListResponse {
    /** @description Newest first */
    creditNotes: CreditNote[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface CreditNoteGetParams {
    /** @description Id of the credit note */
    creditNoteId: string;
}
export interface CreditNoteRefundParams {
    /** @description Id of the credit note */
    creditNoteId: string;
    /**
     * @description `BALANCE`: credits the subscriber's prepaid balance immediately. `WALLET`: your wallet pays USDC to the wallet that paid the invoice; the response has the address of the page on which you pay
     * @enum {string}
     */
    to: "BALANCE" | "WALLET";
}
export interface AlertCreateParams {
    /** @description Id of the service */
    serviceId: string;
    /**
     * @description What it watches. `usage`: the quantity of the events of a billing period. `spend`: what these were charged to balances. `balance`: what is available of a prepaid balance. `cap`: what is left of a spending cap. `forecast`: what all usage of the running period will cost by the rate card if it goes on like this
     * @enum {string}
     */
    on: "usage" | "spend" | "balance" | "cap" | "forecast";
    /** @description Up to 10 levels, in units for `usage` and in USDC for all others. `usage`, `spend` and `forecast` cross a level when they reach it, `balance` and `cap` when they fall below it. Of several that a commit crosses, the last is reported */
    levels: string[];
    /** @description Whether `alert.recovered` is sent too, when the value is back on the other side. Default `false` */
    recovery?: boolean | (string | boolean) | null | undefined;
    /** @description Whether the subscriber is told too: by e-mail, once a day for a level, and in the portal while a level is crossed. Default `false` */
    tellsSubscriber?: boolean | (string | boolean) | null | undefined;
    /** @description Only of this subscription. Default: of each */
    subscriptionId?: string | null | undefined;
    /** @description Only of this balance. Default: of each */
    balanceId?: string | null | undefined;
    /** @description Only events whose `eventKey` has this before its first `:`, or is this. Default: all events */
    keyPrefix?: string | null | undefined;
}
export interface AlertListParams {
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface AlertListResponse {
    /** @description Newest first */
    alerts: Alert[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface AlertGetParams {
    /** @description Id of the alert */
    alertId: string;
}
export interface AlertRemoveParams {
    /** @description Id of the alert */
    alertId: string;
}
export interface AlertStatesParams {
    /** @description Id of the subscription */
    subscriptionId: string;
}
export interface LimitSetParams {
    /** @description Your name for the limit: a letter or digit, and up to 63 letters, digits, `.`, `_`, `:` and `-` */
    name: string;
    /** @description Id of the service whose usage is limited */
    serviceId: string;
    /**
     * @description Whose usage counts together. `service`: all of the service. `subscription`: each subscription by itself. `subject`: each subject of a subscription by itself
     * @enum {string}
     */
    scope: "service" | "subscription" | "subject";
    /** @description Only usage of this subscription. Default: of each */
    subscriptionId?: string | null | undefined;
    /** @description Only usage of this subject. Default: of each, with the scope `subject` */
    subject?: string | null | undefined;
    /** @description Only events whose `eventKey` has this before its first `:`, or is this. Default: all events */
    keyPrefix?: string | null | undefined;
    /**
     * @description What counts. `quantity`: the sum of `quantity`. `charge`: the sum of what the events were charged to balances, in USDC. `count`: the number of events
     * @enum {string}
     */
    measure: "quantity" | "charge" | "count";
    /** @description The most that may be used in a window, with at most six decimal places */
    max: string;
    /**
     * @description When usage counts together, by `occurredAt`. `hour`: of UTC. `day`: of `timeZone`. `period`: the billing period of the subscription; without a billing interval all of its time. `rolling`: the last `seconds`, in steps of a sixtieth of them, at least of a second. `ever`: all usage
     * @enum {string}
     */
    window: "hour" | "day" | "period" | "rolling" | "ever";
    /** @description Of a `day`: the time zone in which it begins. Default: `UTC` */
    timeZone?: string | null | undefined;
    /** @description Of a `rolling` window: how long it is, up to 31 days */
    seconds?: number | null | undefined;
    /**
     * @description `REJECT`: an event with which more than `max` would be used is refused with 402. `NOTIFY`: none is refused
     * @enum {string}
     */
    action: "NOTIFY" | "REJECT";
    /** @description At which parts of `max` the event `limit.crossed` is sent, once for each crossing in a window: up to 10 numbers from 0.01 to 10, with two decimal places. The level 1 is crossed when all is used, or an event is refused. Default: 0.8 and 1 */
    levels?: number[] | null | undefined;
}
export interface LimitGetParams {
    /** @description Your name for the limit: a letter or digit, and up to 63 letters, digits, `.`, `_`, `:` and `-` */
    name: string;
}
export interface LimitRemoveParams {
    /** @description Your name for the limit: a letter or digit, and up to 63 letters, digits, `.`, `_`, `:` and `-` */
    name: string;
}
export interface LimitListParams {
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface LimitListResponse {
    /** @description Newest first */
    limits: UsageLimit[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface LimitUsageParams {
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description The subject whose usage is asked for. Default: usage without a subject */
    subject?: string | null | undefined;
}
export interface DisputeCreateParams {
    /** @description Id of the invoice */
    invoiceId: string;
    /** @description The disputed usage events: 1 to 100 */
    usageEvents: {
        /** @description Key of a usage event that the invoice's bill counts */
        eventKey: string;
        /** @description The quantity by the payer's own count, less than what is billed. Default: none, it never occurred */
        claimedQuantity?: string | null | undefined;
    }[];
    /** @description Why the bill is wrong, in one line */
    reason: string;
}
export interface DisputeListParams {
    /** @description Only records of this invoice */
    invoiceId?: string | null | undefined;
    /** @description Only disputes with this status */
    status?: ("OPEN" | "ACCEPTED" | "DECLINED") | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface DisputeListResponse {
    /** @description Newest first */
    disputes: Dispute[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface DisputeGetParams {
    /** @description Id of the dispute */
    disputeId: string;
}
export interface DisputeAcceptParams {
    /** @description Id of the dispute */
    disputeId: string;
    /** @description Amount to credit, in USDC, at most the dispute's. Default: the dispute's `amount`, but at most what is left to credit. What is missing of it, later bills credit if the invoice has a `billNumber` */
    amount?: string | null | undefined;
    /** @description Refunds the credited amount of a `PAID` invoice in the same transaction, as `POST /credit-notes/{creditNoteId}/refund` does. Default: no refund; you can start it later */
    refundTo?: ("BALANCE" | "WALLET") | null | undefined;
    /** @description A word to the payer, in one line. Default: none */
    answer?: string | null | undefined;
}
export interface DisputeDeclineParams {
    /** @description Id of the dispute */
    disputeId: string;
    /** @description Why the bill is right, in one line. The payer sees it */
    answer: string;
}
export interface RefundLinkViewParams {
    /** @description The last part of the refund's `url` */
    linkToken: string;
}
export interface RefundLinkPrepareParams {
    /** @description The last part of the refund's `url` */
    linkToken: string;
    /** @description Address of the wallet that pays the refund */
    walletAddress: string;
}
export interface SettlementCreateParams {
    /** @description Id of the invoice, which must be `OPEN` */
    invoiceId: string;
    /** @description The settlement's id on the chain: 32 bytes in hex. Send the invoice's `billHash`, so that the chain names what was billed, or another unique value. A repeated value never pays twice */
    referenceHash: string;
    /** @description EVM address of the payer */
    payerAddress: string;
    /** @description EVM address that receives the payment */
    merchantAddress: string;
    /** @description Id of the payer, who must be the invoice's user. Default: the invoice's user */
    payerId?: string | null | undefined;
    /** @description Id of the merchant, who must be the service's owner. Default: the service's owner */
    merchantId?: string | null | undefined;
    /** @description Must equal the invoice's amount. Default: the invoice's amount */
    amount?: string | null | undefined;
    /** @description Must be `USDC`, which is also the default */
    currency?: "USDC" | null | undefined;
    /** @description When the payment was made. Default: the time of the call */
    recordedAt?: string | null | undefined;
    /** @description `allowance`: collects the payment from the payer's wallet, under the spending cap signed at checkout, and records it. Default: only records a payment made elsewhere */
    collect?: "allowance" | null | undefined;
}
export interface SettlementCreateResponse {
    settlement: Settlement;
    chain: Chain;
}
export interface SettlementListParams {
    /** @description Only records of this invoice */
    invoiceId?: string | null | undefined;
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records of this payer */
    payerId?: string | null | undefined;
    /** @description Only records of this merchant */
    merchantId?: string | null | undefined;
    /** @description Only settlements that this transaction recorded, or was sent to record */
    transactionHash?: string | null | undefined;
    /** @description Only settlements with this status */
    status?: ("PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED") | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface SettlementListResponse {
    /** @description Newest first */
    settlements: Settlement[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface SettlementGetParams {
    /** @description Id of the settlement */
    settlementId: string;
}
export interface SettlementProofParams {
    /** @description Id of the settlement */
    settlementId: string;
}
export type X402SupportedParams = Record<string, never>;
export interface X402SupportedResponse {
    /** @description What can be settled. Empty if this service takes no payments */
    kinds: {
        /**
         * @description Version of the protocol
         * @enum {number}
         */
        x402Version: 2;
        /**
         * @description The payer signs the exact amount
         * @enum {string}
         */
        scheme: "exact";
        /** @description CAIP-2 name of the settlement chain */
        network: string;
        /** @description The token, and what payers need to sign for it */
        extra: {
            /**
             * Format: hex
             * @description Address of USDC
             */
            asset: `0x${string}`;
            /** @description The token's name */
            name: string;
            /** @description The token's version */
            version: string;
        };
    }[];
    /** @description The extensions of the protocol that are read */
    extensions: string[];
    /** @description The addresses that send settlements */
    signers: {
        [key: string]: string[];
    };
}
export interface X402VerifyParams {
    /** @description Only 2 is supported */
    x402Version: number;
    /** @description The payer's `PAYMENT-SIGNATURE`, decoded */
    paymentPayload: {
        /** @description `signature` and `authorization` of an EIP-3009 `TransferWithAuthorization` to `payTo`: `from`, `to`, `value`, `validAfter`, `validBefore`, `nonce` */
        payload: {
            [key: string]: unknown;
        };
        /** @description What was paid for. Its `url` is stored with the payment */
        resource?: {
            [key: string]: unknown;
        } | null | undefined;
        /** @description Of them, `payment-identifier` is read: a second payment with its id is refused */
        extensions?: {
            [key: string]: unknown;
        } | null | undefined;
    } & {
        [key: string]: unknown;
    };
    /** @description The offer that was accepted */
    paymentRequirements: {
        /** @description Only `exact` can be settled */
        scheme: string;
        /** @description CAIP-2 name of the settlement chain */
        network: string;
        /** @description What is to be paid, in the token's smallest units: 2500 is 0.0025 USDC */
        amount: string;
        /** @description Address of USDC */
        asset: string;
        /** @description The payout address of one of your services */
        payTo: string;
        /** @description What the payer needs to sign. Of it, `usance` is read: `paymentPlanId`, the `USAGE_BASED` plan that is used, needed if several services have this payout address; `quantity`, what the usage event has, by default 1; or `topUp: true`, with which the payment stays on the payer's prepaid balance */
        extra?: {
            [key: string]: unknown;
        } | null | undefined;
    } & {
        [key: string]: unknown;
    };
}
export interface X402VerifyResponse {
    /** @description Whether the payment would be settled now */
    isValid: boolean;
    /** @description Why not: a reason of the protocol, such as `invalid_exact_evm_signature`, or one that begins with `usance_` */
    invalidReason?: string | undefined;
    /** @description The same in a sentence */
    invalidMessage?: string | undefined;
    /**
     * Format: hex
     * @description Address of the payer's wallet
     */
    payer?: `0x${string}` | undefined;
}
export interface X402SettleParams {
    /** @description Only 2 is supported */
    x402Version: number;
    /** @description The payer's `PAYMENT-SIGNATURE`, decoded */
    paymentPayload: {
        /** @description `signature` and `authorization` of an EIP-3009 `TransferWithAuthorization` to `payTo`: `from`, `to`, `value`, `validAfter`, `validBefore`, `nonce` */
        payload: {
            [key: string]: unknown;
        };
        /** @description What was paid for. Its `url` is stored with the payment */
        resource?: {
            [key: string]: unknown;
        } | null | undefined;
        /** @description Of them, `payment-identifier` is read: a second payment with its id is refused */
        extensions?: {
            [key: string]: unknown;
        } | null | undefined;
    } & {
        [key: string]: unknown;
    };
    /** @description The offer that was accepted */
    paymentRequirements: {
        /** @description Only `exact` can be settled */
        scheme: string;
        /** @description CAIP-2 name of the settlement chain */
        network: string;
        /** @description What is to be paid, in the token's smallest units: 2500 is 0.0025 USDC */
        amount: string;
        /** @description Address of USDC */
        asset: string;
        /** @description The payout address of one of your services */
        payTo: string;
        /** @description What the payer needs to sign. Of it, `usance` is read: `paymentPlanId`, the `USAGE_BASED` plan that is used, needed if several services have this payout address; `quantity`, what the usage event has, by default 1; or `topUp: true`, with which the payment stays on the payer's prepaid balance */
        extra?: {
            [key: string]: unknown;
        } | null | undefined;
    } & {
        [key: string]: unknown;
    };
}
export interface X402SettleResponse {
    /** @description Whether the payment is `CONFIRMED`. It is true in one response for each payment */
    success: boolean;
    /** @description Why it is not, or not yet: a reason of the protocol, such as `invalid_exact_evm_signature`, or one that begins with `usance_` */
    errorReason?: string | undefined;
    /** @description The same in a sentence */
    errorMessage?: string | undefined;
    /**
     * Format: hex
     * @description Address of the payer's wallet
     */
    payer?: `0x${string}` | undefined;
    /**
     * Format: hex
     * @description Hash of the payment's transaction; empty before one was sent
     */
    transaction: `0x${string}`;
    /** @description CAIP-2 name of the settlement chain */
    network: string;
    /** @description What was paid, in the token's smallest units */
    amount?: string | undefined;
}
export interface X402PaymentListParams {
    /** @description Only payments of this wallet */
    payerAddress?: string | null | undefined;
    /** @description Only payments with this nonce */
    nonce?: string | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface X402PaymentListResponse {
    /** @description Newest first */
    x402Payments: X402Payment[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface X402PaymentGetParams {
    /** @description Id of the x402 payment */
    x402PaymentId: string;
}
export interface ReportSettledParams {
    /** @description Only invoices and settlements of this service */
    serviceId?: string | null | undefined;
    /** @description Only invoices and settlements of this seller */
    ownerId?: string | null | undefined;
    /** @description The time zone in which days begin: `UTC`, or a name of the IANA time zone database. Default `UTC` */
    timeZone?: string | null | undefined;
    /**
     * Format: date-time
     * @description Only invoices and settlements that were created then or later
     */
    from: string;
    /**
     * Format: date-time
     * @description Only invoices and settlements that were created before then: at most 366 days after `from`
     */
    to: string;
}
export interface ReportAttentionParams {
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
}
export interface ReportAttentionResponse {
    /** @description The kinds of which anything was found, in a fixed order */
    attention: Attention[];
    /** @description The kinds that were not looked for, because the key may not read their records: settlements, invoices, disputes, credit notes, spending caps, usage events and webhook endpoints. Usage is not looked for while the database distributes it */
    notChecked: ("payment_stuck" | "payment_failed" | "dispute_open" | "refund_to_send" | "spending_cap_low" | "usage_outside" | "webhook_failing")[];
}
export interface ReportCountsParams {
    /**
     * @description What is counted
     * @enum {string}
     */
    of: "invoices" | "settlements" | "disputes";
}
export interface SpendingCapGetParams {
    /** @description Id of the subscription */
    subscriptionId: string;
}
export interface PortalSessionCreateParams {
    /** @description Id of the subscriber for whom the link is */
    userId: string;
    /** @description Where the portal links back to. https, or a localhost URL */
    returnUrl?: string | null | undefined;
}
export interface PortalSessionListParams {
    /** @description Only sessions of this subscriber */
    userId?: string | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface PortalSessionListResponse {
    /** @description Newest first */
    portalSessions: PortalSession[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface PortalSessionGetParams {
    /** @description Id of the portal session */
    portalSessionId: string;
}
export interface PortalSessionRevokeParams {
    /** @description Id of the portal session */
    portalSessionId: string;
}
export interface PortalViewParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
}
export interface PortalChangeSubscriberParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description New name */
    name?: string | null | undefined;
    /** @description New address for e-mails. The subscriber is still recognized at checkout by the address that it signed up with */
    email?: string | null | undefined;
}
export interface PortalSubscriptionsParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface PortalSubscriptionsResponse {
    /** @description Newest first */
    subscriptions: PortalSubscription[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface PortalCancelParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description `true`: the subscription ends with its current period. `false`: takes the cancellation back, and the subscription renews */
    atPeriodEnd: boolean;
}
export interface PortalUsageParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Which billing period: 0 is the current or last one, 1 the one before. A plan without a billing interval has months, counted from the start of the subscription. Default 0 */
    periodsAgo?: number | null | undefined;
}
export interface PortalUsageRootsParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface PortalUsageRootsResponse {
    /** @description Newest first */
    usageRoots: UsageRoot[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface PortalUsageChangesParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Only changes of roots after the one with this number. Default 0: all */
    after?: number | null | undefined;
    /** @description Page size, at most 1000; default 1000 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface PortalUsageChangesResponse {
    /** @description In the order of the roots. Those of one root have an order of their own */
    usageChanges: UsageChange[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface PortalLimitsParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
}
export interface PortalAlertsParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
}
export interface PortalSubjectsParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Only usage that occurred then or later. Default: the start of the current billing period */
    from?: string | null | undefined;
    /** @description Only usage that occurred before then. Default: the end of the current period */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface PortalSubjectsResponse {
    /** @description Those with usage in this time, and those that the subscriber has stopped, in the order of their names */
    subjects: Subject[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
    /** @description Who has stopped all usage; empty: nobody */
    stoppedBy: ("SELLER" | "SUBSCRIBER")[];
}
export interface PortalStopParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description The subject that is stopped or started. Default: all usage of the subscription */
    subject?: string | null | undefined;
    /** @description `true`: usage is refused from now on. `false`: it is admitted again */
    isStopped: boolean;
}
export interface PortalUpcomingInvoiceParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
}
export interface PortalInvoicesParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Only records of this subscription */
    subscriptionId?: string | null | undefined;
    /** @description Only invoices with this status */
    status?: ("OPEN" | "PAID") | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface PortalInvoicesResponse {
    /** @description Newest first, without drafts */
    invoices: PortalInvoice[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface PortalSpendingCapParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
}
export interface PortalSpendingCapResponse {
    /** @description The subscription's spending cap; null if none was signed */
    spendingCap: PortalSpendingCap | null;
    /** @description The chain on which a new cap can be signed; null if none can be */
    chainId: number | null;
    /** @description The rate cards of the plan: the one in effect, then the next one that is announced. Empty if the plan has none: then usage costs the plan's `amount` per unit */
    rateCards: OfferedRateCard[];
    terms: PaymentTerms;
}
export interface PortalSignCapParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Address of the wallet that signed */
    payerAddress: string;
    /** @description The prepared and signed spending cap for later invoices */
    cap: {
        /** @description Maximum that is collected in one period, in USDC */
        perPeriod: string;
        /** @description Length of a period in seconds, counted from a Monday, 00:00 UTC. Absent: calendar months, in UTC */
        periodSeconds?: number | null | undefined;
        /** @description Maximum of one collection, in USDC */
        perCharge: string;
        /** @description Maximum that is collected under the cap in all, in USDC */
        total: string;
        /** @description As prepared: when the cap begins, in Unix seconds */
        start: number;
        /** @description As prepared: when the signature expires, in Unix seconds */
        validUntil: number;
        /** @description The wallet's signature of the typed data of the cap */
        signature: string;
        /** @description The prepared and signed permit, if one was prepared */
        permit?: {
            /** @description As prepared: what the collector may take from the wallet in all, in USDC */
            allowance: string;
            /** @description As prepared: when the signature expires, in Unix seconds */
            deadline: number;
            /** @description The wallet's signature of the typed data of the permit */
            signature: string;
        } | null | undefined;
    };
    /** @description The `terms` of the response that the page shows, unchanged. If they are not the current ones, the call is refused with `terms_changed`, and the message says what has changed. Default: nothing is compared */
    terms?: {
        /** @description The amount due that is shown, in USDC */
        amountDue?: string | null | undefined;
        /** @description The address that receives the payments, as shown */
        merchantAddress?: string | null | undefined;
        /** @description The `prices` that are shown */
        prices?: string | null | undefined;
    } | null | undefined;
}
export interface PortalRevokeCapParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Whether all usage of the subscription is stopped too, as by `portal.stop`; only if the link has the scope `limits:write`. Default `true` */
    stopUsage?: boolean | null | undefined;
    /** @description As prepared: the `start` of the cap's `revocation`, if it was signed */
    start?: (string | number | null) | null | undefined;
    /** @description The wallet's signature of the cap's `revocation`, which the service sends to the contract */
    signature?: string | null | undefined;
}
export interface PortalPrepareCapParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the subscription */
    subscriptionId: string;
    /** @description Address of the wallet that signs and pays */
    payerAddress: string;
    /** @description The limits of the new cap */
    cap: {
        /** @description What the collector is to be allowed in all, in USDC, if an earlier answer said that the wallet needs more than was prepared */
        allowance?: string | null | undefined;
        /** @description Maximum that is collected in one period, in USDC */
        perPeriod: string;
        /** @description Length of a period in seconds, counted from a Monday, 00:00 UTC. Absent: calendar months, in UTC */
        periodSeconds?: number | null | undefined;
        /** @description Maximum of one collection, in USDC. Absent: `perPeriod` */
        perCharge?: string | null | undefined;
        /** @description Maximum that is collected under the cap in all, in USDC. Absent: `perPeriod` for each period of a year */
        total?: string | null | undefined;
    };
    /** @description The `terms` of the response that the page shows, unchanged. If they are not the current ones, the call is refused with `terms_changed`, and the message says what has changed. Default: nothing is compared */
    terms?: {
        /** @description The amount due that is shown, in USDC */
        amountDue?: string | null | undefined;
        /** @description The address that receives the payments, as shown */
        merchantAddress?: string | null | undefined;
        /** @description The `prices` that are shown */
        prices?: string | null | undefined;
    } | null | undefined;
}
export interface PortalBalancesParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface PortalBalancesResponse {
    /** @description Newest first */
    balances: PortalBalance[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface PortalBalanceEntriesParams {
    /** @description Id of the balance */
    balanceId: string;
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Page size, at most 1000; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface PortalBalanceEntriesResponse {
    /** @description Newest first */
    balanceEntries: PortalBalanceEntry[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface PortalTopUpParams {
    /** @description The last part of the portal session's `url` */
    portalToken: string;
    /** @description Id of the balance */
    balanceId: string;
    /** @description Amount to pay and to credit, in USDC with at most six decimal places */
    amount: string;
}
export type DashboardSessionCreateParams = Record<string, never>;
export interface DashboardSessionListParams {
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface DashboardSessionListResponse {
    /** @description Newest first */
    dashboardSessions: DashboardSession[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface DashboardSessionGetParams {
    /** @description Id of the dashboard session */
    dashboardSessionId: string;
}
export interface DashboardSessionRevokeParams {
    /** @description Id of the dashboard session */
    dashboardSessionId: string;
}
export interface WalletGrantCreateParams {
    /** @description Name of the grant, by which you recognize it in lists */
    name: string;
    /** @description Address of the wallet that may sign in */
    walletAddress: string;
    /** @description Scopes of the sessions that the wallet opens, at most those of the calling key */
    scopes: ("*" | "services:read" | "services:write" | "plans:read" | "plans:write" | "rate-cards:read" | "rate-cards:write" | "quotes:read" | "quotes:write" | "test-clocks:read" | "test-clocks:write" | "checkout-sessions:read" | "checkout-sessions:write" | "subscriptions:read" | "subscriptions:write" | "subscribers:read" | "subscribers:write" | "usage-events:read" | "usage-events:write" | "limits:read" | "limits:write" | "alerts:read" | "alerts:write" | "balances:read" | "balances:write" | "holds:read" | "holds:write" | "invoices:read" | "invoices:write" | "credit-notes:read" | "credit-notes:write" | "disputes:read" | "disputes:write" | "settlements:read" | "settlements:write" | "x402:read" | "x402:write" | "reports:read" | "reports:write" | "spending-caps:read" | "spending-caps:write" | "portal-sessions:read" | "portal-sessions:write" | "dashboard-sessions:read" | "dashboard-sessions:write" | "events:read" | "events:write" | "webhook-endpoints:read" | "webhook-endpoints:write" | "webhook-deliveries:read" | "webhook-deliveries:write" | "emails:read" | "emails:write" | "api-keys:read" | "api-keys:write" | "audit-events:read" | "audit-events:write" | "system:read" | "system:write")[];
    /** @description When the grant expires, at the latest when the calling key does. Default: the same time */
    expiresAt?: string | null | undefined;
}
export interface WalletGrantListParams {
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface WalletGrantListResponse {
    /** @description Newest first */
    walletGrants: WalletGrant[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface WalletGrantGetParams {
    /** @description Id of the wallet grant */
    walletGrantId: string;
}
export interface WalletGrantRevokeParams {
    /** @description Id of the wallet grant */
    walletGrantId: string;
}
export interface DashboardViewLinkParams {
    /** @description The part of the session's `url` after the `#` */
    linkToken: string;
}
export interface DashboardSignInParams {
    /** @description The part of the session's `url` after the `#` */
    linkToken: string;
}
export interface DashboardWalletMessageParams {
    /** @description Address of the wallet that will sign */
    address: string;
}
export interface DashboardWalletGrantsParams {
    /** @description The message to sign (ERC-4361) */
    message: string;
    /** @description The wallet's signature of the message */
    signature: string;
}
export interface DashboardSignInWithWalletParams {
    /** @description The message to sign (ERC-4361) */
    message: string;
    /** @description The wallet's signature of the message */
    signature: string;
    /** @description Id of the grant to sign in with. Required if the wallet has several */
    walletGrantId?: string | null | undefined;
}
export type DashboardSessionParams = Record<string, never>;
export type DashboardSignOutParams = Record<string, never>;
export interface WebhookEndpointCreateParams {
    /** @description Public https URL to which events are sent. Redirects are not followed */
    url: string;
    /** @description Event types that the endpoint gets. Default `["*"]`: all types, including future ones */
    events?: ("*" | "checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "subscription.cap_revoked" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.payment_failed" | "invoice.expired" | "invoice.voided" | "credit_note.created" | "credit_note.refunded" | "credit_note.refund_failed" | "credit_note.refund_reorged" | "dispute.created" | "dispute.accepted" | "dispute.declined" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged" | "balance.credited" | "balance.depleted" | "balance.frozen" | "balance.recovered" | "balance.auto_top_up_paused" | "balance.auto_top_up_stopped" | "hold.expired" | "limit.crossed" | "alert.crossed" | "alert.recovered" | "test_clock.ready")[] | null | undefined;
    /** @description Id of a service: the endpoint gets only events of this service. Default: events of all services */
    serviceId?: string | null | undefined;
    /** @description Id of the seller whose events the endpoint gets. Default: the seller of the calling key; with a platform key, events of every seller */
    ownerId?: string | null | undefined;
}
export interface WebhookEndpointListParams {
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface WebhookEndpointListResponse {
    /** @description Newest first */
    webhookEndpoints: WebhookEndpoint[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface WebhookEndpointGetParams {
    /** @description Id of the webhook endpoint */
    webhookEndpointId: string;
}
export interface WebhookEndpointUpdateParams {
    /** @description Id of the webhook endpoint */
    webhookEndpointId: string;
    /** @description Public https URL to which events are sent. Redirects are not followed */
    url?: string | null | undefined;
    /** @description Event types that the endpoint gets; `*` is all types, including future ones */
    events?: ("*" | "checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "subscription.cap_revoked" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.payment_failed" | "invoice.expired" | "invoice.voided" | "credit_note.created" | "credit_note.refunded" | "credit_note.refund_failed" | "credit_note.refund_reorged" | "dispute.created" | "dispute.accepted" | "dispute.declined" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged" | "balance.credited" | "balance.depleted" | "balance.frozen" | "balance.recovered" | "balance.auto_top_up_paused" | "balance.auto_top_up_stopped" | "hold.expired" | "limit.crossed" | "alert.crossed" | "alert.recovered" | "test_clock.ready")[] | null | undefined;
    /** @description `DISABLED`: no events are sent, and pending deliveries fail. `ENABLED`: the endpoint gets new events; missed ones can be redelivered */
    status?: ("ENABLED" | "DISABLED") | null | undefined;
}
export interface WebhookEndpointDeleteParams {
    /** @description Id of the webhook endpoint */
    webhookEndpointId: string;
}
export interface WebhookEndpointRotateSecretParams {
    /** @description Id of the webhook endpoint */
    webhookEndpointId: string;
}
export interface WebhookEndpointTestParams {
    /** @description Id of the webhook endpoint */
    webhookEndpointId: string;
    /** @description Type of the test event. Default `checkout_session.paid` */
    type?: ("checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "subscription.cap_revoked" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.payment_failed" | "invoice.expired" | "invoice.voided" | "credit_note.created" | "credit_note.refunded" | "credit_note.refund_failed" | "credit_note.refund_reorged" | "dispute.created" | "dispute.accepted" | "dispute.declined" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged" | "balance.credited" | "balance.depleted" | "balance.frozen" | "balance.recovered" | "balance.auto_top_up_paused" | "balance.auto_top_up_stopped" | "hold.expired" | "limit.crossed" | "alert.crossed" | "alert.recovered" | "test_clock.ready") | null | undefined;
}
export interface WebhookEndpointRedeliverParams {
    /** @description Id of the webhook endpoint */
    webhookEndpointId: string;
    /**
     * Format: date-time
     * @description Start of the period: events created at this time or later
     */
    from: string;
    /** @description End of the period: events created before this time. Default: now */
    to?: string | null | undefined;
    /** @description `true`: also sends events that have arrived, for a receiver that lost them. Default: `false` */
    delivered?: boolean | null | undefined;
}
export interface WebhookEndpointRedeliverResponse {
    webhookEndpoint: WebhookEndpoint;
    /** @description Number of deliveries that were started */
    redelivered: number;
    /** @description The `from` of the next call when there are more events; null at the end */
    nextFrom: string | null;
}
export interface WebhookDeliveryListParams {
    /** @description Only deliveries to this endpoint */
    endpointId?: string | null | undefined;
    /** @description Only deliveries of this event */
    eventId?: string | null | undefined;
    /** @description Only deliveries with this status */
    status?: ("PENDING" | "DELIVERED" | "FAILED") | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface WebhookDeliveryListResponse {
    /** @description Newest first */
    webhookDeliveries: WebhookDelivery[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface WebhookDeliveryGetParams {
    /** @description Id of the webhook delivery */
    webhookDeliveryId: string;
}
export interface WebhookDeliveryRedeliverParams {
    /** @description Id of the webhook delivery */
    webhookDeliveryId: string;
}
export interface EventListParams {
    /** @description Only events of this type */
    type?: ("checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "subscription.cap_revoked" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.payment_failed" | "invoice.expired" | "invoice.voided" | "credit_note.created" | "credit_note.refunded" | "credit_note.refund_failed" | "credit_note.refund_reorged" | "dispute.created" | "dispute.accepted" | "dispute.declined" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged" | "balance.credited" | "balance.depleted" | "balance.frozen" | "balance.recovered" | "balance.auto_top_up_paused" | "balance.auto_top_up_stopped" | "hold.expired" | "limit.crossed" | "alert.crossed" | "alert.recovered" | "test_clock.ready") | null | undefined;
    /** @description Only records of this service */
    serviceId?: string | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface EventListResponse {
    /** @description Newest first */
    events: UsanceEvent[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface EventGetParams {
    /** @description Id of the event */
    eventId: string;
}
export interface EmailListParams {
    /** @description Only e-mails about this invoice */
    invoiceId?: string | null | undefined;
    /** @description Only e-mails to this subscriber */
    userId?: string | null | undefined;
    /** @description Only e-mails with this status */
    status?: ("PENDING" | "SENT" | "SKIPPED" | "FAILED" | "UNCERTAIN") | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface EmailListResponse {
    /** @description Newest first */
    emails: Email[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface EmailGetParams {
    /** @description Id of the email */
    emailId: string;
}
export interface EmailResendParams {
    /** @description Id of the email */
    emailId: string;
}
export interface AuditEventListParams {
    /** @description Only writes by this key */
    apiKeyId?: string | null | undefined;
    /** @description Only writes to the record with this id */
    recordId?: string | null | undefined;
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface AuditEventListResponse {
    /** @description Newest first */
    auditEvents: AuditEvent[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface ApiKeyCreateParams {
    /** @description Name of the key, by which you recognize it in lists */
    name: string;
    /** @description Id of the seller that the key acts for: it can read and change only records of that user's services. Default: the seller of the calling key; a platform key without a user acts for every seller */
    userId?: string | null | undefined;
    /** @description Scopes of the key, at most those of the calling key. Default: the same scopes */
    scopes?: ("*" | "services:read" | "services:write" | "plans:read" | "plans:write" | "rate-cards:read" | "rate-cards:write" | "quotes:read" | "quotes:write" | "test-clocks:read" | "test-clocks:write" | "checkout-sessions:read" | "checkout-sessions:write" | "subscriptions:read" | "subscriptions:write" | "subscribers:read" | "subscribers:write" | "usage-events:read" | "usage-events:write" | "limits:read" | "limits:write" | "alerts:read" | "alerts:write" | "balances:read" | "balances:write" | "holds:read" | "holds:write" | "invoices:read" | "invoices:write" | "credit-notes:read" | "credit-notes:write" | "disputes:read" | "disputes:write" | "settlements:read" | "settlements:write" | "x402:read" | "x402:write" | "reports:read" | "reports:write" | "spending-caps:read" | "spending-caps:write" | "portal-sessions:read" | "portal-sessions:write" | "dashboard-sessions:read" | "dashboard-sessions:write" | "events:read" | "events:write" | "webhook-endpoints:read" | "webhook-endpoints:write" | "webhook-deliveries:read" | "webhook-deliveries:write" | "emails:read" | "emails:write" | "api-keys:read" | "api-keys:write" | "audit-events:read" | "audit-events:write" | "system:read" | "system:write")[] | null | undefined;
    /** @description When the key expires, at the latest when the calling key does. Default: the same time */
    expiresAt?: string | null | undefined;
}
export interface ApiKeyListParams {
    /** @description Only records created at this time or later */
    from?: string | null | undefined;
    /** @description Only records created before this time */
    to?: string | null | undefined;
    /** @description Page size, at most 100; default 20 */
    limit?: number | null | undefined;
    /** @description The `nextCursor` of the previous page. Omit it to get the first page */
    cursor?: string | null | undefined;
}
export interface ApiKeyListResponse {
    /** @description Newest first */
    apiKeys: ApiKey[];
    /** @description Pass it as `cursor` to get the next page; null on the last page */
    nextCursor: string | null;
}
export interface ApiKeyGetParams {
    /** @description Id of the API key */
    apiKeyId: string;
}
export interface ApiKeyRevokeParams {
    /** @description Id of the API key */
    apiKeyId: string;
    /** @description `false`: keeps the keys and wallet grants that it created. By default, they are revoked with it, and so are those that they created */
    descendants?: boolean | null | undefined;
}
export interface ApiKeyRotateParams {
    /** @description Id of the API key */
    apiKeyId: string;
    /** @description How many seconds the old key keeps working beside the new one; at most 30 days */
    overlapSeconds: number;
}
export type SystemGetParams = Record<string, never>;
export type ReadyParams = Record<string, never>;
export interface ReadyResponse {
    /** @description Whether the service can do all its work */
    ready: boolean;
    /** @description Why the service is not ready, one sentence each; empty when it is ready */
    reasons: string[];
    /** @description Problems that do not stop the service, one sentence each, such as merchants that USDC has blacklisted (the 50 newest services are checked) */
    warnings: string[];
}
export type HealthParams = Record<string, never>;
export interface HealthResponse {
    /**
     * @description Always `true`: the service is up
     * @enum {boolean}
     */
    ok: true;
    /** @description Name of the service */
    service: string;
    /** @description Path prefix of this version of the API */
    apiRoot: string;
}

