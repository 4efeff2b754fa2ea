import { Link } from "@tanstack/react-router";
import { Button } from "@usance/ui";
import { useEffect } from "react";

/** The page for an unknown address. */
export const NotFound = () => (
  <main className="alone-view">
    <h1>This page does not exist</h1>
    <p>
      <Link to="/">Go to the overview</Link>
    </p>
  </main>
);

/** The page in the place of a view that failed. */
export function Failed({ error }: { readonly error: unknown }) {
  useEffect(() => reportError(error), [error]);
  return (
    <main className="alone-view">
      <h1>This view cannot be shown</h1>
      <p>An error occurred in your browser. Nothing was changed.</p>
      <Button isSmall onClick={() => location.reload()}>
        Load it again
      </Button>
    </main>
  );
}
