import { Money } from "#app/components/books/money.tsx";
import { timeOfDay } from "#shop/kernel/dates/dates.ts";
import { Button } from "#ui/button.tsx";
import { QrCode } from "./qr-code.tsx";
import type { TillState } from "#desk/pages/counter/till/use-till.ts";

/** The QR code of the payment provider for the open sale, and whether it is paid. */
export function CodePanel({ till: { code } }: { till: TillState }) {
  const { open, problem, isAsking, show, cancel } = code;
  if (!open) return null;
  const { sale, shown } = open;
  return (
    <section aria-label="QR code" className="desk-card grid gap-3 p-4">
      {shown && <Shown code={shown.code} paise={sale.totalPaise} />}
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

function Shown({
  code,
  paise,
}: {
  code: NonNullable<NonNullable<TillState["code"]["open"]>["shown"]>["code"];
  paise: number;
}) {
  const label = "Razorpay QR code of this sale";
  return (
    <>
      {"link" in code ? (
        <QrCode text={code.link} label={label} isLarge />
      ) : (
        <img src={code.picture} alt={label} className="block w-full max-w-sm bg-white" />
      )}
      <p className="text-h3 font-semibold">
        <Money paise={paise} />
      </p>
    </>
  );
}
