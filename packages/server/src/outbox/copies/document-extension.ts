/**
 * The extension of a document's file name. Courts serve PDFs, whatever type the filer's file had; only for a document
 * that a person added does the original name say what it is.
 */
export function documentExtension(document: { originalFileName: string | null; uploaded: boolean }): string {
  if (!document.uploaded) return '.pdf'
  const extension = /\.[a-z0-9]{1,5}$/i.exec(document.originalFileName ?? '')?.[0].toLowerCase()
  return extension && known.has(extension) ? extension : '.pdf'
}

const known = new Set(
  '.pdf .doc .docx .xls .xlsx .ppt .pptx .rtf .txt .csv .eml .msg .tif .tiff .jpg .jpeg .png .mp3 .mp4 .wav .zip'.split(
    ' ',
  ),
)
