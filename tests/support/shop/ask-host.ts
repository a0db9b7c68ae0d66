import { request as open, type IncomingHttpHeaders } from "node:http";
import { text as readText } from "node:stream/consumers";

interface AskedRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** Sends a request for any host to a port of this machine, which `fetch` cannot: it always sends the address as Host. */
export async function askHost(
  port: number,
  host: string,
  path: string,
  { method = "GET", headers = {}, body }: AskedRequest = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = open({ host: "127.0.0.1", port, path, method, headers: { ...headers, host } }, (response) => {
      const { statusCode = 0, headers } = response;
      readText(response).then((text) => resolve({ status: statusCode, headers, text }), reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
