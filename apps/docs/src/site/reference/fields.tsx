import { recordHref, recordName, type Schema } from "../document.ts";
import { Html } from "../parts/html.tsx";
import type { Site } from "../site.ts";

interface FieldsProps {
  readonly site: Site;
  readonly of: Schema;
  /** Whether callers send them. In what they receive, each field is there unless it says so. */
  readonly isSent: boolean;
  /** How many records they are inside of. */
  readonly depth?: number;
}

/** The fields of an object, each with its type and what it means. */
export function Fields({ site, of, isSent, depth = 0 }: FieldsProps) {
  const required = new Set(of.required);
  return (
    <ul className="fields">
      {Object.entries(of.properties ?? {}).map(([name, field]) => (
        <li key={name}>
          <Line name={name} isRequired={required.has(name)} isSent={isSent} of={field} />
          <About site={site} text={field.description ?? ""} />
          <Nested site={site} of={field} isSent={isSent} depth={depth} />
        </li>
      ))}
    </ul>
  );
}

interface LineProps {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isSent: boolean;
  readonly of: Schema;
}

/** The name of a field, and its type. */
export function Line({ name, isRequired, isSent, of }: LineProps) {
  return (
    <p className="field-line">
      <code className="field-name">{name}</code> <Type of={of} />
      {isSent && isRequired && <strong className="field-required">required</strong>}
      {!isSent && !isRequired && <span className="field-limit">may be absent</span>}
    </p>
  );
}

interface AboutProps {
  readonly site: Site;
  /** May end with the default: `Default: never`. */
  readonly text: string;
}

/** What a field means, with its default apart. */
export function About({ site, text }: AboutProps) {
  const [, meaning = "", standard] = /^(.*?)(?:(?:^|\. )(Default:? .+))?$/s.exec(text) ?? [];
  return (
    <>
      {meaning !== "" && <Html as="p" html={site.markdown.inline(meaning)} />}
      {standard !== undefined && (
        <Html as="p" className="field-default" html={site.markdown.inline(standard)} />
      )}
    </>
  );
}

/** The type in words, with a link to the page of a record. */
function Type({ of }: { readonly of: Schema }) {
  const { record, words } = typeOf(of);
  const limit = limitOf(of);
  return (
    <span className="field-type">
      {words}
      {record !== undefined && <a href={recordHref(record)}>{record}</a>}
      {limit !== "" && <span className="field-limit">, {limit}</span>}
    </span>
  );
}

/** Its words, and the record with which they end. */
function typeOf(schema: Schema): { readonly words: string; readonly record?: string | undefined } {
  const record = recordName(schema);
  if (record !== undefined) return { words: "", record };
  const forms = formsOf(schema);
  const [only] = forms;
  if (only === undefined) return { words: "null" };
  const orNull = isNullable(schema) ? "null or " : "";
  if (forms.length > 1) {
    const all = new Set(forms.map((form) => typeOf(form).words));
    return { words: `${orNull}${all.size === 1 ? [...all].join("") : "one of several forms"}` };
  }
  if (only !== schema) {
    const inner = typeOf(only);
    return { ...inner, words: `${orNull}${inner.words}` };
  }
  const { type, items, additionalProperties, format } = schema;
  if (items !== undefined) {
    const inner = typeOf(items);
    return { ...inner, words: `array of ${inner.words === "object" ? "objects" : inner.words}` };
  }
  if (typeof additionalProperties === "object") {
    const inner = typeOf(additionalProperties);
    return { ...inner, words: `object, by name, of ${inner.words}` };
  }
  const words = [type ?? "any"].flat().join(" or ");
  return { words: format === "date-time" ? "time" : words };
}

/** The forms of a schema besides null. */
const formsOf = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).filter(({ type }) => type !== "null");

const isNullable = ({ anyOf = [] }: Schema) => anyOf.some(({ type }) => type === "null");

/** What its values are limited to. */
function limitOf(schema: Schema): string {
  const [form = {}] = formsOf(schema);
  const { enum: values, maxLength, minimum, maximum } = form;
  const safe = (bound: number | undefined) =>
    bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;
  const [least, most] = [safe(minimum), safe(maximum)];
  return [
    ...(values !== undefined && values.length <= 12 ? [values.join(" | ")] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(least !== undefined ? [`from ${least}`] : []),
    ...(most !== undefined ? [`to ${most}`] : []),
  ].join(" ");
}

interface NestedProps {
  readonly site: Site;
  readonly of: Schema;
  readonly isSent: boolean;
  readonly depth: number;
}

/** The fields inside of a field: of each form that it can have. A record inside of a record has its own page instead. */
function Nested({ site, of, isSent, depth }: NestedProps) {
  const inner = innermost(of);
  const record = recordName(inner);
  if (record !== undefined && depth > 0) return null;
  const schema = record === undefined ? inner : site.schema(record);
  const forms = formsOf(schema).filter(({ properties }) => properties !== undefined);
  if (forms.length === 0) return null;
  const words = record === undefined ? "Its fields" : `The fields of ${record}`;
  return (
    <details className="nested" open={record !== undefined || (isSent && depth === 0)}>
      <summary>{forms.length > 1 ? `Its ${forms.length} forms` : words}</summary>
      {forms.map((form, at) => (
        <div key={titleOf(form, at)}>
          {forms.length > 1 && <p className="form-name">{titleOf(form, at)}</p>}
          <Fields
            site={site}
            of={form}
            isSent={isSent}
            depth={record === undefined ? depth : depth + 1}
          />
        </div>
      ))}
    </details>
  );
}

/** What an array has, and what a field is besides null. */
function innermost(schema: Schema): Schema {
  const [form, ...more] = formsOf(schema);
  if (form === undefined || more.length > 0) return schema;
  const { items, additionalProperties } = form;
  if (items !== undefined) return innermost(items);
  return typeof additionalProperties === "object" ? innermost(additionalProperties) : form;
}

/** A form by the value that only it has, as its `type`. */
export function titleOf({ properties = {} }: Schema, at: number): string {
  const [name, first] = Object.entries(properties)[0] ?? [];
  return first?.enum?.length === 1 ? `${name}: ${first.enum[0]}` : `Form ${at + 1}`;
}
