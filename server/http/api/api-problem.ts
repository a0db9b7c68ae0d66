import { STATUS_CODES } from "node:http";

/** An error response of the API; `detail` is a sentence for the developer of the client. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }

  /** The response with problem details (RFC 9457). */
  toResponse(): Response {
    const { status } = this;
    const body = { type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, detail: this.message };
    return new Response(JSON.stringify(body), {
      status,
      headers: { "cache-control": "no-store", ...this.headers, "content-type": "application/problem+json" },
    });
  }
}
