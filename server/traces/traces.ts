import { randomBytes } from "node:crypto";
import { channel } from "node:diagnostics_channel";

import { statementChannel, type StatementAsked } from "#db/queries.ts";
import { currentLogContext, type LogContext } from "#server/log/log-context.ts";
import { openExporter } from "./export-spans.ts";

/** What is known of a piece of work besides its name and time; nothing that says whose it was. */
export type Attributes = Record<string, string | number>;

/** A piece of work that has begun. */
export interface Span {
  /** What lines of the log and work inside of it are told by. */
  context: Pick<LogContext, "trace_id" | "span_id">;
  end: (name: string, attributes?: Attributes, isFailed?: boolean) => void;
}

/** Kinds of OTLP. */
export const kinds = { internal: 1, server: 2, client: 3 } as const;

/** A piece of work that is over, as it is sent. */
export interface EndedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  attributes: Attributes;
  isFailed: boolean;
}

/** Traces of a shop that are sent somewhere. */
export interface Tracer {
  /** Begins a trace: a request, or the run of a job. */
  begin: (kind: keyof typeof kinds) => Span;
  /** Sends what is left, in two seconds at most. */
  close: () => Promise<void>;
}

/** A job may ask a million statements; these tell what it does. */
const maxSpansOfTrace = 500;
const maxStatement = 1_000;

/**
 * Tells an OpenTelemetry collector at `endpoint`, such as `http://localhost:4318`, what requests and jobs took, with the statements
 * and calls to others inside of them: OTLP/HTTP in JSON. Statements are told as the sources have them, without a value;
 * addresses without their query and without ids.
 */
export function openTraces(endpoint: string): Tracer {
  const exporter = openExporter(endpoint);
  /** How many spans of the traces that have not ended were told. */
  const told = new Map<string, number>();

  /** Begins a call to others; null outside of a trace, and when enough of it was told. What it is called is asked for after that. */
  function child(
    describe: () => { name: string; attributes: Attributes },
  ): ((isFailed: boolean, more?: Attributes) => void) | null {
    const { trace_id: traceId, span_id: parentSpanId } = currentLogContext();
    const count = traceId === undefined ? undefined : told.get(traceId);
    if (traceId === undefined || count === undefined || count >= maxSpansOfTrace) return null;
    told.set(traceId, count + 1);
    const [spanId, from, { name, attributes }] = [newId(8), now(), describe()];
    return (isFailed, more = {}) =>
      exporter.add({
        traceId,
        spanId,
        parentSpanId,
        name,
        kind: kinds.client,
        from,
        to: now(),
        isFailed,
        attributes: { ...attributes, ...more },
      });
  }

  const onStatement = (message: unknown) => {
    const { text, answered } = message as StatementAsked;
    const end = child(() => {
      const statement = text.replaceAll(/\s+/g, " ").trim().slice(0, maxStatement);
      const [operation = ""] = statement.split(" ", 1);
      const attributes = { "db.system.name": "postgresql", "db.query.text": statement };
      return { name: operation.toUpperCase(), attributes };
    });
    if (end)
      answered.then(
        () => end(false),
        () => end(true),
      );
  };
  const calls = new WeakMap<object, NonNullable<ReturnType<typeof child>>>();
  const onCall = (message: unknown) => {
    const { request } = message as { request: { method: string; origin: string; path: string } };
    const end = child(() => {
      const { hostname, pathname } = new URL(request.path, request.origin);
      const path = pathname.split("/").map((part) => (/[_\d]/.test(part) && !/^v\d$/.test(part) ? ":id" : part));
      return {
        name: `${request.method} ${hostname}`,
        attributes: {
          "http.request.method": request.method,
          "server.address": hostname,
          "url.template": path.join("/"),
        },
      };
    });
    if (end) calls.set(request, end);
  };
  const endCall = (request: object, isFailed: boolean, more?: Attributes) => {
    calls.get(request)?.(isFailed, more);
    calls.delete(request);
  };
  const onAnswer = (message: unknown) => {
    const { request, response } = message as { request: object; response: { statusCode: number } };
    endCall(request, response.statusCode >= 400, { "http.response.status_code": response.statusCode });
  };
  const onNoAnswer = (message: unknown) => endCall((message as { request: object }).request, true);
  // Node.js tells of what `fetch` asks for by these.
  const heard = [
    [channel(statementChannel), onStatement],
    [channel("undici:request:create"), onCall],
    [channel("undici:request:headers"), onAnswer],
    [channel("undici:request:error"), onNoAnswer],
  ] as const;
  for (const [source, listener] of heard) source.subscribe(listener);

  return {
    begin(kind) {
      const [traceId, spanId, from] = [newId(16), newId(8), now()];
      told.set(traceId, 0);
      return {
        context: { trace_id: traceId, span_id: spanId },
        end(name, attributes = {}, isFailed = false) {
          told.delete(traceId);
          exporter.add({
            traceId,
            spanId,
            parentSpanId: undefined,
            name,
            kind: kinds[kind],
            from,
            to: now(),
            attributes,
            isFailed,
          });
        },
      };
    },
    async close() {
      for (const [source, listener] of heard) source.unsubscribe(listener);
      await exporter.close();
    },
  };
}

const newId = (bytes: number) => randomBytes(bytes).toString("hex");
const now = () => performance.timeOrigin + performance.now();
