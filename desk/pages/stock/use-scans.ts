import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { keepOnDevice } from "#app/client/storage/denied-storage.ts";

/** What the desk answers to a scan that it took. */
export interface Scanned {
  code: string;
  /** Null while the shop does not know the book. */
  title: string | null;
  /** Then its title in a file that told of it. */
  lookupTitle?: string | null;
  /** Copies of the book there now. */
  copies: number;
  /** Warning for the person who scans. */
  note?: string | null | undefined;
}

/** Between two tries while the connection is away, in milliseconds. */
const retryAfter = 3000;

/** A scan is kept for so long: the desk knows a little longer that it was done before. */
const keptFor = 6 * 24 * 60 * 60 * 1000;

/** A scan that was not taken, and why. */
interface RefusedScan {
  key: string;
  code: string;
  problem: string;
}

/** A scan that is still to be sent: its form, and when it was scanned. */
interface WaitingScan {
  form: string;
  at: number;
}

/**
 * Sends scans one after the other while the next ones are typed; each is kept in this browser and sent until it is answered,
 * with the same key, so that it counts once, also after the page was closed. `last` is the one that was taken last, `waiting`
 * how many are still to be sent, `pause` why they are not. `staffId` is who scans: nobody sends what somebody else scanned.
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
  // Known to the browser alone, after the page is there.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => sendKept(keptScans(prefix)), [prefix]);

  function refuse(form: URLSearchParams, problem: string) {
    const [key, code] = [form.get("once")!, form.get("code")!];
    setRefused((known) => [{ key, code, problem }, ...known].slice(0, 10));
  }

  async function sendAll() {
    if (isSending.current) return;
    isSending.current = true;
    for (let scan = queue.current[0]; scan; scan = queue.current[0]) {
      const form = new URLSearchParams(scan.form);
      const isLate = Date.now() - scan.at > keptFor;
      const answer = isLate ? { problem: "This has waited for too long. Scan it again." } : await send(path, form);
      setPause(answer === "offline" || answer === "signed-out" ? answer : null);
      if (answer === "signed-out") break;
      if (answer === "offline") {
        await new Promise((resolve) => setTimeout(resolve, retryAfter));
        continue;
      }
      queue.current.shift();
      localStorage.removeItem(prefix + form.get("once")!);
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
    const scan = { form: new URLSearchParams([...form] as [string, string][]).toString(), at: Date.now() };
    queue.current.push(scan);
    keepOnDevice(prefix + once, JSON.stringify(scan));
    setWaiting(queue.current.length);
    void sendAll();
  }
  return { add, last, refused, waiting, pause, forget: () => setRefused([]) };
}

interface Answer {
  scanned?: Scanned;
  problem?: string;
}

/** What the desk answers to a scan, or why it has not. */
async function send(path: string, form: URLSearchParams): Promise<Answer | "offline" | "signed-out"> {
  try {
    const response = await fetch(path, { method: "POST", body: form, headers: { accept: "application/json" } });
    // Asked too often, or the desk is being started anew: it is sent again.
    if (response.status === 429 || response.status >= 500) return "offline";
    if (response.status === 401) return "signed-out";
    return (await response.json()) as Answer;
  } catch {
    return "offline";
  }
}

/** The scans that this browser keeps under a beginning of their names, the oldest first. */
function keptScans(prefix: string): WaitingScan[] {
  return Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place)!)
    .filter((name) => name.startsWith(prefix))
    .map((name) => JSON.parse(localStorage.getItem(name)!) as WaitingScan)
    .sort((a, b) => a.at - b.at);
}
