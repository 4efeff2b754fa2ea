import { Page, Panel, Seller, Side } from "../src/index.ts";
import { specimens } from "./specimens.tsx";
import { Tokens } from "./tokens.tsx";

/** The page with all components. */
export const Showcase = () => (
  <Page title="Components" said="All components." banner="The components of every page">
    <Side label="Contents">
      <Seller service={{ name: "Usance" }} seller={{ name: null }} />
      <h1>Components</h1>
      <nav className="index" aria-label="Components">
        {Object.keys(specimens).map((name) => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
      </nav>
    </Side>
    <Panel label="Components">
      <div className="specimens">
        <section className="specimen" aria-labelledby="Colors">
          <h2 id="Colors">Colors</h2>
          <Tokens />
        </section>
        {Object.entries(specimens).map(([name, specimen]) => (
          <section key={name} className="specimen" aria-labelledby={name}>
            <h2 id={name}>{name}</h2>
            {specimen}
          </section>
        ))}
      </div>
    </Panel>
  </Page>
);
