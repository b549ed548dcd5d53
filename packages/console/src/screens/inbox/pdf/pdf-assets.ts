import dingbats from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url'
import fixed from 'pdfjs-dist/standard_fonts/FoxitFixed.pfb?url'
import fixedBold from 'pdfjs-dist/standard_fonts/FoxitFixedBold.pfb?url'
import fixedBoldItalic from 'pdfjs-dist/standard_fonts/FoxitFixedBoldItalic.pfb?url'
import fixedItalic from 'pdfjs-dist/standard_fonts/FoxitFixedItalic.pfb?url'
import serif from 'pdfjs-dist/standard_fonts/FoxitSerif.pfb?url'
import serifBold from 'pdfjs-dist/standard_fonts/FoxitSerifBold.pfb?url'
import serifBoldItalic from 'pdfjs-dist/standard_fonts/FoxitSerifBoldItalic.pfb?url'
import serifItalic from 'pdfjs-dist/standard_fonts/FoxitSerifItalic.pfb?url'
import symbol from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url'
import sansBold from 'pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf?url'
import sansBoldItalic from 'pdfjs-dist/standard_fonts/LiberationSans-BoldItalic.ttf?url'
import sansItalic from 'pdfjs-dist/standard_fonts/LiberationSans-Italic.ttf?url'
import sans from 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf?url'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import qcms from 'pdfjs-dist/wasm/qcms_bg.wasm?url'

/**
 * Provides pdf.js with the files it requests by name: decoders for scanned pages (JBIG2, JPEG 2000) and the fonts a PDF
 * may omit. Each is loaded only when a document needs it. Character maps of East Asian fonts are not included. pdf.js
 * calls this with `new`.
 */
export function PdfAssets(): { fetch: typeof fetchAsset } {
  return { fetch: fetchAsset }
}

async function fetchAsset({ filename }: { filename: string }): Promise<Uint8Array> {
  const address = addresses[filename]
  if (!address) throw new Error(`${filename} does not come with this console`)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${filename} was answered with ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

const addresses: Readonly<Record<string, string>> = {
  'FoxitDingbats.pfb': dingbats,
  'FoxitFixed.pfb': fixed,
  'FoxitFixedBold.pfb': fixedBold,
  'FoxitFixedBoldItalic.pfb': fixedBoldItalic,
  'FoxitFixedItalic.pfb': fixedItalic,
  'FoxitSerif.pfb': serif,
  'FoxitSerifBold.pfb': serifBold,
  'FoxitSerifBoldItalic.pfb': serifBoldItalic,
  'FoxitSerifItalic.pfb': serifItalic,
  'FoxitSymbol.pfb': symbol,
  'LiberationSans-Regular.ttf': sans,
  'LiberationSans-Bold.ttf': sansBold,
  'LiberationSans-Italic.ttf': sansItalic,
  'LiberationSans-BoldItalic.ttf': sansBoldItalic,
  'jbig2.wasm': jbig2,
  'openjpeg.wasm': openjpeg,
  'qcms_bg.wasm': qcms,
}
