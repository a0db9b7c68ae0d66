/** The texts of the desk about a failed sign-in, by reason. */
export const staffSignInMessages = {
  cancelled: "The sign-in with Google was cancelled. Nothing has changed; please try again.",
  expired:
    "This sign-in has expired. It works once, within ten minutes, in the browser where it began. Please start again.",
  failed: "Google could not sign you in. Please try again in a minute.",
  unreachable: "Google does not answer at the moment. Please try again in a minute.",
  busy: "Many people on your network are signing in. Please try again in a minute.",
  ended:
    "You were signed out: a session ends after an hour without use, after twelve hours, and when your role changes.",
  "not-staff":
    "This Google account does not belong to anybody who works at this desk. Ask the owner to invite you, or choose another account.",
  "unknown-passkey":
    "This passkey does not open the desk alone. Use the one that you made here; if you have signed in with Google before, sign in with it.",
  "unknown-code": "This code is wrong or was used before. Each code works once.",
  unverified: "Google has not verified the e-mail address of this account, so it cannot accept an invitation.",
  "invitation-used": "This invitation was accepted before. If that was you, sign in; if not, tell the owner.",
  "invitation-late": "This invitation has expired. Ask for a new one.",
  "invitation-withdrawn": "This invitation was withdrawn. Ask for a new one if that was a mistake.",
  "invitation-of-another":
    "This invitation is for another e-mail address. Sign in with the Google account that was invited.",
  "already-staff": "You work at this desk already: sign in. An owner can change your role on the page Staff.",
  "trial-of-another":
    "This Google account belongs to another person who works or worked at this desk. Try with your own account.",
  "has-owner": "This desk has an owner already. The owner can invite you.",
} as const;

export type StaffSignInError = keyof typeof staffSignInMessages;

export function isStaffSignInError(given: string | null): given is StaffSignInError {
  return given !== null && Object.hasOwn(staffSignInMessages, given);
}
