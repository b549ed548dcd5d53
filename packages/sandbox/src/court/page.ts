import type { Court } from '../world/make-court.ts'

/** Returns a page framed like CM/ECF's. */
export function page(title: string, lines: readonly string[]): string {
  const head = `<html><head><link rel="shortcut icon"  href="/favicon.ico"/><title>${title}</title>`
  return `${head}</head><body BGCOLOR=FFFFFF TEXT=000000>\n<div id="cmecfMainContent">\n${lines.join('\n')}\n</div></body></html>\n`
}

export function courtTitle(court: Court): string {
  return `${court.id.toUpperCase()}-ECF`
}
