const tokens = [
  ...["ground", "card", "tint", "ink", "soft", "line", "edge"],
  ...["accent", "accent-deep", "on-accent", "wash", "bad", "bad-wash", "now", "late", "late-wash"],
  ...["late-bar", "bad-bar", "now-bar", "off-bar", "before-line"],
];

/** Every color, as it is in the visitor's mode. */
export const Tokens = () => (
  <ul className="swatches">
    {tokens.map((token) => (
      <li key={token}>
        <span className="swatch" style={{ background: `var(--${token})` }} />
        {token}
      </li>
    ))}
  </ul>
);
