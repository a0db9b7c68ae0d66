/** Describes the API from the table of endpoints: as an OpenAPI document, and as rows for the page about the API. */

import { z } from "zod";

import { listEndpoints, type Endpoint } from "./endpoints.ts";
import { schemaNames, problem } from "./schemas.ts";
import { scopes } from "./scopes.ts";

type Json = Record<string, unknown>;

/** An endpoint as the page about the API shows it. */
export interface DescribedEndpoint {
  name: string;
  method: string;
  path: string;
  summary: string;
  parameters: [name: string, meaning: string][];
  scope: string | null;
  /** The name of the schema of its response in the OpenAPI document. */
  answer: string;
}

export function listEndpointRows(): DescribedEndpoint[] {
  return listEndpoints().map(({ name, method, path, summary, pathParameters, query, body, scope, answer }) => ({
    name,
    method: method.toUpperCase(),
    path,
    summary,
    parameters: [
      ...Object.entries(pathParameters),
      ...queryParametersOf(query).map((one): [string, string] => [one.name, one.description ?? ""]),
      ...(body ? [["body", `JSON, a ${nameOf(body)}`] satisfies [string, string]] : []),
    ],
    scope: scope ?? null,
    answer: nameOf(answer),
  }));
}

interface OpenApi extends Json {
  components: { schemas: Record<string, Json>; securitySchemes: Json };
}

/** The API as an OpenAPI 3.1 document, generated from the table of endpoints and the schemas of the responses. */
export function createOpenApiDocument({ name, publicUrl }: { name: string; publicUrl: string }): OpenApi {
  const paths: Record<string, Json> = {};
  for (const endpoint of listEndpoints()) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operationOf(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${name}: API`, version: "1", summary: "Books, stock and orders as JSON" },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: namedSchemas(),
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: `A token created by the bookseller. Scopes: ${Object.entries(scopes)
            .map(([scope, meaning]) => `${scope} (${meaning})`)
            .join("; ")}.`,
        },
      },
    },
  };
}

function operationOf({ name, summary, pathParameters, query, body, answer, scope }: Endpoint & { name: string }): Json {
  const ok = { description: "The response", content: { "application/json": { schema: refTo(answer) } } };
  return {
    operationId: name,
    summary,
    parameters: [
      ...Object.entries(pathParameters).map(([name, description]) => ({
        name,
        in: "path",
        required: true,
        description,
        schema: { type: "string" },
      })),
      ...queryParametersOf(query),
    ],
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: refTo(body) } } } } : {}),
    ...(scope ? { security: [{ token: [scope] }] } : {}),
    responses: {
      200: ok,
      ...(body || scope ? {} : { 304: { description: "The copy whose ETag was sent as If-None-Match is current" } }),
      default: {
        description: "The error, as one sentence",
        content: { "application/problem+json": { schema: refTo(problem) } },
      },
    },
  };
}

interface QueryParameter {
  name: string;
  in: "query";
  required: boolean;
  description: string | undefined;
  schema: Json;
}

function queryParametersOf(query: z.ZodObject): QueryParameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as Json & { description?: string };
    return { name, in: "query", required: required.includes(name), description, schema };
  });
}

function nameOf(schema: z.ZodType): string {
  const known = schemaNames.get(schema);
  if (!known) throw new Error("A schema of the API has no name.");
  return known.id;
}

const pathOf = (id: string) => `#/components/schemas/${id}`;

function refTo(schema: z.ZodType): Json {
  return { $ref: pathOf(nameOf(schema)) };
}

function namedSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(schemaNames, { uri: pathOf, io: "input" });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as Json]),
  );
}
