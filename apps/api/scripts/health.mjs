// The health check of a container: exits with 0 if the service answers on its port, otherwise with 1.
const url = `http://127.0.0.1:${process.env.PORT ?? 3000}/health`;
const isUp = await fetch(url, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isUp ? 0 : 1;
