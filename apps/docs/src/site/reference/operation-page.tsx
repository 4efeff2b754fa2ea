import type { Answer, Operation, Parameter } from "../document.ts";
import { CodeFigure } from "../parts/code-figure.tsx";
import { Html } from "../parts/html.tsx";
import type { Page } from "../parts/layout.tsx";
import type { Site } from "../site.ts";
import { curlSnippet } from "../snippets/curl.ts";
import { pythonSnippet } from "../snippets/python.ts";
import { typescriptSnippet } from "../snippets/typescript.ts";
import { Errors } from "./errors.tsx";
import { About, Fields, Line } from "./fields.tsx";
import { TryIt } from "./try-it.tsx";

interface OperationProps {
  readonly site: Site;
  readonly operation: Operation;
}

/** The page of an operation. */
export const operationPage = (site: Site, operation: Operation): Page => ({
  href: operation.href,
  title: operation.summary,
  content: <OperationArticle site={site} operation={operation} />,
});

function OperationArticle({ site, operation }: OperationProps) {
  const { summary, description, method, path, tag, scope, parameters, body, answers } = operation;
  const succeeded = distinct(answers.filter(({ errors }) => errors.length === 0));
  return (
    <article className="with-code">
      <header className="about">
        <p className="crumb">
          <a href={`/docs/api#${tagId(tag)}`}>{tag}</a>
        </p>
        <h1>{summary}</h1>
        <p className="address">
          <span className={`method method-${method}`}>{method.toUpperCase()}</span>{" "}
          <code>{path}</code>
        </p>
        <Html as="div" className="text" html={site.markdown.block(description).html} />
        <ul className="facts">
          <li>
            {scope === null ? (
              "Takes no API key"
            ) : (
              <>
                API key with the scope <code>{scope}</code>
              </>
            )}
          </li>
          <li>
            SDK: <code>{operation.name}</code>
          </li>
        </ul>
      </header>
      <Examples operation={operation} answers={succeeded} />
      <div className="details">
        {inAddress.map((place) => (
          <Parameters key={place} site={site} of={parameters} place={place} />
        ))}
        {body !== null && Object.keys(body.schema.properties ?? {}).length > 0 && (
          <section>
            <h2 id="body">Body</h2>
            <Fields site={site} of={body.schema} isSent />
          </section>
        )}
        <Parameters site={site} of={parameters} place="header" />
        {succeeded.map((answer) => (
          <AnswerSection key={answer.status} site={site} answer={answer} />
        ))}
        <Errors site={site} answers={answers} />
      </div>
    </article>
  );
}

/** Answers that differ in more than their status: one for all statuses of the same content. */
function distinct(answers: readonly Answer[]): Answer[] {
  const same = Map.groupBy(answers, ({ content }) => JSON.stringify(content));
  return [...same.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [{ ...first, status: [first, ...more].map(({ status }) => status).join(" or ") }],
  );
}

const inAddress = ["path", "query"] as const;

const headings = {
  path: "Path parameters",
  query: "Query parameters",
  header: "Headers",
} as const satisfies Readonly<Record<Parameter["in"], string>>;

/** `checkout-sessions` */
export const tagId = (tag: string): string => tag.toLowerCase().replaceAll(" ", "-");

interface ParametersProps {
  readonly site: Site;
  /** All parameters of the operation. */
  readonly of: readonly Parameter[];
  readonly place: Parameter["in"];
}

function Parameters({ site, of, place }: ParametersProps) {
  const parameters = of.filter((one) => one.in === place);
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2 id={tagId(headings[place])}>{headings[place]}</h2>
      <ul className="fields">
        {parameters.map(({ name, required = false, schema, description = "" }) => (
          <li key={name}>
            <Line name={name} isRequired={required} isSent of={schema} />
            <About site={site} text={description} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AnswerProps {
  readonly site: Site;
  readonly answer: Answer;
}

/** The fields of a successful answer. */
function AnswerSection({ site, answer }: AnswerProps) {
  const { status, description, content, headers } = answer;
  const { "application/json": json, ...others } = content;
  return (
    <section>
      <h2 id={`answer-${status.slice(0, 3)}`}>
        Answer: {status} {status.includes(" ") ? "" : description}
      </h2>
      {json !== undefined && <Fields site={site} of={json.schema} isSent={false} />}
      {Object.entries(others).map(([type, { schema }]) => (
        <p key={type} className="other-types">
          Also as <code>{type}</code>.{" "}
          <Html as="span" html={site.markdown.inline(schema.description ?? "")} />
        </p>
      ))}
      <details className="nested">
        <summary>Headers of the answer</summary>
        <ul className="fields">
          {headers.map(([name, meaning]) => (
            <li key={name}>
              <p className="field-line">
                <code className="field-name">{name}</code>
              </p>
              <About site={site} text={meaning} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

interface ExamplesProps {
  readonly operation: Operation;
  readonly answers: readonly Answer[];
}

/** The request in each language, and its answer. */
function Examples({ operation, answers }: ExamplesProps) {
  const snippets = [
    ["curl", "curl", curlSnippet(operation)],
    ["typescript", "TypeScript", typescriptSnippet(operation)],
    ["python", "Python", pythonSnippet(operation)],
  ] as const;
  return (
    <aside className="code" aria-label="Examples">
      <div className="languages" role="tablist" aria-label="Language">
        {snippets.map(([language, name], at) => (
          <button
            key={language}
            id={`tab-${language}`}
            type="button"
            className="tab"
            role="tab"
            aria-selected={at === 0}
            aria-controls={`panel-${language}`}
            tabIndex={at === 0 ? 0 : -1}
          >
            {name}
          </button>
        ))}
      </div>
      {snippets.map(([language, , text], at) => (
        <div
          key={language}
          id={`panel-${language}`}
          className="snippet"
          role="tabpanel"
          aria-labelledby={`tab-${language}`}
          hidden={at !== 0}
        >
          <CodeFigure text={text} language={language} />
        </div>
      ))}
      <TryIt operation={operation} />
      {answers.map(({ status, content }) => {
        const example = content["application/json"]?.example;
        return example === undefined ? null : (
          <div key={status} className="answer-example">
            <p className="code-heading">Answer {status}</p>
            <CodeFigure text={JSON.stringify(example, null, 2)} language="json" />
          </div>
        );
      })}
    </aside>
  );
}
