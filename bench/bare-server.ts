import { createServer } from "node:http";

/** The least a Node.js server can do: the bytes and head it is given, for whatever is asked. */
process.once("message", ({ port, headers, body }: { port: number; headers: string[]; body: string }) => {
  const bytes = Buffer.from(body, "base64");
  createServer((_, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  }).listen(port, () => process.send?.("ready"));
});
