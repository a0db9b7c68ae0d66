import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

/**
 * The part of the browser's `BarcodeDetector` that the desk uses:
 * https://wicg.github.io/shape-detection-api/#barcode-detection-api
 */
export interface BarCodeReader {
  detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

type OwnReader = (new (options: { formats: string[] }) => BarCodeReader) & {
  getSupportedFormats: () => Promise<string[]>;
};

declare global {
  interface Window {
    BarcodeDetector?: OwnReader;
  }
}

const format = "ean_13";
let loaded: Promise<BarCodeReader> | undefined;

/** The browser's own EAN-13 detector, or else a WebAssembly ponyfill, which is loaded once. */
export async function openBarCodeReader(): Promise<BarCodeReader> {
  const Own = window.BarcodeDetector;
  const formats = await Own?.getSupportedFormats().catch((): string[] => []);
  if (Own && formats?.includes(format)) return new Own({ formats: [format] });
  loaded ??= load();
  try {
    return await loaded;
  } catch (error) {
    // Load it again at the next press: by then the connection may work.
    loaded = undefined;
    throw error;
  }
}

async function load(): Promise<BarCodeReader> {
  const { BarcodeDetector, prepareZXingModule } = await import("barcode-detector/ponyfill");
  // By default, ZXing would fetch this file from another host.
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  return new BarcodeDetector({ formats: [format] });
}
