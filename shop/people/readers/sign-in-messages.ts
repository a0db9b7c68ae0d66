/** The texts of the red banner about a failed sign-in, by reason. */
export const signInMessages = {
  cancelled: "Sign-in was cancelled. Please try again.",
  expired: "Sign-in was cancelled. Please try again.",
  failed: "An error occurred during Google login",
  unreachable: "Google is not responding. Please try again in a minute.",
  busy: "Many people from your network are signing in at the moment. Please try again in a minute.",
  ended: "Your session has ended. Please sign in again.",
} as const;

/** The reason in the URL of a page. It is only a key of the texts above, and is never shown itself. */
export type SignInReason = keyof typeof signInMessages;

export function isSignInReason(given: string | null): given is SignInReason {
  return given !== null && Object.hasOwn(signInMessages, given);
}
