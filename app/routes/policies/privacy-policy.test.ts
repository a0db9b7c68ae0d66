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
const razorpay = { name: "Razorpay", privacyPolicyUrl: "https://razorpay.com/privacy/" };
const other = { name: "Other", privacyPolicyUrl: "https://other.example/privacy" };

test("the privacy policy names every payment provider, with its policy", () => {
  const textFor = (providers: (typeof other)[]) => JSON.stringify(privacyPage(services.settings, retention, providers));
  const text = textFor([other, razorpay]);
  for (const { name, privacyPolicyUrl } of [other, razorpay])
    expect(text).toContain(`[${name}’s policy](${privacyPolicyUrl})`);
  for (const words of ["Other and Razorpay may set cookies of their own", "Google, Other and Razorpay may handle data"])
    expect(text).toContain(words);
  for (const words of [
    "Razorpay may set cookies of its own",
    "Google and Razorpay may handle data",
    "Razorpay’s number",
  ])
    expect(textFor([razorpay])).toContain(words);
});
