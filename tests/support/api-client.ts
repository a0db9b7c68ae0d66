/** Requests the API in tests, and validates the responses against its OpenAPI document. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

import { publicUrl } from "./shop/test-services.ts";
import type { TestShop } from "./shop/test-shop.ts";

/** A client of the API: it sends the usual headers and no cookie. */
export interface ApiClient {
  /** Requests a path of the API, such as `books?limit=2`. */
  ask: (path: string, init?: RequestInit, network?: string | null) => Promise<Response>;
  /** The JSON of an answer with status 200, validated against the schema in the OpenAPI document. */
  read: (path: string, operation: string, init?: RequestInit) => Promise<any>;
  /** Expects an error in the format of the API; returns its message. */
  refusal: (answer: Response, status: number) => Promise<string>;
}

/** Makes a client that validates every answer against the shop's OpenAPI document. */
export async function openApiClient(shop: TestShop): Promise<ApiClient> {
  const ask: ApiClient["ask"] = (path, init = {}, network = null) =>
    shop.pages.fetch(new Request(`${publicUrl}/api/v1/${path}`, { redirect: "manual", ...init }), network);
  const document = await (await ask("openapi.json")).json();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, "openapi");
  const operations = Object.values(document.paths as Record<string, Record<string, any>>).flatMap((methods) =>
    Object.values(methods),
  );

  function compare(ref: string, answer: unknown, what: string) {
    const isValid = ajv.validate({ $ref: `openapi${ref}` }, answer);
    expect(isValid ? [] : ajv.errors, what).toEqual([]);
  }

  return {
    ask,
    async read(path, operation, init) {
      const response = await ask(path, init);
      const answer = await response.json();
      expect([response.status, response.headers.get("content-type")], JSON.stringify(answer)).toEqual([
        200,
        "application/json",
      ]);
      const described = operations.find(({ operationId }) => operationId === operation);
      compare(described.responses[200].content["application/json"].schema.$ref, answer, path);
      return answer;
    },
    async refusal(answer, status) {
      const problem = await answer.json();
      expect([answer.status, answer.headers.get("content-type")], JSON.stringify(problem)).toEqual([
        status,
        "application/problem+json",
      ]);
      compare("#/components/schemas/Problem", problem, "a problem");
      expect(problem.detail).toMatch(/^.+[.]$/);
      return problem.detail;
    },
  };
}
