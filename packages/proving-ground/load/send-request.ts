import { Agent, request } from "node:http";

/** A response, with its body as text. */
export interface SentAnswer {
  status: number;
  header: (name: string) => string | undefined;
  cookies: string[];
  text: string;
}

// An agent of `node:http`, because Node's `fetch` takes several times the CPU time on the machine that is being
// measured.
const agent = new Agent({ keepAlive: true });

/** Sends one request over a keep-alive connection. Throws if there is no response. */
export function sendRequest(
  url: string,
  headers: Record<string, string>,
  body?: string,
  signal?: AbortSignal | null,
): Promise<SentAnswer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const asked = request(url, { agent, method, headers, ...(signal ? { signal } : {}) }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          header: (name) => response.headers[name]?.toString(),
          cookies: response.headers["set-cookie"] ?? [],
          text,
        }),
      );
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
