import { webAddress } from "../words/web-address.ts";

interface LegalLinksProps {
  readonly supportUrl: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
}

/** Links to the pages of the seller that every page of a service has; nothing where there are none. */
export function LegalLinks({ supportUrl, termsUrl, privacyUrl }: LegalLinksProps) {
  const links = [
    { words: "Support", address: webAddress(supportUrl) },
    { words: "Terms", address: webAddress(termsUrl) },
    { words: "Privacy", address: webAddress(privacyUrl) },
  ].flatMap(({ words, address }) => (address === null ? [] : [{ words, href: address.href }]));
  if (links.length === 0) return null;
  return (
    <ul className="legal-links" aria-label="The seller's pages">
      {links.map(({ words, href }) => (
        <li key={words}>
          <a href={href} target="_blank" rel="noreferrer noopener">
            {words}
          </a>
        </li>
      ))}
    </ul>
  );
}
