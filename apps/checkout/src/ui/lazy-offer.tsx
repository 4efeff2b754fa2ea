import type { OfferProps } from "@usance/ui";
import { lazyPart } from "./lazy-part.tsx";

const Offer = lazyPart<OfferProps>("The prices", () => import("./offer.tsx"));

/** The prices of a plan's rate cards; nothing for a plan without one. */
export const LazyOffer = (props: OfferProps) => props.cards.length > 0 && <Offer {...props} />;
