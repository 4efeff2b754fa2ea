import { Note, type OfferProps } from "@usance/ui";
import { type ComponentType, lazy, Suspense } from "react";

const NotLoaded = () => <Note>The prices cannot be shown. Open this page again to see them.</Note>;

const Offer = lazy<ComponentType<OfferProps>>(() =>
  import("./offer.tsx").catch(() => ({ default: NotLoaded })),
);

/** The prices of a plan's rate cards; nothing for a plan without one. */
export const LazyOffer = (props: OfferProps) =>
  props.cards.length > 0 && (
    <Suspense fallback={null}>
      <Offer {...props} />
    </Suspense>
  );
