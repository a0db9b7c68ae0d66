import type { ApiError } from "#razorpay-stand-in/errors.ts";

/** A JSON answer. It carries no CORS header: browsers may not call Razorpay's API. */
export function jsonAnswer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

/** The error envelope. */
export function errorAnswer(error: ApiError): Response {
  return jsonAnswer({ error: error.detail }, error.status);
}

/** What stands before Razorpay answers in HTML when it is in trouble. */
export function brokenAnswer(status: number): Response {
  const text = `<html><head><title>${status}</title></head><body><center><h1>${status} Internal Server Error</h1></center><hr><center>nginx</center></body></html>`;
  return new Response(text, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}

/** An answer that never arrives: the work is done, the headers leave, then the connection breaks inside the body. */
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

/** Razorpay's list form. */
export function collection(items: readonly unknown[]): {
  entity: "collection";
  count: number;
  items: readonly unknown[];
} {
  return { entity: "collection", count: items.length, items };
}
