// Made by `pnpm generate` from openapi.json: changes belong there.
export interface components {
    schemas: {
        /** @description Something that is sold, with its owner and its plans. */
        Service: {
            /** @description What other calls name it by */
            id: string;
            /** @description What it is called */
            name: string;
            /** @description What it is, in more words; null where nobody has said */
            description: string | null;
            /**
             * @description `DRAFT`: not yet for checkout. `ACTIVE`: accepts new checkout sessions. `DISABLED`: no new ones; existing subscriptions continue.
             * @enum {string}
             */
            status: "DRAFT" | "ACTIVE" | "DISABLED";
            /** @description The EVM address that subscribers pay to at checkout; null: nobody can pay there */
            payoutAddress: string | null;
            /** @description Id of the user who owns it */
            ownerId: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed; at first, when it was made
             */
            updatedAt: string;
            owner: components["schemas"]["User"];
            /** @description How it is priced: its plans, newest first */
            paymentPlans: components["schemas"]["Plan"][];
        };
        /** @description A person who sells or pays, known by their e-mail address. */
        User: {
            /** @description What other calls name it by */
            id: string;
            /** @description E-mail address. No two users have the same one; capitals make no difference */
            email: string;
            /** @description What they are called; null where nobody has said */
            name: string | null;
            /**
             * @description What they were first made for: to sell (`DEVELOPER`) or to pay (`PAYER`)
             * @enum {string}
             */
            role: "DEVELOPER" | "PAYER";
        };
        /** @description How a service is priced. */
        Plan: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the service */
            serviceId: string;
            /** @description What it is called, on invoices and at checkout */
            name: string;
            /** @description What is paid for, in more words; null where nobody has said */
            description: string | null;
            /**
             * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount for each unit that is used. `ONE_TIME`: once.
             * @enum {string}
             */
            pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
            /**
             * @description How often it renews. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: not by itself.
             * @enum {string}
             */
            billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
            /** @description What it costs, in USDC with six decimal places: each interval, each unit (`USAGE_BASED`) or once (`ONE_TIME`) */
            amount: string;
            /** @description Always `USDC` */
            currency: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed; at first, when it was made
             */
            updatedAt: string;
        };
        /** @description A subscriber's way into a plan. */
        CheckoutSession: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the payment plan */
            paymentPlanId: string;
            /** @description Id of the user who subscribes; null until it is known who that is */
            userId: string | null;
            /**
             * @description `PENDING`: to be paid. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` has passed. `CANCELLED`: by the seller. Only a `PENDING` one changes
             * @enum {string}
             */
            status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
            /** @description When it becomes `EXPIRED`, unless it is paid before; null: never */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description What is subscribed to */
            service: {
                /** @description What other calls name it by */
                id: string;
                /** @description What it is called */
                name: string;
                /**
                 * @description `DRAFT`: not yet for checkout. `ACTIVE`: accepts new checkout sessions. `DISABLED`: no new ones; existing subscriptions continue.
                 * @enum {string}
                 */
                status: "DRAFT" | "ACTIVE" | "DISABLED";
            };
            /** @description What it costs */
            paymentPlan: {
                /** @description What other calls name it by */
                id: string;
                /** @description What it is called, on invoices and at checkout */
                name: string;
                /** @description What it costs, in USDC with six decimal places: each interval, each unit (`USAGE_BASED`) or once (`ONE_TIME`) */
                amount: string;
                /** @description Always `USDC` */
                currency: string;
            };
            /** @description Who subscribes; null until that is known */
            user: components["schemas"]["User"] | null;
            /** @description Where the checkout page sends the subscriber once it is paid; null: nowhere */
            successUrl: string | null;
            /** @description Where the checkout page sends a subscriber who does not want to pay; null: nowhere */
            cancelUrl: string | null;
            /** @description The checkout page: send the subscriber there */
            url: string;
        };
        /** @description A checkout session and what came of it. */
        CheckoutSessionWithSubscriptions: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the payment plan */
            paymentPlanId: string;
            /** @description Id of the user who subscribes; null until it is known who that is */
            userId: string | null;
            /**
             * @description `PENDING`: to be paid. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` has passed. `CANCELLED`: by the seller. Only a `PENDING` one changes
             * @enum {string}
             */
            status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
            /** @description When it becomes `EXPIRED`, unless it is paid before; null: never */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description What is subscribed to */
            service: {
                /** @description What other calls name it by */
                id: string;
                /** @description What it is called */
                name: string;
                /**
                 * @description `DRAFT`: not yet for checkout. `ACTIVE`: accepts new checkout sessions. `DISABLED`: no new ones; existing subscriptions continue.
                 * @enum {string}
                 */
                status: "DRAFT" | "ACTIVE" | "DISABLED";
            };
            /** @description What it costs */
            paymentPlan: {
                /** @description What other calls name it by */
                id: string;
                /** @description What it is called, on invoices and at checkout */
                name: string;
                /** @description What it costs, in USDC with six decimal places: each interval, each unit (`USAGE_BASED`) or once (`ONE_TIME`) */
                amount: string;
                /** @description Always `USDC` */
                currency: string;
            };
            /** @description Who subscribes; null until that is known */
            user: components["schemas"]["User"] | null;
            /** @description Where the checkout page sends the subscriber once it is paid; null: nowhere */
            successUrl: string | null;
            /** @description Where the checkout page sends a subscriber who does not want to pay; null: nowhere */
            cancelUrl: string | null;
            /** @description The checkout page: send the subscriber there */
            url: string;
            /** @description Hash of the transaction that paid on the checkout page, or as given on completion; null before, and where there is none */
            transactionHash: string | null;
            /** @description What came of it: empty until it is `PAID`, one subscription then */
            subscriptions: components["schemas"]["Subscription"][];
        };
        /** @description A subscriber on a plan of a service. */
        Subscription: {
            /** @description What other calls name it by */
            id: string;
            /**
             * @description `ACTIVE`: takes usage and, where its plan has an interval, renews. `CANCELLED`: neither, for good
             * @enum {string}
             */
            status: "ACTIVE" | "CANCELLED";
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the payment plan */
            paymentPlanId: string;
            /** @description Id of the user who subscribes */
            userId: string;
            /** @description Id of the checkout session that it came of */
            checkoutSessionId: string;
            /**
             * Format: date-time
             * @description When the period began that it is in
             */
            currentPeriodStart: string;
            /** @description When that period ends and the next one begins; null for a plan whose `billingInterval` is `NONE` */
            currentPeriodEnd: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed; at first, when it was made
             */
            updatedAt: string;
        };
        /** @description A checkout session as its subscriber sees it. */
        Checkout: {
            /** @description What other calls name it by */
            id: string;
            /**
             * @description `PENDING`: to be paid. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` has passed. `CANCELLED`: by the seller. Only a `PENDING` one changes
             * @enum {string}
             */
            status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
            /** @description When it becomes `EXPIRED`, unless it is paid before; null: never */
            expiresAt: string | null;
            /** @description Who sells it */
            seller: {
                /** @description What the seller is called; null where nobody has said */
                name: string | null;
            };
            /** @description What is subscribed to */
            service: {
                /** @description What it is called */
                name: string;
                /** @description What it is, in more words; null where nobody has said */
                description: string | null;
            };
            /** @description What it costs */
            paymentPlan: {
                /** @description What it is called, on invoices and at checkout */
                name: string;
                /** @description What is paid for, in more words; null where nobody has said */
                description: string | null;
                /**
                 * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount for each unit that is used. `ONE_TIME`: once.
                 * @enum {string}
                 */
                pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
                /**
                 * @description How often it renews. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: not by itself.
                 * @enum {string}
                 */
                billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
                /** @description What it costs, in USDC with six decimal places: each interval, each unit (`USAGE_BASED`) or once (`ONE_TIME`) */
                amount: string;
                /** @description Always `USDC` */
                currency: string;
            };
            /** @description What is to be paid now, in USDC: zero where the plan bills usage later */
            amountDue: string;
            /** @description Whether the subscriber has to say who they are: the session does not */
            takesEmail: boolean;
            /** @description Where the checkout page sends the subscriber once it is paid; null: nowhere */
            successUrl: string | null;
            /** @description Where the checkout page sends a subscriber who does not want to pay; null: nowhere */
            cancelUrl: string | null;
            /** @description Where it is paid; null: payments cannot be taken here */
            chain: {
                /** @description Number of the chain, by EIP-155 */
                chainId: number;
                /** @description Address of the USDC contract */
                token: string;
                /** @description Address of the contract that takes the payment and records it */
                collector: string;
                /** @description Address that the money goes to */
                merchantAddress: string;
            } | null;
            /** @description The payment that is under way or was taken, else the last one that was tried; null before there is one */
            payment: components["schemas"]["CheckoutPayment"] | null;
        };
        /** @description How the payment at checkout stands. */
        CheckoutPayment: {
            /**
             * @description `PENDING`: about to be sent. `SUBMITTED`: sent to the chain. `CONFIRMED`: paid. `FAILED`: refused, and another payment can be made. `isFinal` says whether that is for good
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            /** @description Address of the wallet that pays */
            payerAddress: string;
            /** @description Hash of the transaction that takes the payment; null before it is sent */
            transactionHash: string | null;
            /** @description Whether it has `FAILED` for good. One whose transaction reverted is watched until its block is final: a reorganisation of the chain may yet have it taken, and then no other payment of this checkout is */
            isFinal: boolean;
            /** @description Why it is `FAILED`, in words for whoever pays; null while it is not */
            failure: string | null;
        };
        /** @description What a wallet is to sign. */
        PreparedCheckout: {
            /** @description Address of the wallet that is to sign */
            payerAddress: string;
            /** @description The USDC that the wallet has */
            balance: string;
            /** @description What to sign for what is due now; null when nothing is */
            payment: {
                /** @description Until when the signature holds, in seconds since 1970 by the chain's clock */
                validUntil: number;
                typedData: components["schemas"]["TypedData"];
            } | null;
            /** @description What to sign for the spending cap; null when none was asked for */
            cap: {
                /** @description The most that may ever be taken under it, in USDC */
                amount: string;
                /** @description What the wallet must allow the collector in all: what it allows now, and this cap. Send it as `capAllowance` once it is approved */
                allowance: string;
                /** @description Until when the signature holds, in seconds since 1970 by the chain's clock */
                validUntil: number;
                /** @description 32 bytes in hex that make it another cap than any other */
                nonce: string;
                typedData: components["schemas"]["TypedData"];
                /** @description The transaction by which the wallet allows the collector `allowance`; null when it does already */
                approval: {
                    /** @description Where the wallet is to send it: the USDC contract */
                    to: string;
                    /** @description The call's data, in hex */
                    data: string;
                } | null;
            } | null;
        };
        /** @description EIP-712 typed data, as `eth_signTypedData_v4` takes it. */
        TypedData: {
            /** @description For whom the signature is: it is worth nothing anywhere else */
            domain: {
                /** @description What the contract that checks the signature calls itself */
                name: string;
                /** @description The version that it says it has */
                version: string;
                /** @description Number of the chain, by EIP-155 */
                chainId: number;
                /** @description Address of the contract that checks the signature */
                verifyingContract: string;
            };
            /** @description The fields of each type that is signed, in their order */
            types: {
                [key: string]: {
                    /** @description What the field is called */
                    name: string;
                    /** @description Its Solidity type */
                    type: string;
                }[];
            };
            /** @description Which of the types the message is of */
            primaryType: string;
            /** @description What is signed, by field; whole numbers are text */
            message: {
                [key: string]: string;
            };
        };
        /** @description How a checkout stands. */
        CheckoutStatus: {
            /** @description What other calls name it by */
            id: string;
            /**
             * @description `PENDING`: to be paid. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` has passed. `CANCELLED`: by the seller. Only a `PENDING` one changes
             * @enum {string}
             */
            status: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
            /** @description The payment that is under way or was taken, else the last one that was tried; null before there is one */
            payment: components["schemas"]["CheckoutPayment"] | null;
        };
        /** @description What a subscriber used, once for each key. */
        UsageEvent: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the subscription */
            subscriptionId: string;
            /** @description Id of the subscriber */
            userId: string;
            /** @description Id of the invoice that it was recorded with; null where it is none */
            invoiceId: string | null;
            /** @description What was used, and when or for what: recorded once for a subscription */
            eventKey: string;
            /** @description Units used, with six decimal places */
            quantity: string;
            /**
             * Format: date-time
             * @description When they were used
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description When they were recorded
             */
            createdAt: string;
            /** @description The invoice that it was recorded with; null where it is none */
            invoice: components["schemas"]["InvoiceRecord"] | null;
            service: components["schemas"]["ServiceRecord"];
            subscription: components["schemas"]["Subscription"];
            user: components["schemas"]["User"];
        };
        /** @description What a subscriber owes, by itself: as other records show it. */
        InvoiceRecord: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the payment plan */
            paymentPlanId: string;
            /** @description Id of the user who is billed */
            userId: string;
            /** @description Id of the subscription that is billed; null where it is none */
            subscriptionId: string | null;
            /**
             * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: by a confirmed settlement, and only so. `EXPIRED`: `dueAt` passed unpaid. `VOID`: cancelled.
             * @enum {string}
             */
            status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
            /** @description USDC, with six decimal places */
            amount: string;
            /** @description Always `USDC` */
            currency: string;
            /** @description When it becomes `EXPIRED`, unless it is paid before; null: never */
            dueAt: string | null;
            /** @description When a settlement was confirmed; null before, whatever the status */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
        };
        /** @description Something that is sold, by itself: as other records show it. */
        ServiceRecord: {
            /** @description What other calls name it by */
            id: string;
            /** @description What it is called */
            name: string;
            /** @description What it is, in more words; null where nobody has said */
            description: string | null;
            /**
             * @description `DRAFT`: not yet for checkout. `ACTIVE`: accepts new checkout sessions. `DISABLED`: no new ones; existing subscriptions continue.
             * @enum {string}
             */
            status: "DRAFT" | "ACTIVE" | "DISABLED";
            /** @description The EVM address that subscribers pay to at checkout; null: nobody can pay there */
            payoutAddress: string | null;
            /** @description Id of the user who owns it */
            ownerId: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed; at first, when it was made
             */
            updatedAt: string;
        };
        /** @description What has become of one event of a batch. */
        UsageEventResult: {
            /**
             * @description It was recorded
             * @constant
             */
            status: 201;
            usageEvent: components["schemas"]["UsageEventRecord"];
        } | {
            /** @description What `POST /usage-events` answers to it alone. 400, 404, 409, 422: change it, or leave it, since 409 also says that it was recorded before. 503: it was not recorded; send it again. 500: whether it was recorded is not known; send it again. */
            status: number;
            /** @description What was wrong, and what is allowed */
            error: string;
        };
        /** @description What a subscriber used, by itself: as other records show it. */
        UsageEventRecord: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the subscription */
            subscriptionId: string;
            /** @description Id of the subscriber */
            userId: string;
            /** @description Id of the invoice that it was recorded with; null where it is none */
            invoiceId: string | null;
            /** @description What was used, and when or for what: recorded once for a subscription */
            eventKey: string;
            /** @description Units used, with six decimal places */
            quantity: string;
            /**
             * Format: date-time
             * @description When they were used
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description When they were recorded
             */
            createdAt: string;
        };
        /** @description What a subscription used in a period: quantity and count are of the whole period. */
        UsageSummary: {
            /** @description Id of the subscription */
            subscriptionId: string;
            /** @description When the period begins, as asked; null: with the first event */
            from: string | null;
            /** @description When it ends, as asked; null: not yet */
            to: string | null;
            /** @description What the groups are made by, as asked; null: there are none */
            groupBy: ("eventKey" | "prefix" | "day") | null;
            /** @description The units of all events together, with six decimal places */
            quantity: string;
            /** @description How many events there are */
            count: number;
            /** @description A page of the groups, in the order of their keys, byte by byte */
            groups: {
                /** @description What the events of the group have in common: key, prefix or day */
                key: string;
                /** @description The units of all events together, with six decimal places */
                quantity: string;
                /** @description How many events there are */
                count: number;
            }[];
        };
        /** @description What a subscriber owes, and what became of it. */
        Invoice: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the payment plan */
            paymentPlanId: string;
            /** @description Id of the user who is billed */
            userId: string;
            /** @description Id of the subscription that is billed; null where it is none */
            subscriptionId: string | null;
            /**
             * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: by a confirmed settlement, and only so. `EXPIRED`: `dueAt` passed unpaid. `VOID`: cancelled.
             * @enum {string}
             */
            status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
            /** @description USDC, with six decimal places */
            amount: string;
            /** @description Always `USDC` */
            currency: string;
            /** @description When it becomes `EXPIRED`, unless it is paid before; null: never */
            dueAt: string | null;
            /** @description When a settlement was confirmed; null before, whatever the status */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            service: components["schemas"]["ServiceRecord"];
            paymentPlan: components["schemas"]["Plan"];
            user: components["schemas"]["User"];
            /** @description The subscription that is billed; null where it is none */
            subscription: {
                /** @description What other calls name it by */
                id: string;
                /**
                 * @description `ACTIVE`: takes usage and, where its plan has an interval, renews. `CANCELLED`: neither, for good
                 * @enum {string}
                 */
                status: "ACTIVE" | "CANCELLED";
            } | null;
            /** @description Every attempt to pay it, those that failed too, newest first */
            settlements: components["schemas"]["SettlementRecord"][];
            /** @description The usage events that were recorded with its id, newest first */
            usageEvents: components["schemas"]["UsageEventRecord"][];
        };
        /** @description A payment of an invoice, by itself: as the invoice shows it. */
        SettlementRecord: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the invoice */
            invoiceId: string;
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the user who pays: the invoice's */
            payerId: string;
            /** @description Id of the user who is paid: the service's owner */
            merchantId: string;
            /** @description USDC, with six decimal places */
            amount: string;
            /** @description Always `USDC` */
            currency: string;
            /** @description 32 bytes in hex that name it on the chain, as you gave them */
            referenceHash: string;
            /** @description Hash of the transaction on the settlement chain; null before one was sent. While it is not `CONFIRMED`, another that offers more for its fees may take its place */
            transactionHash: string | null;
            /**
             * @description `PENDING`: not sent to the chain yet. `SUBMITTED`: sent, and not decided. `CONFIRMED`: the chain shows it; should a reorganisation undo that, it is `SUBMITTED` again. `FAILED`: refused by the chain, which is for good once no reorganisation can undo it, or not confirmed in time, which is not: it is looked at on, and may still become `CONFIRMED`. So do not pay again because of it. Send the same `POST /settlements` with the same `referenceHash`: it never pays twice, joins what is under way, and makes a new attempt only when it is certain that nothing will come of this one. Until then another `referenceHash` is refused with 409.
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            /** @description How the payment was taken with the record: by the payer's `authorization` on the checkout page, or from its `allowance` under a spending cap; null: it was made elsewhere */
            collect: ("authorization" | "allowance") | null;
            /**
             * Format: date-time
             * @description When the payment was made, as you said, or else when you called
             */
            recordedAt: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
        };
        /** @description One hash of an invoice and of the usage that it bills. */
        UsageHash: {
            /** @description Id of the invoice */
            invoiceId: string;
            /** @description The hash: 32 bytes in hex */
            usageHash: string;
            /** @description How many usage events were hashed */
            eventCount: number;
        };
        /** @description That a usage event was billed on an invoice. */
        UsageProof: {
            /** @description The fields of the invoice that are hashed */
            invoice: {
                /** @description What other calls name it by */
                id: string;
                /** @description Id of the subscription that is billed; null where it is none */
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
                /** @description What was used, and when or for what: recorded once for a subscription */
                eventKey: string;
                /** @description Units used, with six decimal places */
                quantity: string;
                /**
                 * Format: date-time
                 * @description When they were used
                 */
                occurredAt: string;
            };
            /** @description How many usage events were hashed */
            eventCount: number;
            /** @description The event's place among all that were hashed, from 0, in the order of the bytes of their ids */
            index: number;
            /** @description The hashes beside the event's way up the tree, lowest first */
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
            /** @description Id of the user who pays: the invoice's */
            payerId: string;
            /** @description Id of the user who is paid: the service's owner */
            merchantId: string;
            /** @description USDC, with six decimal places */
            amount: string;
            /** @description Always `USDC` */
            currency: string;
            /** @description 32 bytes in hex that name it on the chain, as you gave them */
            referenceHash: string;
            /** @description Hash of the transaction on the settlement chain; null before one was sent. While it is not `CONFIRMED`, another that offers more for its fees may take its place */
            transactionHash: string | null;
            /**
             * @description `PENDING`: not sent to the chain yet. `SUBMITTED`: sent, and not decided. `CONFIRMED`: the chain shows it; should a reorganisation undo that, it is `SUBMITTED` again. `FAILED`: refused by the chain, which is for good once no reorganisation can undo it, or not confirmed in time, which is not: it is looked at on, and may still become `CONFIRMED`. So do not pay again because of it. Send the same `POST /settlements` with the same `referenceHash`: it never pays twice, joins what is under way, and makes a new attempt only when it is certain that nothing will come of this one. Until then another `referenceHash` is refused with 409.
             * @enum {string}
             */
            status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED";
            /** @description How the payment was taken with the record: by the payer's `authorization` on the checkout page, or from its `allowance` under a spending cap; null: it was made elsewhere */
            collect: ("authorization" | "allowance") | null;
            /**
             * Format: date-time
             * @description When the payment was made, as you said, or else when you called
             */
            recordedAt: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description What it pays */
            invoice: {
                /** @description What other calls name it by */
                id: string;
                /**
                 * @description `DRAFT`: not due yet. `OPEN`: payment due. `PAID`: by a confirmed settlement, and only so. `EXPIRED`: `dueAt` passed unpaid. `VOID`: cancelled.
                 * @enum {string}
                 */
                status: "DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID";
                /** @description USDC, with six decimal places */
                amount: string;
                /** @description Always `USDC` */
                currency: string;
                /** @description When a settlement was confirmed; null before, whatever the status */
                paidAt: string | null;
            };
            /** @description What is paid for */
            service: {
                /** @description What other calls name it by */
                id: string;
                /** @description What it is called */
                name: string;
            };
            /** @description Who pays */
            payer: {
                /** @description What other calls name it by */
                id: string;
                /** @description E-mail address. No two users have the same one; capitals make no difference */
                email: string;
            };
            /** @description Who is paid */
            merchant: {
                /** @description What other calls name it by */
                id: string;
                /** @description E-mail address. No two users have the same one; capitals make no difference */
                email: string;
            };
        };
        /** @description What was seen on the settlement chain. */
        Chain: {
            /** @description Hash of the transaction that recorded it on the settlement chain */
            transactionHash: string;
            /** @description What the transaction's receipt says: `success` */
            receiptStatus: string;
            /** @description Whether the receipt has the contract's `SettlementRecorded` event */
            eventObserved: boolean;
            /**
             * @description Who sent it. `direct`: the service's own key. `provider`: a wallet provider
             * @enum {string}
             */
            executor: "direct" | "provider";
            /** @description Id that the provider gave it; null unless the executor is `provider` */
            providerTransactionId: string | null;
            /** @description What the provider says of it, such as `COMPLETE`; null unless the executor is `provider` */
            providerTransactionState: string | null;
        };
        /** @description Where the settlement chain shows a settlement, and what it says there. */
        SettlementProof: {
            /** @description Id of the settlement */
            settlementId: string;
            /** @description Id of the invoice */
            invoiceId: string;
            /** @description Number of the chain, by EIP-155 */
            chainId: number;
            /** @description Address of the SettlementRegistry contract that recorded it */
            contract: string;
            /** @description The block that it is in */
            blockNumber: number;
            /** @description That block's hash */
            blockHash: string;
            /** @description Hash of the transaction that recorded it */
            transactionHash: string;
            /** @description The event's place among those of the block, from 0 */
            logIndex: number;
            /** @description The `SettlementRecorded` event, field by field */
            event: {
                /** @description The settlement's `referenceHash` */
                referenceHash: string;
                /** @description keccak256 of the invoice's id */
                invoiceHash: string;
                /** @description Address of who paid */
                payer: string;
                /** @description Address of who was paid */
                merchant: string;
                /** @description Address of the USDC contract; the zero address where none is named */
                token: string;
                /** @description In token units: 12.5 USDC is 12500000 */
                amount: string;
                /** @description Address of who had it recorded */
                operator: string;
            };
        };
        /** @description What a subscriber has signed, so that later invoices can be collected. */
        SpendingCap: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the subscription */
            subscriptionId: string;
            /** @description Address of the wallet that has signed, from which is collected */
            payerAddress: string;
            /** @description The only address that can be paid under it */
            merchantAddress: string;
            /** @description The most that may ever be taken under it, in USDC */
            amount: string;
            /** @description What was taken under it so far, in USDC, by the chain's own account */
            spent: string;
            /** @description Whether its payer has ended it: nothing more is taken */
            revoked: boolean;
            /**
             * Format: date-time
             * @description When it ends: nothing is taken after that
             */
            validUntil: string;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
        };
        /** @description An endpoint with a new secret. */
        WebhookEndpointWithSecret: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the seller whose events it gets; null: every seller's */
            ownerId: string | null;
            /** @description Id of the service whose events it gets; null: all of them */
            serviceId: string | null;
            /** @description Where events are sent */
            url: string;
            /** @description The types of events that it gets; `*` is all */
            events: string[];
            /**
             * @description `ENABLED`: events are sent to it. `DISABLED`: nothing is
             * @enum {string}
             */
            status: "ENABLED" | "DISABLED";
            /** @description Why it was disabled; null where it is enabled, or you have disabled it */
            disabledReason: string | null;
            /** @description Since when nothing but failure came of deliveries, for which it is disabled after five days; null: since never */
            failingSince: string | null;
            /** @description Until when the secret before this one signs as well; null: it does not */
            previousSecretUntil: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed; at first, when it was made
             */
            updatedAt: string;
            /** @description What deliveries are signed with, by Standard Webhooks. Shown this once: keep it. null in an answer that an `Idempotency-Key` replays, which `Idempotent-Replayed` tells: rotate the secret, then */
            secret: string | null;
        };
        /** @description Where a seller is told of what has happened. */
        WebhookEndpoint: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the seller whose events it gets; null: every seller's */
            ownerId: string | null;
            /** @description Id of the service whose events it gets; null: all of them */
            serviceId: string | null;
            /** @description Where events are sent */
            url: string;
            /** @description The types of events that it gets; `*` is all */
            events: string[];
            /**
             * @description `ENABLED`: events are sent to it. `DISABLED`: nothing is
             * @enum {string}
             */
            status: "ENABLED" | "DISABLED";
            /** @description Why it was disabled; null where it is enabled, or you have disabled it */
            disabledReason: string | null;
            /** @description Since when nothing but failure came of deliveries, for which it is disabled after five days; null: since never */
            failingSince: string | null;
            /** @description Until when the secret before this one signs as well; null: it does not */
            previousSecretUntil: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed; at first, when it was made
             */
            updatedAt: string;
        };
        /** @description An event on its way to an endpoint, and what came of each attempt. */
        WebhookDelivery: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the webhook endpoint that it goes to */
            endpointId: string;
            /** @description Id of the seller whose endpoint it is; null: the platform's */
            ownerId: string | null;
            /** @description Id of the event, and the header `webhook-id` of every attempt */
            eventId: string;
            /** @description The event's type */
            eventType: string;
            /**
             * @description `PENDING`: on its way, or to be tried again. `DELIVERED`: the endpoint answered with 2xx. `FAILED`: nothing more is tried
             * @enum {string}
             */
            status: "PENDING" | "DELIVERED" | "FAILED";
            /** @description What came of each attempt, the newest last; at most the last 30 */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description When it is tried next; null: not again */
            nextAttemptAt: string | null;
            /** @description Why nothing more is tried, though it has not arrived; null otherwise */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed; at first, when it was made
             */
            updatedAt: string;
        };
        /** @description One attempt to deliver an event: what was answered, or why nothing was. */
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When it was sent
             */
            attemptedAt: string;
            /** @description Status of the answer; only 200 to 299 is success. null: none came */
            statusCode: number | null;
            /** @description How long it took, in milliseconds */
            latencyMs: number;
            /** @description The first 1,024 bytes of the answer; null: none came */
            response: string | null;
            /** @description Why no answer came; null: one did */
            error: string | null;
        };
        /** @description Something that has happened, as callers are told of it. */
        UsanceEvent: components["schemas"]["CheckoutSessionPaidEvent"] | components["schemas"]["CheckoutSessionExpiredEvent"] | components["schemas"]["CheckoutSessionCancelledEvent"] | components["schemas"]["SubscriptionCreatedEvent"] | components["schemas"]["SubscriptionRenewedEvent"] | components["schemas"]["SubscriptionPeriodEndedEvent"] | components["schemas"]["SubscriptionCancelledEvent"] | components["schemas"]["InvoiceCreatedEvent"] | components["schemas"]["InvoiceOpenedEvent"] | components["schemas"]["InvoicePaidEvent"] | components["schemas"]["InvoiceExpiredEvent"] | components["schemas"]["InvoiceVoidedEvent"] | components["schemas"]["SettlementSubmittedEvent"] | components["schemas"]["SettlementConfirmedEvent"] | components["schemas"]["SettlementFailedEvent"] | components["schemas"]["SettlementReorgedEvent"];
        /** @description The subscriber has paid: a subscription has begun. */
        CheckoutSessionPaidEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "checkout_session.paid";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                checkoutSession: components["schemas"]["CheckoutSessionWithSubscriptions"];
            };
        };
        /** @description The session's time is up, and nobody has paid. */
        CheckoutSessionExpiredEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "checkout_session.expired";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                checkoutSession: components["schemas"]["CheckoutSessionWithSubscriptions"];
            };
        };
        /** @description The session was cancelled. */
        CheckoutSessionCancelledEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "checkout_session.cancelled";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                checkoutSession: components["schemas"]["CheckoutSessionWithSubscriptions"];
            };
        };
        /** @description A subscription has begun. */
        SubscriptionCreatedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "subscription.created";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description A new period has begun. */
        SubscriptionRenewedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "subscription.renewed";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description A period of a metered subscription has ended: its usage can be billed. */
        SubscriptionPeriodEndedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "subscription.period_ended";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description The subscription has ended. */
        SubscriptionCancelledEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "subscription.cancelled";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                subscription: components["schemas"]["Subscription"];
            };
        };
        /** @description There is a new invoice. That of a payment at checkout is told of once the payment is confirmed. */
        InvoiceCreatedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "invoice.created";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice is to be paid: it was created so, finalized, or reopened. */
        InvoiceOpenedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "invoice.opened";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description A settlement of the invoice was confirmed. */
        InvoicePaidEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "invoice.paid";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice was not paid in time. */
        InvoiceExpiredEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "invoice.expired";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The invoice was voided. */
        InvoiceVoidedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "invoice.voided";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                invoice: components["schemas"]["Invoice"];
            };
        };
        /** @description The settlement's transaction is on its way to the chain. A payment at checkout is not told of before it is confirmed. */
        SettlementSubmittedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "settlement.submitted";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description The settlement stands on the chain. */
        SettlementConfirmedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "settlement.confirmed";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description The settlement failed, or its time was up: what only ran out of time may still be confirmed. A payment at checkout that was never confirmed is not told of. */
        SettlementFailedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "settlement.failed";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description A reorganisation of the chain has undone the settlement for now. */
        SettlementReorgedEvent: {
            /** @description The same in every delivery of it, as `webhook-id` */
            id: string;
            /**
             * @description What has happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "settlement.reorged";
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * @description Only on what was made to try an endpoint out: nothing has happened
             * @example true
             * @constant
             */
            test?: true | undefined;
            /** @description What it happened to, as its GET showed it then */
            data: {
                settlement: components["schemas"]["Settlement"];
            };
        };
        /** @description A write, noted in the same transaction. */
        AuditEvent: {
            /** @description What other calls name it by */
            id: string;
            /** @description Id of the key that wrote; `bootstrap` is the one in the server's configuration */
            apiKeyId: string;
            /** @description What was done, as it is called over tRPC: noun and verb */
            operation: string;
            /** @description Id of the record that was written */
            recordId: string;
            /** @description The call's `X-Request-Id` */
            requestId: string;
            /**
             * Format: date-time
             * @description When it was written
             */
            createdAt: string;
        };
        /** @description A new key. */
        ApiKeyWithSecret: {
            /** @description What other calls name it by */
            id: string;
            /** @description What you call it */
            name: string;
            /** @description Id of the seller that it speaks for; null: the platform, which is every seller */
            userId: string | null;
            /** @description What it may do: `<resource>:read`, `<resource>:write`, or `*` for all */
            scopes: string[];
            /** @description How the secret begins, to know it by */
            start: string;
            /** @description How the secret ends */
            lastFour: string;
            /** @description Id of the key that was rotated into this one; null where it was none */
            replacesId: string | null;
            /** @description Id of the key that made it; null: the command line, the bootstrap key, or an older version, which did not note it */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description When it stops working; null: never by itself */
            expiresAt: string | null;
            /** @description When it was revoked: it stopped working within a second; null: it was not */
            revokedAt: string | null;
            /** @description The key itself, shown this once and stored nowhere: keep it. null in an answer that an `Idempotency-Key` replays, which `Idempotent-Replayed` tells: make another key, then */
            secret: string | null;
        };
        /** @description An API key and its scopes. */
        ApiKey: {
            /** @description What other calls name it by */
            id: string;
            /** @description What you call it */
            name: string;
            /** @description Id of the seller that it speaks for; null: the platform, which is every seller */
            userId: string | null;
            /** @description What it may do: `<resource>:read`, `<resource>:write`, or `*` for all */
            scopes: string[];
            /** @description How the secret begins, to know it by */
            start: string;
            /** @description How the secret ends */
            lastFour: string;
            /** @description Id of the key that was rotated into this one; null where it was none */
            replacesId: string | null;
            /** @description Id of the key that made it; null: the command line, the bootstrap key, or an older version, which did not note it */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When it was made
             */
            createdAt: string;
            /** @description When it stops working; null: never by itself */
            expiresAt: string | null;
            /** @description When it was revoked: it stopped working within a second; null: it was not */
            revokedAt: string | null;
        };
        ServicesCreateInput: {
            /** @description What it is called, also at checkout */
            name: string;
            /** @description What it is, in more words */
            description?: string | null | undefined;
            /** @description `DRAFT`: not yet for checkout. `ACTIVE`: accepts new checkout sessions. `DISABLED`: no new ones; existing subscriptions continue. Default `DRAFT` */
            status?: ("DRAFT" | "ACTIVE" | "DISABLED") | null | undefined;
            /** @description The user who is to own it. Goes before `owner`; one of the two is needed */
            ownerId?: string | null | undefined;
            /** @description Who is to own it, by e-mail: a user who is known is linked and stays as they are, another one is made */
            owner?: {
                /** @description Who owns the service. Needed where no `ownerId` is given */
                email?: string | null | undefined;
                /** @description Of a user who is new; one who is known keeps theirs */
                name?: string | null | undefined;
                /** @description Of a user who is new. Default `DEVELOPER` */
                role?: ("DEVELOPER" | "PAYER") | null | undefined;
            } | null | undefined;
            /** @description The EVM address that subscribers pay to at checkout. Without one, nobody can pay there */
            payoutAddress?: string | null | undefined;
        };
        ServicesListInput: {
            /** @description How many to answer with, at most 100; default: all of them, or 20 after a `cursor` */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        ServicesListAnswer: {
            /** @description Newest first */
            services: components["schemas"]["Service"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end. Left out of a list that was not asked for by `limit` or `cursor`: it is whole */
            nextCursor?: string | null | undefined;
        };
        ServicesGetInput: {
            /** @description Id of the service */
            serviceId: string;
        };
        ServicesUpdateInput: {
            /** @description Id of the service */
            serviceId: string;
            /** @description What it is called, also at checkout */
            name?: string | null | undefined;
            /** @description What it is, in more words */
            description?: string | null | undefined;
            /** @description `DRAFT`: not yet for checkout. `ACTIVE`: accepts new checkout sessions. `DISABLED`: no new ones; existing subscriptions continue. */
            status?: ("DRAFT" | "ACTIVE" | "DISABLED") | null | undefined;
            /** @description The EVM address that subscribers pay to at checkout. Without one, nobody can pay there */
            payoutAddress?: string | null | undefined;
        };
        PlansCreateInput: {
            /** @description Id of the service */
            serviceId: string;
            /** @description What it is called, on invoices and at checkout */
            name: string;
            /** @description What it costs, in USDC with at most six decimal places: each interval, each unit (`USAGE_BASED`) or once (`ONE_TIME`) */
            amount: string;
            /**
             * @description `FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount for each unit that is used. `ONE_TIME`: once.
             * @enum {string}
             */
            pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
            /** @description How often it renews. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: not by itself. Default `NONE`, which a `ONE_TIME` plan must have */
            billingInterval?: ("MONTH" | "WEEK" | "DAY" | "NONE") | null | undefined;
            /** @description What is paid for, in more words; shown at checkout */
            description?: string | null | undefined;
            /** @description Only `USDC`, which is also what it is when left out */
            currency?: "USDC" | null | undefined;
        };
        PlansListInput: {
            /** @description Id of the service */
            serviceId: string;
            /** @description How many to answer with, at most 100; default: all of them, or 20 after a `cursor` */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        PlansListAnswer: {
            /** @description Newest first */
            plans: components["schemas"]["Plan"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end. Left out of a list that was not asked for by `limit` or `cursor`: it is whole */
            nextCursor?: string | null | undefined;
        };
        PlansGetInput: {
            /** @description Id of the service */
            serviceId: string;
            /** @description Id of the payment plan */
            paymentPlanId: string;
        };
        CheckoutSessionsCreateInput: {
            /** @description Id of the service: it must be `ACTIVE` */
            serviceId: string;
            /** @description Id of the plan, which must be the service's */
            paymentPlanId: string;
            /** @description Only `PENDING`, which is also what it is when left out */
            status?: "PENDING" | null | undefined;
            /** @description Id of the user who is to subscribe; left out, checkout asks who it is */
            userId?: string | null | undefined;
            /** @description When it becomes `EXPIRED`, unless it is paid before. Default: never */
            expiresAt?: string | null | undefined;
            /** @description Where the checkout page sends the subscriber once it is paid: an https address, or one of localhost */
            successUrl?: string | null | undefined;
            /** @description Where the checkout page sends a subscriber who does not want to pay: an https address, or one of localhost */
            cancelUrl?: string | null | undefined;
        };
        CheckoutSessionsListInput: {
            /** @description Only those of this service */
            serviceId?: string | null | undefined;
            /** @description Only those of this payment plan */
            paymentPlanId?: string | null | undefined;
            /** @description Only those of this user */
            userId?: string | null | undefined;
            /** @description Only those in this state */
            status?: ("PENDING" | "PAID" | "EXPIRED" | "CANCELLED") | null | undefined;
            /** @description Only what was made then or later */
            from?: string | null | undefined;
            /** @description Only what was made before */
            to?: string | null | undefined;
            /** @description How many to answer with, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        CheckoutSessionsListAnswer: {
            /** @description Newest first */
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
            /** @description Id of the user who subscribes. The session's own user, if it has one, goes before */
            userId?: string | null | undefined;
            /** @description Who subscribes, by e-mail: a user who is known is linked and stays as they are, another one is made */
            user?: {
                /** @description Who subscribes. Needed where nothing else says who */
                email?: string | null | undefined;
                /** @description Of a user who is new; one who is known keeps theirs */
                name?: string | null | undefined;
            } | null | undefined;
            /** @description 32 bytes in hex that name the payment which you took, if it has such. Kept and shown, not checked */
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
            /** @description Address of the wallet that is to pay and sign */
            payerAddress: string;
            /** @description Prepares a spending cap as well, under which later invoices are collected: the most that may ever be taken under it, in USDC */
            capAmount?: string | null | undefined;
            /** @description Once the wallet has sent the `approval` of an earlier answer: that answer's `cap.allowance`. `approval` is null as soon as the wallet allows as much */
            capAllowance?: string | null | undefined;
        };
        CheckoutPayInput: {
            /** @description Id of the checkout session */
            checkoutSessionId: string;
            /** @description Who subscribes, where the session does not say */
            user?: {
                /** @description Who subscribes. Needed where nothing else says who */
                email?: string | null | undefined;
                /** @description Of a user who is new; one who is known keeps theirs */
                name?: string | null | undefined;
            } | null | undefined;
            /** @description Address of the wallet that has signed. Needed with `payment` and `cap` */
            payerAddress?: string | null | undefined;
            /** @description The payment that was prepared and signed. Needed where something is due now */
            payment?: {
                /** @description As prepared: until when the signature holds, in seconds since 1970 */
                validUntil: number;
                /** @description The wallet's, over the payment's typed data */
                signature: string;
            } | null | undefined;
            /** @description A spending cap for later invoices that was prepared and signed */
            cap?: {
                /** @description The most that may ever be taken under the cap, in USDC */
                amount: string;
                /** @description As prepared: until when the signature holds, in seconds since 1970 */
                validUntil: number;
                /** @description As prepared: it makes this cap another than any other */
                nonce: string;
                /** @description The wallet's, over the cap's typed data */
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
            /** @description Only those of this service */
            serviceId?: string | null | undefined;
            /** @description Only those of this payment plan */
            paymentPlanId?: string | null | undefined;
            /** @description Only those of this user */
            userId?: string | null | undefined;
            /** @description Only those of this checkout session */
            checkoutSessionId?: string | null | undefined;
            /** @description Only those in this state */
            status?: ("ACTIVE" | "CANCELLED") | null | undefined;
            /** @description Only what was made then or later */
            from?: string | null | undefined;
            /** @description Only what was made before */
            to?: string | null | undefined;
            /** @description How many to answer with, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        SubscriptionsListAnswer: {
            /** @description Newest first */
            subscriptions: components["schemas"]["Subscription"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        SubscriptionsCancelInput: {
            /** @description Id of the subscription */
            subscriptionId: string;
        };
        UsageEventsCreateInput: {
            /** @description Id of the service that was used */
            serviceId: string;
            /** @description Id of the subscription, which must be `ACTIVE` and of this service and user */
            subscriptionId: string;
            /** @description Id of the subscriber */
            userId: string;
            /** @description Says what was used, and tells this usage from all other of the subscription: it is recorded once. Such as a kind and an hour, with `:` between them; the summary adds up by what stands before the first `:` */
            eventKey: string;
            /** @description Units used, with at most six decimal places */
            quantity: string;
            /** @description Id of an invoice of the same service and user, to bill it there. It adds nothing to the invoice's amount */
            invoiceId?: string | null | undefined;
            /** @description When they were used, also long ago, in whole milliseconds. Default: the time of the call */
            occurredAt?: string | null | undefined;
        };
        UsageEventsListInput: {
            /** @description Only those of this service */
            serviceId?: string | null | undefined;
            /** @description Only those of this subscription */
            subscriptionId?: string | null | undefined;
            /** @description Only those of this user */
            userId?: string | null | undefined;
            /** @description Only those of this invoice */
            invoiceId?: string | null | undefined;
            /** @description Only what was made then or later */
            from?: string | null | undefined;
            /** @description Only what was made before */
            to?: string | null | undefined;
            /** @description How many to answer with, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        UsageEventsListAnswer: {
            /** @description Newest first */
            usageEvents: components["schemas"]["UsageEvent"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        UsageEventsBatchInput: {
            /** @description 1 to 1,000 events, each as in `POST /usage-events` */
            usageEvents: {
                /** @description Id of the service that was used */
                serviceId: string;
                /** @description Id of the subscription, which must be `ACTIVE` and of this service and user */
                subscriptionId: string;
                /** @description Id of the subscriber */
                userId: string;
                /** @description Says what was used, and tells this usage from all other of the subscription: it is recorded once. Such as a kind and an hour, with `:` between them; the summary adds up by what stands before the first `:` */
                eventKey: string;
                /** @description Units used, with at most six decimal places */
                quantity: string;
                /** @description Id of an invoice of the same service and user, to bill it there. It adds nothing to the invoice's amount */
                invoiceId?: string | null | undefined;
                /** @description When they were used, also long ago, in whole milliseconds. Default: the time of the call */
                occurredAt?: string | null | undefined;
            }[];
        };
        UsageEventsGetInput: {
            /** @description Id of the usage event */
            usageEventId: string;
        };
        UsageEventsSummaryInput: {
            /** @description Id of the subscription whose usage it is */
            subscriptionId: string;
            /** @description Only what occurred then or later */
            from?: string | null | undefined;
            /** @description Only what occurred before */
            to?: string | null | undefined;
            /** @description Adds up by group as well: by `eventKey`; by `prefix`, the part of it before its first `:`; or by `day` in UTC. Left out, there are no groups */
            groupBy?: ("eventKey" | "prefix" | "day") | null | undefined;
            /** @description How many to answer with, at most 1000; default 100 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        UsageEventsSummaryAnswer: {
            summary: components["schemas"]["UsageSummary"];
            /** @description Where the groups go on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        InvoicesCreateInput: {
            /** @description Id of the service that is billed */
            serviceId: string;
            /** @description Id of the plan, which must be the service's */
            paymentPlanId: string;
            /** @description Id of the user who is billed */
            userId: string;
            /** @description What is owed, in USDC with at most six decimal places. You work it out; it is stored as it is */
            amount: string;
            /** @description Only `USDC`, which is also what it is when left out */
            currency?: "USDC" | null | undefined;
            /** @description `DRAFT`: not due yet. `OPEN`: payment is due, and settlements are accepted. `VOID`, `EXPIRED`: closed, for records of what was elsewhere. Default `DRAFT` */
            status?: ("DRAFT" | "OPEN" | "VOID" | "EXPIRED") | null | undefined;
            /** @description When an `OPEN` invoice that is not paid becomes `EXPIRED`. Default: never */
            dueAt?: string | null | undefined;
            /** @description Id of the subscription that is billed: this user's, to this plan. Default: none */
            subscriptionId?: string | null | undefined;
        };
        InvoicesListInput: {
            /** @description Only those of this service */
            serviceId?: string | null | undefined;
            /** @description Only those of this payment plan */
            paymentPlanId?: string | null | undefined;
            /** @description Only those of this user */
            userId?: string | null | undefined;
            /** @description Only those of this subscription */
            subscriptionId?: string | null | undefined;
            /** @description Only those in this state */
            status?: ("DRAFT" | "OPEN" | "VOID" | "EXPIRED" | "PAID") | null | undefined;
            /** @description Only what was made then or later */
            from?: string | null | undefined;
            /** @description Only what was made before */
            to?: string | null | undefined;
            /** @description How many to answer with, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        InvoicesListAnswer: {
            /** @description Newest first */
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
            /** @description Id of a usage event that was recorded with the invoice's id */
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
            /** @description 32 bytes in hex that you make, other ones for each payment, or the invoice's usage hash. They name it on the chain: sent again, they never pay twice */
            referenceHash: string;
            /** @description EVM address of who pays */
            payerAddress: string;
            /** @description EVM address of who is paid */
            merchantAddress: string;
            /** @description Id of the invoice's user, which is also what it is when left out */
            payerId?: string | null | undefined;
            /** @description Id of the service's owner, which is also what it is when left out */
            merchantId?: string | null | undefined;
            /** @description The invoice's amount, which is also what it is when left out */
            amount?: string | null | undefined;
            /** @description Only `USDC`, which is also what it is when left out */
            currency?: "USDC" | null | undefined;
            /** @description When the payment was made. Default: the time of the call */
            recordedAt?: string | null | undefined;
            /** @description `allowance`: takes the payment from the payer's wallet as well, under the spending cap that was signed at checkout. Left out, the payment was made elsewhere, and is recorded alone */
            collect?: "allowance" | null | undefined;
        };
        SettlementsCreateAnswer: {
            settlement: components["schemas"]["Settlement"];
            chain: components["schemas"]["Chain"];
        };
        SettlementsListInput: {
            /** @description Only those of this invoice */
            invoiceId?: string | null | undefined;
            /** @description Only those of this service */
            serviceId?: string | null | undefined;
            /** @description Only those of this payer */
            payerId?: string | null | undefined;
            /** @description Only those of this merchant */
            merchantId?: string | null | undefined;
            /** @description Only those in this state */
            status?: ("PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED") | null | undefined;
            /** @description Only what was made then or later */
            from?: string | null | undefined;
            /** @description Only what was made before */
            to?: string | null | undefined;
            /** @description How many to answer with, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        SettlementsListAnswer: {
            /** @description Newest first */
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
            /** @description Where events are sent: a public https address. No redirects are followed */
            url: string;
            /** @description The types of events that it gets. Default `["*"]`: all, those to come included */
            events?: ("*" | "checkout_session.paid" | "checkout_session.expired" | "checkout_session.cancelled" | "subscription.created" | "subscription.renewed" | "subscription.period_ended" | "subscription.cancelled" | "invoice.created" | "invoice.opened" | "invoice.paid" | "invoice.expired" | "invoice.voided" | "settlement.submitted" | "settlement.confirmed" | "settlement.failed" | "settlement.reorged")[] | null | undefined;
            /** @description Id of a service: it gets only events of that one. Default: of all */
            serviceId?: string | null | undefined;
            /** @description Id of the seller whose events it gets. Default: as the key that you call with; a platform key without a user gets every seller's */
            ownerId?: string | null | undefined;
        };
        WebhookEndpointsListInput: {
            /** @description Only what was made then or later */
            from?: string | null | undefined;
            /** @description Only what was made before */
            to?: string | null | undefined;
            /** @description How many to answer with, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        WebhookEndpointsListAnswer: {
            /** @description Newest first */
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
            /** @description Where events are sent: a public https address. No redirects are followed */
            url?: string | null | undefined;
            /** @description The types of events that it gets; `*` is all, those to come included */
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
            /** @description The type of event that is sent. Default `checkout_session.paid` */
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
            /** @description Only what was made then or later */
            from?: string | null | undefined;
            /** @description Only what was made before */
            to?: string | null | undefined;
            /** @description How many to answer with, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        WebhookDeliveriesListAnswer: {
            /** @description Newest first */
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
            /** @description Only those of this service */
            serviceId?: string | null | undefined;
            /** @description Only what was made then or later */
            from?: string | null | undefined;
            /** @description Only what was made before */
            to?: string | null | undefined;
            /** @description How many to answer with, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        EventsListAnswer: {
            /** @description Newest first */
            events: components["schemas"]["UsanceEvent"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        EventsGetInput: {
            /** @description Id of the event */
            eventId: string;
        };
        AuditEventsListInput: {
            /** @description Only what was written with this key */
            apiKeyId?: string | null | undefined;
            /** @description Only what was done to the record with this id */
            recordId?: string | null | undefined;
            /** @description Only what was made then or later */
            from?: string | null | undefined;
            /** @description Only what was made before */
            to?: string | null | undefined;
            /** @description How many to answer with, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        AuditEventsListAnswer: {
            /** @description Newest first */
            auditEvents: components["schemas"]["AuditEvent"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        ApiKeysCreateInput: {
            /** @description What you call it, to know it again in lists */
            name: string;
            /** @description Id of the seller that the key speaks for: it sees and changes only what belongs to that user's services. Default: as the key that you call with; a platform key without a user speaks for every seller */
            userId?: string | null | undefined;
            /** @description What the key may do, at most what yours may. Default: the same */
            scopes?: ("*" | "services:read" | "services:write" | "plans:read" | "plans:write" | "checkout-sessions:read" | "checkout-sessions:write" | "subscriptions:read" | "subscriptions:write" | "usage-events:read" | "usage-events:write" | "invoices:read" | "invoices:write" | "settlements:read" | "settlements:write" | "spending-caps:read" | "spending-caps:write" | "events:read" | "events:write" | "webhook-endpoints:read" | "webhook-endpoints:write" | "webhook-deliveries:read" | "webhook-deliveries:write" | "api-keys:read" | "api-keys:write" | "audit-events:read" | "audit-events:write")[] | null | undefined;
            /** @description When it stops working, at the latest when yours does. Default: as yours */
            expiresAt?: string | null | undefined;
        };
        ApiKeysListInput: {
            /** @description Only what was made then or later */
            from?: string | null | undefined;
            /** @description Only what was made before */
            to?: string | null | undefined;
            /** @description How many to answer with, at most 100; default 20 */
            limit?: number | null | undefined;
            /** @description The `nextCursor` of the page before: the list goes on there. Default: at its start */
            cursor?: string | null | undefined;
        };
        ApiKeysListAnswer: {
            /** @description Newest first */
            apiKeys: components["schemas"]["ApiKey"][];
            /** @description Where the list goes on: the next page's `cursor`; null at the end */
            nextCursor: string | null;
        };
        ApiKeysGetInput: {
            /** @description Id of the API key */
            apiKeyId: string;
        };
        ApiKeysRevokeInput: {
            /** @description Id of the API key */
            apiKeyId: string;
            /** @description `true`: all keys that it has made, directly or through others, are revoked with it. Default: `false` */
            descendants?: boolean | null | undefined;
        };
        ApiKeysRotateInput: {
            /** @description Id of the API key */
            apiKeyId: string;
            /** @description For how many seconds the old key goes on working beside the new one; at most 30 days */
            overlapSeconds: number;
        };
        ReadyInput: Record<string, never>;
        ReadyAnswer: {
            /** @description Whether nothing is in the way of its work */
            ready: boolean;
            /** @description What is in the way, a sentence each; empty when it is ready */
            reasons: string[];
            /** @description What an operator should know although it keeps nothing from working, a sentence each, such as that USDC has blacklisted merchants (those of the 50 newest services are looked at) */
            warnings: string[];
        };
        HealthInput: Record<string, never>;
        HealthAnswer: {
            /**
             * @description It is up
             * @constant
             */
            ok: true;
            /** @description What the service is called */
            service: string;
            /** @description Where the paths of this version of the API begin */
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
