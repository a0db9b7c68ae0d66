/** A button and a camera view that read ISBNs from bar codes. The reader is loaded when the button is pressed. */

import { useEffect, useEffectEvent, useRef, useState } from "react";

import { Button } from "#ui/button.tsx";
import { openBarCodeReader } from "./bar-code-reader.ts";
import { watchForBooks } from "./book-in-sight.ts";
import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";

const betweenLooksMs = 200;

interface ScanWithCameraProps {
  onIsbn: (isbn: string) => void;
  /** Whether the camera stays open for the next book. */
  staysOpen?: boolean;
  /** Whether the previous ISBN is still being sent; no code is read meanwhile. */
  isBusy?: boolean;
  /** Whether the camera opens without a press of the button. */
  opensAtOnce?: boolean;
}

export function ScanWithCamera({
  onIsbn,
  staysOpen = false,
  isBusy = false,
  opensAtOnce = false,
}: ScanWithCameraProps) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState("");
  const [read, setRead] = useState("");
  const video = useRef<HTMLVideoElement>(null);
  const now = useRef({ onIsbn, staysOpen, isBusy });
  useEffect(() => {
    now.current = { onIsbn, staysOpen, isBusy };
  });

  useEffect(() => {
    const shown = video.current;
    if (!stream || !shown) return;
    shown.srcObject = stream;
    void shown.play().catch(() => {});
    let isOver = false;
    const watch = async () => {
      const reader = await openBarCodeReader();
      const see = watchForBooks();
      while (!isOver) {
        const codes = await reader.detect(shown).catch(() => []);
        if (isOver) return;
        const isbn = see(
          codes.map(({ rawValue }) => rawValue),
          !now.current.isBusy,
        );
        if (isbn !== null) {
          setRead(isbn);
          if (!now.current.staysOpen) setStream(null);
          now.current.onIsbn(isbn);
        }
        await new Promise((resume) => setTimeout(resume, betweenLooksMs));
      }
    };
    watch().catch(() => {
      if (isOver) return;
      setStream(null);
      setProblem("The bar code reader could not be loaded. Check the connection and press the button again.");
    });
    return () => {
      isOver = true;
      for (const track of stream.getTracks()) track.stop();
    };
  }, [stream]);

  const open = async () => {
    setProblem("");
    setRead("");
    try {
      if (!("mediaDevices" in navigator)) throw new DOMException("", "NotSupportedError");
      setStream(await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }));
    } catch (error) {
      setProblem(describeNoCamera(error instanceof Error ? error.name : ""));
    }
  };
  const openAtOnce = useEffectEvent(() => {
    if (opensAtOnce) queueMicrotask(open);
  });
  useEffect(() => openAtOnce(), []);
  if (!useIsScripted()) return null;
  return (
    <div className="mt-3">
      {stream ? (
        <>
          <video ref={video} muted playsInline className="w-full max-w-[28rem] rounded-sm border border-line" />
          <p className="mt-2 flex flex-wrap items-center gap-3">
            <span>
              {staysOpen && read !== ""
                ? `Read ${read}. Hold the next bar code in front of the camera.`
                : "Hold the bar code in front of the camera."}
            </span>
            <Button type="button" variant="outline" onClick={() => setStream(null)}>
              Stop
            </Button>
          </p>
        </>
      ) : (
        <Button type="button" variant="outline" onClick={open}>
          Scan with the camera
        </Button>
      )}
      <p role="status" className="mt-2 text-small font-semibold text-vermilion empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** Message for an error of `getUserMedia`, by the name of the error. */
function describeNoCamera(name: string): string {
  switch (name) {
    case "NotAllowedError":
      return "The browser does not allow this page to use the camera. Allow it in the browser’s settings for this page, or type the ISBN.";
    case "NotFoundError":
      return "No camera was found. Type the ISBN, or use a scanner that types it.";
    case "NotSupportedError":
      return "The camera does not work in this browser or on this page. Type the ISBN, or use a scanner that types it.";
    default:
      return "The camera cannot be used now. Another program may be using it. Try again, or type the ISBN.";
  }
}
