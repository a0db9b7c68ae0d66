import { expect, test } from "vitest";

import { openTestServices } from "#tests/support/shop/test-services.ts";
import { privacyPage, type RetentionDays } from "./privacy-policy.ts";

const { services } = await openTestServices();
const searches = { days: 1, visitors: 1, digits: 1 };
const retention: RetentionDays = {
  unanswered: 1,
  closedTicket: 1,
  formerWords: 1,
  told: 1,
  letter: 1,
  unpaidOrder: 1,
  session: 1,
  unusedSession: 1,
  searches,
  guestDetailsHours: 1,
};
const razorpay = { name: "Razorpay", privacyPolicyUrl: "https://razorpay.com/privacy/", addedOn: "2025-05-31" };
const other = { name: "Other", privacyPolicyUrl: "https://other.example/privacy", addedOn: "2026-02-01" };

test("the privacy policy names every company that takes payments or confirms who a reader is, with its policy", () => {
  const textFor = (providers: (typeof other)[]) => JSON.stringify(privacyPage(services.settings, retention, providers));
  const text = textFor([other, razorpay]);
  for (const { name, privacyPolicyUrl } of [other, razorpay])
    expect(text).toContain(`[${name}’s policy](${privacyPolicyUrl})`);
  for (const words of ["may set cookies of their own", "may handle data"])
    expect(text).toContain(`Google, Other and Razorpay ${words}`);
  for (const words of ["Google and Razorpay may handle data", "Razorpay’s number", "[Google’s policy]"])
    expect(textFor([razorpay])).toContain(words);
});

test("the date of the privacy policy follows from the latest payment provider", () => {
  const dateFor = (providers: (typeof other)[]) => privacyPage(services.settings, retention, providers).updated;
  expect(dateFor([razorpay])).toBe("May 31, 2025");
  expect(dateFor([other, razorpay])).toBe("February 1, 2026");
});
