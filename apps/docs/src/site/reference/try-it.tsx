import type { Operation, Parameter } from "../document.ts";

/** A form that calls the operation, with what its caller fills in. The page's script sends it. */
export function TryIt({ operation }: { readonly operation: Operation }) {
  const { method, path, scope, parameters, body } = operation;
  const required = parameters.filter((one) => one.required);
  const others = parameters.filter((one) => !required.includes(one));
  return (
    <details className="nested try">
      <summary>Try it</summary>
      <form data-method={method.toUpperCase()} data-path={path}>
        {scope !== null && (
          <label>
            API key
            <input name="key" type="password" autoComplete="off" placeholder="usance_…" required />
          </label>
        )}
        <Inputs of={required} />
        {body !== null && (
          <label>
            Body
            <textarea
              name="body"
              rows={8}
              spellCheck={false}
              defaultValue={JSON.stringify(body.example, null, 2)}
            />
          </label>
        )}
        {others.length > 0 && (
          <details className="nested">
            <summary>What may be left out</summary>
            <Inputs of={others} />
          </details>
        )}
        <p className="soft">This calls the service that the page is from.</p>
        <button className="button button-small" type="submit">
          Send
        </button>
        <output />
      </form>
    </details>
  );
}

const Inputs = ({ of }: { readonly of: readonly Parameter[] }) =>
  of.map(({ name, in: place, required = false }) => (
    <label key={name}>
      {name}
      <input name={name} data-in={place} autoComplete="off" required={required} />
    </label>
  ));
