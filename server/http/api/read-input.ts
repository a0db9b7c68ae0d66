import type { z } from "zod";

import { readBody } from "#server/http/guards/read-body.ts";
import { ApiProblem } from "./api-problem.ts";

/** Maximum size in bytes; request bodies of the API contain three numbers at most. */
const maxBodyBytes = 4 * 1024;

/** Parses a query by its schema; rejects repeated and unknown parameters. */
export function readQuery<T extends z.ZodType>(schema: T, search: URLSearchParams): z.infer<T> {
  const names = [...search.keys()];
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new ApiProblem(400, `The parameter ${quote(twice)} is repeated.`);
  return readBy(schema, Object.fromEntries(search), "parameter");
}

/** Parses a JSON body by its schema. */
export async function readJson<T extends z.ZodType>(schema: T, request: Request): Promise<z.infer<T>> {
  const [mediaType = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/json")
    throw new ApiProblem(415, "Send the body as JSON, with the header Content-Type: application/json.");
  const body = await readBody(request, maxBodyBytes);
  if (body === "too-large") throw new ApiProblem(413, "The body has more than 4 kB.");
  return readBy(schema, parseJson(body), "field");
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new ApiProblem(400, "The body is not valid JSON.");
  }
}

function readBy<T extends z.ZodType>(schema: T, given: unknown, what: "parameter" | "field"): z.infer<T> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  if (!issue) throw read.error;
  if (issue.code === "unrecognized_keys")
    throw new ApiProblem(400, `There is no ${what} ${quote(issue.keys[0] ?? "")} here.`);
  if (issue.code === "invalid_type" && issue.path.length === 0)
    throw new ApiProblem(400, 'The body must be a JSON object, such as {"copies": 3}.');
  throw new ApiProblem(400, issue.message);
}

/** Quotes input in an error message: at most 40 characters, without control characters. */
function quote(text: string): string {
  return JSON.stringify(text.slice(0, 40).replaceAll(/[\p{C}]/gu, " "));
}
