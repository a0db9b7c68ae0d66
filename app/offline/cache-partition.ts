/** Returns the partition of this device's caches from a cookie that accompanies the session or the guest's cart. */
export function cachePartition(): string {
  return /(?:^|; )cache-partition=([^;]+)/.exec(document.cookie)?.[1] ?? "nobody";
}
