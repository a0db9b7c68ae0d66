import { STATUS_CODES } from "node:http";

/** Why a request of the API is not answered: `detail` is a sentence for whoever writes the program. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }

  /** As RFC 9457 writes it. */
  toResponse(): Response {
    const { status } = this;
    const body = { type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, detail: this.message };
    return new Response(JSON.stringify(body), {
      status,
      headers: { "cache-control": "no-store", ...this.headers, "content-type": "application/problem+json" },
    });
  }
}
