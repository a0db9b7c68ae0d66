import { createFaults, type Faults } from "@endpaper/stand-in-kit/faults";

const switches = {
  lateAnswer: { does: "The answer comes late", fields: { milliseconds: 3000 } },
  lostAnswer: { does: "The message is taken, and the answer is cut off", fields: {} },
  cutJson: { does: "The message is taken, and the answer ends in the middle of its JSON", fields: {} },
  serverError: { does: "Meta’s own fault: status 500, code 131000", fields: {} },
  strangeAnswer: { does: "The answer is JSON of another form, under status 200", fields: {} },
  errorUnder200: { does: "A number without WhatsApp is refused under status 200", fields: {} },
  notOnWhatsApp: { does: "A number without WhatsApp is refused", fields: {} },
  busy: { does: "The limit of messages to one number is reached", fields: {} },
  tooMany: { does: "The limit of the app is reached: status 429", fields: {} },
  expiredToken: { does: "The access token has expired", fields: {} },
  pausedTemplate: { does: "The template is paused", fields: {} },
  neverDelivered: { does: "The message is taken, and never arrives; nothing is reported", fields: {} },
  failedLater: { does: "The message is taken, and reported as undeliverable, without the reference", fields: {} },
  earlyReport: { does: "Reports come before the answer", fields: {} },
  doubleReport: { does: "Each report comes twice", fields: {} },
  mixedReports: { does: "Reports come in the reverse order", fields: {} },
  forgedReport: { does: "Reports are signed with another secret", fields: {} },
} as const;

/** The faults that the stand-in can simulate. */
export type WhatsAppFaults = Faults<typeof switches>;

/** Creates the faults, all off. */
export const createWhatsAppFaults = (): WhatsAppFaults => createFaults(switches);
