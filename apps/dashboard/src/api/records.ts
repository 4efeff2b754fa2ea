import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@usance/api";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

export type Session = Outputs["dashboard"]["signIn"]["dashboardSession"];
export type OwnSession = Outputs["dashboard"]["session"]["dashboardSession"];
export type Link = Outputs["dashboard"]["viewLink"]["dashboardLink"];
export type OwnGrant = Outputs["dashboard"]["walletGrants"]["walletGrants"][number];
export type WalletGrant = Outputs["walletGrants"]["get"]["walletGrant"];
export type Service = Outputs["services"]["get"]["service"];
export type Plan = Service["paymentPlans"][number];
export type Invoice = Outputs["invoices"]["get"]["invoice"];
export type ListedInvoice = Outputs["invoices"]["list"]["invoices"][number];
export type InvoiceStatus = Invoice["status"];
export type Settlement = Outputs["settlements"]["get"]["settlement"];
export type SettlementStatus = Settlement["status"];
export type Proof = Outputs["settlements"]["proof"]["proof"];
export type Subscription = Outputs["subscriptions"]["get"]["subscription"];
export type CheckoutSession = Outputs["checkoutSessions"]["list"]["checkoutSessions"][number];
export type Endpoint = Outputs["webhookEndpoints"]["get"]["webhookEndpoint"];
export type Delivery = Outputs["webhookDeliveries"]["get"]["webhookDelivery"];
export type ApiKey = Outputs["apiKeys"]["get"]["apiKey"];
export type Event = Outputs["events"]["list"]["events"][number];
export type UsageSeries = Outputs["usageEvents"]["series"]["usageSeries"];
export type SettledReport = Outputs["reports"]["settled"]["settledReport"];
export type RateCard = Outputs["rateCards"]["get"]["rateCard"];
export type Component = RateCard["components"][number];
export type Quote = Outputs["quotes"]["create"]["quote"];
export type UpcomingInvoice = Outputs["subscriptions"]["upcomingInvoice"]["upcomingInvoice"];
export type TestClock = Outputs["testClocks"]["get"]["testClock"];
export type CreditNote = Outputs["creditNotes"]["get"]["creditNote"];
export type UsageEvent = Outputs["usageEvents"]["get"]["usageEvent"];
export type SystemState = Outputs["system"]["get"]["system"];

export type NewApiKey = Inputs["apiKeys"]["create"];
export type NewQuote = Inputs["quotes"]["create"];
export type NewPlan = Inputs["plans"]["create"];
