/** The purposes to which a reader may consent. No order needs these consents, and each is off by default. */
export const consentPurposes = {
  "review-letters": {
    name: "E-mails that ask for a review",
    wording: "Write to me once after my books have arrived, to ask what I thought of them.",
  },
} as const;

export type ConsentPurpose = keyof typeof consentPurposes;

export function isConsentPurpose(given: unknown): given is ConsentPurpose {
  return typeof given === "string" && Object.hasOwn(consentPurposes, given);
}
