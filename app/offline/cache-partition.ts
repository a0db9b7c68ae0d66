/** The partition of this device's caches: the key that goes with the session's or the guest cart's cookie. */
export function cachePartition(): string {
  return /(?:^|; )cache-partition=([^;]+)/.exec(document.cookie)?.[1] ?? "nobody";
}
