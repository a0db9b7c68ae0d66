import { Agent, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** What a shop sent for a page. */
export interface Page {
  html: string;
  /** The size of the compressed body in bytes. */
  bytes: number;
}

const agent = new Agent({ keepAlive: true });

/** Requests a page as a browser does, over a kept connection. Throws for any status but 200. */
export function getPage(url: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { "accept-encoding": "br, gzip", accept: "text/html" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}.`));
        const body = Buffer.concat(chunks);
        resolve({ html: decompress(body, response.headers["content-encoding"]), bytes: body.length });
      });
    })
      .on("error", reject)
      .end();
  });
}

function decompress(body: Buffer, encoding: string | undefined): string {
  const plain = encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
  return plain.toString();
}

/** The number of elements of a page, without those that its scripts contain as text. */
export function countElements(html: string): number {
  return html.replaceAll(/(?<=<script[^>]*>)[^]*?(?=<\/script>)/g, "").match(/<[a-z]/g)?.length ?? 0;
}
