import { lazy, type ComponentProps, type ComponentType } from "react";

import type DrawnQrCode from "./qr-code.tsx";

/** Loads the drawing of QR codes. A till does so at once, because it may be needed without a connection. */
export async function loadQrCode(): Promise<{ default: ComponentType<ComponentProps<typeof DrawnQrCode>> }> {
  try {
    return await import("./qr-code.tsx");
  } catch {
    return { default: NoQrCode };
  }
}

/** A QR code, as `qr-code.tsx` draws it. */
export const QrCode = lazy(loadQrCode);

function NoQrCode() {
  return <p role="alert">The QR code could not be loaded. Use your printed one, or load this page again.</p>;
}
