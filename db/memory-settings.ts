const megabyte = 1024 * 1024;

/** Available memory in bytes: the machine's, or the limit of its container. */
export function memoryOf(machineBytes: number, constrainedBytes: number): number {
  // A limit of 0, or one above the memory of the machine, means that there is no limit.
  return constrainedBytes > 0 ? Math.min(machineBytes, constrainedBytes) : machineBytes;
}

/**
 * PostgreSQL's memory settings on a machine with `bytes` of memory, which PostgreSQL shares with the shop. It gets a
 * fifth for its own cache; the cache of the operating system serves the rest. `work_mem` is small because each of 200
 * connections may use it for sorting. On an SSD, random reads cost little more than sequential ones. JIT compilation
 * costs short statements more than it saves.
 */
export function memorySettings(bytes: number): Record<string, string> {
  const part = (share: number, least: number, most: number) =>
    `${Math.floor(Math.min(most, Math.max(least, bytes / megabyte / share)))}MB`;
  return {
    shared_buffers: part(5, 128, 8192),
    effective_cache_size: part(2, 256, 65_536),
    work_mem: part(1024, 4, 32),
    maintenance_work_mem: part(32, 64, 1024),
    random_page_cost: "1.1",
    jit: "off",
  };
}
