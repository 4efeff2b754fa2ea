/** Adds what subscribers may do in the portal, as the API groups it. */
export const withPortal = <Row extends { readonly portalAllowsCancel: boolean }>(
  service: Row,
): Row & { readonly portal: { readonly allowsCancel: boolean } } => ({
  ...service,
  portal: { allowsCancel: service.portalAllowsCancel },
});
