/** Holds a submitted form while the desk does not respond, so that it can be sent again without losing its input. */

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

/** Returns the HTTP status of the last form's response; null if it was already returned, or before a response. */
export function takeFormStatus(): number | null {
  const told = status;
  status = null;
  return told;
}

/**
 * Wraps `fetch`. If a form post of the router gets no response from the desk (no connection, or a restart), it stays
 * pending until it is sent again or the navigation is aborted. Other requests are not changed.
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

/** Whether a response is from the desk: the router marks its own; a 429 or 5xx without the mark is from a proxy. */
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
