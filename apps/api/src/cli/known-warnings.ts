/*
 * Hides the warnings of Node that are known and cannot be prevented here; all others are shown. Node's
 * `--disable-warning` hides by code or type only, and these have no code. Import this file before any code that warns.
 * On Node 24.21 there are no others: it runs TypeScript without a warning.
 */
const known: readonly { readonly name: string; readonly begins: string }[] = [
  {
    // @prisma/schema-engine-wasm 7.10 imports its .wasm file as a module.
    name: "ExperimentalWarning",
    begins: "Importing WebAssembly module instances is an experimental feature",
  },
  {
    // @prisma/client 7.10 sends the reads of relations in a transaction concurrently. pg 8 queues them; pg 9 will not.
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
