import { CodeFigure } from "../parts/code-figure.tsx";
import { Html } from "../parts/html.tsx";
import type { Page } from "../parts/layout.tsx";
import type { Site } from "../site.ts";
import { hrefOf, readText } from "./files.ts";
import type { Group, Guide } from "./guides.ts";

/** The page of a guide, with a list of its headings, and the next guide. */
export function guidePage(site: Site, guide: Guide): Page {
  const headings = guide.sections.flatMap(({ heading }) =>
    heading !== null && heading.depth > 1 && heading.depth < 4 ? [heading] : [],
  );
  const { groups } = site.guides;
  const group = groups.find(({ guides }) => guides.includes(guide));
  const inOrder = groups.flatMap(({ guides }) => guides);
  const next = group === undefined ? undefined : inOrder[inOrder.indexOf(guide) + 1];
  return {
    href: guide.href,
    title: guide.title,
    content: (
      <article className="with-headings">
        <div className="about">
          <p className="crumb">{group?.name ?? guide.file}</p>
          <Html as="div" className="text" html={guide.html} />
          {next !== undefined && (
            <p className="next">
              Next: <a href={next.href}>{next.title}</a>
            </p>
          )}
        </div>
        {headings.length > 1 && (
          <nav className="headings" aria-label="On this page">
            <p className="nav-heading">On this page</p>
            <ul>
              {headings.map(({ id, text, depth }) => (
                <li key={id} className={`depth-${depth}`}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </article>
    ),
  };
}

/** The page of a file that a guide links to: a program to copy, or data. */
export function sourcePage(file: string): Page {
  const text = readText(file);
  const name = file.slice(file.lastIndexOf("/") + 1);
  return {
    href: hrefOf(file),
    title: name,
    content: (
      <article className="wide">
        <p className="crumb">{file}</p>
        <h1>
          <code>{name}</code>
        </h1>
        <CodeFigure text={text} language={name.slice(name.lastIndexOf(".") + 1)} />
      </article>
    ),
  };
}

/** The page of the files that are only in the repository: tests, and what operators run. */
export const repositoryPage = (files: readonly string[]): Page => ({
  href: "/docs/repository",
  title: "Files in the repository",
  content: (
    <article className="wide">
      <h1>Files in the repository</h1>
      <p>
        Guides link to these tests, settings and folders. They are not part of this site: look for
        them in a clone of the repository, by these paths.
      </p>
      <ul className="paths">
        {files.map((file) => (
          <li key={file} id={file}>
            <code>{file}</code>
          </li>
        ))}
      </ul>
    </article>
  ),
});

/** The page of an address that does not exist. */
export const notFoundPage = (): Page => ({
  href: "/docs/not-found",
  title: "Not found",
  content: (
    <article className="wide">
      <h1>Not found</h1>
      <p>
        There is no page at this address. Look for it with <kbd>/</kbd>, or go to the{" "}
        <a href="/docs">overview</a>.
      </p>
    </article>
  ),
});

const first = `import { usanceClient } from "@usance/sdk";

const usance = usanceClient({
  baseUrl: "http://127.0.0.1:3000",
  apiKey: process.env.USANCE_API_KEY,
});

await usance.usageEvents.create({
  serviceId,
  subscriptionId,
  userId,
  eventKey: "request-1",
  quantity: "250",
});
const invoice = await usance.invoices.create({
  serviceId,
  paymentPlanId,
  subscriptionId,
  userId,
  amount: "0.625",
  status: "OPEN",
  usage: {},
});
`;

/** The first page: what Usance is, and the guides by group. */
export const startPage = ({ guides, operations, events }: Site): Page => ({
  href: "/docs",
  title: "Usance documentation",
  content: (
    <article className="start">
      <header className="hero">
        <div>
          <h1>Usance documentation</h1>
          <p className="lead">
            Usage-based billing for your API, settled in USDC on an EVM chain. Record usage exactly,
            bill it by rate cards, and have each payment confirmed on the chain.
          </p>
          <p className="hero-links">
            <a className="button button-small" href="/docs/quickstart">
              Quickstart
            </a>
            <a className="button button-small button-quiet" href="/docs/api">
              API reference
            </a>
          </p>
        </div>
        <div className="snippet">
          <CodeFigure text={first} language="ts" />
        </div>
      </header>
      <div className="cards">
        {guides.groups.map((group) => (
          <Card key={group.name} {...group} />
        ))}
        <section className="doc-card">
          <h2>Look it up</h2>
          <ul>
            <li>
              <a href="/docs/api">{operations.length} operations</a>
            </li>
            <li>
              <a href="/docs/api#webhook-events">{events.length} webhook events</a>
            </li>
            <li>
              <a href="/openapi.json">OpenAPI document</a>
            </li>
          </ul>
        </section>
      </div>
    </article>
  ),
});

const Card = ({ name, guides }: Group) => (
  <section className="doc-card">
    <h2>{name}</h2>
    <ul>
      {guides.map(({ href, title }) => (
        <li key={href}>
          <a href={href}>{title}</a>
        </li>
      ))}
    </ul>
  </section>
);
