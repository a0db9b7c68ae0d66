import { request, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

/** Requests an address with these headers. Unlike in `fetch`, `host` may differ from the host of the address. */
export function askHost(
  url: string,
  headers: IncomingHttpHeaders,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers, agent: false }, (answer) => {
      const found = { status: answer.statusCode!, headers: answer.headers };
      text(answer).then((body) => resolve({ ...found, text: body }), reject);
    });
    asking.once("error", reject);
    asking.end();
  });
}
