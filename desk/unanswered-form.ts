/** Sends a form once more that the desk has not answered. */
type SendAgain = () => void;

let waiting: SendAgain | null = null;
let status: number | null = null;
const listeners = new Set<() => void>();

/** The way to send the form once more that waits for an answer; null while none does. */
export function formThatWaits(): SendAgain | null {
  return waiting;
}

/** Calls `changed` when a form begins to wait or waits no more, until the function is called that it returns. */
export function watchFormThatWaits(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Whether the last form was answered, and refused. */
export function isFormRefused(): boolean {
  return status !== null && status >= 400;
}

/** The HTTP status that the last form was answered with, told once; null when none was answered since. */
export function takeFormStatus(): number | null {
  const told = status;
  status = null;
  return told;
}

/**
 * A `fetch` that holds a page's form which the desk does not answer, for want of a connection or because it is being started
 * anew: the page stays as it is until the same form is sent again, or somebody goes elsewhere. Any other request passes.
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

/** What stands before the desk says 429 and 5xx in its own words; the router marks what a page has answered. */
function isAnswer({ status, headers }: Response): boolean {
  return headers.has("x-remix-response") || (status !== 429 && status < 500);
}

function untilSentAgain(signal: AbortSignal | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const isGone = () => reject(signal!.reason);
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
