import { createFaults, type Faults } from "@endpaper/stand-in-kit/faults";

const switches = {
  wrongNonce: { does: "The ID token has another nonce", fields: {} },
  foreignSignature: { does: "The ID token is signed with a key that is not Google's", fields: {} },
  expiredToken: { does: "The ID token is two hours old", fields: {} },
  wrongAudience: { does: "The ID token is for another client", fields: {} },
  wrongTokenIssuer: { does: "The ID token names another issuer", fields: {} },
  wrongCallbackIssuer: { does: "The redirect back to the shop has the wrong issuer", fields: {} },
  missingCallbackIssuer: { does: "The redirect back to the shop has no issuer", fields: {} },
  missingEmail: { does: "The ID token has no e-mail address", fields: {} },
  emailVerifiedAsText: { does: 'The ID token says email_verified "true", as a text', fields: {} },
  emailNotVerified: { does: "The ID token has email_verified false", fields: {} },
  noPicture: { does: "The ID token has no picture", fields: {} },
  noName: { does: "The ID token has no name at all", fields: {} },
  keysReplaced: { does: "Both keys are replaced at once before an ID token is signed", fields: {} },
  droppedState: { does: "The redirect back to the shop has no state", fields: {} },
  alteredState: { does: "The redirect back to the shop has the wrong state", fields: {} },
  closedOpener: { does: "A page closes the reference to its opener", fields: {} },
  blockedBrowser: { does: "The browser is treated as one inside an app, and rejected", fields: {} },
  serverError: {
    does: "An address that the shop calls responds with 5xx, without processing the request",
    fields: { path: "/token", status: 500 },
  },
  slowAnswer: { does: "An address responds late", fields: { path: "/token", milliseconds: 3000 } },
} as const;

/** The faults that this stand-in can simulate. */
export type GoogleFaults = Faults<typeof switches>;

/** Creates Google's faults, all off. */
export const createGoogleFaults = (): GoogleFaults => createFaults(switches);
