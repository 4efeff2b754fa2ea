// Made by `pnpm generate` from openapi.json: changes belong there.
export interface components {
    schemas: {
        /** @description Something that is sold, with its owner and its plans. */
        Service: {
            /** @description cuid */
            id: string;
            name: string;
            description: string | null;
            /**
             * @description Only an `ACTIVE` service accepts new checkout sessions
             * @enum {string}
             */
            status: "DRAFT" | "ACTIVE" | "DISABLED";
            /** @description Where checkout pays to; null: payments cannot be taken */
            payoutAddress: string | null;
            /** @description The user who owns the service */
            ownerId: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            updatedAt: string;
            owner: components["schemas"]["User"];
            paymentPlans: components["schemas"]["Plan"][];
        };
        /** @description A person who sells (`DEVELOPER`) or pays (`PAYER`). */
        User: {
            /** @description cuid */
            id: string;
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "DEVELOPER" | "PAYER";
        };
        /** @description How a service is priced. */
        Plan: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            serviceId: string;
            name: string;
            description: string | null;
            /**
             * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: by recorded usage. `ONE_TIME`: once.
             * @enum {string}
             */
            pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
            /**
             * @description How often it renews; `NONE`: not by itself
             * @enum {string}
             */
            billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
            /** @description USDC with six decimals; for `USAGE_BASED` the price of one unit */
            amount: string;
            /** @description Always `USDC` */
            currency: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            updatedAt: string;
        };
        /** @description A subscriber's way into a plan. */
        CheckoutSession: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            serviceId: string;
            /** @description cuid */
            paymentPlanId: string;
            /** @description The subscriber; null until it is known */
            userId: string | null;
            /**
             * @description `PAID` once completed; `EXPIRED` once `expiresAt` has passed; or `CANCELLED`
             * @enum {string}
             */
            status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
            /** @description null: never expires by itself */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            service: {
                /** @description cuid */
                id: string;
                name: string;
                /**
                 * @description Only an `ACTIVE` service accepts new checkout sessions
                 * @enum {string}
                 */
                status: "DRAFT" | "ACTIVE" | "DISABLED";
            };
            paymentPlan: {
                /** @description cuid */
                id: string;
                name: string;
                /** @description USDC with six decimals; for `USAGE_BASED` the price of one unit */
                amount: string;
                /** @description Always `USDC` */
                currency: string;
            };
            user: components["schemas"]["User"] | null;
            successUrl: string | null;
            cancelUrl: string | null;
            /** @description Where to send the subscriber */
            url: string;
        };
        /** @description A checkout session and what came of it. */
        CheckoutSessionWithSubscriptions: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            serviceId: string;
            /** @description cuid */
            paymentPlanId: string;
            /** @description The subscriber; null until it is known */
            userId: string | null;
            /**
             * @description `PAID` once completed; `EXPIRED` once `expiresAt` has passed; or `CANCELLED`
             * @enum {string}
             */
            status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
            /** @description null: never expires by itself */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            service: {
                /** @description cuid */
                id: string;
                name: string;
                /**
                 * @description Only an `ACTIVE` service accepts new checkout sessions
                 * @enum {string}
                 */
                status: "DRAFT" | "ACTIVE" | "DISABLED";
            };
            paymentPlan: {
                /** @description cuid */
                id: string;
                name: string;
                /** @description USDC with six decimals; for `USAGE_BASED` the price of one unit */
                amount: string;
                /** @description Always `USDC` */
                currency: string;
            };
            user: components["schemas"]["User"] | null;
            successUrl: string | null;
            cancelUrl: string | null;
            /** @description Where to send the subscriber */
            url: string;
            /** @description The payment made on the checkout page, or named on completion */
            transactionHash: string | null;
            /** @description Empty until the session is `PAID` */
            subscriptions: components["schemas"]["Subscription"][];
        };
        /** @description A subscriber on a plan of a service. */
        Subscription: {
            /** @description cuid */
            id: string;
            /**
             * @description Usage is recorded only against an `ACTIVE` one
             * @enum {string}
             */
            status: "ACTIVE" | "CANCELLED";
            /** @description cuid */
            serviceId: string;
            /** @description cuid */
            paymentPlanId: string;
            /** @description cuid */
            userId: string;
            /** @description cuid */
            checkoutSessionId: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            currentPeriodStart: string;
            /** @description null for a plan whose `billingInterval` is `NONE` */
            currentPeriodEnd: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            updatedAt: string;
        };
        /** @description A checkout session as its subscriber sees it. */
        Checkout: {
            /** @description cuid */
            id: string;
            /** @enum {string} */
            status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
            expiresAt: string | null;
            seller: {
                name: string | null;
            };
            service: {
                name: string;
                description: string | null;
            };
            paymentPlan: {
                name: string;
                description: string | null;
                /**
                 * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: by recorded usage. `ONE_TIME`: once.
                 * @enum {string}
                 */
                pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
                /**
                 * @description How often it renews; `NONE`: not by itself
                 * @enum {string}
                 */
                billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
                /** @description USDC with six decimals; for `USAGE_BASED` the price of one unit */
                amount: string;
                /** @description Always `USDC` */
                currency: string;
            };
            /** @description What is paid now, in USDC */
            amountDue: string;
            /** @description Whether the session does not say who subscribes yet */
            takesEmail: boolean;
            successUrl: string | null;
            cancelUrl: string | null;
            /** @description null: payments cannot be taken here */
            chain: {
                /** @description EIP-155 id */
                chainId: number;
                /** @description The USDC contract */
                token: string;
                /** @description The contract that takes the payment and records it */
                collector: string;
                /** @description Where the money goes */
                merchantAddress: string;
            } | null;
            payment: components["schemas"]["CheckoutPayment"] | null;
        };
        /** @description How the payment at checkout stands. */
        CheckoutPayment: {
            /**
             * @description `PENDING`: about to be sent. `SUBMITTED`: sent to the chain. `CONFIRMED`: paid. `FAILED`: nothing was taken, or the chain has not decided in time
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            payerAddress: string;
            transactionHash: string | null;
            /** @description Why it is `FAILED` */
            failure: string | null;
        };
        /** @description What a wallet is to sign. */
        PreparedCheckout: {
            payerAddress: string;
            /** @description The USDC that the wallet has */
            balance: string;
            /** @description What to sign for what is due now; null when nothing is */
            payment: {
                /** @description Chain time, seconds */
                validUntil: number;
                typedData: components["schemas"]["TypedData"];
            } | null;
            /** @description What to sign for the spending cap that was asked for */
            cap: {
                /** @description Decimal string with six decimal places */
                amount: string;
                /** @description Chain time, seconds */
                validUntil: number;
                nonce: string;
                typedData: components["schemas"]["TypedData"];
                /** @description The transaction by which the wallet allows as much to the collector; null when it does already */
                approval: {
                    to: string;
                    data: string;
                } | null;
            } | null;
        };
        /** @description EIP-712 typed data, as `eth_signTypedData_v4` takes it. */
        TypedData: {
            domain: {
                name: string;
                version: string;
                chainId: number;
                verifyingContract: string;
            };
            types: {
                [key: string]: {
                    name: string;
                    type: string;
                }[];
            };
            primaryType: string;
            message: {
                [key: string]: string;
            };
        };
        /** @description How a checkout stands. */
        CheckoutStatus: {
            /** @description cuid */
            id: string;
            /** @enum {string} */
            status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
            payment: components["schemas"]["CheckoutPayment"] | null;
        };
        /** @description What a subscriber used, once for each key. */
        UsageEvent: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            serviceId: string;
            /** @description cuid */
            subscriptionId: string;
            /** @description cuid */
            userId: string;
            invoiceId: string | null;
            eventKey: string;
            /** @description Decimal string with six decimal places */
            quantity: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            invoice: components["schemas"]["InvoiceRecord"] | null;
            service: components["schemas"]["ServiceRecord"];
            subscription: components["schemas"]["Subscription"];
            user: components["schemas"]["User"];
        };
        InvoiceRecord: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            serviceId: string;
            /** @description cuid */
            paymentPlanId: string;
            /** @description cuid */
            userId: string;
            subscriptionId: string | null;
            /**
             * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: by a confirmed settlement, and only so. `EXPIRED`: `dueAt` passed unpaid. `VOID`: cancelled.
             * @enum {string}
             */
            status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
            /** @description USDC with six decimals */
            amount: string;
            /** @description Always `USDC` */
            currency: string;
            /** @description null: never expires */
            dueAt: string | null;
            /** @description When a settlement was confirmed; null before, whatever the status */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
        };
        ServiceRecord: {
            /** @description cuid */
            id: string;
            name: string;
            description: string | null;
            /**
             * @description Only an `ACTIVE` service accepts new checkout sessions
             * @enum {string}
             */
            status: "DRAFT" | "ACTIVE" | "DISABLED";
            /** @description Where checkout pays to; null: payments cannot be taken */
            payoutAddress: string | null;
            /** @description The user who owns the service */
            ownerId: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            updatedAt: string;
        };
        UsageEventResult: {
            /** @constant */
            status: 201;
            usageEvent: components["schemas"]["UsageEventRecord"];
        } | {
            /** @description What a single one is answered */
            status: number;
            error: string;
        };
        UsageEventRecord: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            serviceId: string;
            /** @description cuid */
            subscriptionId: string;
            /** @description cuid */
            userId: string;
            invoiceId: string | null;
            eventKey: string;
            /** @description Decimal string with six decimal places */
            quantity: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
        };
        /** @description What a subscription used in a period: quantity and count are of the whole period. */
        UsageSummary: {
            /** @description cuid */
            subscriptionId: string;
            /** @description As asked */
            from: string | null;
            /** @description As asked */
            to: string | null;
            /** @description As asked */
            groupBy: ("eventKey" | "prefix" | "day") | null;
            /** @description Decimal string with six decimal places */
            quantity: string;
            /** @description How many events */
            count: number;
            /** @description In the order of their keys, byte by byte */
            groups: {
                key: string;
                /** @description Decimal string with six decimal places */
                quantity: string;
                /** @description How many events */
                count: number;
            }[];
        };
        /** @description What a subscriber owes, and what became of it. */
        Invoice: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            serviceId: string;
            /** @description cuid */
            paymentPlanId: string;
            /** @description cuid */
            userId: string;
            subscriptionId: string | null;
            /**
             * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: by a confirmed settlement, and only so. `EXPIRED`: `dueAt` passed unpaid. `VOID`: cancelled.
             * @enum {string}
             */
            status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
            /** @description USDC with six decimals */
            amount: string;
            /** @description Always `USDC` */
            currency: string;
            /** @description null: never expires */
            dueAt: string | null;
            /** @description When a settlement was confirmed; null before, whatever the status */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            service: components["schemas"]["ServiceRecord"];
            paymentPlan: components["schemas"]["Plan"];
            user: components["schemas"]["User"];
            subscription: {
                /** @description cuid */
                id: string;
                /**
                 * @description Usage is recorded only against an `ACTIVE` one
                 * @enum {string}
                 */
                status: "ACTIVE" | "CANCELLED";
            } | null;
            settlements: components["schemas"]["SettlementRecord"][];
            usageEvents: components["schemas"]["UsageEventRecord"][];
        };
        SettlementRecord: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            invoiceId: string;
            /** @description cuid */
            serviceId: string;
            /** @description The user who pays */
            payerId: string;
            /** @description The user who is paid */
            merchantId: string;
            /** @description USDC with six decimals */
            amount: string;
            /** @description Always `USDC` */
            currency: string;
            /** @description As supplied */
            referenceHash: string;
            /** @description Hash of the transaction on the settlement chain; null before it was sent */
            transactionHash: string | null;
            /**
             * @description `PENDING`: not sent. `SUBMITTED`: sent, no receipt yet. `CONFIRMED`: the event was seen. `FAILED`: refused by the chain, or not confirmed in time; what only ran out of time may still become `CONFIRMED`.
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            /** @description How the payment was taken with the record: by the payer's `authorization` on the checkout page, or from its `allowance` under a spending cap; null: it was made elsewhere */
            collect: ("authorization" | "allowance") | null;
            /**
             * Format: date-time
             * @description When the payment was made, as you said it
             */
            recordedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
        };
        /** @description One hash of an invoice and of the usage that it bills. */
        UsageHash: {
            /** @description cuid */
            invoiceId: string;
            /** @description 32 bytes in hex */
            usageHash: string;
            /** @description How many usage events have the invoice's id */
            eventCount: number;
        };
        /** @description That a usage event was billed on an invoice. */
        UsageProof: {
            invoice: {
                /** @description cuid */
                id: string;
                subscriptionId: string | null;
                amount: string;
                currency: string;
            };
            usageEvent: {
                /** @description cuid */
                id: string;
                /** @description cuid */
                subscriptionId: string;
                eventKey: string;
                quantity: string;
                /** Format: date-time */
                occurredAt: string;
            };
            /** @description How many usage events have the invoice's id */
            eventCount: number;
            /** @description The event's place among them, from 0, in the order of the bytes of their ids */
            index: number;
            /** @description The hashes beside the event's way up the tree, lowest first */
            path: string[];
        };
        /** @description A payment of an invoice, recorded on the settlement chain. */
        Settlement: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            invoiceId: string;
            /** @description cuid */
            serviceId: string;
            /** @description The user who pays */
            payerId: string;
            /** @description The user who is paid */
            merchantId: string;
            /** @description USDC with six decimals */
            amount: string;
            /** @description Always `USDC` */
            currency: string;
            /** @description As supplied */
            referenceHash: string;
            /** @description Hash of the transaction on the settlement chain; null before it was sent */
            transactionHash: string | null;
            /**
             * @description `PENDING`: not sent. `SUBMITTED`: sent, no receipt yet. `CONFIRMED`: the event was seen. `FAILED`: refused by the chain, or not confirmed in time; what only ran out of time may still become `CONFIRMED`.
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            /** @description How the payment was taken with the record: by the payer's `authorization` on the checkout page, or from its `allowance` under a spending cap; null: it was made elsewhere */
            collect: ("authorization" | "allowance") | null;
            /**
             * Format: date-time
             * @description When the payment was made, as you said it
             */
            recordedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            invoice: {
                /** @description cuid */
                id: string;
                /**
                 * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: by a confirmed settlement, and only so. `EXPIRED`: `dueAt` passed unpaid. `VOID`: cancelled.
                 * @enum {string}
                 */
                status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
                /** @description USDC with six decimals */
                amount: string;
                /** @description Always `USDC` */
                currency: string;
                /** @description When a settlement was confirmed; null before, whatever the status */
                paidAt: string | null;
            };
            service: {
                /** @description cuid */
                id: string;
                name: string;
            };
            payer: {
                /** @description cuid */
                id: string;
                email: string;
            };
            merchant: {
                /** @description cuid */
                id: string;
                email: string;
            };
        };
        /** @description What was seen on the settlement chain. */
        Chain: {
            /** @description Hash of the transaction on the settlement chain */
            transactionHash: string;
            /** @description `success` */
            receiptStatus: string;
            /** @description `SettlementRecorded` was found in the receipt */
            eventObserved: boolean;
            /**
             * @description Who sent it: `direct`, the service's own key
             * @enum {string}
             */
            executor: "direct" | "provider";
            /** @description null unless the executor is `provider` */
            providerTransactionId: string | null;
            /** @description null unless the executor is `provider` */
            providerTransactionState: string | null;
        };
        /** @description Where the settlement chain shows a settlement, and what it says there. */
        SettlementProof: {
            settlementId: string;
            invoiceId: string;
            /** @description EIP-155 id of the chain */
            chainId: number;
            /** @description The SettlementRegistry that recorded it */
            contract: string;
            blockNumber: number;
            blockHash: string;
            transactionHash: string;
            /** @description The event's place in the block */
            logIndex: number;
            /** @description All fields of `SettlementRecorded` */
            event: {
                referenceHash: string;
                /** @description keccak256 of the invoice's id */
                invoiceHash: string;
                payer: string;
                merchant: string;
                /** @description The zero address names none */
                token: string;
                /** @description Token units: 12.5 USDC is 12500000 */
                amount: string;
                /** @description Who recorded it */
                operator: string;
            };
        };
        /** @description What a subscriber has signed, so that later invoices can be collected. */
        SpendingCap: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            serviceId: string;
            /** @description cuid */
            subscriptionId: string;
            /** @description The wallet that has signed, from whose allowance is collected */
            payerAddress: string;
            /** @description The only address that is paid under it */
            merchantAddress: string;
            /** @description The most that is ever taken under it, in USDC */
            amount: string;
            /** @description What was taken, by the chain's own account */
            spent: string;
            /** @description Whether its payer ended it */
            revoked: boolean;
            /**
             * Format: date-time
             * @description Nothing is taken after that
             */
            validUntil: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
        };
        /** @description An endpoint with a new secret. */
        WebhookEndpointWithSecret: {
            /** @description cuid */
            id: string;
            /** @description The seller whose events it gets; null: every seller's */
            ownerId: string | null;
            /** @description The service whose events it gets; null: all of them */
            serviceId: string | null;
            url: string;
            /** @description The types of events that it gets; `*` is all */
            events: string[];
            /**
             * @description Nothing is sent to a `DISABLED` one
             * @enum {string}
             */
            status: "ENABLED" | "DISABLED";
            /** @description Why it was disabled, if that was not your doing */
            disabledReason: string | null;
            /** @description Since when nothing but failure came of deliveries; after five days it is disabled */
            failingSince: string | null;
            /** @description How long the secret before this one signs as well */
            previousSecretUntil: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            updatedAt: string;
            /** @description What deliveries are signed with, by Standard Webhooks; shown this once. null when an `Idempotency-Key` replays the answer */
            secret: string | null;
        };
        /** @description Where a seller is told of what has happened. */
        WebhookEndpoint: {
            /** @description cuid */
            id: string;
            /** @description The seller whose events it gets; null: every seller's */
            ownerId: string | null;
            /** @description The service whose events it gets; null: all of them */
            serviceId: string | null;
            url: string;
            /** @description The types of events that it gets; `*` is all */
            events: string[];
            /**
             * @description Nothing is sent to a `DISABLED` one
             * @enum {string}
             */
            status: "ENABLED" | "DISABLED";
            /** @description Why it was disabled, if that was not your doing */
            disabledReason: string | null;
            /** @description Since when nothing but failure came of deliveries; after five days it is disabled */
            failingSince: string | null;
            /** @description How long the secret before this one signs as well */
            previousSecretUntil: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            updatedAt: string;
        };
        /** @description An event on its way to an endpoint, and what came of each attempt. */
        WebhookDelivery: {
            /** @description cuid */
            id: string;
            /** @description cuid */
            endpointId: string;
            /** @description The seller whose endpoint it is; null: the platform's */
            ownerId: string | null;
            /** @description Also the header `webhook-id` of every attempt */
            eventId: string;
            eventType: string;
            /**
             * @description `PENDING`: on its way, or to be tried again. `DELIVERED`: the endpoint answered with 2xx. `FAILED`: nothing more is tried
             * @enum {string}
             */
            status: "PENDING" | "DELIVERED" | "FAILED";
            /** @description What came of each, the newest last; at most the last 30 */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description When it is tried next; null: not again */
            nextAttemptAt: string | null;
            /** @description Why nothing more is tried, when it has not arrived */
            reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            updatedAt: string;
        };
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            attemptedAt: string;
            /** @description Of the answer; only 200 to 299 is success */
            statusCode: number | null;
            /** @description How long it took, in milliseconds */
            latencyMs: number;
            /** @description The first 1,024 bytes of the answer */
            response: string | null;
            /** @description Why no answer came */
            error: string | null;
        };
        /** @description Something that has happened, as callers are told of it. */
        UsanceEvent: components["schemas"]["CheckoutSessionPaidEvent"] | components["schemas"]["CheckoutSessionExpiredEvent"] | components["schemas"]["CheckoutSessionCancelledEvent"] | components["schemas"]["SubscriptionCreatedEvent"] | components["schemas"]["SubscriptionRenewedEvent"] | components["schemas"]["SubscriptionPeriodEndedEvent"] | components["schemas"]["SubscriptionCancelledEvent"] | components["schemas"]["InvoiceCreatedEvent"] | components["schemas"]["InvoiceOpenedEvent"] | components["schemas"]["InvoicePaidEvent"] | components["schemas"]["InvoiceExpiredEvent"] | components["schemas"]["InvoiceVoidedEvent"] | components["schemas"]["SettlementSubmittedEvent"] | components["schemas"]["SettlementConfirmedEvent"] | components["schemas"]["SettlementFailedEvent"] | components["schemas"]["SettlementReorgedEvent"];
        /** @description The subscriber has paid: a subscription has begun. */
        CheckoutSessionPaidEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "checkout_session.paid";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                checkoutSession: components["schemas"]["CheckoutSessionWithSubscriptions"];
            };
        };
        /** @description The session's time is up, and nobody has paid. */
        CheckoutSessionExpiredEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "checkout_session.expired";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                checkoutSession: components["schemas"]["CheckoutSessionWithSubscriptions"];
            };
        };
        /** @description The session was cancelled. */
        CheckoutSessionCancelledEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "checkout_session.cancelled";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                checkoutSession: components["schemas"]["CheckoutSessionWithSubscriptions"];
            };
        };
        /** @description A subscription has begun. */
        SubscriptionCreatedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "subscription.created";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description A new period has begun. */
        SubscriptionRenewedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "subscription.renewed";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description A period of a metered subscription has ended: its usage can be billed. */
        SubscriptionPeriodEndedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "subscription.period_ended";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description The subscription has ended. */
        SubscriptionCancelledEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "subscription.cancelled";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description There is a new invoice. */
        InvoiceCreatedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invoice.created";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice is to be paid: it was created so, finalized, or reopened. */
        InvoiceOpenedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invoice.opened";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description A settlement of the invoice was confirmed. */
        InvoicePaidEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invoice.paid";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice was not paid in time. */
        InvoiceExpiredEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invoice.expired";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice was voided. */
        InvoiceVoidedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invoice.voided";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The settlement's transaction is on its way to the chain. */
        SettlementSubmittedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "settlement.submitted";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description The settlement stands on the chain. */
        SettlementConfirmedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "settlement.confirmed";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description The settlement failed, or its time was up. */
        SettlementFailedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "settlement.failed";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description A reorganisation of the chain has undone the settlement for now. */
        SettlementReorgedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "settlement.reorged";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @constant
             */
            test?: true | undefined;
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description A write, noted in the same transaction. */
        AuditEvent: {
            /** @description cuid */
            id: string;
            /** @description The key that wrote; `bootstrap` is the one in the server's configuration */
            apiKeyId: string;
            /** @description By its name over tRPC: noun and verb */
            operation: string;
            /** @description Id of what was written */
            recordId: string;
            /** @description `X-Request-Id` of the call */
            requestId: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
        };
        /** @description A new key. */
        ApiKeyWithSecret: {
            /** @description cuid */
            id: string;
            name: string;
            /** @description The seller that it speaks for; null: the platform, which is every seller */
            userId: string | null;
            /** @description `<resource>:read`, `<resource>:write`, or `*` for all */
            scopes: string[];
            /** @description How the secret begins */
            start: string;
            /** @description How it ends */
            lastFour: string;
            /** @description The key that was rotated into this one */
            replacesId: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /** @description When it stops working; null: never by itself */
            expiresAt: string | null;
            /** @description When it was revoked: it stopped working within a second */
            revokedAt: string | null;
            /** @description The key itself, shown this once and stored nowhere. null when an `Idempotency-Key` replays the answer */
            secret: string | null;
        };
        /** @description What lets a program in, and how far. */
        ApiKey: {
            /** @description cuid */
            id: string;
            name: string;
            /** @description The seller that it speaks for; null: the platform, which is every seller */
            userId: string | null;
            /** @description `<resource>:read`, `<resource>:write`, or `*` for all */
            scopes: string[];
            /** @description How the secret begins */
            start: string;
            /** @description How it ends */
            lastFour: string;
            /** @description The key that was rotated into this one */
            replacesId: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             */
            createdAt: string;
            /** @description When it stops working; null: never by itself */
            expiresAt: string | null;
            /** @description When it was revoked: it stopped working within a second */
            revokedAt: string | null;
        };
        ServicesCreateInput: {
            name: string;
            description?: string | null | undefined;
            /** @description Default `DRAFT` */
            status?: ("DRAFT" | "ACTIVE" | "DISABLED") | null | undefined;
            /** @description An existing user; takes precedence over `owner` */
            ownerId?: string | null | undefined;
            /** @description Linked by e-mail when known, created otherwise */
            owner?: {
                email?: string | null | undefined;
                name?: string | null | undefined;
                role?: ("DEVELOPER" | "PAYER") | null | undefined;
            } | null | undefined;
            /** @description EVM address to which checkout pays */
            payoutAddress?: string | null | undefined;
        };
        ServicesListInput: {
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        ServicesListAnswer: {
            services: components["schemas"]["Service"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor?: string | null | undefined;
        };
        ServicesGetInput: {
            /** @description Id of the service */
            serviceId: string;
        };
        ServicesUpdateInput: {
            /** @description Id of the service */
            serviceId: string;
            name?: string | null | undefined;
            description?: string | null | undefined;
            status?: ("DRAFT" | "ACTIVE" | "DISABLED") | null | undefined;
            /** @description EVM address to which checkout pays */
            payoutAddress?: string | null | undefined;
        };
        PlansCreateInput: {
            /** @description Id of the service */
            serviceId: string;
            /** @description Shown on invoices and in checkout */
            name: string;
            /** @description USDC, at most six decimals; for `USAGE_BASED` the price of one unit */
            amount: string;
            /** @enum {string} */
            pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
            /** @description Default `NONE`: no automatic renewal */
            billingInterval?: ("MONTH" | "WEEK" | "DAY" | "NONE") | null | undefined;
            description?: string | null | undefined;
            currency?: "USDC" | null | undefined;
        };
        PlansListInput: {
            /** @description Id of the service */
            serviceId: string;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        PlansListAnswer: {
            plans: components["schemas"]["Plan"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor?: string | null | undefined;
        };
        PlansGetInput: {
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the payment plan */
            paymentPlanId: string;
        };
        CheckoutSessionsCreateInput: {
            serviceId: string;
            /** @description A plan of the service */
            paymentPlanId: string;
            status?: "PENDING" | null | undefined;
            /** @description The subscriber; left out, checkout finds out who it is */
            userId?: string | null | undefined;
            /** @description Default: the session never expires */
            expiresAt?: string | null | undefined;
            /** @description Where the page sends the subscriber once it is paid: https or localhost */
            successUrl?: string | null | undefined;
            /** @description Where its way back leads: https or localhost */
            cancelUrl?: string | null | undefined;
        };
        CheckoutSessionsListInput: {
            /** @description Id of the service */
            serviceId?: string | null | undefined;
            /** @description Id of the payment plan */
            paymentPlanId?: string | null | undefined;
            /** @description Id of the user */
            userId?: string | null | undefined;
            /** @description Only those in this state */
            status?: ("PENDING" | "PAID" | "EXPIRED" | "CANCELLED") | null | undefined;
            /** @description Only what was created then or later */
            from?: string | null | undefined;
            /** @description Only what was created before */
            to?: string | null | undefined;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        CheckoutSessionsListAnswer: {
            checkoutSessions: components["schemas"]["CheckoutSessionWithSubscriptions"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        CheckoutSessionsGetInput: {
            /** @description Id of the checkout session */
            checkoutSessionId: string;
        };
        CheckoutSessionsCompleteInput: {
            /** @description Id of the checkout session */
            checkoutSessionId: string;
            /** @description An existing user; the session's own user wins */
            userId?: string | null | undefined;
            /** @description Linked by e-mail when known, created otherwise */
            user?: {
                email?: string | null | undefined;
                name?: string | null | undefined;
            } | null | undefined;
            /** @description The payment that you took, if it has a hash; kept as given */
            transactionHash?: string | null | undefined;
        };
        CheckoutSessionsCancelInput: {
            /** @description Id of the checkout session */
            checkoutSessionId: string;
        };
        CheckoutViewInput: {
            /** @description Id of the checkout session */
            checkoutSessionId: string;
        };
        CheckoutPrepareInput: {
            /** @description Id of the checkout session */
            checkoutSessionId: string;
            /** @description The wallet that is to pay and to sign */
            payerAddress: string;
            /** @description Prepares a spending cap of so much as well, for later invoices */
            capAmount?: string | null | undefined;
        };
        CheckoutPayInput: {
            /** @description Id of the checkout session */
            checkoutSessionId: string;
            /** @description Who subscribes, where the session does not say */
            user?: {
                email?: string | null | undefined;
                name?: string | null | undefined;
            } | null | undefined;
            /** @description The wallet that has signed */
            payerAddress?: string | null | undefined;
            /** @description Needed where something is due now */
            payment?: {
                /** @description As prepared: chain time in seconds */
                validUntil: number;
                /** @description Over the payment's typed data */
                signature: string;
            } | null | undefined;
            /** @description A spending cap for later invoices, as prepared and signed */
            cap?: {
                /** @description The most that is ever taken under the cap, in USDC */
                amount: string;
                /** @description As prepared: chain time in seconds */
                validUntil: number;
                /** @description As prepared */
                nonce: string;
                /** @description Over the cap's typed data */
                signature: string;
            } | null | undefined;
        };
        CheckoutStatusInput: {
            /** @description Id of the checkout session */
            checkoutSessionId: string;
        };
        SubscriptionsGetInput: {
            /** @description Id of the subscription */
            subscriptionId: string;
        };
        SubscriptionsListInput: {
            /** @description Id of the service */
            serviceId?: string | null | undefined;
            /** @description Id of the payment plan */
            paymentPlanId?: string | null | undefined;
            /** @description Id of the user */
            userId?: string | null | undefined;
            /** @description Id of the checkout session */
            checkoutSessionId?: string | null | undefined;
            /** @description Only those in this state */
            status?: ("ACTIVE" | "CANCELLED") | null | undefined;
            /** @description Only what was created then or later */
            from?: string | null | undefined;
            /** @description Only what was created before */
            to?: string | null | undefined;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        SubscriptionsListAnswer: {
            subscriptions: components["schemas"]["Subscription"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        SubscriptionsCancelInput: {
            /** @description Id of the subscription */
            subscriptionId: string;
        };
        UsageEventsCreateInput: {
            serviceId: string;
            /** @description An `ACTIVE` one of this service and user */
            subscriptionId: string;
            userId: string;
            /** @description The kind of usage; recorded once for a subscription */
            eventKey: string;
            /** @description Units used, at most six decimals */
            quantity: string;
            /** @description An invoice of the same service and user */
            invoiceId?: string | null | undefined;
            /** @description Default: the time of the call */
            occurredAt?: string | null | undefined;
        };
        UsageEventsListInput: {
            /** @description Id of the service */
            serviceId?: string | null | undefined;
            /** @description Id of the subscription */
            subscriptionId?: string | null | undefined;
            /** @description Id of the user */
            userId?: string | null | undefined;
            /** @description Id of the invoice */
            invoiceId?: string | null | undefined;
            /** @description Only what was created then or later */
            from?: string | null | undefined;
            /** @description Only what was created before */
            to?: string | null | undefined;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        UsageEventsListAnswer: {
            usageEvents: components["schemas"]["UsageEvent"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        UsageEventsBatchInput: {
            /** @description Each as in `POST /usage-events` */
            usageEvents: {
                serviceId: string;
                /** @description An `ACTIVE` one of this service and user */
                subscriptionId: string;
                userId: string;
                /** @description The kind of usage; recorded once for a subscription */
                eventKey: string;
                /** @description Units used, at most six decimals */
                quantity: string;
                /** @description An invoice of the same service and user */
                invoiceId?: string | null | undefined;
                /** @description Default: the time of the call */
                occurredAt?: string | null | undefined;
            }[];
        };
        UsageEventsGetInput: {
            /** @description Id of the usage event */
            usageEventId: string;
        };
        UsageEventsSummaryInput: {
            /** @description Id of the subscription */
            subscriptionId: string;
            /** @description Only what occurred then or later */
            from?: string | null | undefined;
            /** @description Only what occurred before */
            to?: string | null | undefined;
            /** @description `eventKey`; `prefix`, the part of it before its first `:`; or `day` in UTC. Left out, there are no groups */
            groupBy?: ("eventKey" | "prefix" | "day") | null | undefined;
            /** @description How many to answer with; default 100 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        UsageEventsSummaryAnswer: {
            summary: components["schemas"]["UsageSummary"];
            /** @description Where the groups go on; null at the end */
            nextCursor: string | null;
        };
        InvoicesCreateInput: {
            serviceId: string;
            /** @description A plan of the service */
            paymentPlanId: string;
            /** @description The subscriber who is billed */
            userId: string;
            /** @description USDC, at most six decimals; computed by you */
            amount: string;
            currency?: "USDC" | null | undefined;
            /** @description Default `DRAFT` */
            status?: ("DRAFT" | "OPEN" | "VOID" | "EXPIRED") | null | undefined;
            /** @description An `OPEN` invoice that is not paid by then becomes `EXPIRED` */
            dueAt?: string | null | undefined;
            /** @description A subscription of this user to this plan */
            subscriptionId?: string | null | undefined;
        };
        InvoicesListInput: {
            /** @description Id of the service */
            serviceId?: string | null | undefined;
            /** @description Id of the payment plan */
            paymentPlanId?: string | null | undefined;
            /** @description Id of the user */
            userId?: string | null | undefined;
            /** @description Id of the subscription */
            subscriptionId?: string | null | undefined;
            /** @description Only those in this state */
            status?: ("DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID") | null | undefined;
            /** @description Only what was created then or later */
            from?: string | null | undefined;
            /** @description Only what was created before */
            to?: string | null | undefined;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        InvoicesListAnswer: {
            invoices: components["schemas"]["Invoice"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        InvoicesGetInput: {
            /** @description Id of the invoice */
            invoiceId: string;
        };
        InvoicesUsageHashInput: {
            /** @description Id of the invoice */
            invoiceId: string;
        };
        InvoicesUsageProofInput: {
            /** @description Id of the invoice */
            invoiceId: string;
            /** @description A usage event that has the invoice's id */
            usageEventId: string;
        };
        InvoicesFinalizeInput: {
            /** @description Id of the invoice */
            invoiceId: string;
        };
        InvoicesVoidInput: {
            /** @description Id of the invoice */
            invoiceId: string;
        };
        SettlementsCreateInput: {
            /** @description An `OPEN` invoice */
            invoiceId: string;
            /** @description Made by you, unique for each settlement: sending it again never pays twice */
            referenceHash: string;
            /** @description EVM address that paid */
            payerAddress: string;
            /** @description EVM address that was paid */
            merchantAddress: string;
            /** @description Default, and nothing else: the invoice's user */
            payerId?: string | null | undefined;
            /** @description Default, and nothing else: the service's owner */
            merchantId?: string | null | undefined;
            /** @description Default, and nothing else: the invoice's */
            amount?: string | null | undefined;
            currency?: "USDC" | null | undefined;
            /** @description Default: the time of the call */
            recordedAt?: string | null | undefined;
            /** @description `allowance`: takes the payment from the payer's wallet as well, under the spending cap that was signed at checkout. Left out, the payment was made elsewhere, and is recorded alone */
            collect?: "allowance" | null | undefined;
        };
        SettlementsCreateAnswer: {
            settlement: components["schemas"]["Settlement"];
            chain: components["schemas"]["Chain"];
        };
        SettlementsListInput: {
            /** @description Id of the invoice */
            invoiceId?: string | null | undefined;
            /** @description Id of the service */
            serviceId?: string | null | undefined;
            /** @description Id of the payer */
            payerId?: string | null | undefined;
            /** @description Id of the merchant */
            merchantId?: string | null | undefined;
            /** @description Only those in this state */
            status?: ("PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED") | null | undefined;
            /** @description Only what was created then or later */
            from?: string | null | undefined;
            /** @description Only what was created before */
            to?: string | null | undefined;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        SettlementsListAnswer: {
            settlements: components["schemas"]["Settlement"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        SettlementsGetInput: {
            /** @description Id of the settlement */
            settlementId: string;
        };
        SettlementsProofInput: {
            /** @description Id of the settlement */
            settlementId: string;
        };
        SpendingCapsGetInput: {
            /** @description Id of the subscription */
            subscriptionId: string;
        };
        WebhookEndpointsCreateInput: {
            /** @description A public https address. No redirects are followed */
            url: string;
            /** @description Default `["*"]` */
            events?: ("*" | "checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.expired" | "invoice.voided" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged")[] | null | undefined;
            /** @description Only events of this service. Default: of all */
            serviceId?: string | null | undefined;
            /** @description The seller whose events it gets. Default: as the key that you call with; a platform key without a user gets every seller's */
            ownerId?: string | null | undefined;
        };
        WebhookEndpointsListInput: {
            /** @description Only what was created then or later */
            from?: string | null | undefined;
            /** @description Only what was created before */
            to?: string | null | undefined;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        WebhookEndpointsListAnswer: {
            webhookEndpoints: components["schemas"]["WebhookEndpoint"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        WebhookEndpointsGetInput: {
            /** @description Id of the webhook endpoint */
            webhookEndpointId: string;
        };
        WebhookEndpointsUpdateInput: {
            /** @description Id of the webhook endpoint */
            webhookEndpointId: string;
            url?: string | null | undefined;
            events?: ("*" | "checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.expired" | "invoice.voided" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged")[] | null | undefined;
            /** @description `DISABLED`: nothing is sent, nothing waits, and what was waiting has failed. `ENABLED`: it gets what happens from now on; what it missed can be redelivered */
            status?: ("ENABLED" | "DISABLED") | null | undefined;
        };
        WebhookEndpointsDeleteInput: {
            /** @description Id of the webhook endpoint */
            webhookEndpointId: string;
        };
        WebhookEndpointsRotateSecretInput: {
            /** @description Id of the webhook endpoint */
            webhookEndpointId: string;
        };
        WebhookEndpointsTestInput: {
            /** @description Id of the webhook endpoint */
            webhookEndpointId: string;
            /** @description Default `checkout_session.paid` */
            type?: ("checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.expired" | "invoice.voided" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged") | null | undefined;
        };
        WebhookEndpointsRedeliverInput: {
            /** @description Id of the webhook endpoint */
            webhookEndpointId: string;
            /**
             * Format: date-time
             * @description Events that were created then or later
             */
            from: string;
            /** @description Events that were created before. Default: now */
            to?: string | null | undefined;
            /** @description Also those that have arrived: for a receiver that lost what it had */
            delivered?: boolean | null | undefined;
        };
        WebhookEndpointsRedeliverAnswer: {
            webhookEndpoint: components["schemas"]["WebhookEndpoint"];
            /** @description How many deliveries were begun anew */
            redelivered: number;
            /** @description Where to go on, as `from` of another call, when there were more; null at the end */
            nextFrom: string | null;
        };
        WebhookDeliveriesListInput: {
            /** @description Only those to this endpoint */
            endpointId?: string | null | undefined;
            /** @description Only those of this event */
            eventId?: string | null | undefined;
            /** @description Only those in this state */
            status?: ("PENDING" | "DELIVERED" | "FAILED") | null | undefined;
            /** @description Only what was created then or later */
            from?: string | null | undefined;
            /** @description Only what was created before */
            to?: string | null | undefined;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        WebhookDeliveriesListAnswer: {
            webhookDeliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        WebhookDeliveriesGetInput: {
            /** @description Id of the webhook delivery */
            webhookDeliveryId: string;
        };
        WebhookDeliveriesRedeliverInput: {
            /** @description Id of the webhook delivery */
            webhookDeliveryId: string;
        };
        EventsListInput: {
            /** @description Only those of this type */
            type?: ("checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.expired" | "invoice.voided" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged") | null | undefined;
            /** @description Id of the service */
            serviceId?: string | null | undefined;
            /** @description Only what was created then or later */
            from?: string | null | undefined;
            /** @description Only what was created before */
            to?: string | null | undefined;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        EventsListAnswer: {
            events: components["schemas"]["UsanceEvent"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        EventsGetInput: {
            /** @description Id of the event */
            eventId: string;
        };
        AuditEventsListInput: {
            /** @description The key that wrote */
            apiKeyId?: string | null | undefined;
            /** @description What was written */
            recordId?: string | null | undefined;
            /** @description Only what was created then or later */
            from?: string | null | undefined;
            /** @description Only what was created before */
            to?: string | null | undefined;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        AuditEventsListAnswer: {
            auditEvents: components["schemas"]["AuditEvent"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        ApiKeysCreateInput: {
            name: string;
            /** @description The seller that the key speaks for: it sees and changes only what belongs to that user's services. Default: as the key that you call with; a platform key without a user speaks for every seller */
            userId?: string | null | undefined;
            /** @description What the key may do, at most what yours may. Default: the same */
            scopes?: ("*" | "services:read" | "services:write" | "plans:read" | "plans:write" | "checkout-sessions:read" | "checkout-sessions:write" | "subscriptions:read" | "subscriptions:write" | "usage-events:read" | "usage-events:write" | "invoices:read" | "invoices:write" | "settlements:read" | "settlements:write" | "spending-caps:read" | "spending-caps:write" | "events:read" | "events:write" | "webhook-endpoints:read" | "webhook-endpoints:write" | "webhook-deliveries:read" | "webhook-deliveries:write" | "api-keys:read" | "api-keys:write" | "audit-events:read" | "audit-events:write")[] | null | undefined;
            /** @description When it stops working, at the latest when yours does. Default: as yours */
            expiresAt?: string | null | undefined;
        };
        ApiKeysListInput: {
            /** @description Only what was created then or later */
            from?: string | null | undefined;
            /** @description Only what was created before */
            to?: string | null | undefined;
            /** @description How many to answer with; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before */
            cursor?: string | null | undefined;
        };
        ApiKeysListAnswer: {
            apiKeys: components["schemas"]["ApiKey"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        ApiKeysGetInput: {
            /** @description Id of the api key */
            apiKeyId: string;
        };
        ApiKeysRevokeInput: {
            /** @description Id of the api key */
            apiKeyId: string;
        };
        ApiKeysRotateInput: {
            /** @description Id of the api key */
            apiKeyId: string;
            /** @description How long the old key goes on working beside the new one, at most 30 days */
            overlapSeconds: number;
        };
        ReadyInput: Record<string, never>;
        ReadyAnswer: {
            ready: boolean;
            /** @description What is in the way, a sentence each */
            reasons: string[];
        };
        HealthInput: Record<string, never>;
        HealthAnswer: {
            /** @constant */
            ok: true;
            service: string;
            apiRoot: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Service = components['schemas']['Service'];
export type User = components['schemas']['User'];
export type Plan = components['schemas']['Plan'];
export type CheckoutSession = components['schemas']['CheckoutSession'];
export type CheckoutSessionWithSubscriptions = components['schemas']['CheckoutSessionWithSubscriptions'];
export type Subscription = components['schemas']['Subscription'];
export type Checkout = components['schemas']['Checkout'];
export type CheckoutPayment = components['schemas']['CheckoutPayment'];
export type PreparedCheckout = components['schemas']['PreparedCheckout'];
export type TypedData = components['schemas']['TypedData'];
export type CheckoutStatus = components['schemas']['CheckoutStatus'];
export type UsageEvent = components['schemas']['UsageEvent'];
export type InvoiceRecord = components['schemas']['InvoiceRecord'];
export type ServiceRecord = components['schemas']['ServiceRecord'];
export type UsageEventResult = components['schemas']['UsageEventResult'];
export type UsageEventRecord = components['schemas']['UsageEventRecord'];
export type UsageSummary = components['schemas']['UsageSummary'];
export type Invoice = components['schemas']['Invoice'];
export type SettlementRecord = components['schemas']['SettlementRecord'];
export type UsageHash = components['schemas']['UsageHash'];
export type UsageProof = components['schemas']['UsageProof'];
export type Settlement = components['schemas']['Settlement'];
export type Chain = components['schemas']['Chain'];
export type SettlementProof = components['schemas']['SettlementProof'];
export type SpendingCap = components['schemas']['SpendingCap'];
export type WebhookEndpointWithSecret = components['schemas']['WebhookEndpointWithSecret'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type UsanceEvent = components['schemas']['UsanceEvent'];
export type CheckoutSessionPaidEvent = components['schemas']['CheckoutSessionPaidEvent'];
export type CheckoutSessionExpiredEvent = components['schemas']['CheckoutSessionExpiredEvent'];
export type CheckoutSessionCancelledEvent = components['schemas']['CheckoutSessionCancelledEvent'];
export type SubscriptionCreatedEvent = components['schemas']['SubscriptionCreatedEvent'];
export type SubscriptionRenewedEvent = components['schemas']['SubscriptionRenewedEvent'];
export type SubscriptionPeriodEndedEvent = components['schemas']['SubscriptionPeriodEndedEvent'];
export type SubscriptionCancelledEvent = components['schemas']['SubscriptionCancelledEvent'];
export type InvoiceCreatedEvent = components['schemas']['InvoiceCreatedEvent'];
export type InvoiceOpenedEvent = components['schemas']['InvoiceOpenedEvent'];
export type InvoicePaidEvent = components['schemas']['InvoicePaidEvent'];
export type InvoiceExpiredEvent = components['schemas']['InvoiceExpiredEvent'];
export type InvoiceVoidedEvent = components['schemas']['InvoiceVoidedEvent'];
export type SettlementSubmittedEvent = components['schemas']['SettlementSubmittedEvent'];
export type SettlementConfirmedEvent = components['schemas']['SettlementConfirmedEvent'];
export type SettlementFailedEvent = components['schemas']['SettlementFailedEvent'];
export type SettlementReorgedEvent = components['schemas']['SettlementReorgedEvent'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret'];
export type ApiKey = components['schemas']['ApiKey'];
export type ServicesCreateInput = components['schemas']['ServicesCreateInput'];
export type ServicesListInput = components['schemas']['ServicesListInput'];
export type ServicesListAnswer = components['schemas']['ServicesListAnswer'];
export type ServicesGetInput = components['schemas']['ServicesGetInput'];
export type ServicesUpdateInput = components['schemas']['ServicesUpdateInput'];
export type PlansCreateInput = components['schemas']['PlansCreateInput'];
export type PlansListInput = components['schemas']['PlansListInput'];
export type PlansListAnswer = components['schemas']['PlansListAnswer'];
export type PlansGetInput = components['schemas']['PlansGetInput'];
export type CheckoutSessionsCreateInput = components['schemas']['CheckoutSessionsCreateInput'];
export type CheckoutSessionsListInput = components['schemas']['CheckoutSessionsListInput'];
export type CheckoutSessionsListAnswer = components['schemas']['CheckoutSessionsListAnswer'];
export type CheckoutSessionsGetInput = components['schemas']['CheckoutSessionsGetInput'];
export type CheckoutSessionsCompleteInput = components['schemas']['CheckoutSessionsCompleteInput'];
export type CheckoutSessionsCancelInput = components['schemas']['CheckoutSessionsCancelInput'];
export type CheckoutViewInput = components['schemas']['CheckoutViewInput'];
export type CheckoutPrepareInput = components['schemas']['CheckoutPrepareInput'];
export type CheckoutPayInput = components['schemas']['CheckoutPayInput'];
export type CheckoutStatusInput = components['schemas']['CheckoutStatusInput'];
export type SubscriptionsGetInput = components['schemas']['SubscriptionsGetInput'];
export type SubscriptionsListInput = components['schemas']['SubscriptionsListInput'];
export type SubscriptionsListAnswer = components['schemas']['SubscriptionsListAnswer'];
export type SubscriptionsCancelInput = components['schemas']['SubscriptionsCancelInput'];
export type UsageEventsCreateInput = components['schemas']['UsageEventsCreateInput'];
export type UsageEventsListInput = components['schemas']['UsageEventsListInput'];
export type UsageEventsListAnswer = components['schemas']['UsageEventsListAnswer'];
export type UsageEventsBatchInput = components['schemas']['UsageEventsBatchInput'];
export type UsageEventsGetInput = components['schemas']['UsageEventsGetInput'];
export type UsageEventsSummaryInput = components['schemas']['UsageEventsSummaryInput'];
export type UsageEventsSummaryAnswer = components['schemas']['UsageEventsSummaryAnswer'];
export type InvoicesCreateInput = components['schemas']['InvoicesCreateInput'];
export type InvoicesListInput = components['schemas']['InvoicesListInput'];
export type InvoicesListAnswer = components['schemas']['InvoicesListAnswer'];
export type InvoicesGetInput = components['schemas']['InvoicesGetInput'];
export type InvoicesUsageHashInput = components['schemas']['InvoicesUsageHashInput'];
export type InvoicesUsageProofInput = components['schemas']['InvoicesUsageProofInput'];
export type InvoicesFinalizeInput = components['schemas']['InvoicesFinalizeInput'];
export type InvoicesVoidInput = components['schemas']['InvoicesVoidInput'];
export type SettlementsCreateInput = components['schemas']['SettlementsCreateInput'];
export type SettlementsCreateAnswer = components['schemas']['SettlementsCreateAnswer'];
export type SettlementsListInput = components['schemas']['SettlementsListInput'];
export type SettlementsListAnswer = components['schemas']['SettlementsListAnswer'];
export type SettlementsGetInput = components['schemas']['SettlementsGetInput'];
export type SettlementsProofInput = components['schemas']['SettlementsProofInput'];
export type SpendingCapsGetInput = components['schemas']['SpendingCapsGetInput'];
export type WebhookEndpointsCreateInput = components['schemas']['WebhookEndpointsCreateInput'];
export type WebhookEndpointsListInput = components['schemas']['WebhookEndpointsListInput'];
export type WebhookEndpointsListAnswer = components['schemas']['WebhookEndpointsListAnswer'];
export type WebhookEndpointsGetInput = components['schemas']['WebhookEndpointsGetInput'];
export type WebhookEndpointsUpdateInput = components['schemas']['WebhookEndpointsUpdateInput'];
export type WebhookEndpointsDeleteInput = components['schemas']['WebhookEndpointsDeleteInput'];
export type WebhookEndpointsRotateSecretInput = components['schemas']['WebhookEndpointsRotateSecretInput'];
export type WebhookEndpointsTestInput = components['schemas']['WebhookEndpointsTestInput'];
export type WebhookEndpointsRedeliverInput = components['schemas']['WebhookEndpointsRedeliverInput'];
export type WebhookEndpointsRedeliverAnswer = components['schemas']['WebhookEndpointsRedeliverAnswer'];
export type WebhookDeliveriesListInput = components['schemas']['WebhookDeliveriesListInput'];
export type WebhookDeliveriesListAnswer = components['schemas']['WebhookDeliveriesListAnswer'];
export type WebhookDeliveriesGetInput = components['schemas']['WebhookDeliveriesGetInput'];
export type WebhookDeliveriesRedeliverInput = components['schemas']['WebhookDeliveriesRedeliverInput'];
export type EventsListInput = components['schemas']['EventsListInput'];
export type EventsListAnswer = components['schemas']['EventsListAnswer'];
export type EventsGetInput = components['schemas']['EventsGetInput'];
export type AuditEventsListInput = components['schemas']['AuditEventsListInput'];
export type AuditEventsListAnswer = components['schemas']['AuditEventsListAnswer'];
export type ApiKeysCreateInput = components['schemas']['ApiKeysCreateInput'];
export type ApiKeysListInput = components['schemas']['ApiKeysListInput'];
export type ApiKeysListAnswer = components['schemas']['ApiKeysListAnswer'];
export type ApiKeysGetInput = components['schemas']['ApiKeysGetInput'];
export type ApiKeysRevokeInput = components['schemas']['ApiKeysRevokeInput'];
export type ApiKeysRotateInput = components['schemas']['ApiKeysRotateInput'];
export type ReadyInput = components['schemas']['ReadyInput'];
export type ReadyAnswer = components['schemas']['ReadyAnswer'];
export type HealthInput = components['schemas']['HealthInput'];
export type HealthAnswer = components['schemas']['HealthAnswer'];
