/** The steps that lead to an open shop, as Today shows them; each is done when the shop's data say so. */
import { deskHref } from "#desk/desk-routes.ts";
import { findReach } from "#desk/http/find-reach.server.ts";
import { maxBooks, type OpeningFacts } from "#shop/office/back-office/opening-facts.server.ts";
import { nameServices } from "#shop/office/credentials/credential-kinds.ts";
import { lookGroup } from "#shop/office/settings/look-fields.ts";
import { describeSampleSeller } from "#shop/office/settings/sample-seller.ts";
import type { Services, ShopSettings } from "#shop/services.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** A step as Today shows it. */
export interface OpeningStep {
  id: string;
  title: string;
  /** What holds at the moment. */
  words: string;
  minutes: number;
  isDone: boolean;
  /** Where it is done; null for a step on the server. */
  at: { page: string; label: string } | null;
}

const sellerSettings = ["SHOP_NAME", "SELLER_NAME", "SELLER_ADDRESS"];
const deliverySettings = [
  "SHIPPING_FEE",
  "FREE_SHIPPING_FROM",
  "DELIVERY_RATES",
  "PACKING_DAYS",
  "PACKING_WEEKDAYS",
  "CARRIER_WEEKDAYS",
  "DAYS_OFF",
  "ORDER_CUT_OFF_HOUR",
  "DELIVERY_DAYS_CITIES",
  "DELIVERY_DAYS_REST",
  "DELIVERY_DAYS_FAR",
];

/** Describes all steps. `previewUrl` shows the shop before it is open. */
export function describeSteps(facts: OpeningFacts, previewUrl: string): OpeningStep[] {
  const isSet = (name: string) => facts.set.includes(name);
  const settings = (part: string) => `${deskHref("/settings")}#${part}`;
  const account = (kind: keyof OpeningFacts["credentials"]) => ({
    page: `${deskHref("/go-live")}#${kind}`,
    label: facts.credentials[kind] === "none" ? "Enter" : "See",
  });
  const { books, credentials, missing } = facts;
  const isMissing = (kind: keyof OpeningFacts["credentials"]) => missing.includes(kind);
  const doesNotWork = (kind: keyof OpeningFacts["credentials"]) =>
    credentials[kind] === "none" && facts.troubled.includes(kind);
  const isLookSet = lookGroup.fields.some(({ name }) => isSet(name));
  const isSellerSet = sellerSettings.every(isSet);
  const reach = findReach(facts.publicUrl);
  const isPublic = reach === "internet";
  const afterAddress = (who: string) => (isPublic ? "" : ` ${who} needs the public address, so set that first.`);
  return [
    {
      id: "seller",
      title: "Name, address and GSTIN",
      words: isSellerSet
        ? `Bills say: ${facts.seller}.${isSet("SELLER_GSTIN") ? "" : " No GSTIN, so no tax is charged."}`
        : isSet("SHOP_NAME")
          ? `Bills would still say: ${facts.seller}.`
          : `Name the shop. Bills would still say: ${facts.seller}.`,
      minutes: 3,
      isDone: isSellerSet,
      at: { page: settings(isSet("SHOP_NAME") ? "seller" : "shop"), label: "Write" },
    },
    {
      id: "look",
      title: "Look",
      words: isLookSet
        ? "The shop has a look of its own."
        : "The shop looks as delivered: choose its colours and typeface. You can open with it, too.",
      minutes: 5,
      isDone: isLookSet,
      at: { page: deskHref("/look"), label: "Choose" },
    },
    {
      id: "books",
      title: "Books",
      words:
        books === 0
          ? "No book is in the shop yet. Import a file, or add them one by one under Books."
          : `${books >= maxBooks ? `${maxBooks.toLocaleString("en-IN")} books or more` : formatCount(books, "book")} in the shop.`,
      minutes: 10,
      isDone: books > 0,
      at: { page: deskHref("/import"), label: "Import" },
    },
    {
      id: "covers",
      title: "Covers",
      words: facts.hasCoverPictures
        ? "The first pictures are in. A book without one has a drawn cover."
        : "Every book has a drawn cover until you add pictures, each named by its ISBN or your item code.",
      minutes: 5,
      isDone: facts.hasCoverPictures,
      at: { page: deskHref("/import"), label: "Add" },
    },
    {
      id: "delivery",
      title: "Delivery and working days",
      words: deliverySettings.some(isSet)
        ? "Set."
        : "As delivered: free everywhere, packed within two days, Monday to Saturday. Save your own.",
      minutes: 4,
      isDone: deliverySettings.some(isSet),
      at: { page: settings("fees"), label: "Set" },
    },
    {
      id: "address",
      title: "Public address",
      words:
        reach === "internet"
          ? `Readers find the shop at ${facts.publicUrl}.`
          : `Only ${reach === "machine" ? "this machine" : "your own network"} reaches ${facts.publicUrl}. Readers, Google and Razorpay need an address on the internet, so it comes before sign-in and payments. The person who looks after the server sets it.`,
      minutes: 15,
      isDone: isPublic,
      at: { page: `${deskHref("/go-live")}#address`, label: "See" },
    },
    {
      id: "passkey",
      title: "Your passkey and recovery codes",
      words: !facts.hasPasskey
        ? "With a passkey, only your fingerprint, your face or the code of your device opens the desk. Recovery codes open it if that device is lost."
        : facts.hasRecoveryCodes
          ? "You have both."
          : "You have a passkey, but no recovery codes: if its device is lost, you cannot sign in.",
      minutes: 2,
      isDone: facts.hasPasskey && facts.hasRecoveryCodes,
      at: facts.hasPasskey
        ? { page: `${deskHref("/me")}#codes`, label: "Make" }
        : { page: `${deskHref("/me")}#passkeys`, label: "Add" },
    },
    {
      id: "mail",
      title: "E-mail",
      words: doesNotWork("mail")
        ? "The mail server that you entered does not work, so no e-mail leaves the shop. Go live says why."
        : isMissing("mail")
          ? "Not set up: e-mails wait, and leave once there is a mail server."
          : credentials.mail === "none"
            ? "No e-mail leaves the shop yet: it is kept on this server."
            : "A mail server is in use.",
      minutes: 5,
      isDone: credentials.mail !== "none",
      at: account("mail"),
    },
    {
      id: "sign-in",
      title: "Sign-in",
      words: doesNotWork("sign-in")
        ? "The Google client that you entered does not work, so it is not in use. Go live says why."
        : isMissing("sign-in")
          ? `Not set up: readers cannot sign in, and you sign in with your passkey alone.${afterAddress("Google")}`
          : credentials["sign-in"] === "none"
            ? `A test sign-in without passwords is used, on this machine only.${afterAddress("Google")}`
            : "Google’s sign-in is in use.",
      minutes: 10,
      isDone: credentials["sign-in"] !== "none",
      at: account("sign-in"),
    },
    {
      id: "payments",
      title: "Payments",
      words: doesNotWork("payments")
        ? "The keys that you entered do not work, so they are not in use. Go live says why."
        : isMissing("payments")
          ? `Not set up: readers cannot pay.${afterAddress("Razorpay")}`
          : credentials.payments === "none"
            ? `No money moves yet: payments are tests.${afterAddress("Razorpay")}`
            : facts.isRealMoney
              ? "Razorpay’s keys are in use: readers pay real money."
              : "Razorpay’s test keys are in use: no money moves. Enter the live keys when Razorpay has approved the shop.",
      minutes: 10,
      isDone: credentials.payments !== "none" && facts.isRealMoney,
      at: account("payments"),
    },
    {
      id: "backup",
      title: "Backup",
      words: doesNotWork("backup")
        ? "The place that you entered does not work, so it is not in use. Go live says why."
        : describeBackup(facts),
      minutes: 5,
      isDone: !facts.isBackupOnDataDisk && (facts.backupAt !== null || credentials.backup !== "none"),
      at: account("backup"),
    },
    {
      id: "trial",
      title: "Try an order",
      words: facts.hasPaidOrder
        ? "An order was paid. Readers do not see the shop yet, but you do, in this browser."
        : "See the shop as it will be, and buy a book. Only the browser in which you open it sees it, for twelve hours.",
      minutes: 5,
      isDone: facts.hasPaidOrder,
      at: { page: previewUrl, label: "See the shop" },
    },
    {
      id: "open",
      title: "Open the shop",
      words:
        missing.length > 0
          ? `Readers see only that it opens soon. Before, ${nameServices(missing)} ${missing.length > 1 ? "have" : "has"} to be set up.`
          : "Readers see only that it opens soon. You can open before all else is done, and close again.",
      minutes: 1,
      isDone: false,
      at: { page: settings("opening"), label: "Open" },
    },
  ];
}

