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

/** Names browser and system for the reader, from the User-Agent header. */
export function describeDevice(userAgent: string): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (!browser) return system ? `A browser on ${system}` : "A browser";
  return system ? `${browser} on ${system}` : browser;
}

/**
 * Whether a browser is mobile. Mobile browsers sign in by a redirect, because they open a popup as another tab, which
 * people lose.
 */
export function isMobile(userAgent: string, mobileHint: string | null): boolean {
  return mobileHint === "?1" || /Android|iPhone|iPad|iPod|Mobile/.test(userAgent);
}

/** Whether a browser is embedded in another app: Google refuses sign-in from these. */
export function isInsideAnotherApp(userAgent: string): boolean {
  return /Instagram|FBAN|FBAV|FB_IAB|WhatsApp|Snapchat|LinkedInApp|\bLine\/|; wv\)/.test(userAgent);
}

/**
 * Whether a payment widget may be unable to call back the page that opened it. This is so inside another app, and in
 * two browsers that the documentation of payment providers names. It is also so on an iPhone, iPad or iPod whose
 * User-Agent does not name Safari, as in apps on the home screen.
 */
export function cannotHearWidget(userAgent: string): boolean {
  if (/\bUCBrowser\/|\bOpera Mini\//.test(userAgent)) return true;
  const isApples = /\((iPhone|iPad|iPod)\b/.test(userAgent) && userAgent.includes("AppleWebKit/");
  return isInsideAnotherApp(userAgent) || (isApples && !userAgent.includes("Safari/"));
}
