import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/* What HTTP alone costs: it reads the body and answers as many bytes as the service does. */

const answer = JSON.stringify({ usageEvent: "x".repeat(1_400) });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(201, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Listening on http://127.0.0.1:${port}\n`);
});
