import { createFaults, type Faults } from "@endpaper/stand-in-kit/faults";

const switches = {
  lostAnswer: { does: "The request is processed, and the answer is cut off", fields: { path: "/" } },
  lateAnswer: { does: "The answer comes late", fields: { path: "/", milliseconds: 3000 } },
  lateBooking: {
    does: "A booking is answered with an error, and made this much later",
    fields: { path: "/", milliseconds: 500 },
  },
  neverBooked: { does: "A booking is answered with status 500, and not made", fields: { path: "/" } },
  cutJson: { does: "The answer ends in the middle of its JSON", fields: { path: "/" } },
  busy: { does: "An address refuses because of its limit of requests", fields: { path: "/" } },
  serverError: { does: "An address answers 500 without processing the request", fields: { path: "/" } },
  notFound: { does: "An address is answered as one that does not exist", fields: { path: "/" } },
  strangeAnswer: { does: "The answer is JSON of another form, under status 200", fields: { path: "/" } },
  errorUnder200: { does: "A number, label or pickup is refused under status 200", fields: { path: "/" } },
  repeatMakesSecond: { does: "A repeated reference makes a second booking", fields: {} },
  partiallySaved: { does: "A booking fails as “partially saved”, and was made", fields: {} },
  expiredToken: { does: "The token is rejected as expired", fields: {} },
  lostScan: { does: "A scan is not sent to the webhook", fields: {} },
  doubleScan: { does: "A scan is sent to the webhook twice", fields: {} },
} as const;

/** The faults that the stand-ins of carriers can simulate. */
export type CarrierFaults = Faults<typeof switches>;

/** Creates a carrier's faults, all off. */
export const createCarrierFaults = (): CarrierFaults => createFaults(switches);
