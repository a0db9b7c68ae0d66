/** A QR code to be created, which takes one UPI payment of a fixed amount. */
export interface QrCodeOpening {
  /** The number of the shop's order, by which its codes are found again. */
  shopOrder: string;
  amountPaise: number;
  /** The name of the shop, for the payer's app. */
  name: string;
  description: string;
  closesAt: Date;
}

/** A QR code at its provider. Its id is used like that of a provider's order. */
export interface QrCode {
  id: string;
  shopOrder: string | null;
  amountPaise: number;
  /** Whether it can be paid. */
  isActive: boolean;
  /** The link that it contains, such as `upi://pay?...`; empty if the provider returns a picture only. */
  link: string;
  pictureUrl: string;
}

/** A provider's QR codes. Every method throws ProviderError. */
export interface QrCodeProvider {
  /** Shortest time for which a code can be paid, in minutes. */
  readonly leastMinutes: number;
  /** Not idempotent: after an error look with `find` before another try. */
  create: (opening: QrCodeOpening) => Promise<QrCode>;
  /** All codes of an order that were created since `since`; throws if one is unreadable, because it may be the wanted one. */
  find: (shopOrder: string, since: Date) => Promise<QrCode[]>;
  read: (codeId: string) => Promise<QrCode>;
  /** Whether an id is that of a code, and not of an order or a payment. */
  isCodeId: (id: string) => boolean;
  /** The id of the code that a payment has paid; null if there is none, or if the id is not that of a payment. */
  findByPayment: (paymentId: string) => Promise<string | null>;
  /** Closes a code; one that is closed stays so. */
  close: (codeId: string) => Promise<void>;
  /** The picture of a code as a `data:` URL. */
  drawPicture: (code: QrCode) => Promise<string>;
}
