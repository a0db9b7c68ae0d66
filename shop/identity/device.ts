const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** A browser in words that its owner knows it by, from its User-Agent line. */
export function describeDevice(userAgent: string): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (!browser) return system ? `A browser on ${system}` : "A browser";
  return system ? `${browser} on ${system}` : browser;
}

/** Mobile browsers sign in by a redirect: there a popup is a tab of its own that people lose. */
export function isMobile(userAgent: string, mobileHint: string | null): boolean {
  return mobileHint === "?1" || /Android|iPhone|iPad|iPod|Mobile/.test(userAgent);
}

const otherApps = /Instagram|FBAN|FBAV|FB_IAB|WhatsApp|Snapchat|LinkedInApp|\bLine\/|; wv\)/;

/**
 * Browsers inside other apps (WebViews). Google refuses to sign anybody in from them, and Razorpay's widget cannot answer
 * the page that opened it there. On Apple's devices a browser says Safari; a page shown inside an app does not.
 */
export function isInsideAnotherApp(userAgent: string): boolean {
  const isApplesWithoutSafari =
    /\((iPhone|iPad|iPod)\b/.test(userAgent) && userAgent.includes("AppleWebKit/") && !userAgent.includes("Safari/");
  return isApplesWithoutSafari || otherApps.test(userAgent);
}
