/** Whose pages and books this device keeps now: the partition key that goes with the session's or the guest cart's cookie. */
export function cachePartition(): string {
  return /(?:^|; )cache-partition=([^;]+)/.exec(document.cookie)?.[1] ?? "nobody";
}
