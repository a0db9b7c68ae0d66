import { request, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

/** Asks for an address with headers, of which `host` may be another one than the address has: `fetch` sends its own. */
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
