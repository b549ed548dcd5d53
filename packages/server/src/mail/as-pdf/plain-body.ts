import { readHtmlEvents } from '../../base/lib/html-events.ts'
import type { Body } from './blocks.ts'
import { readTextBody } from './text-body.ts'

/** Short enough to be laid out in any case. */
const longest = 40_000

/** Only the text, without a layout: for a message whose layout could not be made. */
export function readPlainBody(kind: 'html' | 'text', source: string): Body {
  return readTextBody(kind === 'html' ? textOf(source.slice(0, 1_000_000)) : source, longest)
}

function textOf(html: string): string {
  const pieces: string[] = []
  let isUnread = false
  readHtmlEvents(html, {
    open(name) {
      isUnread ||= name === 'script' || name === 'style'
      if (lineEnds.has(name)) pieces.push('\n')
    },
    close(name) {
      if (name === 'script' || name === 'style') isUnread = false
    },
    text(text) {
      if (!isUnread) pieces.push(text.replace(/\s+/g, ' '))
    },
  })
  return pieces
    .join('')
    .replace(/(?<! ) *\n[ \n]*/g, '\n')
    .trim()
}

const lineEnds = new Set(['br', 'p', 'div', 'tr', 'td', 'th', 'li', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr'])
