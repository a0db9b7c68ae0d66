/** What to do at each outside service before its form is filled in, with links to it and the addresses to enter there. */
import type { ReactNode } from "react";

import { CopyText } from "#desk/components/copy-text.tsx";
import { OutsideLink } from "#desk/components/outside-link.tsx";
import type { CredentialKind, ShopAddresses } from "#shop/office/credentials/credential-kinds.ts";

const events = [
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "order.paid",
  "refund.created",
  "refund.processed",
  "refund.failed",
];

/** The steps at the outside service of this kind. */
export function ServiceSteps({ kind, addresses }: { kind: CredentialKind; addresses: ShopAddresses }) {
  return <ol className="mt-2 grid list-decimal gap-2 pl-5">{steps[kind](addresses)}</ol>;
}

const steps: Record<CredentialKind, (addresses: ShopAddresses) => ReactNode> = {
  payments: ({ webhook }) => (
    <>
      <li>
        Open{" "}
        <OutsideLink to="https://dashboard.razorpay.com/app/website-app-settings/api-keys">
          API Keys in the Razorpay Dashboard
        </OutsideLink>{" "}
        and generate a key pair. Enter both parts here.
      </li>
      <li>Press “Make a webhook secret” below, and copy it.</li>
      <li>
        Open{" "}
        <OutsideLink to="https://dashboard.razorpay.com/app/website-app-settings/webhooks">
          Webhooks in the Razorpay Dashboard
        </OutsideLink>
        . Add a webhook with that secret and this address: <CopyText name="the webhook address">{webhook}</CopyText>
      </li>
      <li>
        There, tick the events {events.join(", ")}, and all of payment.dispute. For QR codes at the counter also
        qr_code.credited.
      </li>
      <li>Leave automatic capture on, and “customer fee bearer” off.</li>
      <li>Press “Save and try”.</li>
    </>
  ),
  "sign-in": ({ redirects }) => (
    <>
      <li>
        Open{" "}
        <OutsideLink to="https://console.cloud.google.com/auth/clients">
          Clients in the Google Cloud console
        </OutsideLink>
        , and create a client of the type Web application.
      </li>
      <li>
        Add these authorised redirect URIs, exactly as they are:
        {redirects.map((address) => (
          <CopyText key={address} name={`the address ${address}`}>
            {address}
          </CopyText>
        ))}
      </li>
      <li>Enter its Client ID and Client secret here.</li>
      <li>
        Under{" "}
        <OutsideLink to="https://console.cloud.google.com/auth/audience">
          Audience in the Google Cloud console
        </OutsideLink>
        , publish the app, so that not only test users can sign in.
      </li>
    </>
  ),
  shiprocket: ({ scans }) => (
    <>
      <li>
        In{" "}
        <OutsideLink to="https://app.shiprocket.in/seller/settings/additional-settings/api-users">
          API Users at Shiprocket
        </OutsideLink>
        , add one with another e-mail address than your own login. Its password comes by e-mail.
      </li>
      <li>Under Settings, Pickup Addresses, copy the nickname of the address where parcels are collected.</li>
      <li>
        Under Settings, Webhooks, enter this address, which has a secret in it:{" "}
        <CopyText name="the address for Shiprocket’s scans">{scans.shiprocket}</CopyText> Shiprocket accepts no address
        with “sr” or “kr” in it. If yours has them, leave it out: the shop asks every hour.
      </li>
    </>
  ),
  delhivery: ({ scans }) => (
    <>
      <li>
        In <OutsideLink to="https://one.delhivery.com/">Delhivery One</OutsideLink>, open Settings, API setup, and copy
        the token of the live environment.
      </li>
      <li>Copy the name of the pickup location exactly as it is registered.</li>
      <li>
        Ask your contact at Delhivery for the scan push to this address, which has a secret in it:{" "}
        <CopyText name="the address for Delhivery’s scans">{scans.delhivery}</CopyText> Without it the shop asks every
        hour.
      </li>
    </>
  ),
  whatsapp: ({ messages }) => (
    <>
      <li>
        In <OutsideLink to="https://developers.facebook.com/apps/">your apps at Meta</OutsideLink>, make an app of the
        type Business with the product WhatsApp, and add the number from which codes are sent. Meta wants the business
        verified.
      </li>
      <li>Under WhatsApp, API setup, copy the phone number ID and the WhatsApp Business Account ID.</li>
      <li>
        In{" "}
        <OutsideLink to="https://business.facebook.com/wa/manage/message-templates/">
          Message templates of WhatsApp Manager
        </OutsideLink>
        , make a template of the category Authentication with the button “Copy code”, which expires in 10 minutes.
      </li>
      <li>
        In{" "}
        <OutsideLink to="https://business.facebook.com/settings/system-users">
          System users of your business settings
        </OutsideLink>
        , give one the app and the account, and make a token with whatsapp_business_messaging and
        whatsapp_business_management.
      </li>
      <li>
        Under WhatsApp, Configuration, enter this callback URL:{" "}
        <CopyText name="the callback URL">{messages.address}</CopyText> and this verify token:{" "}
        <CopyText name="the verify token">{messages.verifyToken}</CopyText> Then subscribe to the field messages.
      </li>
      <li>Once it works, choose “Yes, by WhatsApp” in the settings, under Pay on delivery.</li>
    </>
  ),
  mail: () => (
    <>
      <li>Your e-mail provider names the mail server: smtp.zoho.in, smtp.gmail.com, smtp-relay.brevo.com and so on.</li>
      <li>
        Most want a password made for programs (an app password) instead of your own: make one in your{" "}
        <OutsideLink to="https://accounts.zoho.in/home#security/app_password">Zoho account</OutsideLink>, your{" "}
        <OutsideLink to="https://myaccount.google.com/apppasswords">Google account</OutsideLink>, or under{" "}
        <OutsideLink to="https://app.brevo.com/settings/keys/smtp">SMTP keys of Brevo</OutsideLink>.
      </li>
      <li>The sender’s address must belong to that account, or to a domain that the provider has verified.</li>
    </>
  ),
  backup: () => (
    <>
      <li>
        Make a private bucket at a storage provider that speaks S3, such as{" "}
        <OutsideLink to="https://console.aws.amazon.com/s3/home?region=ap-south-1">Amazon S3</OutsideLink>,{" "}
        <OutsideLink to="https://secure.backblaze.com/b2_buckets.htm">Backblaze B2</OutsideLink> or{" "}
        <OutsideLink to="https://dash.cloudflare.com/?to=/:account/r2">Cloudflare R2</OutsideLink>, and an access key
        that may read, write, delete and list in it. Or name a folder on another disk of this server.
      </li>
      <li>
        Press “Make an encryption key” and keep the secret key away from this server: without it nobody, you included,
        can read the backups. The public key encrypts them, and is all that the shop keeps.
      </li>
      <li>“Save and try” writes a small file there, reads it and deletes it.</li>
    </>
  ),
};
