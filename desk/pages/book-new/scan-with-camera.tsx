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

/** Reads an ISBN with the camera, and puts it into the form; only offered where the browser itself reads bar codes. */
export function ScanWithCamera({ onIsbn }: { onIsbn: (isbn: string) => void }) {
  const [isOffered, setIsOffered] = useState(false);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState("");
  const video = useRef<HTMLVideoElement>(null);

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
    const look = async () => {
      if (isOver) return;
      const codes = await detector.detect(shown).catch(() => []);
      const isbn = codes.map(({ rawValue }) => rawValue).find((code) => /^97[89]\d{10}$/.test(code));
      if (isbn === undefined || isOver) return void setTimeout(look, betweenLooksMs);
      setStream(null);
      onIsbn(isbn);
    };
    void look();
    return () => {
      isOver = true;
      for (const track of stream.getTracks()) track.stop();
    };
  }, [stream, onIsbn]);

  if (!isOffered) return null;
  const open = async () => {
    setProblem("");
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
            Hold the bar code before the camera.
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
