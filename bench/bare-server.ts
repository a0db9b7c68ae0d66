import { createServer } from "node:http";

/** The baseline: a Node.js server that sends the same headers and body for every request. */
process.once("message", ({ port, headers, body }: { port: number; headers: string[]; body: string }) => {
  const bytes = Buffer.from(body, "base64");
  createServer((_, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  }).listen(port, () => process.send?.("ready"));
});
