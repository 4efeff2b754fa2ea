import { Link } from "@tanstack/react-router";

/** The page for an unknown address. */
export const NotFound = () => (
  <main className="alone-view">
    <h1>This page does not exist</h1>
    <p>
      <Link to="/">Go to the overview</Link>
    </p>
  </main>
);
