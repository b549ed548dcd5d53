import address from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url'

let loading: Promise<ArrayBuffer> | undefined

/**
 * Gives a mail's page the face of the record. Handed over as bytes, because the page's own policy lets it load
 * nothing; without it the page shows the reader's own serif.
 */
export async function addRecordFont(page: Document): Promise<void> {
  const Face = (page.defaultView as (Window & typeof globalThis) | null)?.FontFace
  if (!Face) return
  loading ??= fetch(address).then((response) => response.arrayBuffer())
  try {
    page.fonts.add(new Face('Source Serif 4', await loading, { weight: '200 900' }))
  } catch (cause) {
    loading = undefined
    console.warn('The mail is shown in another face.', cause)
  }
}
