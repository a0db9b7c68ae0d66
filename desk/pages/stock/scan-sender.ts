/** Sends the scans of a page one after another, and keeps unsent ones in the browser. */
import { storeOnDevice } from "#app/client/storage/denied-storage.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";

/** The desk's response to an accepted scan. */
export interface Scanned {
  code: string;
  /** Null for a book that is not in the shop. */
  title: string | null;
  /** The title of such a book in an import file. */
  lookupTitle?: string | null;
  /** Copies of the book in this delivery or count so far. */
  copies: number;
  /** A warning for the person who scans. */
  note?: string | null | undefined;
}

/** A rejected scan with the reason. */
export interface RefusedScan {
  key: string;
  code: string;
  problem: string;
}

/** Why scans are not sent now. */
export type ScanPause = "offline" | "signed-out" | null;

/** What a sender reports until it is stopped. */
interface ScanEvents {
  /** The number of unsent scans. */
  onWaiting: (scans: number) => void;
  onPause: (pause: ScanPause) => void;
  onScanned: (scanned: Scanned) => void;
  onRefused: (refused: RefusedScan) => void;
  /** No scan is left to send, or the session has ended. */
  onEnd: () => void;
}

export interface ScanSender {
  add: (form: FormData) => void;
  /** Ends sending and retries; unsent scans stay in the browser. */
  stop: () => void;
}

/** A scan to send: its form, and the time of the scan in ms. */
interface WaitingScan {
  form: string;
  at: number;
}

/** Milliseconds between retries while offline. */
const retryAfter = 3000;

/** How long an unsent scan is kept, in ms: less than the desk remembers its idempotency key. */
const maxScanAgeMs = 6 * 24 * 60 * 60 * 1000;

/**
 * Sends the scans that this browser has stored for this path, and those that are added. Each is retried until it is
 * answered, even after a reload, with the same idempotency key, so that it counts once. Scans are stored by `staffId`:
 * a session sends only its own.
 */
export function openScanSender(path: string, staffId: number, events: ScanEvents): ScanSender {
  const prefix = `scan ${staffId} ${path} `;
  const queue = listStoredScans(prefix);
  let isSending = false;
  let isStopped = false;

  async function sendAll() {
    if (isSending) return;
    isSending = true;
    for (let scan = queue[0]; scan && !isStopped; scan = queue[0]) {
      const form = new URLSearchParams(scan.form);
      const [key, code] = [form.get("once") ?? "", form.get("code") ?? ""];
      const isLate = Date.now() - scan.at > maxScanAgeMs;
      const answer = isLate ? { problem: "This has waited for too long. Scan it again." } : await send(path, form);
      if (typeof answer !== "string") {
        queue.shift();
        localStorage.removeItem(prefix + key);
      }
      if (isStopped) break;
      events.onPause(typeof answer === "string" ? answer : null);
      if (answer === "signed-out") break;
      if (answer === "offline") {
        await new Promise((resolve) => setTimeout(resolve, retryAfter));
        continue;
      }
      events.onWaiting(queue.length);
      if (answer.scanned) events.onScanned(answer.scanned);
      else events.onRefused({ key, code, problem: answer.problem ?? "The desk rejected it." });
    }
    isSending = false;
    if (!isStopped) events.onEnd();
  }

  function add(form: FormData) {
    const once = crypto.randomUUID();
    form.set("once", once);
    const scan = {
      form: new URLSearchParams([...form].map(([name, value]) => [name, String(value)])).toString(),
      at: Date.now(),
    };
    queue.push(scan);
    storeOnDevice(prefix + once, JSON.stringify(scan));
    events.onWaiting(queue.length);
    void sendAll();
  }

  events.onWaiting(queue.length);
  if (queue.length > 0) void sendAll();
  return { add, stop: () => void (isStopped = true) };
}

interface Answer {
  scanned?: Scanned;
  problem?: string;
}

/** Sends one scan; returns the desk's answer, or why there is none. */
async function send(path: string, form: URLSearchParams): Promise<Answer | "offline" | "signed-out"> {
  try {
    const response = await fetch(path, { method: "POST", body: form, headers: { accept: "application/json" } });
    // Rate-limited, or the desk is restarting: the scan is retried.
    if (response.status === 429 || response.status >= 500) return "offline";
    if (response.status === 401) return "signed-out";
    return (await response.json()) as Answer;
  } catch {
    return "offline";
  }
}

/** The scans stored in this browser with this key prefix, oldest first. */
function listStoredScans(prefix: string): WaitingScan[] {
  return Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? "")
    .filter((name) => name.startsWith(prefix))
    .map((name) => parseJson(localStorage.getItem(name) ?? "null"))
    .filter(isWaitingScan)
    .sort((a, b) => a.at - b.at);
}

function isWaitingScan(stored: unknown): stored is WaitingScan {
  return (
    typeof stored === "object" &&
    stored !== null &&
    "form" in stored &&
    typeof stored.form === "string" &&
    "at" in stored &&
    typeof stored.at === "number"
  );
}
