/** Someone named in pasted text. An address that isn't one stays as it was pasted, so that it can be shown as wrong. */
export interface PastedPerson {
  /** Empty if nothing pasted could be one. */
  email: string
  /** Derived from the address if none was pasted. */
  fullName: string
}

/**
 * Reads people from text as it is pasted: one per line, a list separated by commas or semicolons, as Outlook copies it
 * (`Doe, Jane <jane@firm.com>; …`), or the cells of a spreadsheet. A row of headings is left out.
 */
export function readPastedPeople(text: string): readonly PastedPerson[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '' && !isHeading(line))
    .flatMap((line) => (line.includes('\t') ? readCells(line) : splitOutsideQuotes(line, ';').flatMap(readPart)))
}

/** Returns whether a line is a row of headings, such as `Name<TAB>Email`. */
function isHeading(line: string): boolean {
  const cells = line.split(/[\t,;]/).map((cell) => cell.trim().toLowerCase())
  return cells.length > 1 && cells.every((cell) => headings.has(cell))
}

const headings = new Set(
  [
    '',
    'name',
    'full name',
    'first name',
    'last name',
    'display name',
    'email',
    'e-mail',
    'email address',
    'e-mail address',
  ].concat(['mail', 'user', 'role', 'title', 'nombre', 'correo', 'correo electrónico', 'apellido', 'apellidos']),
)

function readCells(line: string): readonly PastedPerson[] {
  const cells = line.split('\t').map(unquoted)
  const at = cells.findIndex((cell) => cell.includes('@'))
  if (at < 0) return [personOf(cells.filter((cell) => cell !== '').join(' '), '')]
  // Cells after the address are about something else, unless no name is before it.
  const before = cells.slice(0, at).filter((cell) => cell !== '')
  const names = before.length > 0 ? before : cells.slice(at + 1, at + 2)
  const [pasted] = readPart(cells[at] ?? '')
  return [personOf(pasted?.email ?? '', names.length > 0 ? names.join(' ') : '', pasted?.fullName)]
}

/** Reads one part of a list: addresses in angle brackets with names before them, or bare ones separated by commas. */
function readPart(part: string): readonly PastedPerson[] {
  const people: PastedPerson[] = []
  let rest = part
  for (let open = rest.indexOf('<'); open >= 0; open = rest.indexOf('<')) {
    const end = rest.indexOf('>', open)
    const close = end < 0 ? rest.length : end
    const pieces = piecesOf(rest.slice(0, open))
    // What comes before the name may be addresses of their own: `a@firm.com, Jane <jane@firm.com>`.
    const last = pieces.findLastIndex((piece) => piece.includes('@'))
    people.push(...readBare(pieces.slice(0, last + 1)))
    people.push(personOf(rest.slice(open + 1, close), nameOf(pieces.slice(last + 1))))
    rest = rest.slice(close + 1)
  }
  return [...people, ...readBare(piecesOf(rest))]
}

/** Reads addresses separated by commas; words without an at sign name the one after them, or before at the end. */
function readBare(pieces: readonly string[]): readonly PastedPerson[] {
  const people: PastedPerson[] = []
  let words: string[] = []
  for (const piece of pieces) {
    if (!piece.includes('@')) {
      words.push(piece)
      continue
    }
    const tokens = piece.split(/\s+/)
    const email = tokens.find((token) => token.includes('@')) ?? ''
    const beside = tokens.filter((token) => token !== email).join(' ')
    people.push(personOf(email, beside || nameOf(words)))
    words = []
  }
  const [only] = people
  if (words.length === 0) return people
  if (only && people.length === 1) return [{ ...only, fullName: nameOf(words) }]
  return [...people, ...words.map((word) => personOf(word, ''))]
}

function piecesOf(text: string): readonly string[] {
  return splitOutsideQuotes(text, ',')
    .map(unquoted)
    .filter((piece) => piece !== '')
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): readonly string[] {
  const pieces: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted && text.includes('"', at + 1)
    if (text[at] !== separator || isQuoted) continue
    pieces.push(text.slice(start, at))
    start = at + 1
  }
  return [...pieces, text.slice(start)]
}

function unquoted(text: string): string {
  const trimmed = text.trim()
  const isQuoted = trimmed.length > 1 && /^["']/.test(trimmed) && trimmed.endsWith(trimmed.charAt(0))
  return isQuoted ? trimmed.slice(1, -1).trim() : trimmed
}

/** Joins the pieces of a name; two of them are the last name and the first. */
function nameOf(pieces: readonly string[]): string {
  const [last, first, ...others] = pieces
  return first !== undefined && others.length === 0 ? `${first} ${last}` : pieces.join(' ')
}

function personOf(address: string, name: string, derived?: string): PastedPerson {
  const email = unquoted(address).replace(/^mailto:/i, '')
  const given = unquoted(name).replace(/\s+/g, ' ')
  if (given === '' && derived === undefined && !email.includes('@')) return { email: '', fullName: email }
  return { email, fullName: turned(given) || derived || nameFrom(email) }
}

/** Returns a name that a directory turned around, `Doe, Jane`, in its usual order. */
function turned(name: string): string {
  const parts = name.split(',').map((part) => part.trim())
  return parts.length === 2 && parts.every(Boolean) ? `${parts[1]} ${parts[0]}` : name
}

/** Returns a name from an address: `jane.doe@firm.com` is Jane Doe. */
function nameFrom(email: string): string {
  const [local = ''] = email.split('@')
  return local
    .split(/[._-]+/)
    .filter(Boolean)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}