function describeBackup({ backupAt, isBackupOnDataDisk, credentials }: OpeningFacts): string {
  const last = backupAt ? `The last was made on ${shortMoment(backupAt)}.` : "None was made yet.";
  if (isBackupOnDataDisk)
    return `${last} They go to the shop’s own disk, and are lost with it: choose a bucket, or another disk.`;
  if (backupAt) return last;
  return credentials.backup === "none"
    ? "None was made yet. Choose a bucket, so that a backup outlives this server."
    : "The place is set. The first follows in the second night, or when you press “Make a backup now”.";
}

const neededWhenOpen = ["seller", "mail", "sign-in", "payments", "address", "backup"];

/** The steps without which an open shop is not a real one, as far as they are left; none in the demonstration. */
export function describeLeftWhenOpen(facts: OpeningFacts): OpeningStep[] {
  if (facts.isDemonstration) return [];
  return describeSteps(facts, "").filter(({ id, isDone }) => !isDone && neededWhenOpen.includes(id));
}

/** Whether an open shop may have such steps left; reading them takes a query. */
export function mayHaveStepsLeft({ settings, credentials }: Pick<Services, "settings" | "credentials">): boolean {
  const isStandIn = (kind: "mail" | "backup") => credentials.inUse(kind).source === "none";
  return settings.isTestPayments || settings.isTestSignIn || isStandIn("mail") || isStandIn("backup");
}

/** What bills of a shop that takes real money say, if that is still a sample; else null. */
export function findSampleSeller({ seller, isTestPayments }: ShopSettings): string | null {
  return isTestPayments ? null : describeSampleSeller(seller);
}
