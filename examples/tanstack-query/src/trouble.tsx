/** Why a call failed: in the service's words, which are meant to be read. */
export function Trouble({ error }: { readonly error: { readonly message: string } }) {
  return <p role="alert">{error.message}</p>;
}
