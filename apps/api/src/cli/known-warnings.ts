/*
 * Hides the warnings of Node that are known and cannot be prevented here; Node shows every other one as usual. Node's
 * `--disable-warning` hides by code or by type alone, and these have no code. Import it before anything that warns.
 * On Node 24.21 nothing else warns: it runs TypeScript without a warning.
 */
const known: readonly { readonly name: string; readonly begins: string }[] = [
  {
    // @prisma/schema-engine-wasm 7.10 imports its .wasm file as a module.
    name: "ExperimentalWarning",
    begins: "Importing WebAssembly module instances is an experimental feature",
  },
  {
    // @prisma/client 7.10 sends a transaction's reads of relations side by side, and pg 8 queues them. pg 9 will not.
    name: "DeprecationWarning",
    begins: "Calling client.query() when the client is already executing a query is deprecated",
  },
];

const shown = process.listeners("warning");
process.removeAllListeners("warning");
process.on("warning", (warning) => {
  const isKnown = known.some(
    ({ name, begins }) => warning.name === name && warning.message.startsWith(begins),
  );
  if (!isKnown) for (const show of shown) show.call(process, warning);
});
