import { Suspense, useEffect, useRef } from "react";

import { timeOfDay } from "#shop/kernel/dates/dates.ts";
import type { ShownCode } from "#shop/sales/payments/qr-codes.server.ts";
import { Button } from "#ui/button.tsx";
import type { TillState } from "#desk/pages/counter/till/use-till.ts";
import { QrCode } from "./load-qr-code.tsx";

/** The QR code of the payment provider for the open sale, and whether it is paid. */
export function CodePanel({ till: { code } }: { till: TillState }) {
  const { open, problem, isAsking, show, cancel } = code;
  const panel = useRef<HTMLElement>(null);
  const isShown = open?.shown != null;
  // On a phone it is below the books.
  useEffect(() => {
    if (isShown) panel.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  if (!open) return null;
  const { sale, shown } = open;
  return (
    <section ref={panel} aria-label="QR code" className="desk-card grid scroll-my-4 gap-3 p-4">
      {shown && (
        <Suspense>
          <Shown code={shown.code} />
        </Suspense>
      )}
      <p role="status" className="font-semibold">
        {shown ? "Waiting for the payment" : isAsking ? "Asking Razorpay for a QR code" : "No QR code yet"}
      </p>
      {shown && (
        <p className="text-quiet">{`Can be paid until ${timeOfDay(shown.closesAt)}. The till notices it by itself.`}</p>
      )}
      {problem && (
        <p role="alert" className="text-vermilion">
          {problem}
        </p>
      )}
      {!shown && !isAsking && <p className="text-quiet">Or take UPI by your own code: F10.</p>}
      <p className="flex flex-wrap gap-2">
        {!shown && !isAsking && (
          <Button type="button" onClick={() => void show(sale)}>
            Try again
          </Button>
        )}
        <Button type="button" variant="outline" disabled={isAsking} onClick={() => void cancel()}>
          Cancel the code
        </Button>
      </p>
    </section>
  );
}

function Shown({ code }: { code: ShownCode }) {
  const label = "Razorpay QR code of this sale";
  if ("link" in code) return <QrCode text={code.link} label={label} isLarge />;
  return <img src={code.picture} alt={label} className="block w-full max-w-sm bg-white" />;
}
