/** A fault that can be turned on: what it does, and its fields with their default values. */
interface FaultSwitch {
  does: string;
  fields: Record<string, string | number>;
}

/** All faults of a stand-in, by name. */
export type FaultSwitches = Record<string, FaultSwitch>;

/** An active fault: how many more times it occurs, and its fields. */
export type Fault<Switch extends FaultSwitch = FaultSwitch> = { times: number | "always" } & {
  -readonly [Field in keyof Switch["fields"]]: Widened<Switch["fields"][Field]>;
};

type Widened<Value> = Value extends number ? number : string;

/** The faults of a stand-in, with those that are active. */
export interface Faults<Switches extends FaultSwitches = FaultSwitches> {
  switches: Switches;
  /** Turns a fault on (true, or an object with its fields) or off (null). Throws for unknown names and fields. */
  set(name: string, input: unknown): void;
  /**
   * Returns the fault if it applies now, and counts this as one occurrence. A fault with an `event` applies only to
   * this event. A fault with a `path` applies only to paths that begin with it.
   */
  take<Name extends keyof Switches>(
    name: Name,
    subject?: { event?: string; path?: string },
  ): Fault<Switches[Name]> | null;
  current(): { [Name in keyof Switches]?: Fault<Switches[Name]> };
  /** Turns all faults off. */
  clear(): void;
}

/** Creates the faults of a stand-in, all off. */
export function createFaults<const Switches extends FaultSwitches>(switches: Switches): Faults<Switches> {
  const on = new Map<keyof Switches, Fault>();
  return {
    switches,
    set(name, input) {
      if (!Object.hasOwn(switches, name)) throw new Error(`There is no fault named ${name}`);
      if (input === null || input === false) on.delete(name);
      else on.set(name, parseFault(name, switches[name]!, input === true ? {} : input));
    },
    take(name, subject = {}) {
      const fault = on.get(name);
      if (!fault) return null;
      if (fault["event"] && subject.event !== fault["event"]) return null;
      if (fault["path"] && !subject.path?.startsWith(String(fault["path"]))) return null;
      if (fault.times !== "always") {
        fault.times -= 1;
        if (fault.times <= 0) on.delete(name);
      }
      return { ...fault } as Fault<Switches[typeof name]>;
    },
    current: () => Object.fromEntries(on) as ReturnType<Faults<Switches>["current"]>,
    clear: () => on.clear(),
  };
}

function parseFault(name: string, { fields }: FaultSwitch, input: unknown): Fault {
  if (typeof input !== "object" || input === null) throw new Error(`${name} must be an object, true or null`);
  const { times = 1, ...given } = input as Record<string, unknown>;
  if (times !== "always" && !(Number.isInteger(times) && Number(times) > 0)) {
    throw new Error(`${name}.times must be a positive whole number or "always"`);
  }
  for (const [field, value] of Object.entries(given)) {
    if (!Object.hasOwn(fields, field)) throw new Error(`${name} takes no field ${field}`);
    if (typeof value !== typeof fields[field]) throw new Error(`${name}.${field} must be a ${typeof fields[field]}`);
  }
  return { ...fields, ...given, times } as Fault;
}

/** Converts a form of the control page to the input of `set`; an empty field means the default. */
export function readFaultForm(
  { switches }: Faults,
  { name, off, times, ...boxes }: Record<string, unknown>,
): Record<string, unknown> {
  if (off !== undefined) return { [String(name)]: null };
  const defaults = switches[String(name)]?.fields ?? {};
  const fields = Object.entries(boxes)
    .filter(([, value]) => value !== "")
    .map(([field, value]) => [field, typeof defaults[field] === "number" ? Number(value) : value]);
  return {
    [String(name)]: { times: times === "always" ? "always" : Number(times || 1), ...Object.fromEntries(fields) },
  };
}
