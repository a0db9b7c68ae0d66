import { request as askHttp } from "node:http";
import { request as askHttps } from "node:https";

import type { Attributes, EndedSpan } from "./traces.ts";

const everyMs = 5_000;
/** What comes while so many wait to be sent is left out. */
const maxWaiting = 4_096;
const patienceMs = 10_000;
const closingMs = 2_000;

/** Sends spans every five seconds; what a collector does not take is lost, and said once until it takes some again. */
export function openExporter(endpoint: string) {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  let waiting: EndedSpan[] = [];
  let isFailing = false;
  let isClosed = false;
  let sending: Promise<void> | null = null;

  async function sendAll() {
    const spans = waiting;
    waiting = [];
    if (spans.length === 0) return;
    try {
      await post(url, JSON.stringify(asOtlp(spans)));
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isClosed)
        console.warn(`Traces are not taken at ${new URL(url).host}: ${(error as Error).message}`);
      isFailing = true;
    }
  }
  const send = () => (sending ??= sendAll().finally(() => (sending = null)));
  const timer = setInterval(send, everyMs).unref();
  return {
    add(span: EndedSpan) {
      if (waiting.length < maxWaiting) waiting.push(span);
    },
    async close() {
      clearInterval(timer);
      const all = Promise.resolve(sending).then(send);
      let late: NodeJS.Timeout | undefined;
      await Promise.race([all, new Promise((resolve) => (late = setTimeout(resolve, closingMs)))]);
      clearTimeout(late);
      isClosed = true;
    },
  };
}

/** As the protocol has it: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
function asOtlp(spans: EndedSpan[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: listAttributes({ "service.name": "endpaper" }) },
        scopeSpans: [
          {
            scope: { name: "endpaper" },
            spans: spans.map(({ from, to, attributes, isFailed, ...span }) => ({
              ...span,
              startTimeUnixNano: nanoseconds(from),
              endTimeUnixNano: nanoseconds(to),
              attributes: listAttributes(attributes),
              status: isFailed ? { code: 2 } : {},
            })),
          },
        ],
      },
    ],
  };
}

function listAttributes(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** A number has no room for nanoseconds since 1970. */
function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms * 1000))}000`;
}

/** By `node:http`, and not by `fetch`: that is what is traced. */
function post(url: string, body: string): Promise<void> {
  const ask = url.startsWith("https:") ? askHttps : askHttp;
  return new Promise((resolve, reject) => {
    const asked = ask(
      url,
      {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
        signal: AbortSignal.timeout(patienceMs),
      },
      (response) => {
        response.resume();
        const { statusCode = 0 } = response;
        response.on("end", () => (statusCode < 300 ? resolve() : reject(new Error(`it answers ${statusCode}`))));
        response.on("error", reject);
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}
