import type { Browser } from "playwright-core";
import decodeQR from "qr/decode.js";

/** Reads a QR code from a picture, as a phone does. */
export async function readCode(browser: Browser, png: Buffer): Promise<string> {
  const page = await browser.newPage();
  try {
    const { width, height, data } = await page.evaluate(
      async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const drawn = canvas.getContext("2d");
        drawn?.drawImage(image, 0, 0);
        const pixels = drawn?.getImageData(0, 0, image.width, image.height);
        return {
          width: image.width,
          height: image.height,
          data: Array.from(pixels?.data ?? []),
        };
      },
      `data:image/png;base64,${png.toString("base64")}`,
    );
    return decodeQR({ width, height, data: Uint8ClampedArray.from(data) });
  } finally {
    await page.close();
  }
}

/** A phone, for a visit. */
export const iPhone = {
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
