/**
 * How documents are opened. They come from courts and from anyone who files there, so that nothing in them may take what
 * the browser has of memory, or do anything.
 */
export const openingSettings = {
  /**
   * In pixels; a larger picture is left out of its page. A legal-size page has 43 million at 600 dots per inch, a tabloid
   * page or a plan of 22 × 34 inches at 300 has 67 million. Unpacked in color, 100 million take 400 MB.
   */
  maxImageSize: 100_000_000,
  /** A form in XFA is a program's own pages. What is shown is what other readers print. */
  enableXfa: false,
  /** Only the fonts that come with the console: which ones a machine has is no document's business. */
  useSystemFonts: false,
  /** Files that pdf.js asks for by name are the console's own (`pdf-assets.ts`). */
  useWorkerFetch: false,
} as const

/**
 * How pages are shown: notes and forms as they are, without fields that can be filled in. Scripts in documents never run,
 * since there is no scripting manager.
 */
export const showingSettings = { annotationMode: 1, removePageBorders: true } as const
