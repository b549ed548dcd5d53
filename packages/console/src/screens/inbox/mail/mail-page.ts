import type { Span } from '@courtcrier/contract/notice.ts'
import { cleanMail } from './clean-mail.ts'

export interface MailPage {
  /** The whole page, for a frame's `srcdoc`. */
  page: string
  /** Number of remote pictures removed. */
  leftOut: number
  hasLinks: boolean
}

/** Returns an email's HTML as a sanitized page, with its spans marked. */
export function mailPage(html: string, spans: readonly Span[], title: string): MailPage {
  const { html: body, leftOut, hasLinks } = cleanMail(html, spans)
  return { page: pageAround(body, title), leftOut, hasLinks }
}

/** Returns plain text as HTML that keeps its line breaks, for the same page. */
export function plainTextHtml(text: string): string {
  return `<pre>${escaped(text)}</pre>`
}

/** Returns the page's styles in the console's current colors. */
export function mailStyles(token: (name: string) => string): string {
  return `
    :root { color-scheme: ${token('--paper').startsWith('#f') ? 'light' : 'dark'}; }
    body { margin: 0; padding: 16px 18px; color: ${token('--ink')}; background: ${token('--surface')}; overflow-wrap: anywhere;
      font: 14px/1.5 "Source Serif 4", Charter, "Bitstream Charter", Georgia, serif; overflow-y: hidden; }
    table { border-collapse: collapse; max-width: 100%; }
    td, th { padding: 1px 8px 1px 0; text-align: start; vertical-align: top; }
    pre { white-space: pre-wrap; font: inherit; margin: 0; }
    h1, h2, h3, h4, h5, h6 { font-size: 1.05em; }
    img { max-width: 100%; height: auto; }
    hr { border: 0; border-top: 1px solid ${token('--line')}; }
    mark { background: ${token('--mark')}; color: inherit; border-radius: 3px; box-decoration-break: clone; }
    mark[data-long]:not([data-lit]) { background: color-mix(in srgb, ${token('--mark')} 38%, transparent); }
    mark[data-lit] { box-shadow: 0 2px ${token('--brand')}; }
    mark:focus-visible { outline: 2px solid ${token('--brand')}; outline-offset: 2px; }
    .link { text-decoration: underline dotted; text-underline-offset: 3px; }
    .link::after { content: " [" attr(data-host) "]"; color: ${token('--ink-3')}; font-size: .86em; }
  `
}

/**
 * Builds the page with a policy as a second defense: anything the sanitizer missed still couldn't run, fetch, send or
 * frame. The styles are added from outside (`mailStyles`).
 */
function pageAround(body: string, title: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(title)}</title></head><body>${body}</body></html>`,
  ].join('')
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
