/** A way to sign in, for the texts that name it. */
interface WayToSignIn {
  /** Answer to "How do I sign in?". */
  answer: string;
  /** Rows of the table of stored data in the privacy policy: what, why, for how long. */
  stored: [what: string, why: string, howLong: string][];
  /** The day (`YYYY-MM-DD`) on which it was added here, and so changed the privacy policy. */
  addedOn: string;
  /** The company that tells the shop who the reader is; null if the shop finds out by itself. */
  provider: { name: string; privacyPolicyUrl: string } | null;
}

/** Every way to sign in. Other texts say only that readers sign in, so that they fit each of them. */
export const waysToSignIn: WayToSignIn[] = [
  {
    answer:
      "With your Google account, and nothing else. We get your name, e-mail address and picture; Google learns nothing of what you read.",
    stored: [
      [
        "A sign-in that you have begun\nThe page to return to, and random codes that tie it to your browser",
        "To finish it safely",
        "A day",
      ],
    ],
    addedOn: "2025-05-31",
    provider: { name: "Google", privacyPolicyUrl: "https://policies.google.com/privacy" },
  },
];

/** The companies that tell the shop who a reader is. */
export const identityProviders = waysToSignIn.flatMap(({ provider }) => provider ?? []);
