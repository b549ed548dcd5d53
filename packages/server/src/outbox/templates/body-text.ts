/** Writes HTML as plain text while it is being parsed. */
export interface TextWriter {
  open: (name: string, attributes: ReadonlyMap<string, string>) => void
  close: (name: string) => void
  text: (text: string) => void
  /** Returns the whole text. */
  end: () => string
}

/** Paragraphs are separated by blank lines, items have a dash or number, and links are followed by their address. */
export function htmlToLines(): TextWriter {
  const page = makePage()
  const lists: { next: number | undefined }[] = []
  const links: { href: string; from: number }[] = []
  return {
    open(name, attributes) {
      page.breakLine(breaksAround(name))
      if (name === 'br') page.newLine()
      if (name === 'hr') page.write('----------')
      if (name === 'ul' || name === 'ol') lists.push({ next: name === 'ol' ? 1 : undefined })
      if (name === 'li') page.begin(bulletOf(lists))
      if (name === 'td' || name === 'th') page.gap()
      if (name === 'img') page.write(attributes.get('alt') ?? '')
      if (name === 'a') links.push({ href: attributes.get('href') ?? '', from: page.length() })
    },
    close(name) {
      if (name === 'ul' || name === 'ol') lists.pop()
      const link = name === 'a' ? links.pop() : undefined
      if (link && isWorthNaming(link.href, page.since(link.from))) page.write(` <${link.href}>`)
      page.breakLine(breaksAround(name))
    },
    text: (text) => page.write(text),
    end: () => page.whole(),
  }
}

function makePage() {
  let out = ''
  let breaks = 0
  let isSpaced = false
  const settle = () => {
    if (breaks > 0 && out !== '') out += '\n'.repeat(breaks)
    else if (isSpaced && out !== '' && !/\s$/.test(out)) out += ' '
    breaks = 0
    isSpaced = false
  }
  return {
    length: () => out.length,
    since: (from: number) => out.slice(from).trim(),
    whole: () => out.trim(),
    /** At least this many line breaks before the next text. */
    breakLine: (least: number) => {
      breaks = Math.max(breaks, least)
    },
    newLine: () => {
      breaks = Math.min(breaks + 1, 2)
    },
    gap: () => {
      isSpaced = true
    },
    /** Begins a line that the next text continues. */
    begin: (text: string) => {
      settle()
      out += text
    },
    write: (text: string) => {
      const words = text.replace(/[\s\u00a0]+/g, ' ')
      if (words.trim() === '') {
        isSpaced ||= words !== ''
        return
      }
      isSpaced ||= words.startsWith(' ')
      settle()
      out += words.trim()
      isSpaced = words.endsWith(' ')
    },
  }
}

const apart = new Set('p h1 h2 h3 h4 h5 h6 table ul ol dl blockquote pre hr figure'.split(' '))
const ownLine = new Set(
  'div tr li dt dd section article header footer main address center caption figcaption'.split(' '),
)

function breaksAround(name: string): number {
  if (apart.has(name)) return 2
  return ownLine.has(name) ? 1 : 0
}

function bulletOf(lists: readonly { next: number | undefined }[]): string {
  const list = lists.at(-1)
  const indent = '  '.repeat(Math.max(0, lists.length - 1))
  return `${indent}${list?.next === undefined ? '-' : `${list.next++}.`} `
}

function isWorthNaming(href: string, text: string): boolean {
  return href !== '' && !href.startsWith('#') && href !== text && href !== `mailto:${text}`
}
