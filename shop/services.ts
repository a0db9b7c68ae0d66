/** The services that requests and jobs use, and the shop's settings. */
import type { Db } from "#db/connect.ts";
import type { DocumentPrefixes } from "#shop/sales/documents/document-number.ts";
import type { Seller, Signature } from "#shop/sales/documents/document.ts";
import type { Google } from "#shop/people/readers/google.server.ts";
import type { ShopBackups } from "#shop/office/back-office/backups.ts";
import type { Finding } from "#shop/office/back-office/finding.ts";
import type { CredentialKind } from "#shop/office/credentials/credential-kinds.ts";
import type { Credentials } from "#shop/office/credentials/credentials.server.ts";
import type { Messenger, MessengerId } from "#shop/kernel/messengers/messenger.ts";
import type { Mailer } from "#shop/kernel/mail/mailer.server.ts";
import type { UsualGrams } from "#shop/catalogue/books/parcel-weight.ts";
import type { PictureStore } from "#shop/catalogue/pictures/picture-store.ts";
import type { Look } from "#shop/kernel/look/look.ts";
import type { Opening } from "#shop/kernel/regions/opening.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";
import type { BackgroundJobs } from "#shop/catalogue/uploads/background-jobs.server.ts";
import type { OnlineSaving } from "#shop/sales/pricing/online-saving.ts";
import type { Carrier } from "#shop/sales/carriers/carrier.ts";
import type { DeliveryRates } from "#shop/sales/pricing/delivery-rates.ts";
import type { QuantityDiscount } from "#shop/sales/quotations/quotation.ts";
import type { PaymentProviders } from "#shop/sales/payments/payment-provider.ts";

/**
 * The shop's settings. Changes by an owner at the desk are written to this object while the shop runs, so read a
 * setting when it is needed and do not copy it.
 */
export interface ShopSettings {
  /** Default `Endpaper`. */
  name: string;
  /** Origin of the shop, without a trailing slash. */
  publicUrl: string;
  /** Origin of the desk, without a trailing slash; null if it is disabled. */
  deskUrl: string | null;
  opening: Opening;
  /** Flat delivery fee below the threshold. */
  shippingFeePaise: number;
  /** Prices of delivery by weight and zone, instead of the flat fee and its threshold; null if there are none. */
  deliveryRates: DeliveryRates | null;
  usualGrams: UsualGrams;
  /** Which orders may be paid on delivery; null if none. */
  onDelivery: OnDeliveryTerms | null;
  /** How orders are collected at the shop; null if they are not. */
  collection: CollectionTerms | null;
  confirmationCodes: CodeSettings;
  quotations: QuotationSettings;
  counter: CounterTerms;
  /** Subtotal from which delivery is free; null if it never is. */
  freeShippingFromPaise: number | null;
  /** Whether books with drawn covers are in the feed for Google Merchant Center. */
  feedsDrawnCovers: boolean;
  /** The promises on the information pages. */
  policies: StorePolicies;
  words: ShopWords;
  /** The shop's pages on social networks. */
  socialLinks: SocialLink[];
  look: Look;
  numbers: NumberSettings;
  /** The seller on bills and in letters; its e-mail and phone are the shop's support. */
  seller: Seller;
  /** Maximum refund of one order by booksellers without the approval of an owner. */
  refundLimitPaise: number;
  /** Maximum sum of one bookseller's refunds per day without the approval of an owner. */
  refundDayLimitPaise: number;
  /** How long an unpaid order reserves its copies. */
  reservationMinutes: number;
  /** Age at which an order without a reported payment is first checked at its payment provider. */
  reconcileAfterSeconds: number;
  /** The name of the payment provider that takes new payments, as pages show it. */
  paidThrough: string;
  /** Whether payments use the stand-in; then pages say so. */
  isTestPayments: boolean;
  /** Whether sign-in uses the stand-in; then pages say so. */
  isTestSignIn: boolean;
  /** The outside services that a shop for the public lacks; until it has all, it is not open. */
  missingServices: CredentialKind[];
  /** The settings that the environment sets, as written there; the desk cannot change them. */
  fromEnvironment: Record<string, string>;
}

/** What quotations offer, and how their orders are paid. */
export interface QuotationSettings {
  /** In no order. */
  discounts: QuantityDiscount[];
  /** How long a quotation is valid, unless staff choose another day. */
  validDays: number;
  /** How long the order of a quotation holds its copies until it is paid. */
  paymentDays: number;
  /** The account for bank transfers, line by line; empty if there is none. */
  bankAccount: string[];
}

