/* Marks of our own for a token and a network: what they are is in the words beside them. */

/** A coin, before the name of the token. */
export const CoinMark = () => (
  <svg className="coin" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="8" />
    <path d="M8 3.4v9.2M10.5 6.1c0-1-1.1-1.6-2.5-1.6s-2.5.6-2.5 1.7S6.7 7.7 8 8s2.5.8 2.5 1.9-1.1 1.7-2.5 1.7-2.5-.7-2.5-1.7" />
  </svg>
);

/** Linked blocks, before the name of a network. */
export const NetworkMark = () => (
  <svg className="coin coin-network" viewBox="0 0 16 16" aria-hidden="true">
    <path d="m8 1.5 5.6 3.3v6.4L8 14.5l-5.6-3.3V4.8zM2.4 4.8 8 8l5.6-3.2M8 8v6.5" />
  </svg>
);
