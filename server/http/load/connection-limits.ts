import { networkOfAddress } from "#server/network/client-network.ts";

/** Limits of open connections. */
export interface ConnectionLimits {
  /** Maximum number of connections of all clients together. */
  max: number;
  /** Maximum number of connections of one IPv4 address or one IPv6 /64. */
  maxPerAddress: number;
  /** Part of `max` that is reserved for addresses with fewer than `maxFromReserve` connections. */
  reserved: number;
  maxFromReserve: number;
}

export const connectionLimits: ConnectionLimits = { max: 2_000, maxPerAddress: 100, reserved: 400, maxFromReserve: 8 };

/** Counts open connections per client address, so that no client can use up all connections. */
export class ConnectionCounter {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  readonly #open = new Map<string, number>();
  #total = 0;

  /**
   * `isProxy` tells whether an address is one of the proxies. The connections of a proxy belong to many visitors, so
   * only the total limits them.
   */
  constructor(limits: ConnectionLimits, isProxy: (address: string) => boolean) {
    this.#limits = limits;
    this.#isProxy = isProxy;
  }

  /** Takes a slot for a connection. Returns the function that releases it, or null when no slot is free. */
  open(address: string): (() => void) | null {
    const { max, maxPerAddress, reserved, maxFromReserve } = this.#limits;
    const key = networkOfAddress(address) ?? address;
    const count = this.#open.get(key) ?? 0;
    if (this.#total >= max) return null;
    if (!this.#isProxy(address)) {
      if (count >= maxPerAddress) return null;
      if (this.#total >= max - reserved && count >= maxFromReserve) return null;
    }
    this.#open.set(key, count + 1);
    this.#total += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#total -= 1;
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
  }
}
