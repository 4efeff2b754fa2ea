import { useState } from "react";

interface SellerProps {
  readonly service: { readonly name: string };
  readonly seller: { readonly name: string | null };
  /** Address of the service's logo on an origin that the page may ask; null: its first letter. */
  readonly logo?: string | null;
}

/** Who sells: the service, and who runs it. */
export const Seller = ({ seller, service, logo = null }: SellerProps) => (
  <div className="seller">
    <SellerMark key={logo} name={service.name} logo={logo} />
    <p className="seller-name">
      <strong>
        <bdi>{service.name}</bdi>
      </strong>
      {seller.name !== null && (
        <span>
          by <bdi>{seller.name}</bdi>
        </span>
      )}
    </p>
  </div>
);

/** The logo of a service, or the first letter of its name. */
export function SellerMark({ name, logo }: { name: string; logo: string | null }) {
  const [isBroken, setBroken] = useState(false);
  return logo === null || isBroken ? (
    <span className="seller-mark" aria-hidden="true">
      {name.trim().slice(0, 1).toUpperCase()}
    </span>
  ) : (
    <img
      className="seller-logo"
      src={logo}
      alt=""
      width="40"
      height="40"
      onError={() => setBroken(true)}
    />
  );
}
