import { useEffect, useRef, useState } from "react";

import { Button } from "#ui/button.tsx";

/** What browsers with the Barcode Detection API have: https://wicg.github.io/shape-detection-api/#barcode-detection-api */
interface Detector {
  detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

type DetectorClass = (new (options: { formats: string[] }) => Detector) & {
  getSupportedFormats: () => Promise<string[]>;
};

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

const betweenLooksMs = 200;

/** After so many looks without a book in sight, the same book is another copy of it. */
const looksBetweenCopies = 4;

interface ScanWithCameraProps {
  /** Takes the ISBN that was read. */
  onIsbn: (isbn: string) => void;
  /** The camera stays open for the next book. */
  staysOpen?: boolean;
  /** What was read before is still being sent: the camera looks, and reads nothing. */
  isBusy?: boolean;
}

/** Reads ISBNs with the camera; only offered where the browser itself reads bar codes. */
export function ScanWithCamera({ onIsbn, staysOpen = false, isBusy = false }: ScanWithCameraProps) {
  const [isOffered, setIsOffered] = useState(false);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState("");
  const [read, setRead] = useState("");
  const video = useRef<HTMLVideoElement>(null);
  const now = useRef({ onIsbn, staysOpen, isBusy });
  useEffect(() => {
    now.current = { onIsbn, staysOpen, isBusy };
  });

  useEffect(() => {
    const found = detectorClass();
    if (!found || !("mediaDevices" in navigator)) return;
    void found.getSupportedFormats().then(
      (formats) => setIsOffered(formats.includes("ean_13")),
      () => {},
    );
  }, []);

  useEffect(() => {
    const Found = detectorClass();
    const shown = video.current;
    if (!stream || !Found || !shown) return;
    const detector = new Found({ formats: ["ean_13"] });
    shown.srcObject = stream;
    void shown.play().catch(() => {});
    let isOver = false;
    let inSight = "";
    let emptyLooks = 0;
    const look = async () => {
      if (isOver) return;
      const codes = await detector.detect(shown).catch(() => []);
      if (isOver) return;
      const isbn = codes.map(({ rawValue }) => rawValue).find((code) => /^97[89]\d{10}$/.test(code));
      emptyLooks = isbn === undefined ? emptyLooks + 1 : 0;
      if (emptyLooks >= looksBetweenCopies) inSight = "";
      if (isbn !== undefined && isbn !== inSight && !now.current.isBusy) {
        inSight = isbn;
        setRead(isbn);
        if (!now.current.staysOpen) setStream(null);
        now.current.onIsbn(isbn);
        if (!now.current.staysOpen) return;
      }
      setTimeout(look, betweenLooksMs);
    };
    void look();
    return () => {
      isOver = true;
      for (const track of stream.getTracks()) track.stop();
    };
  }, [stream]);

  if (!isOffered) return null;
  const open = async () => {
    setProblem("");
    setRead("");
    try {
      setStream(await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }));
    } catch {
      setProblem("The camera cannot be used. Allow it in the browser, or type the ISBN.");
    }
  };
  return (
    <div className="mt-3">
      {stream ? (
        <>
          <video ref={video} muted playsInline className="w-full max-w-[28rem] rounded-sm border border-line" />
          <p className="mt-2 flex flex-wrap items-center gap-3">
            {staysOpen && read !== ""
              ? `Read ${read}. Hold the next one before the camera.`
              : "Hold the bar code before the camera."}
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
