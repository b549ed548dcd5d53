import { readHtmlEvents } from '@courtcrier/lib/html-events.ts'
import { tidied, withoutEscapes } from './hiding-style.ts'
import { sheetsIn } from './style-sheet.ts'

/**
 * Returns the addresses of fonts and style sheets that a message has loaded: a font may show other digits than are
 * written, and a style sheet hide and add words, which no one who reads only the message knows.
 */
export function findBroughtStyles(html: string): readonly string[] {
  const found: string[] = []
  readHtmlEvents(html, {
    open: (name, attributes) => {
      const kinds = attributes.get('rel')?.toLowerCase().split(/\s+/) ?? []
      if (name === 'link' && kinds.includes('stylesheet')) found.push(attributes.get('href')?.trim() ?? '')
    },
    close: () => {},
    text: () => {},
  })
  const sheet = withoutEscapes(tidied(sheetsIn(html)))
  for (const [, address = ''] of sheet.matchAll(importRule)) found.push(address)
  for (const [, face = ''] of sheet.matchAll(fontFace))
    for (const [, address = ''] of face.matchAll(source)) found.push(address)
  return found.slice(0, mostAddresses)
}

/** More than any notice has. */
const mostAddresses = 50
const importRule = /@import\s{1,20}(?:url\(\s{0,20})?["']?([^"')\s;]{1,2000})/gi
const fontFace = /@font-face\s{0,20}\{([^{}]*)/gi
const source = /\burl\(\s{0,20}["']?([^"')]{0,2000})/gi
