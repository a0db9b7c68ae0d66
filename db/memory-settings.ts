const megabyte = 1024 * 1024;

/** Bytes of memory that this process may count on: the machine's, or what its container is given. */
export function memoryOf(machineBytes: number, constrainedBytes: number): number {
  // 0, or a number beyond the machine, says that there is no limit.
  return constrainedBytes > 0 ? Math.min(machineBytes, constrainedBytes) : machineBytes;
}

/**
 * What PostgreSQL takes of a machine with so many bytes of memory that it shares with the shop. A fifth is its own cache;
 * the system's cache, which costs nobody anything, holds more. Each of 200 connections may sort in `work_mem`, so that is
 * small. Random reads cost little more than others on an SSD; compiling costs short statements more than it saves.
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
