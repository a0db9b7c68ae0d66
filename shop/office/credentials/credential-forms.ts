/** The forms in which an owner enters credentials: their fields, and which of them are shown again. */
import type { CredentialKind, CredentialValues } from "./credential-kinds.ts";

export interface CredentialField {
  /** The name in the form; that of a secret begins with `secret`, so that no page shows it again. */
  name: string;
  label: string;
  hint: string;
  isOptional?: boolean;
}

export interface CredentialForm {
  kind: CredentialKind;
  title: string;
  fields: CredentialField[];
}

export const credentialForms: CredentialForm[] = [
  {
    kind: "mail",
    title: "E-mail",
    fields: [
      { name: "from", label: "Sender’s address", hint: "Readers see it, such as books@yourshop.in" },
      { name: "host", label: "Mail server", hint: "Such as smtp.zoho.in or smtp.gmail.com" },
      { name: "port", label: "Port", hint: "465, or 587 if the provider says so" },
      { name: "user", label: "User name", hint: "Mostly the whole e-mail address", isOptional: true },
      { name: "secretPassword", label: "Password", hint: "With Gmail or Zoho an app password", isOptional: true },
    ],
  },
  {
    kind: "sign-in",
    title: "Sign-in with Google",
    fields: [
      { name: "clientId", label: "Client ID", hint: "Ends with .apps.googleusercontent.com" },
      { name: "secretClient", label: "Client secret", hint: "Shown by Google when the client is made" },
    ],
  },
  {
    kind: "payments",
    title: "Payments with Razorpay",
    fields: [
      { name: "keyId", label: "Key Id", hint: "Begins with rzp_live_, or with rzp_test_ to try" },
      { name: "secretKey", label: "Key Secret", hint: "Shown by Razorpay once, when the key is generated" },
      {
        name: "secretWebhook",
        label: "Webhook secret",
        hint: "“Make a webhook secret” saves one; enter the same at Razorpay",
      },
    ],
  },
  {
    kind: "backup",
    title: "Backups",
    fields: [
      { name: "folder", label: "Bucket or folder", hint: "Such as s3://our-backups/shop, or /mnt/disk/backups" },
      {
        name: "recipient",
        label: "Public key of the encryption",
        hint: "Begins with age1; “Make an encryption key” fills it in",
        isOptional: true,
      },
      { name: "accessKeyId", label: "Access key of the bucket", hint: "Not for a folder", isOptional: true },
      {
        name: "secretAccessKey",
        label: "Secret of the access key",
        hint: "Your storage provider shows it once, with the access key",
        isOptional: true,
      },
      { name: "endpoint", label: "Address of the store", hint: "Empty for Amazon S3", isOptional: true },
      { name: "region", label: "Region", hint: "Such as ap-south-1", isOptional: true },
    ],
  },
  {
    kind: "shiprocket",
    title: "Parcels with Shiprocket",
    fields: [
      { name: "email", label: "E-mail of the API user", hint: "Another address than that of your own login" },
      { name: "secretPassword", label: "Password of the API user", hint: "Shiprocket sends it to you by e-mail" },
      { name: "place", label: "Pickup address", hint: "Its nickname at Shiprocket, such as Primary" },
      { name: "pin", label: "PIN code of the pickup address", hint: "Six digits" },
    ],
  },
  {
    kind: "delhivery",
    title: "Parcels with Delhivery",
    fields: [
      { name: "secretToken", label: "API token", hint: "Delhivery One shows it under Settings, API setup" },
      { name: "place", label: "Pickup location", hint: "The name as registered, with its capitals" },
      { name: "pin", label: "PIN code of the pickup location", hint: "Six digits" },
    ],
  },
  {
    kind: "whatsapp",
    title: "Codes by WhatsApp",
    fields: [
      { name: "phoneNumberId", label: "Phone number ID", hint: "Digits only; not the phone number itself" },
      { name: "accountId", label: "WhatsApp Business Account ID", hint: "Digits only; on the same page at Meta" },
      { name: "secretToken", label: "Access token", hint: "That of a system user, which does not expire" },
      { name: "secretApp", label: "App secret", hint: "At Meta under App settings, Basic" },
      { name: "template", label: "Template", hint: "Its name at Meta, such as confirm_order" },
      { name: "language", label: "Language of the template", hint: "As Meta writes it, such as en or en_US" },
    ],
  },
];

/** The fields of a form that are not secret, from values as in the environment. */
export function showCredentials(kind: CredentialKind, values: CredentialValues): Record<string, string> {
  switch (kind) {
    case "payments":
      return { keyId: values.RAZORPAY_KEY_ID ?? "" };
    case "sign-in":
      return { clientId: values.GOOGLE_CLIENT_ID ?? "" };
    case "backup":
      return {
        folder: values.BACKUP_FOLDER ?? "",
        recipient: values.BACKUP_RECIPIENT ?? "",
        accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID ?? "",
        endpoint: values.BACKUP_S3_ENDPOINT ?? "",
        region: values.BACKUP_S3_REGION ?? "",
      };
    case "shiprocket":
      return {
        email: values.SHIPROCKET_EMAIL ?? "",
        place: values.SHIPROCKET_PICKUP ?? "",
        pin: values.SHIPROCKET_PICKUP_PIN ?? "",
      };
    case "delhivery":
      return { place: values.DELHIVERY_PICKUP ?? "", pin: values.DELHIVERY_PICKUP_PIN ?? "" };
    case "whatsapp":
      return {
        phoneNumberId: values.WHATSAPP_PHONE_NUMBER_ID ?? "",
        accountId: values.WHATSAPP_ACCOUNT_ID ?? "",
        template: values.WHATSAPP_TEMPLATE ?? "",
        language: values.WHATSAPP_LANGUAGE ?? "",
      };
    case "mail": {
      const { SMTP_URL: given = "", MAIL_FROM: from = "" } = values;
      if (!URL.canParse(given)) return { from };
      const { protocol, hostname, port, username } = new URL(given);
      return {
        from,
        host: hostname,
        port: port || (protocol === "smtps:" ? "465" : "587"),
        user: decodeURIComponent(username),
      };
    }
  }
}

/** The environment variables of each kind: if the environment sets one of them, the desk's are not used. */
export const credentialVariables: Record<CredentialKind, string[]> = {
  payments: ["RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET"],
  "sign-in": ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  mail: ["SMTP_URL", "MAIL_FROM"],
  backup: [
    "BACKUP_FOLDER",
    "BACKUP_RECIPIENT",
    "BACKUP_S3_ACCESS_KEY_ID",
    "BACKUP_S3_SECRET_ACCESS_KEY",
    "BACKUP_S3_ENDPOINT",
    "BACKUP_S3_REGION",
  ],
  shiprocket: ["SHIPROCKET_EMAIL", "SHIPROCKET_PASSWORD", "SHIPROCKET_PICKUP", "SHIPROCKET_PICKUP_PIN"],
  delhivery: ["DELHIVERY_TOKEN", "DELHIVERY_PICKUP", "DELHIVERY_PICKUP_PIN"],
  whatsapp: [
    "WHATSAPP_PHONE_NUMBER_ID",
    "WHATSAPP_ACCOUNT_ID",
    "WHATSAPP_ACCESS_TOKEN",
    "WHATSAPP_APP_SECRET",
    "WHATSAPP_TEMPLATE",
    "WHATSAPP_LANGUAGE",
  ],
};

/** The title of a kind of credentials, such as `Payments with Razorpay`. */
export function credentialTitle(kind: CredentialKind): string {
  return credentialForms.find((form) => form.kind === kind)!.title;
}
