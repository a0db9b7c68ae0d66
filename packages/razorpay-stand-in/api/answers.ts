import type { ApiError } from "#razorpay-stand-in/errors.ts";

/** A JSON response without CORS headers, because browsers may not call Razorpay's API. */
export function jsonAnswer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

/** A response with Razorpay's error envelope. */
export function errorAnswer(error: ApiError): Response {
  return jsonAnswer({ error: error.detail }, error.status);
}

/** The HTML error page of the web server in front of Razorpay's API. */
export function brokenAnswer(status: number): Response {
  const text = `<html><head><title>${status}</title></head><body><center><h1>${status} Internal Server Error</h1></center><hr><center>nginx</center></body></html>`;
  return new Response(text, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}

/** A response that is lost: the request was processed and the headers are sent, but then the connection breaks. */
export function lostAnswer(): Response {
  const body = new ReadableStream({
    pull(controller) {
      const loss = new Error("Razorpay stand-in: the response is lost on purpose");
      delete loss.stack;
      controller.error(loss);
    },
  });
  return new Response(body, { status: 200, headers: { "content-type": "application/json" } });
}

/** Razorpay's format of lists. */
export function collection(items: readonly unknown[]): {
  entity: "collection";
  count: number;
  items: readonly unknown[];
} {
  return { entity: "collection", count: items.length, items };
}
