import { CopyText } from "#desk/components/copy-text.tsx";
import type { Reach } from "#desk/http/find-reach.server.ts";

interface AddressSectionProps {
  publicUrl: string;
  /** Null if the desk is disabled. */
  deskUrl: string | null;
  reach: Reach;
}

/** The addresses of shop and desk, and the way to one on the internet. */
export function AddressSection({ publicUrl, deskUrl, reach }: AddressSectionProps) {
  return (
    <section aria-labelledby="address" className="border-t border-line pt-6">
      <h2 id="address" className="text-title">
        Public address
      </h2>
      <p className="mt-1 max-w-measure wrap-anywhere">
        {reach === "internet" ? "Readers find the shop at " : "The shop is at "}
        <b>{publicUrl}</b>
        {deskUrl && (
          <>
            , and you the desk at <b>{deskUrl}</b>
          </>
        )}
        .{" "}
        {reach === "internet"
          ? "The server sets both, and “Check now” below tries them. When they change, change the addresses at Razorpay and Google too, and make new passkeys: a passkey belongs to the address of the desk."
          : `Only ${reach === "machine" ? "this machine" : "your own network"} reaches it. Set the public address before sign-in and payments, which Google and Razorpay tie to it:`}
      </p>
      {reach !== "internet" && (
        <ol className="mt-2 grid max-w-measure list-decimal gap-2 pl-5">
          <li>
            At your domain’s provider, add two records of the type A with the server’s IP address: one for the shop,
            such as books.yourshop.in, and one for the desk, such as desk.books.yourshop.in.
          </li>
          <li>
            Send this, with the domain, to the person who looks after the server:
            <CopyText name="the message">
              Please start our shop under our domain. The page docs/own-server.md of Endpaper says how, under “The
              shop”.
            </CopyText>
          </li>
          <li>Open the desk at its new address, and add a passkey there.</li>
        </ol>
      )}
    </section>
  );
}
