// What a container's health check runs: 0 while the service answers on its port, else 1.
const url = `http://127.0.0.1:${process.env.PORT ?? 3000}/health`;
const isUp = await fetch(url, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isUp ? 0 : 1;
