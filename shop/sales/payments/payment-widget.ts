import type { ProviderId } from "./provider-names.ts";

/** What the browser needs to open a provider's payment window; the options are the provider's own. */
export interface WidgetOpening {
  provider: ProviderId;
  /** The widget's script. */
  checkoutSrc: string;
  options: unknown;
}

/** How the window was left. `proof` has the fields that prove the payment to the shop. */
export type WidgetOutcome =
  | { kind: "success"; proof: Record<string, string> }
  | { kind: "closed"; lastError: string | null };

/** An open window that may never call the page back. */
export interface OpenWidget {
  /** The window is watched for at most this long, in milliseconds. */
  forMs: number;
  /** Whether it is on the page. */
  isShown: () => boolean;
  /** Called once: the payment has come to an end, or the window is gone, or the time is over. */
  onEnd: () => void;
}

/** The browser's part of a provider: its payment window. */
export interface PaymentWidget {
  /** Loads the provider's script on demand. */
  load(src: string): Promise<void>;
  /** Opens the window and waits until the reader has paid or left it. `watch` begins to look after it, and returns what stops that. */
  open(options: unknown, watch: (widget: OpenWidget) => () => void): Promise<WidgetOutcome>;
}
