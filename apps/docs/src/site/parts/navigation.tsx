import type { Site } from "../site.ts";

interface NavigationProps {
  readonly site: Site;
  /** The page that it is on. */
  readonly href: string;
}

/** Links to all guides, operations and events. The group of the page is open. */
export function Navigation({ site, href }: NavigationProps) {
  return (
    <nav id="nav" className="nav" aria-label="Documentation">
      <p className="nav-part">
        <Entry href="/docs" now={href} words="Overview" />
      </p>
      <p className="nav-heading">Guides</p>
      {site.guides.groups.map(({ name, guides }) => (
        <Group key={name} name={name} now={href} entries={guides.map(entryOf)} />
      ))}
      <p className="nav-heading">
        <Entry href="/docs/api" now={href} words="API reference" />
      </p>
      {tagsOf(site).map(({ name, operations }) => (
        <Group key={name} name={name} now={href} entries={operations} />
      ))}
      <Group
        name="Webhook events"
        now={href}
        entries={site.events.map((event) => ({ href: event.href, words: event.name }))}
      />
    </nav>
  );
}

interface Link {
  readonly href: string;
  readonly words: string;
  readonly method?: string;
}

const entryOf = ({ href, title }: { readonly href: string; readonly title: string }): Link => ({
  href,
  words: title,
});

/** The operations of each tag. */
export function tagsOf({ document, operations }: Site) {
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations
      .filter(({ tag }) => tag === name)
      .map(({ href, summary, method }): Link => ({ href, words: summary, method })),
  }));
}

interface GroupProps {
  readonly name: string;
  readonly now: string;
  readonly entries: readonly Link[];
}

function Group({ name, now, entries }: GroupProps) {
  return (
    <details open={entries.some(({ href }) => href === now)}>
      <summary>{name}</summary>
      <ul>
        {entries.map(({ href, words, method }) => (
          <li key={href}>
            <Entry href={href} now={now} words={words} method={method} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface EntryProps {
  readonly href: string;
  readonly now: string;
  readonly words: string;
  readonly method?: string | undefined;
}

const Entry = ({ href, now, words, method }: EntryProps) => (
  <a href={href} aria-current={href === now ? "page" : undefined}>
    {method !== undefined && <MethodName method={method} />}
    {words}
  </a>
);

/** The method of HTTP, in its color. */
export const MethodName = ({ method }: { readonly method: string }) => (
  <span className={`method method-${method}`}>
    {method === "delete" ? "DEL" : method.toUpperCase()}
  </span>
);
