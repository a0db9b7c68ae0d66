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

/** Browsers inside other apps, which Google refuses to sign anybody in from. */
export function isInsideAnotherApp(userAgent: string): boolean {
  return /Instagram|FBAN|FBAV|FB_IAB|WhatsApp|Snapchat|LinkedInApp|\bLine\/|; wv\)/.test(userAgent);
}

/**
 * Where a payment widget may not be able to call back the page that opened it: inside another app; on Apple's devices
 * wherever Safari's name is missing, an app of the home screen included; and in two browsers that the
 * documentation of payment providers names.
 */
export function cannotHearWidget(userAgent: string): boolean {
  if (/\bUCBrowser\/|\bOpera Mini\//.test(userAgent)) return true;
  const isApples = /\((iPhone|iPad|iPod)\b/.test(userAgent) && userAgent.includes("AppleWebKit/");
  return isInsideAnotherApp(userAgent) || (isApples && !userAgent.includes("Safari/"));
}
