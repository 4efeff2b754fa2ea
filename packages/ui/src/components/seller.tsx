interface SellerProps {
  readonly service: { readonly name: string };
  readonly seller: { readonly name: string | null };
}

/** Who sells: the service, and who runs it. */
export const Seller = ({ seller, service }: SellerProps) => (
  <div className="seller">
    <span className="seller-mark" aria-hidden="true">
      {service.name.trim().slice(0, 1).toUpperCase()}
    </span>
    <p className="seller-name">
      <strong>{service.name}</strong>
      {seller.name !== null && <span>by {seller.name}</span>}
    </p>
  </div>
);
