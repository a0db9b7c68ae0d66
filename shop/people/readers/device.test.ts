import { expect, test } from "vitest";

import { describeDevice, isInsideAnotherApp, isMobile, cannotHearWidget } from "./device.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const edge = `${chrome} Edg/140.0.0.0`;
const safari =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const pixel =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const instagram = `${iphone} Instagram 350.0.0.0`;
const webview = pixel.replace("Pixel 9)", "Pixel 9; wv)");

test("a device is called by its browser and system", () => {
  expect([chrome, edge, safari, iphone, pixel, firefox, "curl/8.0", ""].map(describeDevice)).toEqual([
    "Chrome on Windows",
    "Edge on Windows",
    "Safari on Mac",
    "Safari on iPhone",
    "Chrome on Android",
    "Firefox on Linux",
    "A browser",
    "A browser",
  ]);
});

test("phones and tablets are mobile, by what they say or by the hint", () => {
  expect([chrome, edge, safari, firefox].map((agent) => isMobile(agent, null))).toEqual([false, false, false, false]);
  expect([iphone, pixel].map((agent) => isMobile(agent, null))).toEqual([true, true]);
  expect(isMobile(chrome, "?1")).toBe(true);
});

const insideApps = [instagram, webview, "x FBAN/FBIOS", "x Line/14.0", `${pixel} WhatsApp/2.24`];
const browsers = [chrome, edge, safari, iphone, iphone.replace("Version/18.0", "CriOS/140.0"), pixel, "Linear/1", ""];

test("a browser inside another app is told from a real one", () => {
  expect(insideApps.filter((agent) => !isInsideAnotherApp(agent))).toEqual([]);
  expect(browsers.filter(isInsideAnotherApp)).toEqual([]);
});

test("pages that the payment widget cannot call back are known, on Apple's devices by Safari's missing name", () => {
  const apples = iphone.replace(/ Version.* Mobile/, " Mobile").replace(/ Safari.*/, "");
  const named = [`${pixel} UCBrowser/13.4`, "Opera/9.80 (Android; Opera Mini/36.2) Presto/2.12 Version/12.16"];
  expect([...insideApps, ...named, apples].filter((agent) => !cannotHearWidget(agent))).toEqual([]);
  expect(browsers.filter(cannotHearWidget)).toEqual([]);
});
