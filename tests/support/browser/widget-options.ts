import type { Page } from "@playwright/test";

declare global {
  interface Window {
    widgetOptions?: Record<string, unknown>;
  }
}

/** Records the options that the page passes to the payment widget's constructor, from the next page on. */
export async function rememberWidgetOptions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Widget = new (options: Record<string, unknown>) => object;
    let current: Widget | undefined;
    Object.defineProperty(window, "Razorpay", {
      get: () => current,
      set(given: Widget) {
        current = class extends given {
          constructor(options: Record<string, unknown>) {
            super(options);
            window.widgetOptions = options;
          }
        };
      },
    });
  });
}

/** The options of the widget opened last; functions appear as "function". */
export async function readWidgetOptions(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() =>
    JSON.parse(JSON.stringify(window.widgetOptions, (_, value) => (typeof value === "function" ? "function" : value))),
  );
}
