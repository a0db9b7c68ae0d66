/** One switch that is on: how often it still strikes, and the numbers it needs. */
export interface Fault {
  times: number | "always";
  path?: string;
  milliseconds?: number;
  status?: number;
}

type Field = Exclude<keyof Fault, "times">;

/** Every switch: what it does, the fields it takes, and what stands in for a field not given. */
export const faultSwitches = {
  wrongNonce: { does: "The ID token carries another nonce", fields: {} },
  foreignSignature: { does: "The ID token is signed with a key that is not Google's", fields: {} },
  expiredToken: { does: "The ID token is two hours old", fields: {} },
  wrongAudience: { does: "The ID token is for another client", fields: {} },
  wrongTokenIssuer: { does: "The ID token names another issuer", fields: {} },
  wrongCallbackIssuer: { does: "The way back to the shop names another issuer", fields: {} },
  missingCallbackIssuer: { does: "The way back to the shop names no issuer", fields: {} },
  missingEmail: { does: "The ID token has no e-mail address", fields: {} },
  emailVerifiedAsText: { does: 'The ID token says email_verified "true", as a text', fields: {} },
  emailNotVerified: { does: "The ID token says that nobody has verified the e-mail address", fields: {} },
  noPicture: { does: "The ID token has no picture", fields: {} },
  noName: { does: "The ID token has no name at all", fields: {} },
  keysReplaced: { does: "Both keys are replaced at once before an ID token is signed", fields: {} },
  droppedState: { does: "The way back to the shop carries no state", fields: {} },
  alteredState: { does: "The way back to the shop carries another state", fields: {} },
  closedOpener: { does: "A page cuts the line to the window that opened it", fields: {} },
  blockedBrowser: { does: "The browser is taken for one inside an app, and turned away", fields: {} },
  serverError: {
    does: "An address the shop calls answers 5xx, the work not done",
    fields: { path: "/token", status: 500 },
  },
  slowAnswer: { does: "An address answers late", fields: { path: "/token", milliseconds: 3000 } },
} as const satisfies Record<string, { does: string; fields: Partial<Record<Field, string | number>> }>;

/** A switch's name. */
export type FaultName = keyof typeof faultSwitches;

/** The switchboard. */
export interface Faults {
  /** Turns a fault on (true, or an object with its fields), or off (null); throws on what it does not know. */
  set(name: string, requested: unknown): void;
  /** The fault if it strikes now; that counts as one time. */
  take(name: FaultName, path?: string): Required<Fault> | null;
  current(): Partial<Record<FaultName, Fault>>;
  clear(): void;
}

/** A switchboard with everything off. */
export function createFaults(): Faults {
  const on = new Map<FaultName, Fault>();
  return {
    set(name, requested) {
      if (!isFaultName(name)) throw new Error(`There is no fault named ${name}`);
      if (requested === null || requested === false) on.delete(name);
      else on.set(name, parseFault(name, requested === true ? {} : requested));
    },
    take(name, path = "") {
      const fault = on.get(name);
      if (!fault || !path.startsWith(fault.path ?? "")) return null;
      if (fault.times !== "always") {
        fault.times -= 1;
        if (fault.times <= 0) on.delete(name);
      }
      return { ...(fault as Required<Fault>) };
    },
    current: () => Object.fromEntries(on),
    clear: () => on.clear(),
  };
}

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultSwitches, name);
}

function parseFault(name: FaultName, requested: unknown): Fault {
  if (typeof requested !== "object" || requested === null) throw new Error(`${name} must be an object, true or null`);
  const { times = 1, ...given } = requested as Record<string, unknown>;
  if (times !== "always" && !(Number.isInteger(times) && Number(times) > 0)) {
    throw new Error(`${name}.times must be a positive whole number or "always"`);
  }
  const defaults: Record<string, string | number> = faultSwitches[name].fields;
  for (const [field, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, field)) throw new Error(`${name} takes no field ${field}`);
    if (typeof value !== typeof defaults[field]) {
      throw new Error(`${name}.${field} must be a ${typeof defaults[field]}`);
    }
  }
  return { ...defaults, ...given, times: times as number | "always" };
}
