/** Tests how scans are sent, retried and stored in the browser. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { openScanSender, type RefusedScan, type ScanPause } from "./scan-sender.ts";

const stored = new Map<string, string>();
/** Codes as they were sent. */
let sent: string[] = [];
let answer: () => Promise<Response>;
const offline = () => Promise.reject(new TypeError("Failed to fetch"));
const taken = () => Promise.resolve(Response.json({ scanned: { code: "", title: "Godan", copies: 1 } }));

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  sent = [];
  answer = taken;
  vi.stubGlobal("localStorage", {
    get length() {
      return stored.size;
    },
    key: (place: number) => [...stored.keys()][place] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("fetch", (_: string, { body }: { body: URLSearchParams }) => {
    sent.push(body.get("code")!);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(staffId = 1) {
  const seen = { waiting: 0, pause: null as ScanPause, titles: [] as unknown[], refused: [] as RefusedScan[], ends: 0 };
  const sender = openScanSender("/stock/scan", staffId, {
    onWaiting: (scans) => (seen.waiting = scans),
    onPause: (pause) => (seen.pause = pause),
    onScanned: ({ title }) => seen.titles.push(title),
    onRefused: (refused) => seen.refused.push(refused),
    onEnd: () => (seen.ends += 1),
  });
  const scan = (code: string) => {
    const form = new FormData();
    form.set("code", code);
    sender.add(form);
  };
  return { seen, scan, stop: sender.stop };
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("a scan is retried every three seconds until it is answered, and then stored no more", async () => {
  const { seen, scan } = open();
  answer = offline;
  scan("godan");
  await wait(4000);
  expect([sent, seen.pause, seen.waiting, stored.size]).toEqual([["godan", "godan"], "offline", 1, 1]);
  answer = taken;
  await wait(3000);
  expect(seen).toEqual({ waiting: 0, pause: null, titles: ["Godan"], refused: [], ends: 1 });
  expect(stored.size).toBe(0);
});

test("a stopped sender retries no more, and the next one of this person sends what it left", async () => {
  const { seen, scan, stop } = open();
  answer = offline;
  scan("godan");
  await wait(1000);
  stop();
  await wait(60_000);
  expect([sent, seen.ends, stored.size]).toEqual([["godan"], 0, 1]);
  answer = taken;
  open(2);
  await wait(0);
  expect(sent).toHaveLength(1);
  const next = open();
  await wait(0);
  expect([sent.length, next.seen.titles, stored.size]).toEqual([2, ["Godan"], 0]);
});

test("a scan that is answered after the stop is stored no more, and nothing is reported of it", async () => {
  const { seen, scan, stop } = open();
  scan("godan");
  scan("indica");
  stop();
  await wait(0);
  expect([sent, seen.titles, seen.ends, stored.size]).toEqual([["godan"], [], 0, 1]);
});

test("a stored scan that cannot be read is passed over", async () => {
  for (const [place, text] of ["{", "null", '{"form":1,"at":1}'].entries())
    stored.set(`scan 1 /stock/scan ${place}`, text);
  stored.set("scan 1 /stock/scan 9", JSON.stringify({ form: "once=9&code=godan", at: Date.now() }));
  open();
  await wait(0);
  expect(sent).toEqual(["godan"]);
});

test("after a rejection the next scan follows; a sign-out pauses", async () => {
  const { seen, scan } = open();
  answer = () => Promise.resolve(Response.json({ problem: "No such book." }, { status: 422 }));
  scan("unknown");
  await wait(0);
  expect(seen.refused).toMatchObject([{ code: "unknown", problem: "No such book." }]);
  answer = () => Promise.resolve(Response.json({}, { status: 401 }));
  scan("godan");
  await wait(10_000);
  expect([sent, seen.pause, seen.waiting, stored.size]).toEqual([["unknown", "godan"], "signed-out", 1, 1]);
});
