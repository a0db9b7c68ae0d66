import { href } from "#routing/href.ts";
import { signInChannel } from "./popup-end.ts";

/** How an attempt to sign in ended, as far as the page that opened the popup can tell. */
type AttemptOutcome = "ok" | "cancelled" | "failed" | "expired" | "unreachable" | "busy";

const askEveryMs = 1500;
const graceMs = 2500;
const maxMs = 10 * 60 * 1000;

interface Watch {
  attempt: string;
  popup: Window;
  /** May be told again: a popup that was given up for closed may still bring the reader back signed in. */
  onOutcome: (outcome: AttemptOutcome) => void;
}

/**
 * Watches a popup by every sign there is, because Google's pages may cut the line between the two windows: then the
 * popup says it is closed while it is open, and only the channel, the storage or the server tell. Returns what stops it.
 */
export function watchAttempt({ attempt, popup, onOutcome }: Watch): () => void {
  const channel = new BroadcastChannel(signInChannel);
  const begun = performance.now();
  let closedAt: number | null = null;
  let toldCancelled = false;

  function conclude(outcome: AttemptOutcome) {
    stop();
    onOutcome(outcome);
  }

  function hear(word: unknown) {
    const { attempt: about, state } = (word ?? {}) as { attempt?: unknown; state?: AttemptOutcome };
    if (about === attempt && state) conclude(state);
  }

  function hearWindow({ origin, data }: MessageEvent) {
    if (origin === location.origin) hear(data);
  }

  function hearStorage({ key, newValue }: StorageEvent) {
    if (key === signInChannel && newValue) hear(JSON.parse(newValue));
  }

  async function ask() {
    const isOver = performance.now() - begun > maxMs;
    // While the reader is busy in a popup that cannot be seen, this page has no focus.
    closedAt = popup.closed && document.hasFocus() ? (closedAt ?? performance.now()) : null;
    const isLeft = closedAt !== null && performance.now() - closedAt > graceMs;
    const answer = await fetch(href("/api/auth/attempts/:attemptId", { attemptId: attempt })).catch(() => null);
    const { state } = answer?.ok
      ? ((await answer.json()) as { state: AttemptOutcome | "pending" })
      : { state: "pending" };
    if (state !== "pending") return conclude(state as AttemptOutcome);
    if (isOver) return conclude("expired");
    if (isLeft && !toldCancelled) {
      toldCancelled = true;
      onOutcome("cancelled");
    }
  }

  const timer = setInterval(() => void ask(), askEveryMs);
  channel.addEventListener("message", ({ data }) => hear(data));
  addEventListener("message", hearWindow);
  addEventListener("storage", hearStorage);

  function stop() {
    clearInterval(timer);
    channel.close();
    removeEventListener("message", hearWindow);
    removeEventListener("storage", hearStorage);
  }
  return stop;
}
