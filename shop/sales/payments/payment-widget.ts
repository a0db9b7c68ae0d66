import type { ProviderId } from "./provider-names.ts";

/** The data with which the browser opens a provider's payment window; the options are the provider's own. */
export interface WidgetOpening {
  provider: ProviderId;
  /** URL of the widget's script. */
  checkoutSrc: string;
  options: unknown;
}

/** How the window was closed. `proof` contains the fields that prove the payment to the shop. */
export type WidgetOutcome =
  | { kind: "success"; proof: Record<string, string> }
  | { kind: "closed"; lastError: string | null };

/** An open window that may never call the page back, to be watched. */
export interface OpenWidget {
  /** The maximum time of watching, in milliseconds. */
  forMs: number;
  /** Whether the window is still on the page. */
  isShown: () => boolean;
  /** Called once, after the payment has ended, the window is gone, or the time is over. */
  onEnd: () => void;
}

/** The browser's part of a provider: its payment window. */
export interface PaymentWidget {
  /** Loads the provider's script on demand. */
  load(src: string): Promise<void>;
  /**
   * Opens the window and waits until the reader has paid or closed it. `watch` starts watching it and returns a
   * function that stops.
   */
  open(options: unknown, watch: (widget: OpenWidget) => () => void): Promise<WidgetOutcome>;
}
