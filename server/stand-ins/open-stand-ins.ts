/**
 * Opens the simulated services (stand-ins) for payments, Google sign-in, mail, carriers, WhatsApp and the object store in
 * one process. Several shop processes behind one public address share them.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

import { createGoogleStandIn } from "#stand-ins/google/google.ts";
import { createMailboxStandIn } from "#stand-ins/mailbox/mailbox.ts";
import { readPayments } from "#server/config/payment-config.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import { openServer } from "#stand-in-kit/open-server.ts";
import { createS3StandIn } from "#stand-ins/s3/s3.ts";
import { href } from "#routing/href.ts";
import { openMessengerStandIns } from "./messenger-stand-ins.ts";
import { openCarrierStandIns } from "./carrier-stand-ins.ts";
import { openPaymentStandIn, paymentStandIns } from "./payment-stand-ins.ts";

/** Options of shared stand-ins. */
export interface SharedStandInsOptions {
  /** The port of the pages and APIs of the stand-ins, on the loopback interface. */
  port: number;
  /** The SMTP port. */
  smtpPort: number;
  /** The one public address of all these shops, for webhooks and sign-in callbacks. */
  publicUrl: string;
  deskUrl: string;
  /** The folder that keeps the data of the stand-ins when they are restarted. */
  folder: string;
}

/** The running stand-ins. */
export interface SharedStandIns {
  /** The settings that a shop needs to use the stand-ins; the names are those for the real services. */
  settings: Record<string, string>;
  /** The pages for people, each with a name and an address. */
  pages: [string, string][];
  close: () => Promise<void>;
}

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
  const paymentSettings: Record<string, string> = Object.fromEntries(
    Object.entries(paymentStandIns).flatMap(([id, { sharedSettings }]) =>
      Object.entries(sharedSettings(`${origin}/${id}`)),
    ),
  );
  const payments = readPayments(paymentSettings, port).map((config) => {
    const { id } = config;
    const standIn = openPaymentStandIn(config, {
      webhookUrl: publicUrl + href("/webhooks/:provider", { provider: id }),
      basePath: `/${id}`,
      publicOrigin: origin,
      file: join(folder, `${id}.json`),
      control: true,
    });
    return { id, standIn };
  });
  const google = createGoogleStandIn({
    ...googleKeys,
    issuer: `${origin}/google`,
    redirectUris: [publicUrl, deskUrl].map((url) => url + href("/auth/google/callback")),
    control: true,
  });
  const carriers = openCarrierStandIns(origin);
  const messengers = openMessengerStandIns(origin);
  const s3 = createS3StandIn({ ...s3Keys, bucketPath, folder: join(folder, "s3") });

  const app = new Hono();
  app.all("/s3/*", bodyLimit({ maxSize: largestPicture }), (c) => s3.fetch(c.req.raw));
  app.use(bodyLimit({ maxSize: largestForm }));
  for (const { id, standIn } of payments) app.all(`/${id}/*`, (c) => standIn.fetch(c.req.raw));
  app.all("/google/*", (c) => google.fetch(c.req.raw));
  app.all("/shiprocket/*", (c) => carriers.shiprocket.fetch(c.req.raw));
  app.all("/delhivery/*", (c) => carriers.delhivery.fetch(c.req.raw));
  app.all("/whatsapp/*", (c) => messengers.whatsapp.fetch(c.req.raw));
  app.all("/mailbox/*", (c) => mailbox.fetch(c.req.raw));
  const closeStandIns = async () => {
    for (const { standIn } of payments) standIn.close();
    await mailbox.close();
  };
  const server = await openServer(app.fetch, port).catch(async (error) => {
    await closeStandIns();
    throw error;
  });

  return {
    settings: {
      ...paymentSettings,
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_CLIENT_ID: googleKeys.clientId,
      GOOGLE_CLIENT_SECRET: googleKeys.clientSecret,
      SMTP_URL: mailbox.smtpUrl,
      ...carriers.settings,
      ...messengers.settings,
      COVERS_S3_URL: origin + bucketPath,
      COVERS_S3_REGION: s3Keys.region,
      COVERS_S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      COVERS_S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
    pages: [
      ["Mailbox", `${origin}/mailbox/`],
      ...payments.map(({ id }): [string, string] => [nameProvider(id), `${origin}/${id}/control`]),
      ["Google", `${origin}/google/control`],
      ["Shiprocket", `${origin}/shiprocket/control`],
      ["Delhivery", `${origin}/delhivery/control`],
      ["WhatsApp", `${origin}/whatsapp/control`],
    ],
    async close() {
      await server.close();
      await closeStandIns();
    },
  };
}
