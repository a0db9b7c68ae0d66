/** Why a reader is not signed in, in the words of the red banner. */
export const signInMessages = {
  cancelled: "Sign-in was cancelled. Please try again.",
  expired: "Sign-in was cancelled. Please try again.",
  failed: "An error occurred during Google login",
  unreachable: "Google is not responding. Please try again in a minute.",
  busy: "Many people from your network are signing in at the moment. Please try again in a minute.",
  ended: "Your session has ended. Please sign in again.",
} as const;

/** One of the reasons; what comes with an address is looked up here and never shown itself. */
export type SignInReason = keyof typeof signInMessages;

/** Whether a word from an address is one of the reasons. */
export function isSignInReason(given: string | null): given is SignInReason {
  return given !== null && Object.hasOwn(signInMessages, given);
}
