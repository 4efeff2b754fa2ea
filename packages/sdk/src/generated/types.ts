// Made by `pnpm generate` from openapi.json: changes belong there.
export interface components {
    schemas: {
        /** @description Something that a seller sells, with its owner and plans. */
        Service: {
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
            /** @description EVM address that receives checkout payments; null: subscribers cannot pay at checkout */
            payoutAddress: string | null;
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
            owner: components["schemas"]["User"];
            /** @description Plans of the service, newest first */
            paymentPlans: components["schemas"]["Plan"][];
        };
        /** @description A person who sells or pays, identified by e-mail address. */
        User: {
            /** @description What other calls name it by */
            id: string;
            /** @description E-mail address. Comparisons ignore case */
            email: string;
            /** @description Name of the user; null if none was given */
            name: string | null;
            /**
             * @description Role given when the user was created. `DEVELOPER`: sells. `PAYER`: pays
             * @enum {string}
             */
            role: "DEVELOPER" | "PAYER";
        };
        /** @description A price of a service. */
        Plan: {
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
             * @description How often subscriptions renew. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: no automatic renewal.
             * @enum {string}
             */
            billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
            /** @description Price in USDC with six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`) */
            amount: string;
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
        };
        /** @description A subscriber's checkout of a plan. */
        CheckoutSession: {
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
            user: components["schemas"]["User"] | null;
            /** @description Where the checkout page redirects after payment; null: nowhere */
            successUrl: string | null;
            /** @description Where the checkout page redirects a subscriber who decides not to pay; null: nowhere */
            cancelUrl: string | null;
            /** @description URL of the checkout page. Redirect the subscriber to it */
            url: string;
        };
        /** @description A checkout session with its subscriptions. */
        CheckoutSessionWithSubscriptions: {
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
            user: components["schemas"]["User"] | null;
            /** @description Where the checkout page redirects after payment; null: nowhere */
            successUrl: string | null;
            /** @description Where the checkout page redirects a subscriber who decides not to pay; null: nowhere */
            cancelUrl: string | null;
            /** @description URL of the checkout page. Redirect the subscriber to it */
            url: string;
            /** @description Hash of the transaction that paid on the checkout page, or the hash given on completion; null before that, or if there is none */
            transactionHash: string | null;
            /** @description Empty until the session is `PAID`, then its one subscription */
            subscriptions: components["schemas"]["Subscription"][];
        };
        /** @description A subscriber's subscription to a plan of a service. */
        Subscription: {
            /** @description What other calls name it by */
            id: string;
            /**
             * @description `ACTIVE`: accepts usage and, if its plan has a billing interval, renews. `CANCELLED`: ended permanently
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
            /** @description When the current period ends and the next one begins; null if the plan's `billingInterval` is `NONE` */
            currentPeriodEnd: string | null;
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
        };
        /** @description A checkout session as its subscriber sees it. */
        Checkout: {
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
                 * @description How often subscriptions renew. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: no automatic renewal.
                 * @enum {string}
                 */
                billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
                /** @description Price in USDC with six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`) */
                amount: string;
                /** @description Always `USDC` */
                currency: string;
            };
            /** @description Amount to pay now, in USDC; zero if the plan bills usage later */
            amountDue: string;
            /** @description Whether the subscriber must give an e-mail address: the session has no user */
            takesEmail: boolean;
            /** @description Where the checkout page redirects after payment; null: nowhere */
            successUrl: string | null;
            /** @description Where the checkout page redirects a subscriber who decides not to pay; null: nowhere */
            cancelUrl: string | null;
            /** @description Where to pay; null if this checkout cannot take payments */
            chain: {
                /** @description EIP-155 chain id */
                chainId: number;
                /** @description Address of the USDC contract */
                token: string;
                /** @description Address of the contract that collects and records the payment */
                collector: string;
                /** @description Address that receives the payment */
                merchantAddress: string;
            } | null;
            /** @description The payment in progress or completed, otherwise the last one that failed; null before the first */
            payment: components["schemas"]["CheckoutPayment"] | null;
        };
        /** @description The state of a payment at checkout. */
        CheckoutPayment: {
            /**
             * @description `PENDING`: about to be sent. `SUBMITTED`: sent to the chain. `CONFIRMED`: paid. `FAILED`: refused; another payment can be made. `isFinal` tells whether the failure is final
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            /** @description Address of the wallet that pays */
            payerAddress: string;
            /** @description Hash of the payment's transaction; null before it is sent */
            transactionHash: string | null;
            /** @description Whether the payment has `FAILED` for good. A reverted payment is watched until its block is final: after a chain reorganisation it can still succeed, and then no other payment of this checkout is taken */
            isFinal: boolean;
            /** @description Why it is `FAILED`, in words for the payer; null otherwise */
            failure: string | null;
        };
        /** @description The typed data for a wallet to sign. */
        PreparedCheckout: {
            /** @description Address of the wallet that signs */
            payerAddress: string;
            /** @description The wallet's balance, in USDC */
            balance: string;
            /** @description The payment to sign; null if nothing is due now */
            payment: {
                /** @description When the signature expires, in Unix seconds of the chain's clock */
                validUntil: number;
                typedData: components["schemas"]["TypedData"];
            } | null;
            /** @description The spending cap to sign; null if none was requested */
            cap: {
                /** @description Total limit of the cap, in USDC */
                amount: string;
                /** @description The allowance, in USDC, that the wallet must grant the collector: what it allows now plus this cap. Send it as `capAllowance` once it is approved */
                allowance: string;
                /** @description When the signature expires, in Unix seconds of the chain's clock */
                validUntil: number;
                /** @description 32 bytes in hex that make the cap unique */
                nonce: string;
                typedData: components["schemas"]["TypedData"];
                /** @description The transaction with which the wallet grants the `allowance`; null if it already does */
                approval: {
                    /** @description Address to send the transaction to: the USDC contract */
                    to: string;
                    /** @description Call data in hex */
                    data: string;
                } | null;
            } | null;
        };
        /** @description EIP-712 typed data, as `eth_signTypedData_v4` takes it. */
        TypedData: {
            /** @description EIP-712 domain: the signature is valid only for this contract on this chain */
            domain: {
                /** @description Name of the contract that checks the signature */
                name: string;
                /** @description Version of that contract */
                version: string;
                /** @description EIP-155 chain id */
                chainId: number;
                /** @description Address of the contract that checks the signature */
                verifyingContract: string;
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
                [key: string]: string;
            };
        };
        /** @description The state of a checkout. */
        CheckoutStatus: {
            /** @description What other calls name it by */
            id: string;
            /**
             * @description `PENDING`: waiting for payment. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` passed without payment; a payment that was started in time can still make it `PAID`. `CANCELLED`: cancelled by the seller
             * @enum {string}
             */
            status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
            /** @description The payment in progress or completed, otherwise the last one that failed; null before the first */
            payment: components["schemas"]["CheckoutPayment"] | null;
        };
        /** @description A subscriber's usage, recorded once per key. */
        UsageEvent: {
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
            /** @description The invoice that it was recorded with; null if there is none */
            invoice: components["schemas"]["InvoiceRecord"] | null;
            service: components["schemas"]["ServiceRecord"];
            subscription: components["schemas"]["Subscription"];
            user: components["schemas"]["User"];
        };
        /** @description An invoice without its nested records. */
        InvoiceRecord: {
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
        };
        /** @description A service without its owner and plans, as nested in other records. */
        ServiceRecord: {
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
            /** @description EVM address that receives checkout payments; null: subscribers cannot pay at checkout */
            payoutAddress: string | null;
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
        };
        /** @description Result of one event of a batch. */
        UsageEventResult: {
            /**
             * @description The event was recorded
             * @constant
             */
            status: 201;
            usageEvent: components["schemas"]["UsageEventRecord"];
        } | {
            /** @description The status that `POST /usage-events` returns for this event alone. 400, 404, 409, 422: do not send it again unchanged; 409 can mean that it was recorded before. 500 and 503: it is unknown whether it was recorded; send it again. */
            status: number;
            /** @description What was wrong, and what is allowed */
            error: string;
            /** @description Code of the error, as in the header `Usance-Error` of a single event */
            code: string;
            /** @description Path of the field that is at fault; absent unless it is one */
            param?: string | undefined;
        };
        /** @description A usage event without its nested records. */
        UsageEventRecord: {
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
        };
        /** @description A subscription's usage in a period. `quantity` and `count` cover the whole period. */
        UsageSummary: {
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
            /** @description A page of the groups, ordered by the bytes of their keys */
            groups: {
                /** @description The key, prefix or day that the events of the group share */
                key: string;
                /** @description Sum of the units, with six decimal places */
                quantity: string;
                /** @description Number of events */
                count: number;
            }[];
        };
        /** @description An amount due from a subscriber, with its settlements and usage events. */
        Invoice: {
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
            service: components["schemas"]["ServiceRecord"];
            paymentPlan: components["schemas"]["Plan"];
            user: components["schemas"]["User"];
            /** @description The billed subscription; null if there is none */
            subscription: {
                /** @description What other calls name it by */
                id: string;
                /**
                 * @description `ACTIVE`: accepts usage and, if its plan has a billing interval, renews. `CANCELLED`: ended permanently
                 * @enum {string}
                 */
                status: "ACTIVE" | "CANCELLED";
            } | null;
            /** @description All attempts to pay the invoice, including failed ones, newest first */
            settlements: components["schemas"]["SettlementRecord"][];
            /** @description The usage events recorded with the invoice's id, newest first */
            usageEvents: components["schemas"]["UsageEventRecord"][];
        };
        /** @description A payment of an invoice, without its nested records. */
        SettlementRecord: {
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
            /** @description The settlement's id on the chain, as supplied: 32 bytes in hex */
            referenceHash: string;
            /** @description Hash of the transaction on the settlement chain; null before one was sent. Until the settlement is `CONFIRMED`, a transaction with higher fees can replace it */
            transactionHash: string | null;
            /**
             * @description `PENDING`: not sent to the chain yet. `SUBMITTED`: sent, without a result yet. `CONFIRMED`: recorded on the chain; after a chain reorganisation it can become `SUBMITTED` again. `FAILED`: refused by the chain, or not confirmed in time. A settlement that was not confirmed in time, or whose refusal is not final yet, can still become `CONFIRMED`: the service keeps checking. So never pay again because of `FAILED`. Instead, repeat `POST /settlements` with the same `referenceHash`: it never pays twice, it joins a settlement in progress, and it makes a new attempt only when the old one can no longer succeed. Until then, another `referenceHash` is refused with 409.
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            /** @description How the payment was collected: with the payer's `authorization` on the checkout page, or from the payer's `allowance` under a spending cap; null: the payment was made elsewhere */
            collect: ("authorization" | "allowance") | null;
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
        };
        /** @description A hash of an invoice and the usage that it bills. */
        UsageHash: {
            /** @description Id of the invoice */
            invoiceId: string;
            /** @description 32 bytes in hex */
            usageHash: string;
            /** @description Number of usage events hashed */
            eventCount: number;
        };
        /** @description A proof that an invoice bills a usage event. */
        UsageProof: {
            /** @description The fields of the invoice that are hashed */
            invoice: {
                /** @description What other calls name it by */
                id: string;
                /** @description Id of the billed subscription; null if there is none */
                subscriptionId: string | null;
                /** @description USDC, with six decimal places */
                amount: string;
                /** @description Always `USDC` */
                currency: string;
            };
            /** @description The fields of the usage event that are hashed */
            usageEvent: {
                /** @description What other calls name it by */
                id: string;
                /** @description Id of the subscription */
                subscriptionId: string;
                /** @description What was used. Each key is recorded once per subscription */
                eventKey: string;
                /** @description Number of units, with six decimal places */
                quantity: string;
                /**
                 * Format: date-time
                 * @description When the usage occurred
                 */
                occurredAt: string;
            };
            /** @description Number of usage events hashed */
            eventCount: number;
            /** @description Position of the event among all hashed events, from 0, ordered by the bytes of their ids */
            index: number;
            /** @description Sibling hashes on the path from the event to the root, lowest first */
            path: string[];
        };
        /** @description A payment of an invoice, recorded on the settlement chain. */
        Settlement: {
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
            /** @description The settlement's id on the chain, as supplied: 32 bytes in hex */
            referenceHash: string;
            /** @description Hash of the transaction on the settlement chain; null before one was sent. Until the settlement is `CONFIRMED`, a transaction with higher fees can replace it */
            transactionHash: string | null;
            /**
             * @description `PENDING`: not sent to the chain yet. `SUBMITTED`: sent, without a result yet. `CONFIRMED`: recorded on the chain; after a chain reorganisation it can become `SUBMITTED` again. `FAILED`: refused by the chain, or not confirmed in time. A settlement that was not confirmed in time, or whose refusal is not final yet, can still become `CONFIRMED`: the service keeps checking. So never pay again because of `FAILED`. Instead, repeat `POST /settlements` with the same `referenceHash`: it never pays twice, it joins a settlement in progress, and it makes a new attempt only when the old one can no longer succeed. Until then, another `referenceHash` is refused with 409.
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            /** @description How the payment was collected: with the payer's `authorization` on the checkout page, or from the payer's `allowance` under a spending cap; null: the payment was made elsewhere */
            collect: ("authorization" | "allowance") | null;
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
                /** @description E-mail address. Comparisons ignore case */
                email: string;
            };
            /** @description The user who receives the payment */
            merchant: {
                /** @description What other calls name it by */
                id: string;
                /** @description E-mail address. Comparisons ignore case */
                email: string;
            };
        };
        /** @description The transaction of a confirmed settlement on the settlement chain. */
        Chain: {
            /** @description Hash of the transaction that recorded the settlement */
            transactionHash: string;
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
        };
        /** @description The fields of a settlement's event and its location on the settlement chain. */
        SettlementProof: {
            /** @description Id of the settlement */
            settlementId: string;
            /** @description Id of the invoice */
            invoiceId: string;
            /** @description EIP-155 chain id */
            chainId: number;
            /** @description Address of the SettlementRegistry contract that recorded the settlement */
            contract: string;
            /** @description Number of the block that contains the event */
            blockNumber: number;
            /** @description Hash of the block */
            blockHash: string;
            /** @description Hash of the transaction that recorded the settlement */
            transactionHash: string;
            /** @description Index of the event among all events of the block, from 0 */
            logIndex: number;
            /** @description The `SettlementRecorded` event, field by field */
            event: {
                /** @description The settlement's `referenceHash` */
                referenceHash: string;
                /** @description keccak256 of the invoice's id */
                invoiceHash: string;
                /** @description Address of the payer */
                payer: string;
                /** @description Address of the merchant */
                merchant: string;
                /** @description Address of the USDC contract; the zero address if the event names no token */
                token: string;
                /** @description In token units: 12.5 USDC is 12500000 */
                amount: string;
                /** @description Address that called the contract to record the settlement */
                operator: string;
            };
        };
        /** @description A limit, signed by the subscriber, on what can be collected for later invoices. */
        SpendingCap: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the subscription */
            subscriptionId: string;
            /** @description Address of the wallet that signed the cap and pays */
            payerAddress: string;
            /** @description The only address that can be paid under the cap */
            merchantAddress: string;
            /** @description Max total that can be collected under the cap, in USDC */
            amount: string;
            /** @description Total collected under the cap so far, in USDC, as recorded on the chain */
            spent: string;
            /** @description Whether the payer revoked the cap. Nothing more can be collected under a revoked cap */
            revoked: boolean;
            /**
             * Format: date-time
             * @description When the cap expires. Nothing can be collected after that
             */
            validUntil: string;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
        };
        /** @description A webhook endpoint with its new secret. */
        WebhookEndpointWithSecret: {
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
        };
        /** @description A URL to which events are sent. */
        WebhookEndpoint: {
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
        };
        /** @description The delivery of an event to an endpoint, with its attempts. */
        WebhookDelivery: {
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
            attempts: components["schemas"]["WebhookAttempt"][];
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
        };
        /** @description One attempt to deliver an event: the response, or why there was none. */
        WebhookAttempt: {
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
        };
        /** @description Something that happened, with the record that changed. */
        UsanceEvent: components["schemas"]["CheckoutSessionPaidEvent"] | components["schemas"]["CheckoutSessionExpiredEvent"] | components["schemas"]["CheckoutSessionCancelledEvent"] | components["schemas"]["SubscriptionCreatedEvent"] | components["schemas"]["SubscriptionRenewedEvent"] | components["schemas"]["SubscriptionPeriodEndedEvent"] | components["schemas"]["SubscriptionCancelledEvent"] | components["schemas"]["InvoiceCreatedEvent"] | components["schemas"]["InvoiceOpenedEvent"] | components["schemas"]["InvoicePaidEvent"] | components["schemas"]["InvoiceExpiredEvent"] | components["schemas"]["InvoiceVoidedEvent"] | components["schemas"]["SettlementSubmittedEvent"] | components["schemas"]["SettlementConfirmedEvent"] | components["schemas"]["SettlementFailedEvent"] | components["schemas"]["SettlementReorgedEvent"];
        /** @description The subscriber has paid, and a subscription has started. */
        CheckoutSessionPaidEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                checkoutSession: components["schemas"]["CheckoutSessionWithSubscriptions"];
            };
        };
        /** @description The session expired without a payment. */
        CheckoutSessionExpiredEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                checkoutSession: components["schemas"]["CheckoutSessionWithSubscriptions"];
            };
        };
        /** @description The session was cancelled. */
        CheckoutSessionCancelledEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                checkoutSession: components["schemas"]["CheckoutSessionWithSubscriptions"];
            };
        };
        /** @description A subscription has started. */
        SubscriptionCreatedEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description A new period has started. */
        SubscriptionRenewedEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description A period of a metered subscription has ended, and its usage can be billed. */
        SubscriptionPeriodEndedEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description The subscription has ended. */
        SubscriptionCancelledEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description An invoice was created. The invoice of a checkout payment is reported once the payment is confirmed. */
        InvoiceCreatedEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice is due for payment: it was created as `OPEN`, finalized or reopened. */
        InvoiceOpenedEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description A settlement of the invoice was confirmed. */
        InvoicePaidEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice expired without a payment. */
        InvoiceExpiredEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice was voided. */
        InvoiceVoidedEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The settlement's transaction was sent to the chain. A checkout payment is not reported before it is confirmed. */
        SettlementSubmittedEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description The settlement is confirmed on the chain. */
        SettlementConfirmedEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description The settlement failed or timed out. A timed-out settlement can still be confirmed later. A checkout payment that was never confirmed is not reported. */
        SettlementFailedEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description A reorganisation of the chain has removed the settlement; it may be confirmed again. */
        SettlementReorgedEvent: {
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
             * @constant
             */
            test?: true | undefined;
            /** @description The record that changed, as its GET returned it at that time */
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description A write by an API key, stored in the same transaction. */
        AuditEvent: {
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
        };
        /** @description A new API key with its secret. */
        ApiKeyWithSecret: {
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
            /** @description Id of the key that created it; null: the command line, the bootstrap key, or a version that did not store it */
            createdBy: string | null;
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
        };
        /** @description An API key and its scopes. */
        ApiKey: {
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
            /** @description Id of the key that created it; null: the command line, the bootstrap key, or a version that did not store it */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /** @description When the key expires; null: never */
            expiresAt: string | null;
            /** @description When the key was revoked; it stops working within a second. null: not revoked */
            revokedAt: string | null;
        };
        ServicesCreateInput: {
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
            /** @description EVM address that receives checkout payments. Without it, subscribers cannot pay at checkout */
            payoutAddress?: string | null | undefined;
        };
        ServicesListInput: {
            /** @description Page size, at most 100. Default: the whole list, or 20 with a `cursor` */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the previous page. Omit it to get the first page */
            cursor?: string | null | undefined;
        };
        ServicesListAnswer: {
            /** @description Newest first */
            services: components["schemas"]["Service"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. Absent when neither `limit` nor `cursor` was sent: the answer is the whole list */
            nextCursor?: string | null | undefined;
        };
        ServicesGetInput: {
            /** @description Id of the service */
            serviceId: string;
        };
        ServicesUpdateInput: {
            /** @description Id of the service */
            serviceId: string;
            /** @description Name of the service, also shown at checkout */
            name?: string | null | undefined;
            /** @description Description of the service */
            description?: string | null | undefined;
            /** @description `DRAFT`: not open for checkout yet. `ACTIVE`: accepts new checkout sessions. `DISABLED`: accepts no new ones; existing subscriptions continue. */
            status?: ("DRAFT" | "ACTIVE" | "DISABLED") | null | undefined;
            /** @description EVM address that receives checkout payments. Without it, subscribers cannot pay at checkout */
            payoutAddress?: string | null | undefined;
        };
        PlansCreateInput: {
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
            /** @description How often subscriptions renew. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: no automatic renewal. Default `NONE`. A `ONE_TIME` plan must have `NONE` */
            billingInterval?: ("MONTH" | "WEEK" | "DAY" | "NONE") | null | undefined;
            /** @description Description of the plan, shown at checkout */
            description?: string | null | undefined;
            /** @description Must be `USDC`, which is also the default */
            currency?: "USDC" | null | undefined;
        };
        PlansListInput: {
            /** @description Id of the service */
            serviceId: string;
            /** @description Page size, at most 100. Default: the whole list, or 20 with a `cursor` */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the previous page. Omit it to get the first page */
            cursor?: string | null | undefined;
        };
        PlansListAnswer: {
            /** @description Newest first */
            plans: components["schemas"]["Plan"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. Absent when neither `limit` nor `cursor` was sent: the answer is the whole list */
            nextCursor?: string | null | undefined;
        };
        PlansGetInput: {
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the payment plan */
            paymentPlanId: string;
        };
        CheckoutSessionsCreateInput: {
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
        };
        CheckoutSessionsListInput: {
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
        };
        CheckoutSessionsListAnswer: {
            /** @description Newest first */
            checkoutSessions: components["schemas"]["CheckoutSessionWithSubscriptions"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        CheckoutSessionsGetInput: {
            /** @description Id of the checkout session */
            checkoutSessionId: string;
        };
        CheckoutSessionsCompleteInput: {
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
            /** @description Address of the wallet that pays and signs */
            payerAddress: string;
            /** @description Also prepares a spending cap, under which later invoices are collected: the cap's total limit, in USDC */
            capAmount?: string | null | undefined;
            /** @description Send this once the wallet has sent the `approval` of an earlier response: the `cap.allowance` of that response. `approval` is null as soon as the wallet allows that much */
            capAllowance?: string | null | undefined;
        };
        CheckoutPayInput: {
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
                /** @description Total limit of the cap, in USDC */
                amount: string;
                /** @description As prepared: when the signature expires, in Unix seconds */
                validUntil: number;
                /** @description As prepared: it makes the cap unique */
                nonce: string;
                /** @description The wallet's signature of the cap's typed data */
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
        };
        SubscriptionsListAnswer: {
            /** @description Newest first */
            subscriptions: components["schemas"]["Subscription"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        SubscriptionsCancelInput: {
            /** @description Id of the subscription */
            subscriptionId: string;
        };
        UsageEventsCreateInput: {
            /** @description Id of the service that was used */
            serviceId: string;
            /** @description Id of the subscription. It must be `ACTIVE` and belong to the service and user */
            subscriptionId: string;
            /** @description Id of the subscriber */
            userId: string;
            /** @description What was used. Each key is recorded once per subscription, so make it unique: for example a usage type and an hour, separated by `:`. The summary can group by the part before the first `:` */
            eventKey: string;
            /** @description Number of units, with at most six decimal places */
            quantity: string;
            /** @description Id of an invoice of the same service and user that bills this usage. It does not change the invoice's amount */
            invoiceId?: string | null | undefined;
            /** @description When the usage occurred, to the millisecond; any time in the past is accepted. Default: the time of the call */
            occurredAt?: string | null | undefined;
        };
        UsageEventsListInput: {
            /** @description Only records of this service */
            serviceId?: string | null | undefined;
            /** @description Only records of this subscription */
            subscriptionId?: string | null | undefined;
            /** @description Only records of this user */
            userId?: string | null | undefined;
            /** @description Only records of this invoice */
            invoiceId?: string | null | undefined;
            /** @description Only records created at this time or later */
            from?: string | null | undefined;
            /** @description Only records created before this time */
            to?: string | null | undefined;
            /** @description Page size, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the previous page. Omit it to get the first page */
            cursor?: string | null | undefined;
        };
        UsageEventsListAnswer: {
            /** @description Newest first */
            usageEvents: components["schemas"]["UsageEvent"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        UsageEventsBatchInput: {
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
                /** @description Number of units, with at most six decimal places */
                quantity: string;
                /** @description Id of an invoice of the same service and user that bills this usage. It does not change the invoice's amount */
                invoiceId?: string | null | undefined;
                /** @description When the usage occurred, to the millisecond; any time in the past is accepted. Default: the time of the call */
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
        };
        UsageEventsSummaryAnswer: {
            summary: components["schemas"]["UsageSummary"];
            /** @description The `cursor` of the next page of groups; null at the end */
            nextCursor: string | null;
        };
        InvoicesCreateInput: {
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
        };
        InvoicesListInput: {
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
        };
        InvoicesListAnswer: {
            /** @description Newest first */
            invoices: components["schemas"]["Invoice"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page */
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
            /** @description Id of a usage event that was recorded with the invoice */
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
            /** @description Id of the invoice, which must be `OPEN` */
            invoiceId: string;
            /** @description The settlement's id on the chain: 32 bytes in hex. Generate a unique value for each payment, or use the invoice's usage hash. A repeated value never pays twice */
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
        };
        SettlementsCreateAnswer: {
            settlement: components["schemas"]["Settlement"];
            chain: components["schemas"]["Chain"];
        };
        SettlementsListInput: {
            /** @description Only records of this invoice */
            invoiceId?: string | null | undefined;
            /** @description Only records of this service */
            serviceId?: string | null | undefined;
            /** @description Only records of this payer */
            payerId?: string | null | undefined;
            /** @description Only records of this merchant */
            merchantId?: string | null | undefined;
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
        };
        SettlementsListAnswer: {
            /** @description Newest first */
            settlements: components["schemas"]["Settlement"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page */
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
            /** @description Public https URL to which events are sent. Redirects are not followed */
            url: string;
            /** @description Event types that the endpoint gets. Default `["*"]`: all types, including future ones */
            events?: ("*" | "checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.expired" | "invoice.voided" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged")[] | null | undefined;
            /** @description Id of a service: the endpoint gets only events of this service. Default: events of all services */
            serviceId?: string | null | undefined;
            /** @description Id of the seller whose events the endpoint gets. Default: the seller of the calling key; with a platform key, events of every seller */
            ownerId?: string | null | undefined;
        };
        WebhookEndpointsListInput: {
            /** @description Only records created at this time or later */
            from?: string | null | undefined;
            /** @description Only records created before this time */
            to?: string | null | undefined;
            /** @description Page size, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the previous page. Omit it to get the first page */
            cursor?: string | null | undefined;
        };
        WebhookEndpointsListAnswer: {
            /** @description Newest first */
            webhookEndpoints: components["schemas"]["WebhookEndpoint"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        WebhookEndpointsGetInput: {
            /** @description Id of the webhook endpoint */
            webhookEndpointId: string;
        };
        WebhookEndpointsUpdateInput: {
            /** @description Id of the webhook endpoint */
            webhookEndpointId: string;
            /** @description Public https URL to which events are sent. Redirects are not followed */
            url?: string | null | undefined;
            /** @description Event types that the endpoint gets; `*` is all types, including future ones */
            events?: ("*" | "checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.expired" | "invoice.voided" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged")[] | null | undefined;
            /** @description `DISABLED`: no events are sent, and pending deliveries fail. `ENABLED`: the endpoint gets new events; missed ones can be redelivered */
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
            /** @description Type of the test event. Default `checkout_session.paid` */
            type?: ("checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.expired" | "invoice.voided" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged") | null | undefined;
        };
        WebhookEndpointsRedeliverInput: {
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
        };
        WebhookEndpointsRedeliverAnswer: {
            webhookEndpoint: components["schemas"]["WebhookEndpoint"];
            /** @description Number of deliveries that were started */
            redelivered: number;
            /** @description The `from` of the next call when there are more events; null at the end */
            nextFrom: string | null;
        };
        WebhookDeliveriesListInput: {
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
        };
        WebhookDeliveriesListAnswer: {
            /** @description Newest first */
            webhookDeliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page */
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
            /** @description Only events of this type */
            type?: ("checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.expired" | "invoice.voided" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged") | null | undefined;
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
        };
        EventsListAnswer: {
            /** @description Newest first */
            events: components["schemas"]["UsanceEvent"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        EventsGetInput: {
            /** @description Id of the event */
            eventId: string;
        };
        AuditEventsListInput: {
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
        };
        AuditEventsListAnswer: {
            /** @description Newest first */
            auditEvents: components["schemas"]["AuditEvent"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        ApiKeysCreateInput: {
            /** @description Name of the key, by which you recognize it in lists */
            name: string;
            /** @description Id of the seller that the key acts for: it can read and change only records of that user's services. Default: the seller of the calling key; a platform key without a user acts for every seller */
            userId?: string | null | undefined;
            /** @description Scopes of the key, at most those of the calling key. Default: the same scopes */
            scopes?: ("*" | "services:read" | "services:write" | "plans:read" | "plans:write" | "checkout-sessions:read" | "checkout-sessions:write" | "subscriptions:read" | "subscriptions:write" | "usage-events:read" | "usage-events:write" | "invoices:read" | "invoices:write" | "settlements:read" | "settlements:write" | "spending-caps:read" | "spending-caps:write" | "events:read" | "events:write" | "webhook-endpoints:read" | "webhook-endpoints:write" | "webhook-deliveries:read" | "webhook-deliveries:write" | "api-keys:read" | "api-keys:write" | "audit-events:read" | "audit-events:write")[] | null | undefined;
            /** @description When the key expires, at the latest when the calling key does. Default: the same time */
            expiresAt?: string | null | undefined;
        };
        ApiKeysListInput: {
            /** @description Only records created at this time or later */
            from?: string | null | undefined;
            /** @description Only records created before this time */
            to?: string | null | undefined;
            /** @description Page size, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the previous page. Omit it to get the first page */
            cursor?: string | null | undefined;
        };
        ApiKeysListAnswer: {
            /** @description Newest first */
            apiKeys: components["schemas"]["ApiKey"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page */
            nextCursor: string | null;
        };
        ApiKeysGetInput: {
            /** @description Id of the API key */
            apiKeyId: string;
        };
        ApiKeysRevokeInput: {
            /** @description Id of the API key */
            apiKeyId: string;
            /** @description `true`: also revokes all keys that it created, directly or through other keys. Default: `false` */
            descendants?: boolean | null | undefined;
        };
        ApiKeysRotateInput: {
            /** @description Id of the API key */
            apiKeyId: string;
            /** @description How many seconds the old key keeps working beside the new one; at most 30 days */
            overlapSeconds: number;
        };
        ReadyInput: Record<string, never>;
        ReadyAnswer: {
            /** @description Whether the service can do all its work */
            ready: boolean;
            /** @description Why the service is not ready, one sentence each; empty when it is ready */
            reasons: string[];
            /** @description Problems that do not stop the service, one sentence each, such as merchants that USDC has blacklisted (the 50 newest services are checked) */
            warnings: string[];
        };
        HealthInput: Record<string, never>;
        HealthAnswer: {
            /**
             * @description Always `true`: the service is up
             * @constant
             */
            ok: true;
            /** @description Name of the service */
            service: string;
            /** @description Path prefix of this version of the API */
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
