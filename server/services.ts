import type { Db } from "#db/connect.ts";
import { createGoogle } from "#shop/readers/google.server.ts";
import { createMailer } from "#shop/mail/mailer.server.ts";
import { readLinkKey } from "#shop/orders/order-link.server.ts";
import { createRazorpay } from "#shop/payments/razorpay.server.ts";
import { createFolderStore } from "#shop/pictures/folder-store.server.ts";
import type { PictureStore } from "#shop/pictures/picture-store.ts";
import { createS3Store } from "#shop/pictures/s3-store.server.ts";
import type { Services } from "#shop/services.ts";
import type { Config } from "./config/config.ts";
import { razorpayStandInPath } from "./config/razorpay-config.ts";
import { googleCallbackPath, googleStandInPath } from "./config/google-config.ts";

/** Turns settings, an open database and a mail server's address into what every request may use. */
export async function createServices(config: Config, db: Db, smtpUrl: string): Promise<Services> {
  const { google, razorpay } = config;
  return {
    db,
    coverStore: openCoverStore(config.coverStore),
    mailer: createMailer({
      smtpUrl,
      from: config.mailFrom,
      shopName: config.shopName,
      publicUrl: config.publicUrl,
    }),
    google: createGoogle({
      ...google,
      redirectUri: config.publicUrl + googleCallbackPath,
      ...(google.isStandIn ? { reachedAt: `http://127.0.0.1:${config.port}${googleStandInPath}` } : {}),
    }),
    linkKey: await readLinkKey(db),
    razorpay: createRazorpay({
      ...razorpay,
      // The stand-in is reached over the same wire as the real one: HTTP, on the shop's own port.
      apiBase: razorpay.isStandIn ? `http://127.0.0.1:${config.port}${razorpayStandInPath}/v1` : razorpay.apiBase,
    }),
    settings: {
      name: config.shopName,
      publicUrl: config.publicUrl,
      shippingFeePaise: config.shippingFeePaise,
      freeShippingFromPaise: config.freeShippingFromPaise,
      feedsDrawnCovers: config.feedsDrawnCovers,
      policies: config.policies,
      seller: config.seller,
      reservationMinutes: config.reservationMinutes,
      reconcileAfterSeconds: config.reconcileAfterSeconds,
      isTestPayments: razorpay.isStandIn || razorpay.keyId.startsWith("rzp_test_"),
      isTestSignIn: google.isStandIn,
    },
    now: () => new Date(),
  };
}

function openCoverStore(config: Config["coverStore"]): PictureStore {
  return "folder" in config ? createFolderStore(config.folder) : createS3Store(config);
}
