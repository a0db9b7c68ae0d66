/** Holds a submitted form while the desk does not answer, so that it can be sent again without losing its input. */

type SendAgain = () => void;

let waiting: SendAgain | null = null;
let status: number | null = null;
const listeners = new Set<() => void>();

/** The function that sends the held form again; null if none is held. */
export function heldForm(): SendAgain | null {
  return waiting;
}

/** Calls `changed` when a form is held or released; returns the function that unsubscribes. */
export function watchHeldForm(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Whether the last form got a response with an error status. */
export function isFormRefused(): boolean {
  return status !== null && status >= 400;
}

/** Returns the HTTP status of the last form's response once; then null until the next response. */
export function takeFormStatus(): number | null {
  const told = status;
  status = null;
  return told;
}

/**
 * Wraps `fetch`: a form post of the router that gets no response from the desk (no connection, or a restart) stays
 * pending until it is sent again or the navigation is aborted. Other requests pass through.
 */
export function holdUnanswered(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isForm = init?.method === "POST" && input instanceof URL && input.pathname.endsWith(".data");
    if (!isForm) return send(input, init);
    for (;;) {
      const response = await send(input, init).catch((error: unknown) => {
        if (init.signal?.aborted) throw error;
        return null;
      });
      if (response && isAnswer(response)) {
        status = response.status;
        return response;
      }
      await untilSentAgain(init.signal ?? null);
    }
  };
}

/** A proxy in front of the desk may respond with 429 or 5xx; the router marks the responses of pages. */
function isAnswer({ status, headers }: Response): boolean {
  return headers.has("x-remix-response") || (status !== 429 && status < 500);
}

function untilSentAgain(signal: AbortSignal | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const isGone = () => reject(signal?.reason);
  signal?.addEventListener("abort", isGone, { once: true });
  tell(resolve);
  return promise.finally(() => {
    signal?.removeEventListener("abort", isGone);
    if (waiting === resolve) tell(null);
  });
}

function tell(now: SendAgain | null) {
  waiting = now;
  for (const listener of listeners) listener();
}
