/** One switch that is on: how often it still strikes, and the numbers it needs. */
export type Fault = {
  times: number | "always";
  event?: string;
  path?: string;
  seconds?: number;
  milliseconds?: number;
  copies?: number;
  status?: number;
  outcome?: string;
  description?: string;
  percent?: number;
  word?: string;
};

type Field = Exclude<keyof Fault, "times">;

/** Every switch: what it does, the fields it takes, and what stands in for a field not given. */
export const faultSwitches = {
  webhookDrop: { does: "A webhook event is never delivered", fields: { event: "" } },
  webhookDuplicate: { does: "A webhook event is delivered more than once", fields: { event: "", copies: 1 } },
  webhookReorder: { does: "The events of one step arrive last one first", fields: {} },
  webhookDelay: { does: "A webhook event waits before its first delivery", fields: { event: "", seconds: 5 } },
  webhookPreviousSecret: { does: "A webhook event is signed with the previous secret", fields: { event: "" } },
  lostOrder: { does: "An order is created but the response is lost", fields: {} },
  lostCapture: { does: "A payment is captured but the response is lost", fields: {} },
  lostRefund: { does: "A refund is made but the response is lost", fields: {} },
  tooManyRequests: { does: "The API answers 429", fields: { path: "/v1/" } },
  serverError: {
    does: "The API answers 5xx with an HTML body, the work not done",
    fields: { path: "/v1/", status: 500 },
  },
  slowAnswer: { does: "The API does the work at once and answers late", fields: { path: "/v1/", milliseconds: 3000 } },
  lateAuthorization: {
    does: "A payment fails as timed out, then the bank says yes: failed, authorized, captured",
    fields: { seconds: 10 },
  },
  authorizedOnly: { does: "A payment stays authorized; nothing captures it", fields: {} },
  secondSuccess: {
    does: "A second payment of the same order succeeds too; outcome refunded (at once, by Razorpay) or captured (left to the shop)",
    fields: { outcome: "refunded" },
  },
  refundPending: {
    does: "A refund stays pending, then ends as processed or failed",
    fields: { seconds: 5, outcome: "processed" },
  },
  dispute: { does: "A captured payment is disputed", fields: {} },
  wrongKeys: {
    does: "The API does not take the keys; also told as Expired API key, or The api key provided is invalid",
    fields: { path: "/v1/", status: 400, description: "Authentication failed" },
  },
  oldOrder: { does: "An order cannot be read any more, as after 180 days", fields: { path: "/v1/orders/" } },
  forgottenKey: { does: "The idempotency key of a refund is forgotten when it comes again", fields: {} },
  offer: { does: "An offer of the dashboard makes a payment smaller than its order", fields: { percent: 10 } },
  customerFee: { does: "The customer bears the fee: a payment is larger than its order", fields: {} },
  pendingPayment: {
    does: "Beside a successful payment its order lists another in a status nobody expects",
    fields: { word: "pending" },
  },
  unknownEvent: { does: "With a capture comes an event nobody expects", fields: { word: "payment.pending" } },
  silentWidget: {
    does: "The widget calls neither handler nor ondismiss, as inside another app; a callback_url still works",
    fields: {},
  },
} as const satisfies Record<string, { does: string; fields: Partial<Record<Field, string | number>> }>;

/** A switch's name. */
export type FaultName = keyof typeof faultSwitches;

/** The switchboard. */
export type Faults = {
  set(name: string, input: unknown): void;
  take(name: FaultName, subject?: { event?: string; path?: string }): Required<Fault> | null;
  current(): Partial<Record<FaultName, Fault>>;
  clear(): void;
};

/** A switchboard with everything off. */
export function createFaults(): Faults {
  const on = new Map<FaultName, Fault>();
  return {
    set(name, input) {
      if (!isFaultName(name)) throw new Error(`There is no fault named ${name}`);
      if (input === null || input === false) on.delete(name);
      else on.set(name, parseFault(name, input === true ? {} : input));
    },
    take(name, subject = {}) {
      const fault = on.get(name);
      if (!fault) return null;
      if (fault.event && subject.event !== fault.event) return null;
      if (fault.path && !subject.path?.startsWith(fault.path)) return null;
      if (fault.times !== "always") {
        fault.times -= 1;
        if (fault.times <= 0) on.delete(name);
      }
      return { ...(fault as Required<Fault>) };
    },
    current() {
      return Object.fromEntries(on);
    },
    clear() {
      on.clear();
    },
  };
}

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultSwitches, name);
}

function parseFault(name: FaultName, input: unknown): Fault {
  if (typeof input !== "object" || input === null) throw new Error(`${name} must be an object, true or null`);
  const { times = 1, ...given } = input as Record<string, unknown>;
  if (times !== "always" && !(Number.isInteger(times) && Number(times) > 0)) {
    throw new Error(`${name}.times must be a positive whole number or "always"`);
  }
  const defaults: Record<string, string | number> = faultSwitches[name].fields;
  for (const [field, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, field)) throw new Error(`${name} takes no field ${field}`);
    if (typeof value !== typeof defaults[field])
      throw new Error(`${name}.${field} must be a ${typeof defaults[field]}`);
  }
  return { ...defaults, ...given, times: times as number | "always" };
}
