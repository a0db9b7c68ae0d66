import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

/** What reads the bar codes in a picture, as browsers do: https://wicg.github.io/shape-detection-api/#barcode-detection-api */
export interface BarCodeReader {
  detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

type OwnReader = (new (options: { formats: string[] }) => BarCodeReader) & {
  getSupportedFormats: () => Promise<string[]>;
};

const format = "ean_13";
let loaded: Promise<BarCodeReader> | undefined;

/** The browser's own reader of EAN-13; where it has none, one that the desk has, which is loaded once. */
export async function openBarCodeReader(): Promise<BarCodeReader> {
  const Own = (globalThis as { BarcodeDetector?: OwnReader }).BarcodeDetector;
  const formats = await Own?.getSupportedFormats().catch((): string[] => []);
  if (Own && formats?.includes(format)) return new Own({ formats: [format] });
  loaded ??= load();
  try {
    return await loaded;
  } catch (error) {
    // There may be a connection the next time.
    loaded = undefined;
    throw error;
  }
}

async function load(): Promise<BarCodeReader> {
  const { BarcodeDetector, prepareZXingModule } = await import("barcode-detector/ponyfill");
  // Left alone it would ask another host for this file.
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  return new BarcodeDetector({ formats: [format] });
}
