import { networkOfAddress } from "#server/network/client-network.ts";

/** How many connections the shop holds open at once. */
export interface ConnectionLimits {
  /** Of all clients together. */
  max: number;
  /** Of one IPv4 address or one IPv6 /64. */
  maxPerAddress: number;
  /** This many of `max` are reserved for addresses that hold fewer than `maxFromReserve` connections. */
  reserved: number;
  maxFromReserve: number;
}

export const connectionLimits: ConnectionLimits = { max: 2_000, maxPerAddress: 100, reserved: 400, maxFromReserve: 8 };

/** Counts open connections by the address they come from, so that one client cannot use up those of everybody. */
export class ConnectionCounter {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  readonly #open = new Map<string, number>();
  #total = 0;

  /** `isProxy`: a proxy brings the connections of many readers, so only the total counts for it. */
  constructor(limits: ConnectionLimits, isProxy: (address: string) => boolean) {
    this.#limits = limits;
    this.#isProxy = isProxy;
  }

  /** Takes a place for a connection; returns what gives the place back, or null when there is none. */
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
