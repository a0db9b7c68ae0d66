/** A way to sign in, for the texts that name it. */
interface WayToSignIn {
  /** Answer to "How do I sign in?". */
  answer: string;
  /** The company that tells the shop who the reader is; null if the shop finds out by itself. */
  provider: { name: string; privacyPolicyUrl: string } | null;
}

/** Every way to sign in. Other texts say only that readers sign in, so that they fit each of them. */
export const waysToSignIn: WayToSignIn[] = [
  {
    answer:
      "With your Google account, and nothing else. We get your name, e-mail address and picture; Google learns nothing of what you read.",
    provider: { name: "Google", privacyPolicyUrl: "https://policies.google.com/privacy" },
  },
];

/** The companies that tell the shop who a reader is. */
export const identityProviders = waysToSignIn.flatMap(({ provider }) => provider ?? []);
