import type { ReactNode } from "react";
import type { Site } from "../site.ts";
import { Navigation } from "./navigation.tsx";

/** The addresses of the files that a page loads. */
export interface Assets {
  readonly script: string;
  readonly styles: string;
  /** What the search looks through. */
  readonly search: string;
}

export interface Page {
  readonly href: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface LayoutProps {
  readonly site: Site;
  readonly assets: Assets;
  readonly page: Page;
}

/** A whole page: its head, the navigation and its content. */
export function Layout({ site, assets, page: { href, title, content } }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{href === "/docs" ? title : `${title} · Usance`}</title>
        <link rel="icon" type="image/svg+xml" href="/docs/icon.svg" />
        <link rel="stylesheet" href={assets.styles} />
        <script type="module" src={assets.script} />
      </head>
      <body data-search={assets.search}>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <header className="top">
          <button type="button" className="nav-button" aria-expanded="false" aria-controls="nav">
            Menu
          </button>
          <a className="home" href="/docs">
            <img src="/docs/icon.svg" alt="" width="24" height="24" />
            Usance <span className="soft">docs</span>
          </a>
          <button type="button" className="search-button" aria-keyshortcuts="/ Control+K Meta+K">
            Search <kbd>/</kbd>
          </button>
          <a className="top-link" href="/dashboard">
            Dashboard
          </a>
          <a className="top-link" href="/openapi.json">
            OpenAPI
          </a>
        </header>
        <div className="frame">
          <Navigation site={site} href={href} />
          <main id="content" tabIndex={-1}>
            {content}
          </main>
        </div>
      </body>
    </html>
  );
}
