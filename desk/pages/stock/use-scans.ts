/** Sends scans one after another while the next ones are typed, and keeps unsent ones in the browser. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { storeOnDevice } from "#app/client/storage/denied-storage.ts";

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

/** Milliseconds between retries while offline. */
const retryAfter = 3000;

/** How long an unsent scan is kept, in ms: less than the desk remembers its idempotency key. */
const maxScanAgeMs = 6 * 24 * 60 * 60 * 1000;

/** A rejected scan with the reason. */
interface RefusedScan {
  key: string;
  code: string;
  problem: string;
}

/** A scan to send: its form, and the time of the scan in ms. */
interface WaitingScan {
  form: string;
  at: number;
}

/**
 * Sends scans one after another. Each is stored in this browser and retried until it is answered, even after a reload,
 * with the same idempotency key, so that it counts once. `last` is the last accepted scan, `waiting` the number of
 * unsent ones, `pause` the reason for the delay. Scans are stored by `staffId`: a session sends only its own.
 */
export function useScans(path: string, staffId: number) {
  const revalidator = useRevalidator();
  const queue = useRef<WaitingScan[]>([]);
  const isSending = useRef(false);
  const [last, setLast] = useState<Scanned | null>(null);
  const [refused, setRefused] = useState<RefusedScan[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [pause, setPause] = useState<"offline" | "signed-out" | null>(null);
  const prefix = `scan ${staffId} ${path} `;

  const sendKept = useEffectEvent((kept: WaitingScan[]) => {
    queue.current = kept;
    setWaiting(kept.length);
    if (kept.length > 0) void sendAll();
  });
  // Only the browser has these, after hydration.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => sendKept(keptScans(prefix)), [prefix]);

  function refuse(form: URLSearchParams, problem: string) {
    const [key, code] = [form.get("once") ?? "", form.get("code") ?? ""];
    setRefused((known) => [{ key, code, problem }, ...known].slice(0, 10));
  }

  async function sendAll() {
    if (isSending.current) return;
    isSending.current = true;
    for (let scan = queue.current[0]; scan; scan = queue.current[0]) {
      const form = new URLSearchParams(scan.form);
      const isLate = Date.now() - scan.at > maxScanAgeMs;
      const answer = isLate ? { problem: "This has waited for too long. Scan it again." } : await send(path, form);
      setPause(answer === "offline" || answer === "signed-out" ? answer : null);
      if (answer === "signed-out") break;
      if (answer === "offline") {
        await new Promise((resolve) => setTimeout(resolve, retryAfter));
        continue;
      }
      queue.current.shift();
      localStorage.removeItem(prefix + (form.get("once") ?? ""));
      setWaiting(queue.current.length);
      if (answer.scanned) setLast(answer.scanned);
      else refuse(form, answer.problem ?? "The desk did not take it.");
    }
    isSending.current = false;
    void revalidator.revalidate();
  }

  function add(form: FormData) {
    const once = crypto.randomUUID();
    form.set("once", once);
    const scan = {
      form: new URLSearchParams([...form].map(([name, value]) => [name, String(value)])).toString(),
      at: Date.now(),
    };
    queue.current.push(scan);
    storeOnDevice(prefix + once, JSON.stringify(scan));
    setWaiting(queue.current.length);
    void sendAll();
  }
  return { add, last, refused, waiting, pause, forget: () => setRefused([]) };
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
function keptScans(prefix: string): WaitingScan[] {
  return Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? "")
    .filter((name) => name.startsWith(prefix))
    .map((name) => JSON.parse(localStorage.getItem(name)!) as WaitingScan)
    .sort((a, b) => a.at - b.at);
}
