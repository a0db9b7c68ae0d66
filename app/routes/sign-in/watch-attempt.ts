import { href } from "#routing/href.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { signInChannel } from "./popup-end.ts";

/** Result of a sign-in attempt, as the page that opened the popup knows it. */
type AttemptOutcome = "ok" | "cancelled" | "failed" | "expired" | "unreachable" | "busy";

const askEveryMs = 1500;
const graceMs = 2500;
const maxMs = 10 * 60 * 1000;

interface Watch {
  attempt: string;
  popup: Window;
  /** May be called again: a popup that looked closed may still complete the sign-in. */
  onOutcome: (outcome: AttemptOutcome) => void;
}

/**
 * Watches a popup by all available signals, because Google's pages may cut the link between the two windows: then
 * `closed` is true while the popup is open, and only channel, storage or server report the result. Returns a function
 * that stops watching.
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
    if (key === signInChannel && newValue) hear(parseJson(newValue));
  }

  async function ask() {
    const isOver = performance.now() - begun > maxMs;
    // While the reader uses a popup that only looks closed, this page does not have the focus.
    closedAt = popup.closed && document.hasFocus() ? (closedAt ?? performance.now()) : null;
    const isLeft = closedAt !== null && performance.now() - closedAt > graceMs;
    const answer = await fetch(href("/api/auth/attempts/:attemptId", { attemptId: attempt })).catch(() => null);
    const state = answer?.ok ? ((await answer.json()) as { state: AttemptOutcome | "pending" }).state : "pending";
    if (state !== "pending") return conclude(state);
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
