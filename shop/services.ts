import type { Db } from "#db/connect.ts";
import type { Seller } from "#shop/sales/documents/document.ts";
import type { Google } from "#shop/people/readers/google.server.ts";
import type { Mailer } from "#shop/kernel/mail/mailer.server.ts";
import type { PictureStore } from "#shop/catalogue/pictures/picture-store.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";
import type { LongWork } from "#shop/catalogue/uploads/long-work.server.ts";
import type { PaymentProviders } from "#shop/sales/payments/payment-provider.ts";

/**
 * What the shop says about itself; all from settings. What an owner changes at the desk is changed in this object while the
 * shop is open: read it when it is needed.
 */
export interface ShopSettings {
  /** Default `Endpaper`. */
  name: string;
  /** Origin readers reach the shop at, without a trailing slash. */
  publicUrl: string;
  /** Origin staff reach the desk at, without a trailing slash; null while it is shut. */
  deskUrl: string | null;
  /** Flat delivery fee below the threshold. */
  shippingFeePaise: number;
  /** Subtotal from which delivery is free; null when there is no threshold. */
  freeShippingFromPaise: number | null;
  /** Whether books with drawn covers are in the feed for Google Merchant Center. */
  feedsDrawnCovers: boolean;
  /** What the shop promises on its pages of words. */
  policies: StorePolicies;
  words: ShopWords;
  /** The shop's pages on social networks; empty when it has none. */
  socialLinks: SocialLink[];
  /** Who sells, as bills and letters say it; its e-mail and phone are the shop's support. */
  seller: Seller;
  /** What booksellers give back of one order without an owner. */
  refundLimitPaise: number;
  /** What one bookseller gives back in one day without an owner. */
  refundDayLimitPaise: number;
  /** How long an order holds its copies while it waits for its payment. */
  reservationMinutes: number;
  /** Age at which an order that nobody told us of is first asked about at its payment provider. */
  reconcileAfterSeconds: number;
  /** Who takes the payments, as pages say it. */
  paidThrough: { name: string; privacyPolicyUrl: string };
  /** Payments go to the stand-in, and pages say so. */
  isTestPayments: boolean;
  /** Sign-in goes to the stand-in, and pages say so. */
  isTestSignIn: boolean;
  /** A CDN keeps public pages, and is told of changes. */
  hasCdn: boolean;
  /** What the environment sets of those that an owner may change at the desk, as it is written there: the desk cannot. */
  fromEnvironment: Record<string, string>;
}

/** A page of the shop on a social network. */
export interface SocialLink {
  network: "Instagram" | "Facebook" | "YouTube";
  url: string;
}

/** What a bookseller decides and the pages of words, the letters and the law's duties tell of. */
export interface StorePolicies {
  /** When the phone is answered, such as `Mon-Fri 9-6 EST`. */
  supportHours: string;
  /** Who looks after complaints, as the Consumer Protection (E-Commerce) Rules, 2020 ask. */
  grievanceOfficer: { name: string; email: string; phone: string };
  /** Days in which a book may come back, from the day the parcel arrives. */
  returnDays: number;
  /** How long a parcel takes. */
  delivery: DeliveryTimes;
}

/** What the bookseller says in their own words; null where the shop’s own stand, or nothing. */
export interface ShopWords {
  /** Below the title of home. */
  home: string | null;
  /** Below the shop’s name at the end of every page. */
  footer: string | null;
  /** The first words of the About page, of the contact page. */
  aboutLead: string | null;
  contact: string | null;
  /** A part of its own on the About page, on Shipping, on Returns. */
  about: string | null;
  shipping: string | null;
  returns: string | null;
}

/** Everything a request may need from outside; made once by `server/services.ts`. */
export interface Services {
  db: Db;
  /** Where that is read which is the same for everybody; it may be a replica. Without it, `db`. */
  publicDb?: Db | undefined;
  /** Where pictures of covers are kept. */
  coverStore: PictureStore;
  /** Files that are brought to the desk, and the work on them that goes on after the request. */
  uploads: { folder: string; work: LongWork };
  paymentProviders: PaymentProviders;
  google: Google;
  mailer: Mailer;
  /** Signs the links in letters: to orders, messages, changes of e-mail, newsletters, unsubscribing and invitations. */
  linkKey: string;
  settings: ShopSettings;
  /** The current time, so that tests can hold it still. */
  now: () => Date;
}

/** The records and the clock: what most rules need. */
export type DbAndClock = Pick<Services, "db" | "now">;
