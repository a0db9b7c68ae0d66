import { sample, type Sample } from "./metrics.ts";

/** Upper bounds of the histogram, in seconds. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Other methods are counted as `other`, because clients may send any word as a method. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "OPTIONS"]);

/** Where a response came from: the page cache in memory, or the app. */
export type AnswerFrom = "memory" | "app";

interface Durations {
  counts: number[];
  sum: number;
}

/** Counts the requests of one process. */
export class Traffic {
  private readonly requests = new Map<string, { labels: Record<string, string | number>; count: number }>();
  private readonly durations = new Map<string, Durations>();

  /** Counts a response. `status` is 499 for a client that disconnected before the response. */
  count(route: string, method: string | undefined, status: number, from: AnswerFrom): void {
    const told = method !== undefined && methods.has(method) ? method : "other";
    const key = `${route} ${told} ${status} ${from}`;
    const entry = this.requests.get(key);
    if (entry) entry.count += 1;
    else this.requests.set(key, { labels: { route, method: told, status, from }, count: 1 });
  }

  /** Records how many seconds it took until a response began. */
  time(route: string, seconds: number): void {
    let entry = this.durations.get(route);
    if (!entry) this.durations.set(route, (entry = { counts: Array.from(buckets, () => 0).concat(0), sum: 0 }));
    const place = buckets.findIndex((most) => seconds <= most);
    entry.counts[place === -1 ? buckets.length : place]! += 1;
    entry.sum += seconds;
  }

  /** The counts since the start. */
  samples(): Sample[] {
    const found: Sample[] = Array.from(this.requests.values(), ({ labels, count }) =>
      sample("endpaper_http_requests_total", count, labels),
    );
    const name = "endpaper_http_request_duration_seconds";
    for (const [route, { counts, sum }] of this.durations) {
      let upTo = 0;
      for (const [place, count] of counts.entries()) {
        upTo += count;
        found.push({ name, part: "_bucket", labels: { route, le: buckets[place] ?? "+Inf" }, value: upTo });
      }
      found.push(
        { name, part: "_sum", labels: { route }, value: sum },
        { name, part: "_count", labels: { route }, value: upTo },
      );
    }
    return found;
  }
}