/** What the numbers of new orders, bills and credit notes begin with, and the words and signature on new ones. */
export interface NumberSettings extends DocumentPrefixes {
  order: string;
  /** At the foot of bills; null for none. */
  billWords: string | null;
  /** The signature on bills and credit notes; null for none. */
  signature: Signature | null;
}

/** Which orders may be paid on delivery. */
export interface OnDeliveryTerms {
  /** The smallest and the largest total. */
  leastPaise: number;
  mostPaise: number;
  /** The only PIN codes, or beginnings of them; empty for all of India. */
  pins: string[];
  /** PIN codes, or beginnings of them, that are left out. */
  notPins: string[];
  /** How many such orders a phone number may have open at a time. */
  openOrders: number;
  /** The number of parcels that came back after which a phone number may not order so again. */
  refusals: number;
  /** Hours in which such an order must be confirmed. */
  confirmHours: number;
  /** What readers save who pay online instead; null for nothing. */
  onlineSaving: OnlineSaving | null;
}

/** Codes by message, by which orders on delivery are confirmed besides the e-mail. */
export interface CodeSettings {
  /** How they are sent; null if they are not offered. */
  by: MessengerId | null;
  /** The most codes that the shop sends in 24 hours. */
  mostPerDay: number;
}

/** How orders are collected at the shop. */
export interface CollectionTerms {
  /** Days for which an order is kept, from the e-mail that it is ready. */
  keptDays: number;
  /** Which orders may be paid when they are collected; null if none. */
  payable: OnDeliveryTerms | null;
}

/** What tills of the counter need to know. */
export interface CounterTerms {
  /** The UPI ID that buyers pay to; null for none. */
  upiId: string | null;
  /** Whether tills show QR codes of the payment provider, which report their payments. */
  hasCodes: boolean;
  /** The largest discount of a sale that booksellers may give, in per cent. */
  mostPercent: number;
}

/** A page of the shop on a social network. */
export interface SocialLink {
  network: "Instagram" | "Facebook" | "YouTube";
  url: string;
}

/** The bookseller's policies for the information pages, letters and legal duties. */
export interface StorePolicies {
  /** Hours of the phone support, such as `Mon-Fri 9-6 EST`. */
  supportHours: string;
  /** Contact for complaints, required by the Consumer Protection (E-Commerce) Rules, 2020. */
  grievanceOfficer: { name: string; email: string; phone: string };
  /** Days in which a book can be returned, counted from the arrival of the parcel. */
  returnDays: number;
  /** Delivery times of parcels. */
  delivery: DeliveryTimes;
}

/** Texts by the bookseller; null for the shop's default text, or none. */
export interface ShopWords {
  /** Below the title of the home page. */
  home: string | null;
  /** Below the shop’s name in the footer of every page. */
  footer: string | null;
}

/** All external dependencies of a request; created once by `server/services.ts`. */
export interface Services {
  db: Db;
  /** Database for reads that are the same for all readers; may be a replica. `db` if absent. */
  publicDb?: Db | undefined;
  /** Storage of cover pictures. */
  coverStore: PictureStore;
  /** Files uploaded at the desk, and the jobs that process them after the request. */
  uploads: { folder: string; work: BackgroundJobs };
  /**
   * The services outside the shop. These objects are changed in place when an owner enters other credentials at
   * the desk, so use them when they are needed and do not copy their parts.
   */
  paymentProviders: PaymentProviders;
  google: Google;
  mailer: Mailer;
  /** The carriers that the shop has an account with; often none. */
  carriers: Carrier[];
  /** The services that send codes to phone numbers, with which the shop has an account; often none. */
  messengers: Messenger[];
  credentials: Credentials;
  backups: ShopBackups;
  /** Examines machine, records and outside services, which takes seconds. */
  selfCheck: () => Promise<Finding[]>;
  /**
   * Applies the settings and credentials that were just changed at the desk, so that this process's next page shows them.
   * All processes do so as soon as the database notifies them.
   */
  applyChanges: () => Promise<void>;
  /**
   * Key that signs links in letters: to orders, messages, changes of e-mail, newsletters, unsubscribing and
   * invitations.
   */
  linkKey: string;
  settings: ShopSettings;
  /** The current time; replaceable in tests. */
  now: () => Date;
}

/** The dependencies of most rules: database and clock. */
export type DbAndClock = Pick<Services, "db" | "now">;
