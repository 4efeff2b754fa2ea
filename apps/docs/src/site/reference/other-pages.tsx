import type { Event } from "../document.ts";
import { recordHref, recordName } from "../document.ts";
import { CodeFigure } from "../parts/code-figure.tsx";
import { Html } from "../parts/html.tsx";
import type { Page } from "../parts/layout.tsx";
import { MethodName, tagsOf } from "../parts/navigation.tsx";
import type { Site } from "../site.ts";
import { Fields, titleOf } from "./fields.tsx";
import { tagId } from "./operation-page.tsx";

/** What holds for all calls, and a list of the operations. */
export function referencePage(site: Site): Page {
  const { html } = site.markdown.block(site.document.info.description);
  return {
    href: "/docs/api",
    title: "API reference",
    content: (
      <article className="wide">
        <h1>API reference</h1>
        <Html as="div" className="text" html={html} />
        {tagsOf(site).map(({ name, description, operations }) => (
          <section key={name}>
            <h2 id={tagId(name)}>
              <a className="anchor" href={`#${tagId(name)}`}>
                {name}
              </a>
            </h2>
            <Html as="p" html={site.markdown.inline(description)} />
            <ul className="operations">
              {operations.map(({ href, words, method = "" }) => (
                <li key={href}>
                  <a href={href}>
                    <MethodName method={method} />
                    {words}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section>
          <h2 id="webhook-events">
            <a className="anchor" href="#webhook-events">
              Webhook events
            </a>
          </h2>
          <p>
            Changes that are sent to your endpoints: see <a href="/docs/webhooks">Webhooks</a>.
          </p>
          <ul className="operations">
            {site.events.map(({ href, name, summary }) => (
              <li key={href}>
                <a href={href}>
                  <code>{name}</code>
                </a>{" "}
                {summary}
              </li>
            ))}
          </ul>
        </section>
      </article>
    ),
  };
}

/** The page of an event. */
export function eventPage(site: Site, { name, href, summary, description, body }: Event): Page {
  const record = recordName(body.schema);
  return {
    href,
    title: name,
    content: (
      <article className="with-code">
        <header className="about">
          <p className="crumb">
            <a href="/docs/api#webhook-events">Webhook events</a>
          </p>
          <h1>
            <code>{name}</code>
          </h1>
          <p>{summary}</p>
          <Html as="div" className="text" html={site.markdown.block(description).html} />
          <p>
            <a href="/docs/webhooks">How to receive and verify it</a>
          </p>
        </header>
        <aside className="code" aria-label="Examples">
          <p className="code-heading">Body</p>
          <CodeFigure text={JSON.stringify(body.example, null, 2)} language="json" />
        </aside>
        <div className="details">
          <h2>Body</h2>
          <Fields
            site={site}
            of={record === undefined ? body.schema : site.schema(record)}
            isSent={false}
          />
        </div>
      </article>
    ),
  };
}

/** The page of a record: its fields, and which operations have it. */
export function recordPage(site: Site, name: string): Page {
  const schema = site.schema(name);
  const users = site.operations.filter(({ answered }) => answered.has(name));
  const forms = schema.oneOf ?? schema.anyOf ?? [schema];
  return {
    href: recordHref(name),
    title: name,
    content: (
      <article className="wide">
        <p className="crumb">Record</p>
        <h1>
          <code>{name}</code>
        </h1>
        <p>
          A record of the API. The SDK has it as the type <code>{name}</code>.
        </p>
        {forms.map((form, at) => (
          <section key={JSON.stringify(form)}>
            <h2>{forms.length === 1 ? "Fields" : titleOf(form, at)}</h2>
            <Fields site={site} of={form} isSent={false} depth={1} />
          </section>
        ))}
        {users.length > 0 && (
          <section>
            <h2>Operations that answer with it</h2>
            <ul className="operations">
              {users.map(({ href, method, summary }) => (
                <li key={href}>
                  <a href={href}>
                    <MethodName method={method} />
                    {summary}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </article>
    ),
  };
}
