/** Opens the stand-ins for Razorpay, Google, the mail server and the object store in one process, for several shops. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

import { createGoogleStandIn } from "#stand-ins/google/google.ts";
import { createMailboxStandIn } from "#stand-ins/mailbox/mailbox.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";
import { openServer } from "#stand-in-kit/open-server.ts";
import { createS3StandIn } from "#stand-ins/s3/s3.ts";
import { href } from "#routing/href.ts";

/** Options of shared stand-ins. */
export interface SharedStandInsOptions {
  /** The port of their pages and APIs, on the loopback interface. */
  port: number;
  /** The SMTP port. */
  smtpPort: number;
  /** The public address of the shops, for webhooks and sign-in callbacks. */
  publicUrl: string;
  deskUrl: string;
  /** Folder that keeps their data over a restart. */
  folder: string;
}

/** The running stand-ins. */
export interface SharedStandIns {
  /** The settings of each shop, by the names used for the real services. */
  settings: Record<string, string>;
  /** Pages for people: a name and an address each. */
  pages: [string, string][];
  close: () => Promise<void>;
}

const razorpayKeys = { keyId: "rzp_test_SharedStandIn", keySecret: "shared_stand_in_key_secret" };
const webhookSecret = "shared_stand_in_webhook_secret";
const googleKeys = { clientId: "endpaper-stand-in", clientSecret: "shared_stand_in_client_secret" };
const s3Keys = { region: "us-east-1", accessKeyId: "SHAREDSTANDIN", secretAccessKey: "shared_stand_in_s3_secret" };
const bucketPath = "/s3/covers";
const largestPicture = 32 * 1024 * 1024;
const largestForm = 64 * 1024;

/** Opens all stand-ins on the loopback interface. */
export async function openStandIns(options: SharedStandInsOptions): Promise<SharedStandIns> {
  const { port, smtpPort, publicUrl, deskUrl, folder } = options;
  await mkdir(folder, { recursive: true });
  const origin = `http://127.0.0.1:${port}`;
  const mailbox = await createMailboxStandIn({
    basePath: "/mailbox",
    file: join(folder, "mailbox.jsonl"),
    smtpPort,
    control: true,
  });
  const razorpay = createRazorpayStandIn({
    ...razorpayKeys,
    webhook: { url: publicUrl + href("/webhooks/:provider", { provider: "razorpay" }), secret: webhookSecret },
    basePath: "/razorpay",
    publicOrigin: origin,
    file: join(folder, "razorpay.json"),
    control: true,
  });
  const google = createGoogleStandIn({
    ...googleKeys,
    issuer: `${origin}/google`,
    redirectUris: [publicUrl, deskUrl].map((url) => url + href("/auth/google/callback")),
    control: true,
  });
  const s3 = createS3StandIn({ ...s3Keys, bucketPath, folder: join(folder, "s3") });

  const app = new Hono();
  app.all("/s3/*", bodyLimit({ maxSize: largestPicture }), (c) => s3.fetch(c.req.raw));
  app.use(bodyLimit({ maxSize: largestForm }));
  app.all("/razorpay/*", (c) => razorpay.fetch(c.req.raw));
  app.all("/google/*", (c) => google.fetch(c.req.raw));
  app.all("/mailbox/*", (c) => mailbox.fetch(c.req.raw));
  const closeStandIns = async () => {
    razorpay.close();
    await mailbox.close();
  };
  const server = await openServer(app.fetch, port).catch(async (error) => {
    await closeStandIns();
    throw error;
  });

  return {
    settings: {
      RAZORPAY_API_BASE: `${origin}/razorpay/v1`,
      RAZORPAY_CHECKOUT_SRC: `${origin}/razorpay/v1/checkout.js`,
      RAZORPAY_KEY_ID: razorpayKeys.keyId,
      RAZORPAY_KEY_SECRET: razorpayKeys.keySecret,
      RAZORPAY_WEBHOOK_SECRET: webhookSecret,
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_CLIENT_ID: googleKeys.clientId,
      GOOGLE_CLIENT_SECRET: googleKeys.clientSecret,
      SMTP_URL: mailbox.smtpUrl,
      COVERS_S3_URL: origin + bucketPath,
      COVERS_S3_REGION: s3Keys.region,
      COVERS_S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      COVERS_S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
    pages: [
      ["Mailbox", `${origin}/mailbox/`],
      ["Razorpay", `${origin}/razorpay/control`],
      ["Google", `${origin}/google/control`],
    ],
    async close() {
      await server.close();
      await closeStandIns();
    },
  };
}
